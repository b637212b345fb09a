"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { useTranslations } from "next-intl";
import { NESTED_REPLIES } from "@/lib/config/limits";
import type { Post } from "@/lib/posts/contract";
import { threadOf } from "@/lib/posts/rules";
import { repliesQuery } from "@/lib/posts/thread-queries";
import { OutgoingPost, useOutgoing } from "./outgoing-posts";
import { PostCard } from "./post-card";
import { ReplyComposer } from "./reply-composer";
import { useTimeline } from "./timeline-context";

/** What replies to a post, below the field for a new reply. */
export function Replies({ post }: { post: Post }) {
  const { t } = useTimeline();
  const common = useTranslations("common");
  const query = useInfiniteQuery(repliesQuery(post.id));
  const shown = query.data?.pages.flatMap((page) => page.items) ?? [];
  const items = threadOf(shown, post.id);
  const inThread = new Set([post.id, ...shown.map(({ id }) => id)]);
  const outgoing = useOutgoing({ shown, replyTo: inThread });
  const isEmpty = items.length + outgoing.length === 0;
  return (
    <section id="comments" aria-label={t("replies")} className="scroll-mt-24">
      <ReplyComposer post={post} />
      {query.isPending && outgoing.length === 0 ? (
        <div className="grid place-items-center py-10 text-muted">
          <Spinner label={common("loading")} />
        </div>
      ) : query.isError && isEmpty ? (
        <div className="grid place-items-center py-8">
          <Button variant="outline" onClick={() => void query.refetch()}>
            {t("loadFailed")}
          </Button>
        </div>
      ) : isEmpty ? (
        <p className="flex items-center justify-center gap-2 px-4 py-10 text-sm text-muted">
          <MessageCircle aria-hidden className="size-4.5" />
          {t("noReplies")}
        </p>
      ) : (
        <ol>
          {items.map(({ post: reply, depth, more }) =>
            more > 0 ? (
              <li
                key={`more-${reply.id}`}
                className="reply"
                data-depth={Math.min(depth, NESTED_REPLIES.length)}
              >
                <Link
                  href={`/post/${reply.id}#comments`}
                  prefetch={false}
                  className="flex min-h-10 items-center px-4 text-sm font-medium text-accent hover:underline touch:min-h-11"
                >
                  {t("moreRepliesTo", { count: more, name: `@${reply.author.username}` })}
                </Link>
              </li>
            ) : (
              <li key={reply.id} className="reply" data-depth={Math.min(depth, NESTED_REPLIES.length)}>
                <PostCard post={reply} place="thread" />
              </li>
            ),
          )}
          {outgoing.map((item) => (
            <li key={item.clientKey} className="reply" data-depth={0}>
              <OutgoingPost item={item} />
            </li>
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <div className="grid place-items-center p-4">
          <Button
            variant="outline"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t("moreReplies")}
          </Button>
        </div>
      )}
    </section>
  );
}
