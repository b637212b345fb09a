"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Avatar } from "@/components/ui/avatar";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { POST_BODY_MAX_CHARS, POST_THREAD_MAX } from "@/lib/config/limits";
import { nameOf } from "@/lib/people/rules";
import { useTimeline } from "../timeline-context";
import { CharCounter } from "./char-counter";
import type { ComposerDraft } from "./composer-draft";
import { PostFields, statusOf, type PostFieldsProps } from "./post-fields";

export { CharCounter };

interface ThreadPostsProps extends Pick<PostFieldsProps, "id" | "reminder" | "onSubmit"> {
  draft: ComposerDraft;
  posts: readonly ComposerDraft[];
  /** The one that the person has just added. */
  added: ComposerDraft | null;
  onFocus: (post: ComposerDraft) => void;
}

/** The id of the field of a further post; the first one has that of the composer. */
const fieldIdOf = (id: string, index: number) => (index === 0 ? id : `${id}-${index + 1}`);

/** The further posts of a thread that is written. */
export function ThreadPosts({ draft, posts, id, added, onFocus, ...shared }: ThreadPostsProps) {
  const t = useTranslations("timeline");
  const remove = (post: ComposerDraft, index: number) => {
    const set = (thread: readonly ComposerDraft[]) => draft.state.setState({ thread });
    set(posts.filter((other) => other !== post));
    document.getElementById(fieldIdOf(id, index))?.focus();
    if (statusOf(post).isEmpty) return;
    const undo = () => {
      set(draft.state.getState().thread.toSpliced(index, 0, post));
      // The composer may be gone by then.
      draft.store();
    };
    toast(t("threadPostRemoved"), { action: { label: t("undo"), onClick: undo } });
  };
  return posts.map((post, index) => (
    <ThreadPost
      key={post.key}
      {...shared}
      draft={post}
      id={fieldIdOf(id, index + 1)}
      number={index + 2}
      autoFocus={post === added}
      onFocus={() => onFocus(post)}
      onRemove={() => remove(post, index)}
    />
  ));
}

interface ThreadPostProps extends Pick<
  PostFieldsProps,
  "draft" | "id" | "reminder" | "autoFocus" | "onFocus" | "onSubmit"
> {
  number: number;
  onRemove: () => void;
}

function ThreadPost({ number, onRemove, ...fields }: ThreadPostProps) {
  const { t, me } = useTimeline();
  const field = useRef<HTMLTextAreaElement>(null);
  const { length } = statusOf(fields.draft);
  return (
    <>
      <Avatar id={me.id} name={nameOf(me)} src={me.avatarUrl} size="md" />
      <PostFields
        {...fields}
        field={field}
        label={t("threadPost", { number })}
        placeholder={t("threadPlaceholder")}
        isReply
      >
        <div className="ml-auto flex h-8 w-fit items-center gap-1 touch:h-11">
          <CharCounter id={`${fields.id}-count`} length={length} max={POST_BODY_MAX_CHARS} />
          <IconButton label={t("removeThreadPost", { number })} size="sm" onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
        </div>
      </PostFields>
    </>
  );
}

/** Adds a post to the thread. On a narrow screen it stands below the other buttons, which leave no room for it. */
export function AddPost({ draft, onAdd }: { draft: ComposerDraft; onAdd: (post: ComposerDraft) => void }) {
  const { t, me } = useTimeline();
  const { thread } = draft.state.getState();
  // Posts of a thread count as replies: more than the rate limit for those could never be sent.
  const most = Math.min(POST_THREAD_MAX, me.threadMax - Number(draft.about?.replyTo !== undefined));
  return (
    <IconButton
      label={t("addThreadPost")}
      className="flex-none text-accent max-sm:order-last max-sm:-ml-2 max-sm:basis-full max-sm:justify-start max-sm:gap-2 max-sm:px-2"
      disabled={thread.length >= most - 1 || statusOf(thread.at(-1) ?? draft).isEmpty}
      onClick={() => onAdd(draft.addPost())}
    >
      <Plus aria-hidden />
      <span className="sm:hidden">{t("addThreadPost")}</span>
    </IconButton>
  );
}
