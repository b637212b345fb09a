"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { cancelQueued, useIsWaiting } from "@/lib/outbox/store";
import type { UserShort } from "@/lib/people/user-contract";
import type { QueuedComment as Queued } from "@/lib/posts/comment-queries";
import { AuthorAvatar, AuthorLine } from "./author";
import { RichText } from "@/components/ui/rich-text";

/** A comment that the server does not have yet. */
export function QueuedComment({ comment, me }: { comment: Queued; me: UserShort }) {
  const t = useTranslations("timeline");
  const common = useTranslations("common");
  const waits = useIsWaiting(comment);
  return (
    <li className="post" aria-busy={!waits}>
      <AuthorAvatar author={me} size="sm" />
      <div className="min-w-0 pb-1.5">
        <div className="-mt-1 flex items-center gap-1.5">
          <AuthorLine author={me}>
            <span role="status" className="flex-none text-muted">
              {t(waits ? "waiting" : "sending")}
            </span>
          </AuthorLine>
          {waits && (
            <Button
              size="sm"
              variant="ghost"
              className="-my-1 ml-auto"
              onClick={() => cancelQueued(comment.clientKey)}
            >
              {common("cancel")}
            </Button>
          )}
        </div>
        <p dir="auto" className="whitespace-pre-wrap">
          <RichText text={comment.content} />
        </p>
      </div>
    </li>
  );
}
