"use client";

import { Captions, Music, Repeat, RotateCcw, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Progress } from "@/components/ui/progress";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { languageName } from "../recording-facts";
import type { DraftPicture } from "./draft-picture";
import type { PictureUploads } from "./picture-uploads";

interface RecordingItemProps {
  picture: DraftPicture;
  uploads: PictureUploads;
  onEdit: () => void;
}

/** The video or sound of a draft, with its progress, description, and a remove button. */
export function RecordingItem({ picture, uploads, onEdit }: RecordingItemProps) {
  const t = useTranslations("timeline.recording");
  const common = useTranslations("timeline");
  const errors = useErrorTexts();
  const locale = useLocale();
  const { media, error, progress, src, alt, recording } = picture;
  const isVideo = recording?.kind === "video";
  const playback = media?.playback;
  const title = playback?.title || (isVideo ? t("video") : recording?.title) || t("sound");
  return (
    <div className="mt-2 flex gap-3 rounded-md border border-border bg-sunken p-2">
      {src ? (
        <img
          src={src}
          alt={alt || t("posterNow")}
          className="h-20 w-28 flex-none rounded-sm bg-sunken object-contain"
        />
      ) : (
        <span className="grid size-20 flex-none place-content-center rounded-sm bg-hover text-muted">
          <Music aria-hidden className="size-7" />
        </span>
      )}
      <div className="grid min-w-0 flex-1 content-center gap-1.5">
        <p dir="auto" className="truncate text-sm font-medium">
          {title}
        </p>
        {!media && !error && (
          <>
            <Progress label={t("uploading")} value={progress} />
            <p className="text-xs text-muted">{t("share", { percent: Math.round(progress * 100) })}</p>
          </>
        )}
        {error ? (
          <div role="alert" className="grid justify-items-start gap-1.5 text-sm text-danger">
            {errors.text(error)}
            <Button
              size="sm"
              variant="outline"
              icon={<RotateCcw aria-hidden />}
              onClick={() => void uploads.send(picture.key)}
            >
              {common("retry")}
            </Button>
          </div>
        ) : null}
        {media && (
          <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
            <Button size="sm" variant="outline" onClick={onEdit}>
              {t(alt ? "edit" : "describe")}
            </Button>
            {playback?.captions && (
              <span className="inline-flex items-center gap-1">
                <Captions aria-hidden className="size-4" />
                {languageName(playback.captions.language, locale)}
              </span>
            )}
            {playback?.loops && (
              <span className="inline-flex items-center gap-1">
                <Repeat aria-hidden className="size-4" />
                {t("isLoop")}
              </span>
            )}
          </div>
        )}
      </div>
      <IconButton
        label={t(media || error ? "remove" : "cancel")}
        size="sm"
        className="flex-none"
        onClick={() => uploads.remove(picture.key)}
      >
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
