"use client";

import { AppWindow, ImagePlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useId, useLayoutEffect, useRef, useState, type DragEvent } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { useEverTrue } from "@/components/ui/use-ever-true";
import type { AppShort } from "@/lib/apps/contract";
import { POST_BODY_MAX_CHARS, POST_MEDIA_MAX } from "@/lib/config/limits";
import { nameOf } from "@/lib/people/rules";
import type { ComposeDraft } from "@/lib/posts/compose-store";
import { draftStorage, type PostOptions, type SharedMoment } from "@/lib/posts/draft-storage";
import { sendDraft } from "@/lib/posts/outgoing-store";
import { useTimeline } from "../timeline-context";
import { CharCounter } from "./char-counter";
import { useDraft } from "./use-draft";
import { countGraphemes, isBlank } from "@/lib/shared/visible-text";

export interface ComposerProps {
  /** A draft beside the person's own, which the composer shows without it. */
  initial?:
    (Pick<ComposeDraft, "text" | "image" | "quote"> & { moment?: SharedMoment | undefined }) | undefined;
  /** The app named in the page's address, or that shares its moment; replaces that of the stored draft. */
  attach?: AppShort | null | undefined;
  /** What is written is a reply to this post. */
  replyTo?: { id: string; username: string } | undefined;
  /** The id of the field, for links to it. */
  fieldId?: string;
  autoFocus?: boolean;
  /** Told whether the person changed what was there at first. */
  onEdited?: ((isEdited: boolean) => void) | undefined;
  onPosted?: () => void;
  /** Has room for a long text from the start. */
  roomy?: boolean;
  className?: string;
}

const PictureStrip = dynamic(() => import("./picture-strip").then((module) => module.PictureStrip), {
  ssr: false,
});
const AttachedApp = dynamic(() => import("./attached-app").then((module) => module.AttachedApp), {
  ssr: false,
});
const QuoteCard = dynamic(() => import("../quote-card").then((module) => module.QuoteCard), { ssr: false });
// Without connection a post is written without options, if their code is not there yet.
const loadOptions = () =>
  import("./post-options-row").then(
    (module) => module.PostOptionsRow,
    () => () => null,
  );
const PostOptionsRow = dynamic(loadOptions, { ssr: false });
const Completion = dynamic(() => import("./completion").then((module) => module.Completion), { ssr: false });
const AppPickerDialog = dynamic(
  () => import("./app-picker-dialog").then((module) => module.AppPickerDialog),
  { ssr: false },
);

// After Back the props are the same: an app that was removed must not be attached again.
const attached = new WeakSet<AppShort>();

