"use client";

import { AppWindow, ImagePlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type DragEvent } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CodeBoundary } from "@/components/ui/code-boundary";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { useEverTrue } from "@/components/ui/use-ever-true";
import type { AppShort } from "@/lib/apps/contract";
import { POST_BODY_MAX_CHARS, POST_MEDIA_MAX } from "@/lib/config/limits";
import { nameOf } from "@/lib/people/rules";
import type { ComposeDraft } from "@/lib/posts/compose-store";
import { draftStorage, type SharedMoment } from "@/lib/posts/draft-storage";
import { sendDraft } from "@/lib/posts/outgoing-store";
import { useTimeline } from "../timeline-context";
import type { ComposerDraft } from "./composer-draft";
import type { KeptDraft } from "./draft-keeper";
import { PostFields, statusOf } from "./post-fields";
import { useDraft } from "./use-draft";

export interface ComposerProps {
  /** A draft beside the person's own, which the composer shows without it. */
  initial?:
    | (Pick<ComposeDraft, "text" | "image" | "quote" | "stored"> & { moment?: SharedMoment | undefined })
    | undefined;
  /** The app named in the page's address, or that shares its moment; replaces that of the stored draft. */
  attach?: AppShort | null | undefined;
  /** The post being replied to. */
  replyTo?: { id: string; username: string } | undefined;
  /** The id of the field, for links to it. */
  fieldId?: string;
  autoFocus?: boolean;
  /**
   * Called when the draft becomes different from, or equal to, the initial one, and when a reply or quote
   * becomes saved or unsaved.
   */
  onEdited?: ((isEdited: boolean, isDirty: boolean) => void) | undefined;
  /** Receives the functions that save or delete the draft of a reply or a quote. */
  onKeeper?: ((kept: KeptDraft) => void) | undefined;
  onPosted?: () => void;
  /** Renders a tall field. */
  roomy?: boolean;
  className?: string;
}

