"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { LeaveDialog } from "@/components/ui/leave-dialog";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { useOutbox } from "@/lib/outbox/store";
import { addComment } from "@/lib/posts/outgoing-store";
import { COMMENT_MAX_CHARS } from "@/lib/config/limits";
import { nameOf } from "@/lib/people/rules";
import type { UserShort } from "@/lib/people/user-contract";
import type { CommentSubject } from "@/lib/posts/comment-contract";
import { CharCounter } from "./composer/char-counter";
import { countShown, isBlank } from "@/lib/shared/visible-text";

const Completion = dynamic(() => import("./composer/composer-chunk").then((module) => module.Completion), {
  ssr: false,
});

/** The field for a comment. A comment that the server refused comes back into it. */
export function CommentForm({ subject, me }: { subject: CommentSubject; me: UserShort }) {
  const t = useTranslations("timeline");
  const field = useRef<HTMLTextAreaElement>(null);
  const sent = useRef(new Set<string>());
  const [text, setText] = useState("");
  useEffect(() => {
    // Text typed before hydration.
    const typed = field.current?.value;
    if (typed) setText(typed);
  }, []);
  const hasCompletion = useEverTrue(/[@＠#＃]/.test(text));
  const length = countShown(text, COMMENT_MAX_CHARS);
  const ready = !isBlank(text) && length <= COMMENT_MAX_CHARS;
  const submit = () => {
    if (!ready) return;
    setText("");
    sent.current.add(addComment(subject, text));
  };
  useEffect(
    () =>
      useOutbox.subscribe(({ refused }, before) => {
        if (!refused || refused === before.refused || !sent.current.has(refused.entry.clientKey)) return;
        const { content } = refused.entry as { content: string };
        // Keep what was typed in the meantime.
        setText((typed) => (typed ? `${content}\n${typed}` : content));
      }),
    [],
  );
  return (
    <form className="composer items-start py-2.5" aria-label={t("writeComment")}>
      <LeaveDialog isUnsaved={!isBlank(text)} />
      <Avatar id={me.id} name={nameOf(me)} src={me.avatarUrl} size="sm" className="mt-1" />
      <div className="flex min-w-0 flex-wrap items-end gap-x-2 gap-y-1">
        <div className="relative min-w-0 flex-1 basis-40">
          <textarea
            ref={field}
            name="text"
            id="write-comment"
            dir="auto"
            rows={1}
            value={text}
            aria-label={t("writeComment")}
            placeholder={t("commentPlaceholder")}
            aria-describedby="write-comment-count"
            className="composer-text field-sizing-content text-base"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing)
                submit();
            }}
          />
          {hasCompletion && <Completion field={field} />}
        </div>
        <span className="ml-auto flex items-center gap-2 pb-0.5">
          <CharCounter id="write-comment-count" length={length} max={COMMENT_MAX_CHARS} />
          {/* No submit button: before hydration the browser would submit the form, and the text would be lost. */}
          <Button
            variant="primary"
            size="sm"
            className="rounded-full px-4"
            aria-disabled={!ready}
            onClick={submit}
          >
            {t("sendComment")}
          </Button>
        </span>
      </div>
    </form>
  );
}
