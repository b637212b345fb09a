"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { commentsOf, commentsQuery } from "@/lib/posts/comment-queries";
import { useQueuedComments } from "@/lib/posts/outgoing-store";
import type { UserShort } from "@/lib/people/user-contract";
import type { CommentSubject } from "@/lib/posts/comment-contract";
import { CommentForm } from "./comment-form";
import { CommentItem } from "./comment-item";
import { QueuedComment } from "./queued-comment";
import { ThreadList } from "./thread-list";

/** The comments on a post or an app, oldest first, below the field for a new one. */
export function Thread({ subject, me }: { subject: CommentSubject; me: UserShort }) {
  const t = useTranslations("timeline");
  const query = useInfiniteQuery(commentsQuery(subject));
  const comments = commentsOf(query.data);
  // The server may have one whose response is pending, especially after a reload.
  const stored = new Set(comments.map(({ clientKey }) => clientKey));
  const queued = useQueuedComments(subject).filter(({ clientKey }) => !stored.has(clientKey));
  return (
    <section id="comments" aria-label={t("comments")} className="scroll-mt-24">
      <CommentForm subject={subject} me={me} />
      <ThreadList
        query={query}
        shown={comments.length + queued.length}
        queued={queued.length}
        emptyText={t("noComments")}
        moreText={t("moreComments")}
      >
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} subject={subject} me={me} />
        ))}
        {queued.map((comment) => (
          <QueuedComment key={comment.clientKey} comment={comment} me={me} />
        ))}
      </ThreadList>
    </section>
  );
}
