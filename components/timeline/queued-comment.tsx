"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { cancelQueued, useIsWaiting } from "@/lib/outbox/store";
import type { UserShort } from "@/lib/people/user-contract";
import type { QueuedComment as Queued } from "@/lib/posts/outgoing-store";
import { CommentRow } from "./comment-row";

/** A comment that the server does not have yet. */
export function QueuedComment({ comment, me }: { comment: Queued; me: UserShort }) {
  const t = useTranslations("timeline");
  const common = useTranslations("common");
  const waits = useIsWaiting(comment);
  return (
    <CommentRow
      author={me}
      state={
        <span role="status" className="flex-none text-muted">
          {t(waits ? "waiting" : "sending")}
        </span>
      }
      action={
        waits && (
          <Button
            size="sm"
            variant="ghost"
            className="-my-1 ml-auto"
            onClick={() => cancelQueued(comment.clientKey)}
          >
            {common("cancel")}
          </Button>
        )
      }
      content={comment.content}
      aria-busy={!waits}
    />
  );
}
