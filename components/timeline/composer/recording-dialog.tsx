"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { useDiscard } from "@/components/ui/use-discard";
import { useObjectUrl } from "@/components/ui/use-object-url";
import { upload } from "@/lib/browser/upload";
import {
  CAPTIONS_MAX_BYTES,
  LOOP_MAX_MS,
  MEDIA_ALT_MAX_CHARS,
  POST_MEDIA_MAX,
  RECORDING_TITLE_MAX_CHARS,
} from "@/lib/config/limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { asWebVtt } from "@/lib/posts/captions";
import type { PostMedia, RecordingBody } from "@/lib/posts/contract";
import { changeRecording } from "@/lib/posts/recording-upload.client";
import { languageName } from "../recording-facts";
import { prepareImage } from "./prepare-image";

interface RecordingDialogProps {
  media: PostMedia;
  alt: string;
  onClose: () => void;
  onSave: (media: PostMedia, alt: string) => void;
}

const LANGUAGES = ["ja", "en", "zh", "ko", "es", "fr", "de", "pt", "it", "ru", "ar", "hi", "id", "th", "vi"];

/** Title, description, poster, captions of a recording, and whether it plays as a loop. */
export function RecordingDialog({ media, alt: before, onClose, onSave }: RecordingDialogProps) {
  const t = useTranslations("timeline.recording");
  const common = useTranslations("common");
  const refusals = useTranslations("timeline");
  const errors = useErrorTexts();
  const locale = useLocale();
  const playback = media.playback!;
  const [title, setTitle] = useState(playback.title);
  const [alt, setAlt] = useState(before);
  const [loops, setLoops] = useState(playback.loops);
  const [language, setLanguage] = useState(playback.captions?.language ?? locale);
  const [file, setFile] = useState<File | null>(null);
  const [removed, setRemoved] = useState(false);
  const [poster, setPoster] = useState<File | null>(null);
  const posterSrc = useObjectUrl(poster);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const edited =
    title !== playback.title || alt !== before || loops !== playback.loops || file || poster || removed;
  const { close, question } = useDiscard(Boolean(edited), onClose);
  const { kind, hasSound, durationMs } = playback;
  const canLoop = kind === "video" && !hasSound && durationMs !== null && durationMs <= LOOP_MAX_MS;
  const hasCaptions = playback.captions !== null && !removed;
  const removeCaptions = () => {
    if (!file) setRemoved(true);
    setFile(null);
  };
  const languages = LANGUAGES.includes(language) ? LANGUAGES : [language, ...LANGUAGES];

  const save = async () => {
    if (file && file.size > CAPTIONS_MAX_BYTES) return setError(t("captionsTooLarge"));
    setSaving(true);
    setError(null);
    try {
      const change: RecordingBody = {};
      if (title !== playback.title) change.title = title;
      if (loops !== playback.loops) change.loops = loops;
      if (file) change.captions = { text: asWebVtt(await file.text()), language };
      else if (removed) change.captions = null;
      if (poster) {
        const prepared = await prepareImage(poster);
        if (typeof prepared === "string")
          throw new Refused(refusals(`refused.${prepared}`, { max: POST_MEDIA_MAX }));
        const form = new FormData();
        form.set("file", prepared, "poster");
        change.poster = (await upload<PostMedia>({ path: "/media", form })).id;
      }
      const changed = Object.keys(change).length > 0 ? await changeRecording(media.id, change) : media;
      onSave(changed, alt.trim());
    } catch (failure) {
      setSaving(false);
      if (failure instanceof Refused) return setError(failure.message);
      const fields = Object.values(errors.fieldTexts(failure));
      setError(fields[0] ?? errors.text(failure));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t(kind === "video" ? "aboutVideo" : "aboutSound")}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {common("cancel")}
          </Button>
          <Button variant="primary" loading={saving} onClick={() => void save()}>
            {common("save")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label={t("title")}>
          <Input
            value={title}
            maxGraphemes={RECORDING_TITLE_MAX_CHARS}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        <Field label={t("description")} hint={t("descriptionHint")}>
          <Textarea
            grow
            value={alt}
            maxGraphemes={MEDIA_ALT_MAX_CHARS}
            onChange={(event) => setAlt(event.target.value)}
          />
        </Field>
        {kind === "video" && (
          <FileRow
            label={t("poster")}
            hint={t("posterHint")}
            accept="image/*"
            choose={t("choosePicture")}
            onFile={setPoster}
            before={
              <img
                src={posterSrc ?? playback.posterUrl ?? undefined}
                alt={t("posterNow")}
                className="h-18 w-28 flex-none rounded-md border border-border bg-sunken object-contain"
              />
            }
          />
        )}
        <FileRow
          label={t("captions")}
          hint={t("captionsHint")}
          accept=".vtt,.srt,text/vtt"
          choose={t("chooseFile")}
          onFile={setFile}
          chosen={file?.name ?? (hasCaptions ? t("hasCaptions") : null)}
          remove={hasCaptions || file ? { label: t("removeCaptions"), act: removeCaptions } : null}
        />
        {(file || hasCaptions) && (
          <Field label={t("language")}>
            <Select
              value={language}
              disabled={!file}
              options={languages.map((tag) => ({ value: tag, label: languageName(tag, locale) }))}
              onValueChange={setLanguage}
            />
          </Field>
        )}
        {canLoop && (
          <Checkbox
            label={t("loop")}
            hint={t("loopHint")}
            checked={loops}
            onChange={(event) => setLoops(event.target.checked)}
          />
        )}
        {error && (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        )}
      </div>
      {question}
    </Dialog>
  );
}

/** A picture that is refused before it is sent, with the reason. */
class Refused extends Error {}

interface FileRowProps {
  label: string;
  hint: string;
  accept: string;
  choose: string;
  onFile: (file: File) => void;
  before?: ReactNode;
  chosen?: string | null;
  remove?: { label: string; act: () => void } | null;
}

/** A file field that shows the chosen file, and a remove button. */
function FileRow({ label, hint, accept, choose, onFile, before, chosen, remove }: FileRowProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      className="grid gap-1.5"
    >
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {before}
        <Button size="sm" variant="outline" onClick={() => input.current?.click()}>
          {choose}
        </Button>
        {chosen && (
          <span dir="auto" className="min-w-0 truncate text-sm">
            {chosen}
          </span>
        )}
        {remove && (
          <Button size="sm" variant="ghost" onClick={remove.act}>
            {remove.label}
          </Button>
        )}
      </div>
      <span id={`${id}-hint`} className="text-xs text-muted">
        {hint}
      </span>
      <input
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again.
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