// Nothing of this is needed before the first key.
const CharCounter = dynamic(
  () =>
    import("./thread-posts").then(
      (module) => module.CharCounter,
      () => () => null,
    ),
  { ssr: false },
);
const AddPost = dynamic(
  () =>
    import("./thread-posts").then(
      (module) => module.AddPost,
      () => () => null,
    ),
  { ssr: false },
);
const ThreadPosts = dynamic(() => import("./thread-posts").then((module) => module.ThreadPosts), {
  ssr: false,
});
const ComposerTools = dynamic(
  () =>
    import("./composer-tools").then(
      (module) => module.ComposerTools,
      () => () => null,
    ),
  { ssr: false },
);
const DraftKeeper = dynamic(
  () =>
    import("./composer-tools").then(
      (module) => module.DraftKeeper,
      () => () => null,
    ),
  { ssr: false },
);
const AppPickerDialog = dynamic(() => import("./composer-chunk").then((module) => module.AppPickerDialog), {
  ssr: false,
});

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
  onKeeper,
  onPosted,
  roomy,
  className,
}: ComposerProps) {
  const { t, me } = useTimeline();
  const ownId = useId();
  const id = fieldId ?? ownId;
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const quote = initial?.quote;
  const { text, app, pictures, saved, thread, draft, isOwn } = useDraft({
    userId: me.id,
    // Each reply has its own draft.
    text: initial?.text ?? (replyTo && ""),
    about: replyTo || quote ? { replyTo, quote } : null,
    stored: initial?.stored,
    onRefused: (problem) =>
      void toast(t(`refused.${problem}`, { max: POST_MEDIA_MAX }), {
        tone: "warning",
        id: "picture-refused",
      }),
  });
  const posts = [draft, ...thread];
  const statuses = posts.map(statusOf);
  const { length, isEmpty } = statuses[0]!;
  // A moment belongs to its app.
  const moment = app === attach ? initial?.moment : null;
  const [choosing, setChoosing] = useState(false);
  const hasPicker = useEverTrue(choosing);
  const [over, setOver] = useState(false);
  const [added, setAdded] = useState<ComposerDraft | null>(null);
  const [focused, setFocused] = useState(draft);
  /** The post that the buttons add to. */
  const target = posts.includes(focused) ? focused : draft;
  const targeted = target.state.getState();
  // The person wants to be asked before pictures go out without descriptions.
  const [needsAlt, setNeedsAlt] = useState(false);
  /** The submission to resume after the question, and the first post without descriptions. */
  const [asked, setAsked] = useState<{ post: ComposerDraft; act: () => void } | null>(null);
  /** Of a reply or a quote. */
  const [isDirty, setIsDirty] = useState(true);

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
  const addInitialImage = useEffectEvent(() => {
    if (initial?.image) void draft.add([initial.image]);
  });
  useEffect(() => addInitialImage(), []);

  const isUploading = statuses.some((status) => status.isUploading);
  // Further posts without anything are left out.
  const ready = !isEmpty && statuses.every((status) => status.isFit);
  const active = !isEmpty || text !== "" || thread.length > 0;

  const isEdited =
    text !== (initial?.text ?? "") ||
    pictures.length > (initial?.image ? 1 : 0) ||
    app !== attach ||
    thread.length > 0;
  // Before the next key: Escape must find it.
  useLayoutEffect(() => onEdited?.(isEdited, isDirty), [onEdited, isEdited, isDirty]);

  const remind = (act: () => void) => {
    const post = needsAlt && posts.find((_, index) => statuses[index]!.isBare);
    if (post) setAsked({ post, act });
    else act();
  };
  const reminder = {
    onChange: setNeedsAlt,
    asked: asked?.post,
    onAnswer: (isAnyway: boolean) => {
      setAsked(null);
      if (isAnyway) asked?.act();
    },
  };
  const send = () => {
    const content = draft.content();
    const others = content.thread?.filter((_, index) => !statuses[index + 1]!.isEmpty);
    sendDraft({
      ...content,
      userId: me.id,
      moment,
      quote,
      replyTo,
      thread: others?.length ? others : undefined,
      draftId: saved?.id,
    });
    draft.clear();
    if (isOwn) draftStorage.remove();
    field.current?.focus({ preventScroll: true });
    onPosted?.();
  };
  const submit = () => ready && remind(send);
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
      onDropCapture={(event) => {
        event.preventDefault();
        setOver(false);
      }}
      onDrop={(event) => void target.add([...event.dataTransfer.files])}
    >
      <Avatar id={me.id} name={nameOf(me)} src={me.avatarUrl} size="md" />
      <PostFields
        draft={draft}
        field={field}
        id={id}
        label={t(replyTo ? "writeReply" : "composeLabel")}
        placeholder={t(replyTo ? "replyPlaceholder" : "composePlaceholder")}
        moment={moment}
        quote={quote}
        isReply={replyTo !== undefined}
        autoFocus={autoFocus}
        className={roomy && thread.length === 0 && "min-h-32"}
        reminder={reminder}
        onFocus={() => setFocused(draft)}
        onSubmit={() => submit()}
      >
        {thread.length > 0 && <CharCounter id={`${id}-count`} length={length} max={POST_BODY_MAX_CHARS} />}
      </PostFields>
      {thread.length > 0 && (
        <ThreadPosts
          draft={draft}
          posts={thread}
          id={id}
          added={added}
          reminder={reminder}
          onFocus={setFocused}
          onSubmit={() => submit()}
        />
      )}
      <div className="col-start-2 min-w-0">
        <div className={cn("composer-bar max-sm:flex-wrap", active && "border-border pt-2")}>
          <input
            ref={picker}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/gif,image/heic,image/avif,video/mp4,video/webm,video/quicktime,audio/*"
            multiple
            tabIndex={-1}
            aria-hidden
            className="hidden"
            onChange={(event) => {
              void target.add([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          <IconButton
            label={t("addPictures")}
            className="flex-none text-accent"
            disabled={targeted.pictures.length >= POST_MEDIA_MAX}
            onClick={() => picker.current?.click()}
          >
            <ImagePlus aria-hidden />
          </IconButton>
          <IconButton
            label={t("attachApp")}
            className="flex-none text-accent"
            disabled={targeted.app !== null}
            onClick={() => setChoosing(true)}
          >
            <AppWindow aria-hidden />
          </IconButton>
          {active && <AddPost draft={draft} onAdd={setAdded} />}
          {/* On a narrow screen never narrower than its buttons: the bar wraps. */}
          <span className="flex flex-1 items-center sm:min-w-0">
            {isOwn && (
              <CodeBoundary>
                <ComposerTools draft={draft} isEmpty={isEmpty} remind={remind} />
              </CodeBoundary>
            )}
            {draft.about && active && (
              <DraftKeeper
                draft={draft}
                isEmpty={isEmpty}
                remind={remind}
                onReady={onKeeper}
                onDirty={setIsDirty}
                onScheduled={onPosted}
              />
            )}
          </span>
          {active && thread.length === 0 && (
            <CharCounter id={`${id}-count`} length={length} max={POST_BODY_MAX_CHARS} />
          )}
          {/* No submit button: before hydration the browser would submit the form, and the text would be lost. */}
          <Button
            variant="primary"
            className="ml-auto flex-none rounded-full px-5"
            aria-disabled={!ready}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => submit()}
          >
            {t(isUploading ? "uploading" : thread.length > 0 ? "postAll" : replyTo ? "reply" : "post")}
          </Button>
        </div>
      </div>
      {hasPicker && (
        <AppPickerDialog
          open={choosing}
          onOpenChange={setChoosing}
          onPick={(picked) => {
            target.state.setState({ app: picked });
            setChoosing(false);
          }}
        />
      )}
    </form>
  );
}
