"use client";

import { useState } from "react";
import { LeaveDialog } from "@/components/ui/leave-dialog";
import type { Post } from "@/lib/posts/contract";
import { Composer } from "./composer/composer";

/** The field for a reply, on the page of a post. */
export function ReplyComposer({ post }: { post: Post }) {
  const [isEdited, setIsEdited] = useState(false);
  return (
    <>
      <LeaveDialog isUnsaved={isEdited} />
      <Composer
        replyTo={{ id: post.id, username: post.author.username }}
        fieldId="write-reply"
        onEdited={setIsEdited}
      />
    </>
  );
}
