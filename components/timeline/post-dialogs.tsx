"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RichText } from "@/components/ui/rich-text";
import { Textarea } from "@/components/ui/textarea";
import { useDiscard } from "@/components/ui/use-discard";
import { POST_BODY_MAX_CHARS, POST_EDIT_MINUTES, WARNING_MAX_CHARS } from "@/lib/config/limits";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Post } from "@/lib/posts/contract";
import { editPost, versionsQuery } from "@/lib/posts/edit-queries";
import { countShown } from "@/lib/shared/visible-text";
import { CharCounter } from "./composer/char-counter";
import { ReactDialog, ReactionsDialog } from "./emoji-dialogs";
import { openPostDialog, type PostDialog } from "./post-menu-button";
import { QueryContent } from "./query-content";
import { useTimeline } from "./timeline-context";

const close = () => openPostDialog(null);

const DIALOGS = {
  edit: EditDialog,
  versions: VersionsDialog,
  react: ReactDialog,
  reactions: ReactionsDialog,
};
export type PostDialogName = keyof typeof DIALOGS;

export function PostDialogs({ dialog: { kind, post } }: { dialog: PostDialog }) {
  const Shown = DIALOGS[kind];
  return <Shown key={post.id} post={post} />;
}

function EditDialog({ post }: { post: Post }) {
  const { t } = useTimeline();
  const common = useTranslations("common");
  const client = useQueryClient();
  const errors = useErrorTexts();
  const [text, setText] = useState(post.body);
  // Moderators' label is not the author's to edit.
  const ownWarning = post.label?.warning ?? post.warning;
  const [warning, setWarning] = useState(ownWarning);
  const [problem, setProblem] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isEdited = text !== post.body || warning !== ownWarning;
  const { close: leave, question } = useDiscard(isEdited, close);
  const length = countShown(text, POST_BODY_MAX_CHARS);
  const save = async () => {
    if (length > POST_BODY_MAX_CHARS || isSaving) return;
    if (!isEdited) return close();
    setIsSaving(true);
    try {
      await editPost(client, post.id, { body: text, warning });
      close();
    } catch (error) {
      setProblem(error);
      setIsSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={t("editTitle")}
      description={t("editHint", { minutes: POST_EDIT_MINUTES })}
      size="lg"
      footer={
        <>
          <Button variant="ghost" onClick={leave}>
            {common("cancel")}
          </Button>
          <Button variant="primary" loading={isSaving} onClick={() => void save()}>
            {common("save")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {ownWarning && (
          <Field label={t("warningLabel")}>
            <Input
              value={warning}
              maxLength={WARNING_MAX_CHARS}
              onChange={(event) => setWarning(event.target.value)}
            />
          </Field>
        )}
        <Field
          label={t("editLabel")}
          error={problem ? errors.text(problem) : undefined}
          aside={<CharCounter id="edit-count" length={length} max={POST_BODY_MAX_CHARS} />}
        >
          <Textarea
            autoFocus
            // Puts the caret at the end.
            onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
            grow
            dir="auto"
            rows={4}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing)
                void save();
            }}
          />
        </Field>
      </div>
      {question}
    </Dialog>
  );
}

function VersionsDialog({ post }: { post: Post }) {
  const { t } = useTimeline();
  const formatDate = useDateFormat();
  const query = useQuery(versionsQuery(post.id));
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={t("versionsTitle")} size="lg">
      <QueryContent query={query}>
        {({ items }) => (
          <ol className="grid gap-4">
            {items.map(({ body, warning, writtenAt }, index) => (
              <li key={writtenAt} className="border-b border-border pb-4 last:border-b-0 last:pb-0">
                <p className="text-sm text-muted">
                  {index === 0 && <strong className="font-semibold text-text">{t("versionNow")} · </strong>}
                  <time dateTime={writtenAt}>
                    {formatDate(writtenAt, { dateStyle: "medium", timeStyle: "short" })}
                  </time>
                </p>
                {warning && <p className="mt-1 text-sm font-medium">{warning}</p>}
                <p dir="auto" className="mt-1 whitespace-pre-wrap">
                  <RichText text={body} />
                </p>
              </li>
            ))}
          </ol>
        )}
      </QueryContent>
    </Dialog>
  );
}
