"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { LeaveDialog } from "@/components/ui/leave-dialog";
import { Progress } from "@/components/ui/progress";
import { Textarea } from "@/components/ui/textarea";
import { useDiscard } from "@/components/ui/use-discard";
import { preferencesQuery } from "@/lib/account/queries";
import { MEDIA_ALT_MAX_CHARS } from "@/lib/config/limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { ComposerDraft } from "./composer-draft";
import type { DraftPicture } from "./draft-picture";
import { uploadsOf } from "./picture-uploads";
import { RecordingDialog } from "./recording-dialog";
import { RecordingItem } from "./recording-item";

export interface PictureStripProps {
  pictures: readonly DraftPicture[];
  draft: ComposerDraft;
  /** Called when the person turns on or off the question before pictures are posted without descriptions. */
  onReminder: (isOn: boolean) => void;
  /** Whether the question is open. */
  asking: boolean;
  onAnswer: (isAnyway: boolean) => void;
}

/** The recording of the draft, or its pictures, each with its progress, alternative text and a remove button. */
export function PictureStrip({ pictures, draft, onReminder, asking, onAnswer }: PictureStripProps) {
  const t = useTranslations("timeline");
  const uploads = uploadsOf(draft);
  const [editing, setEditing] = useState<string | null>(null);
  const { data: preferences } = useQuery(preferencesQuery());
  const isReminded = preferences?.altReminder ?? false;
  useEffect(() => onReminder(isReminded), [onReminder, isReminded]);
  const bare = pictures.filter(({ alt }) => !alt);
  const edited = pictures.find(({ key }) => key === editing);
  return (
    <>
      {/* The draft keeps only uploaded pictures. */}
      <LeaveDialog isUnsaved={pictures.some(({ media }) => !media)} description={t("leaveUploading")} />
      {pictures[0]?.recording ? (
        <RecordingItem picture={pictures[0]} uploads={uploads} onEdit={() => setEditing(pictures[0]!.key)} />
      ) : (
        <ul className="mt-2 grid grid-cols-4 gap-2 narrow:grid-cols-2">
          {pictures.map((picture, index) => (
            <li
              key={picture.key}
              className="relative aspect-square overflow-hidden rounded-md border border-border bg-sunken"
            >
              <img
                src={picture.src}
                alt={picture.alt || t("pictureNumber", { number: index + 1 })}
                className={cn("size-full object-cover transition-opacity", !picture.media && "opacity-50")}
              />
              {!picture.media && !picture.error && (
                <Progress
                  label={t("uploadingPicture", { number: index + 1 })}
                  value={picture.progress}
                  className="absolute inset-x-2 bottom-2 w-auto"
                />
              )}
              {picture.error ? (
                <UploadFailure error={picture.error} onRetry={() => void uploads.send(picture.key)} />
              ) : null}
              <IconButton
                label={t("removePicture", { number: index + 1 })}
                size="sm"
                variant="secondary"
                className="absolute top-1 right-1 rounded-full bg-inverse text-on-inverse"
                onClick={() => uploads.remove(picture.key)}
              >
                <X aria-hidden />
              </IconButton>
              {picture.media && (
                <button
                  type="button"
                  aria-label={t(picture.alt ? "editAlt" : "addAlt", { number: index + 1 })}
                  className={cn(
                    "absolute bottom-1 left-1 min-h-6 rounded-sm px-1.5 text-2xs font-semibold touch:min-h-9 touch:px-2.5",
                    picture.alt ? "bg-accent text-on-accent" : "bg-inverse text-on-inverse",
                  )}
                  onClick={() => setEditing(picture.key)}
                >
                  {picture.alt ? t("alt") : t("altAdd")}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog
        alert
        open={asking}
        onOpenChange={(open) => !open && onAnswer(false)}
        title={t("altReminderTitle")}
        description={
          pictures[0]?.recording ? t("recording.reminder") : t("altReminderText", { count: bare.length })
        }
        footer={
          <>
            <Button variant="outline" onClick={() => onAnswer(true)}>
              {t("altReminderAnyway")}
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                onAnswer(false);
                setEditing(bare[0]?.key ?? null);
              }}
            >
              {t("altReminderAdd")}
            </Button>
          </>
        }
      />
      {edited?.recording && edited.media && (
        <RecordingDialog
          key={edited.key}
          media={edited.media}
          alt={edited.alt}
          onClose={() => setEditing(null)}
          onSave={(media, alt) => {
            uploads.describe(edited.key, { media, alt, src: media.playback?.posterUrl ?? "" });
            setEditing(null);
          }}
        />
      )}
      {edited && !edited.recording && (
        <AltDialog
          key={edited.key}
          picture={edited}
          onClose={() => setEditing(null)}
          onSave={(alt) => {
            uploads.describe(edited.key, { alt });
            setEditing(null);
          }}
        />
      )}
    </>
  );
}

function UploadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations("timeline");
  const errors = useErrorTexts();
  return (
    <div
      role="alert"
      className="absolute inset-0 grid content-center justify-items-center gap-1.5 bg-scrim p-2"
    >
      <p className="line-clamp-3 rounded-sm bg-danger px-1.5 text-center text-2xs text-on-danger">
        {errors.text(error)}
      </p>
      <Button size="sm" variant="outline" icon={<RotateCcw aria-hidden />} onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}

function AltDialog({
  picture,
  onClose,
  onSave,
}: {
  picture: DraftPicture;
  onClose: () => void;
  onSave: (alt: string) => void;
}) {
  const t = useTranslations("timeline");
  const common = useTranslations("common");
  const [alt, setAlt] = useState(picture.alt);
  const { close, question } = useDiscard(alt !== picture.alt, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t("altTitle")}
      description={t("altText")}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {common("cancel")}
          </Button>
          <Button variant="primary" onClick={() => onSave(alt.trim())}>
            {common("save")}
          </Button>
        </>
      }
    >
      <img src={picture.src} alt="" className="mb-4 max-h-56 w-full rounded-md bg-sunken object-contain" />
      <Field label={t("altLabel")}>
        <Textarea
          grow
          value={alt}
          maxGraphemes={MEDIA_ALT_MAX_CHARS}
          onChange={(event) => setAlt(event.target.value)}
        />
      </Field>
      {question}
    </Dialog>
  );
}
