"use client";

import { Lock } from "lucide-react";
import { useState } from "react";
import { LeaveDialog } from "@/components/ui/leave-dialog";
import type { Post } from "@/lib/posts/contract";
import { nameOf } from "@/lib/people/rules";
import { useTimeline } from "./timeline-context";
import { Composer } from "./composer/composer";

/** The reply field on the page of a post. */
export function ReplyComposer({ post }: { post: Post }) {
  const { t } = useTimeline();
  const policy = post.replyPolicy;
  const [isUnsaved, setIsUnsaved] = useState(false);
  return (
    <>
      {policy !== "everyone" && (
        <p className="flex items-center gap-2 border-b border-border px-4 py-2.5 text-sm text-muted">
          <Lock aria-hidden className="size-4 flex-none" />
          {post.reply ? t("threadLimited") : t(`policyOf.${policy}`, { name: nameOf(post.author) })}
        </p>
      )}
      <LeaveDialog isUnsaved={isUnsaved} />
      {post.viewer.canReply && (
        <Composer
          replyTo={{ id: post.id, username: post.author.username }}
          fieldId="write-reply"
          onEdited={(isEdited, isDirty) => setIsUnsaved(isEdited && isDirty)}
        />
      )}
    </>
  );
}
