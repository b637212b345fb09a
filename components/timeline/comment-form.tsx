"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, type FormEvent } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useAddComment } from "@/lib/client/queries/comment-queries";
import { useEarlyInput } from "@/lib/client/session/use-early-input";
import { COMMENT_MAX_CHARS } from "@/lib/config/limits";
import type { UserShort } from "@/lib/contracts/user";
import type { CommentSubject } from "@/lib/domain/comment";
import { countChars } from "@/lib/domain/post";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { CharCounter } from "./composer/char-counter";
import { nameOf } from "./name-of";

/** Where a comment is written. What could not be sent comes back into the field. */
export function CommentForm({ subject, me }: { subject: CommentSubject; me: UserShort }) {
  const t = useTranslations("timeline");
  const errors = useErrorTexts();
  const add = useAddComment(subject);
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState("");
  useEarlyInput(form, ({ text: typed }) => typed && setText(typed));
  const length = countChars(text);
  const ready = text.trim() !== "" && length <= COMMENT_MAX_CHARS;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!ready) return;
    setText("");
    add.mutate(text, {
      onError: (error) => {
        // Something new may have been begun meanwhile: both stay.
        setText((typed) => (typed ? `${text}\n${typed}` : text));
        toast(t("commentFailed"), { tone: "danger", description: errors.text(error) });
      },
    });
  };
  return (
    <form ref={form} onSubmit={submit} className="composer items-start py-2.5" aria-label={t("writeComment")}>
      <Avatar id={me.id} name={nameOf(me)} src={me.avatarUrl} size="sm" className="mt-1" />
      <div className="flex min-w-0 flex-wrap items-end gap-x-2 gap-y-1">
        <textarea
          name="text"
          id="write-comment"
          dir="auto"
          rows={1}
          value={text}
          aria-label={t("writeComment")}
          placeholder={t("commentPlaceholder")}
          aria-describedby="write-comment-count"
          className="composer-text field-sizing-content basis-40 flex-1 text-base"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing)
              submit();
          }}
        />
        <span className="ml-auto flex items-center gap-2 pb-0.5">
          <CharCounter id="write-comment-count" length={length} max={COMMENT_MAX_CHARS} />
          <Button
            type="submit"
            variant="primary"
            size="sm"
            className="rounded-full px-4"
            aria-disabled={!ready}
          >
            {t("sendComment")}
          </Button>
        </span>
      </div>
    </form>
  );
}
