"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { commentsOf, commentsQuery } from "@/lib/posts/comment-queries";
import { useQueuedComments } from "@/lib/posts/outgoing-store";
import type { UserShort } from "@/lib/people/user-contract";
import type { CommentSubject } from "@/lib/posts/comment-contract";
import { CommentForm } from "./comment-form";
import { CommentItem } from "./comment-item";
import { QueuedComment } from "./queued-comment";

/** The comments on a post or an app, oldest first, below the field for a new one. */
export function Thread({ subject, me }: { subject: CommentSubject; me: UserShort }) {
  const t = useTranslations("timeline");
  const common = useTranslations("common");
  const query = useInfiniteQuery(commentsQuery(subject));
  const comments = commentsOf(query.data);
  // The server may have one whose confirmation is on its way, after a reload above all.
  const stored = new Set(comments.map(({ clientKey }) => clientKey));
  const queued = useQueuedComments(subject).filter(({ clientKey }) => !stored.has(clientKey));
  const isEmpty = comments.length + queued.length === 0;
  return (
    <section id="comments" aria-label={t("comments")} className="scroll-mt-24">
      <CommentForm subject={subject} me={me} />
      {query.isPending && queued.length === 0 ? (
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
          {t("noComments")}
        </p>
      ) : (
        <ol>
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} subject={subject} me={me} />
          ))}
          {queued.map((comment) => (
            <QueuedComment key={comment.clientKey} comment={comment} me={me} />
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
            {t("moreComments")}
          </Button>
        </div>
      )}
    </section>
  );
}
