"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { commentsOf, commentsQuery, usePendingComments } from "@/lib/posts/comment-queries";
import type { UserShort } from "@/lib/people/user-contract";
import type { CommentSubject } from "@/lib/posts/comment-rules";
import { CommentForm } from "./comment-form";
import { CommentItem } from "./comment-item";

export interface ThreadProps {
  subject: CommentSubject;
  me: UserShort;
}

/** What people say about a post or an app, oldest first, and where one says something. */
export function Thread({ subject, me }: ThreadProps) {
  const t = useTranslations("timeline");
  const common = useTranslations("common");
  const query = useInfiniteQuery(commentsQuery(subject));
  const comments = commentsOf(query.data);
  const onTheirWay = usePendingComments(subject, me);
  return (
    <section id="comments" aria-label={t("comments")} className="scroll-mt-24">
      <CommentForm subject={subject} me={me} />
      {query.isPending && onTheirWay.length === 0 ? (
        <div className="grid place-items-center py-10 text-muted">
          <Spinner label={common("loading")} />
        </div>
      ) : query.isError && comments.length + onTheirWay.length === 0 ? (
        <div className="grid place-items-center py-8">
          <Button variant="outline" onClick={() => void query.refetch()}>
            {t("loadFailed")}
          </Button>
        </div>
      ) : comments.length + onTheirWay.length === 0 ? (
        <p className="flex items-center justify-center gap-2 px-4 py-10 text-sm text-muted">
          <MessageCircle aria-hidden className="size-4.5" />
          {t("noComments")}
        </p>
      ) : (
        <ol>
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} subject={subject} me={me} />
          ))}
          {onTheirWay.map((comment) => (
            <CommentItem key={comment.id} comment={comment} subject={subject} me={me} pending />
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