/** The form for a post. The draft survives a reload. */
export function Composer({
  initial,
  attach = null,
  replyTo,
  fieldId,
  autoFocus,
  onEdited,
  onPosted,
  roomy,
  className,
}: ComposerProps) {
  const t = useTranslations("timeline");
  const { me } = useTimeline();
  const ownId = useId();
  const id = fieldId ?? ownId;
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { text, app, pictures, draft, isOwn } = useDraft({
    userId: me.id,
    // A reply is a draft of its own.
    text: initial?.text ?? (replyTo && ""),
    onRefused: (problem) =>
      void toast(t(`refused.${problem}`, { max: POST_MEDIA_MAX }), {
        tone: "warning",
        id: "picture-refused",
      }),
  });
  const { uploads } = draft;
  const setText = (text: string) => draft.state.setState({ text });
  const setApp = (app: AppShort | null) => draft.state.setState({ app });
  // Without its app, a moment is nothing.
  const moment = app === attach ? initial?.moment : null;
  const [choosing, setChoosing] = useState(false);
  const hasPicker = useEverTrue(choosing);
  const hasCompletion = useEverTrue(/[@＠#＃]/.test(text));
  const [over, setOver] = useState(false);
  const [options, setOptions] = useState<PostOptions>({});
  const media = pictures.flatMap((picture) =>
    picture.media ? [{ ...picture.media, alt: picture.alt }] : [],
  );

  useLayoutEffect(() => {
    // Text typed before hydration. Before useDraft reads the stored one.
    const typed = field.current?.value;
    if (typed) draft.state.setState({ text: typed });
    if (attach && !attached.has(attach)) draft.state.setState({ app: attach });
  }, [draft, attach]);
  useEffect(() => {
    if (!attach || attached.has(attach)) return;
    attached.add(attach);
    field.current?.focus();
    // Once: after a reload the stored draft has it.
    const address = new URL(location.href);
    address.searchParams.delete("app");
    window.history.replaceState(null, "", address.pathname + address.search);
  }, [attach]);
  useEffect(() => {
    if (initial?.image) void uploads.add([initial.image]);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the initial value counts
  }, []);

  const length = countGraphemes(text, POST_BODY_MAX_CHARS);
  const uploading = pictures.some(({ media, error }) => !media && !error);
  const empty = isBlank(text) && pictures.length === 0 && !app;
  const ready =
    !empty && !uploading && length <= POST_BODY_MAX_CHARS && pictures.every((picture) => picture.media);
  const active = !empty || text !== "";

  const isEdited =
    text !== (initial?.text ?? "") || pictures.length > (initial?.image ? 1 : 0) || app !== attach;
  // Before the next key: Escape must find it.
  useLayoutEffect(() => onEdited?.(isEdited), [onEdited, isEdited]);

  const submit = () => {
    if (!ready) return;
    sendDraft({ userId: me.id, text, media, app, moment, quote: initial?.quote, replyTo, options });
    draft.clear();
    setOptions({});
    if (isOwn) draftStorage.remove();
    field.current?.focus({ preventScroll: true });
    onPosted?.();
  };
  const onDrag = (entering: boolean) => (event: DragEvent) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    // dragleave also fires when the pointer moves onto a child.
    if (entering || !event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(entering);
  };

  return (
    <form
      aria-label={t(replyTo ? "writeReply" : "compose")}
      className={cn("composer", className)}
      data-over={over || undefined}
      onDragEnter={onDrag(true)}
      onDragOver={onDrag(true)}
      onDragLeave={onDrag(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void uploads.add([...event.dataTransfer.files]);
      }}
    >
      <Avatar id={me.id} name={nameOf(me)} src={me.avatarUrl} size="md" />
      <div className="relative min-w-0">
        <label htmlFor={id} className="sr-only">
          {t(replyTo ? "writeReply" : "composeLabel")}
        </label>
        <textarea
          name="text"
          ref={field}
          id={id}
          dir="auto"
          value={text}
          rows={1}
          autoFocus={autoFocus}
          placeholder={t(replyTo ? "replyPlaceholder" : "composePlaceholder")}
          aria-describedby={`${id}-count`}
          aria-invalid={length > POST_BODY_MAX_CHARS || undefined}
          className={cn("composer-text field-sizing-content", roomy && "min-h-32")}
          onFocus={() => void loadOptions()}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            if (files.length === 0) return;
            event.preventDefault();
            void uploads.add(files);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
              event.preventDefault();
              submit();
            }
          }}
        />
        {hasCompletion && <Completion field={field} />}
        {pictures.length > 0 && <PictureStrip pictures={pictures} uploads={uploads} />}
        {app && <AttachedApp app={app} moment={moment} onRemove={() => setApp(null)} />}
        {initial?.quote && <QuoteCard quote={{ id: initial.quote.id, post: initial.quote }} still />}
        {active && (
          <PostOptionsRow
            options={options}
            onChange={setOptions}
            hasPictures={pictures.length > 0}
            isReply={replyTo !== undefined}
          />
        )}
        <div className={cn("composer-bar", active && "border-border pt-2")}>
          <input
            ref={picker}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/gif,image/heic,image/avif"
            multiple
            tabIndex={-1}
            aria-hidden
            className="hidden"
            onChange={(event) => {
              void uploads.add([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          <IconButton
            label={t("addPictures")}
            className="text-accent"
            disabled={pictures.length >= POST_MEDIA_MAX}
            onClick={() => picker.current?.click()}
          >
            <ImagePlus aria-hidden />
          </IconButton>
          <IconButton
            label={t("attachApp")}
            className="text-accent"
            disabled={app !== null}
            onClick={() => setChoosing(true)}
          >
            <AppWindow aria-hidden />
          </IconButton>
          <span className="flex-1" />
          <CharCounter id={`${id}-count`} length={length} max={POST_BODY_MAX_CHARS} />
          {/* No submit button: before hydration the browser would submit the form, and the text would be lost. */}
          <Button
            variant="primary"
            className="rounded-full px-5"
            aria-disabled={!ready}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={submit}
          >
            {t(uploading ? "uploading" : replyTo ? "reply" : "post")}
          </Button>
        </div>
      </div>
      {hasPicker && (
        <AppPickerDialog
          open={choosing}
          onOpenChange={setChoosing}
          onPick={(picked) => {
            setApp(picked);
            setChoosing(false);
          }}
        />
      )}
    </form>
  );
}
