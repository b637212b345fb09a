"use client";

import dynamic from "next/dynamic";
import type { ReactNode, RefObject } from "react";
import { useStore } from "zustand";
import { cn } from "@/components/ui/cn";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { POST_BODY_MAX_CHARS } from "@/lib/config/limits";
import type { QuotedPost } from "@/lib/posts/contract";
import type { SharedMoment } from "@/lib/posts/draft-storage";
import { countShown, isBlank } from "@/lib/shared/visible-text";
import type { ComposerDraft } from "./composer-draft";

const PictureStrip = dynamic(() => import("./composer-chunk").then((module) => module.PictureStrip), {
  ssr: false,
});
const AttachedApp = dynamic(() => import("./composer-chunk").then((module) => module.AttachedApp), {
  ssr: false,
});
const QuoteCard = dynamic(() => import("../post-chunk").then((module) => module.QuoteCard), { ssr: false });
// Space is reserved for the row, because a layout shift would move the button that the person is about to
// press.
const OptionsSpace = () => <div aria-hidden className="mt-2 h-8 touch:h-11" />;
// Offline, the options are omitted if their code is not cached.
const loadOptions = () =>
  import("./post-options-row").then(
    (module) => module.PostOptionsRow,
    () => OptionsSpace,
  );
const PostOptionsRow = dynamic(loadOptions, { ssr: false, loading: OptionsSpace });
const Completion = dynamic(() => import("./composer-chunk").then((module) => module.Completion), {
  ssr: false,
});

/** The composer's state of one post. */
export function statusOf(draft: ComposerDraft) {
  const { text, app, pictures } = draft.state.getState();
  const length = countShown(text, POST_BODY_MAX_CHARS);
  return {
    length,
    isEmpty: isBlank(text) && pictures.length === 0 && !app,
    isUploading: pictures.some(({ media, error }) => !media && !error),
    isFit: length <= POST_BODY_MAX_CHARS && pictures.every(({ media }) => media),
    isBare: pictures.some(({ media, alt }) => media && !alt),
  };
}

/** The question before pictures are posted without descriptions. */
export interface Reminder {
  /** Called when the person turns the question on or off. */
  onChange: (isOn: boolean) => void;
  /** The draft that it is about. */
  asked: ComposerDraft | undefined;
  onAnswer: (isAnyway: boolean) => void;
}

export interface PostFieldsProps {
  draft: ComposerDraft;
  field: RefObject<HTMLTextAreaElement | null>;
  id: string;
  label: string;
  placeholder: string;
  moment?: SharedMoment | null | undefined;
  quote?: QuotedPost | undefined;
  /** Who may reply is decided by another post. */
  isReply: boolean;
  autoFocus?: boolean | undefined;
  className?: string | false | undefined;
  reminder: Reminder;
  onFocus: () => void;
  onSubmit: () => void;
  /** Rendered at the end of the options' row. */
  children?: ReactNode;
}

/** The form fields of one post: its text, pictures, app and options. */
export function PostFields({
  draft,
  field,
  id,
  label,
  placeholder,
  moment,
  quote,
  isReply,
  autoFocus,
  className,
  reminder,
  onFocus,
  onSubmit,
  children,
}: PostFieldsProps) {
  const { text, app, pictures, options } = useStore(draft.state);
  const hasCompletion = useEverTrue(/[@＠#＃]/.test(text));
  const { length, isEmpty } = statusOf(draft);
  const active = !isEmpty || text !== "";
  return (
    <div
      className="relative min-w-0"
      onDrop={(event) => {
        event.stopPropagation();
        void draft.add([...event.dataTransfer.files]);
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        name="text"
        ref={field}
        id={id}
        dir="auto"
        value={text}
        rows={1}
        autoFocus={autoFocus}
        placeholder={placeholder}
        aria-describedby={active ? `${id}-count` : undefined}
        aria-invalid={length > POST_BODY_MAX_CHARS || undefined}
        className={cn("composer-text field-sizing-content", className)}
        onFocus={() => {
          void loadOptions();
          onFocus();
        }}
        onChange={(event) => draft.state.setState({ text: event.target.value })}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          void draft.add(files);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
            event.preventDefault();
            onSubmit();
          }
        }}
      />
      {hasCompletion && <Completion field={field} />}
      {pictures.length > 0 && (
        <PictureStrip
          pictures={pictures}
          draft={draft}
          onReminder={reminder.onChange}
          asking={reminder.asked === draft}
          onAnswer={reminder.onAnswer}
        />
      )}
      {app && <AttachedApp app={app} moment={moment} onRemove={() => draft.state.setState({ app: null })} />}
      {quote && <QuoteCard quote={{ id: quote.id, post: quote }} still />}
      {active && (
        <PostOptionsRow
          options={options}
          onChange={(options) => draft.state.setState({ options })}
          hasPictures={pictures.length > 0}
          linkText={pictures.length === 0 && !app && !quote ? text : null}
          isReply={isReply}
          end={children}
        />
      )}
      {!active && children}
    </div>
  );
}
