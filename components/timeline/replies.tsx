"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { NESTED_REPLIES } from "@/lib/config/limits";
import type { Post } from "@/lib/posts/contract";
import { threadOf } from "@/lib/posts/rules";
import { continuationQuery, repliesQuery } from "@/lib/posts/thread-queries";
import { OutgoingPost, useOutgoing } from "./outgoing-posts";
import { PostCard } from "./post-card";
import { ReplyComposer } from "./reply-composer";
import { ThreadList } from "./thread-list";
import { useTimeline } from "./timeline-context";

/** The replies to a post, below the reply field. */
export function Replies({ post }: { post: Post }) {
  const { t } = useTimeline();
  const query = useInfiniteQuery(repliesQuery(post.id));
  const shown = query.data?.pages.flatMap((page) => page.items) ?? [];
  // What continues the thread stands above.
  const { data: next } = useInfiniteQuery(continuationQuery(post));
  const continuation = new Set(next?.pages.flatMap((page) => page.items.map(({ id }) => id)));
  const rest = shown.filter(({ id }) => !continuation.has(id));
  const items = [post.id, ...continuation].flatMap((id) => threadOf(rest, id));
  const inThread = new Set([post.id, ...continuation, ...shown.map(({ id }) => id)]);
  const outgoing = useOutgoing({ shown, replyTo: inThread });
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The router scrolls there, but leaves the focus where the last page had it.
    if (location.hash === "#comments") section.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      ref={section}
      id="comments"
      aria-label={t("replies")}
      tabIndex={-1}
      className="scroll-mt-24 outline-none"
    >
      <ReplyComposer post={post} />
      <ThreadList
        query={query}
        shown={items.length + outgoing.length}
        queued={outgoing.length}
        emptyText={t("noReplies")}
        moreText={t("moreReplies")}
      >
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
      </ThreadList>
    </section>
  );
}
