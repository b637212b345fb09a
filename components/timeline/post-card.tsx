"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { memo, useState, type MouseEvent } from "react";
import { cn } from "@/components/ui/cn";
import { LazyBoundary } from "@/components/ui/lazy-boundary";
import { TimeAgo } from "@/components/ui/time-ago";
import type { Post } from "@/lib/posts/contract";
import { useQueuedToggle } from "@/lib/outbox/store";
import { AppAttachment, AppGone } from "./app-attachment";
import { AuthorAvatar, AuthorLine } from "./author";
import { nameOf } from "@/lib/people/rules";
import { PostIcon } from "./post-icons";
import { PostActions } from "./post-actions";
import { openPostDialog, PostMenuButton } from "./post-menu-button";
import { singleShape } from "./media-shape";
import { PostPictures } from "./post-pictures";
import { RichText } from "@/components/ui/rich-text";
import { useTimeline } from "./timeline-context";

const ContentWarning = dynamic(() => import("./post-chunk").then((module) => module.ContentWarning));
const EmojiChips = dynamic(() => import("./emoji-chips").then((module) => module.EmojiChips));
const LinkCard = dynamic(() => import("./post-chunk").then((module) => module.LinkCard));
const Player = dynamic(() => import("./post-chunk").then((module) => module.Player));
const QuoteCard = dynamic(() => import("./post-chunk").then((module) => module.QuoteCard));

export interface PostCardProps {
  post: Post;
  /** Above the fold: its pictures are not loaded lazily. */
  eager?: boolean;
  /** On its own page: the card is no link, and the text is not clamped. */
  alone?: boolean;
  /** In a thread: a reply below the post of the page, or what that one replies to. */
  place?: "thread" | "above";
  /** Marked as the first of its author's profile. */
  isPinned?: boolean | undefined;
  onDeleted?: () => void;
}

const LONG_CHARS = 700;
const LONG_LINES = 12;

/**
 * A post in a list. A click anywhere opens its page. Memoised, because the list renders on each scroll. Its links are not
 * prefetched: a list has dozens in sight, and each would be a request.
 */
export const PostCard = memo(function PostCard({
  post,
  eager,
  alone,
  place,
  isPinned,
  onDeleted,
}: PostCardProps) {
  const { t } = useTimeline();
  const router = useRouter();
  const hasReactions = useQueuedToggle("post-emoji", post.id) !== undefined || post.emojis.length > 0;
  const href = `/post/${post.id}`;
  const text = post.body && <PostBody body={post.body} whole={alone} />;
  const isThreadStart = post.hasThread && !alone && place !== "above";
  const [first] = post.media;
  const pictures =
    first &&
    (first.playback ? (
      <LazyBoundary fallback={<div style={singleShape(first)} />}>
        <Player media={first} />
      </LazyBoundary>
    ) : (
      <PostPictures media={post.media} eager={eager} />
    ));
  const rest = (
    <>
      {post.app ? <AppAttachment post={post} app={post.app} /> : post.appRef && <AppGone />}
      {post.link && (
        <LazyBoundary>
          <LinkCard link={post.link} />
        </LazyBoundary>
      )}
      {post.quote && (
        // The first quote of a visit may arrive live, before its code.
        <LazyBoundary>
          <QuoteCard quote={post.quote} />
        </LazyBoundary>
      )}
    </>
  );
  const open = (event: MouseEvent<HTMLElement>) => {
    if (alone || event.defaultPrevented || !isCardClick(event)) return;
    if (event.metaKey || event.ctrlKey) window.open(href, "_blank", "noopener");
    else router.push(href);
  };
  return (
    <article
      className="post"
      data-post={post.id}
      data-leads={alone ? undefined : ""}
      data-place={place}
      data-thread={isThreadStart || undefined}
      aria-labelledby={`post-${post.id}-author`}
      onClick={open}
    >
      {isPinned && (
        <p className="post-reposter">
          <PostIcon name="pin" />
          {t("pinnedMark")}
        </p>
      )}
      {post.repost && (
        <p className="post-reposter">
          <PostIcon name="repost" />
          <Link
            href={`/profile/${post.repost.by.id}`}
            prefetch={false}
            className="truncate leading-6 hover:underline"
          >
            {t("repostedBy", { name: nameOf(post.repost.by) })}
          </Link>
        </p>
      )}
      <AuthorAvatar author={post.author} size="md" />
      <div className="min-w-0">
        <div className="-mt-0.5 flex items-center gap-1.5">
          <AuthorLine author={post.author} nameId={`post-${post.id}-author`} nameClass="text-base">
            <Link href={href} prefetch={false} className="flex-none leading-6 text-muted hover:underline">
              <TimeAgo at={post.createdAt} />
            </Link>
            {post.importedAt && !alone && (
              <span className="flex-none leading-6 text-muted">
                {`· ${t("imported")} `}
                <TimeAgo at={post.importedAt} className="sr-only" />
              </span>
            )}
            {post.editedAt && (
              <button
                type="button"
                aria-label={t("editedLabel")}
                className="flex-none leading-6 text-muted hover:underline"
                onClick={() => openPostDialog({ kind: "versions", post })}
              >
                <span aria-hidden>· </span>
                {t("edited")}
              </button>
            )}
          </AuthorLine>
          <PostMenuButton post={post} onDeleted={onDeleted} />
        </div>
        {post.reply && (
          <Link
            href={`/post/${post.reply.parentId}`}
            prefetch={false}
            // A thread shows what it replies to.
            className={
              alone || place ? "sr-only" : "block truncate text-sm leading-6 text-muted hover:underline"
            }
          >
            {post.reply.to
              ? post.reply.to.id === post.author.id
                ? t("continuesThread")
                : t("replyingTo", { name: `@${post.reply.to.username}` })
              : t("parentGone")}
          </Link>
        )}
        {post.importedAt && alone && (
          <p className="text-sm leading-6 text-muted">
            {`${t("imported")} `}
            <TimeAgo at={post.importedAt} />
          </p>
        )}
        {post.warning || post.sensitive ? (
          <LazyBoundary>
            <ContentWarning post={post} text={text} pictures={pictures}>
              {rest}
            </ContentWarning>
          </LazyBoundary>
        ) : (
          <>
            {text}
            {pictures}
            {rest}
          </>
        )}
        {hasReactions && (
          <LazyBoundary>
            <EmojiChips post={post} />
          </LazyBoundary>
        )}
        <PostActions post={post} alone={alone} isInThread={place === "thread"} />
        {isThreadStart && (
          <Link
            href={href}
            prefetch={false}
            className="inline-flex min-h-8 items-center text-sm font-medium text-accent hover:underline touch:min-h-11"
          >
            {t("showThread")}
          </Link>
        )}
      </div>
    </article>
  );
});

function PostBody({ body, whole }: { body: string; whole?: boolean }) {
  const { t } = useTimeline();
  const [open, setOpen] = useState(false);
  const long = !whole && (body.length > LONG_CHARS || body.split("\n").length > LONG_LINES);
  return (
    <>
      <p
        dir="auto"
        className={cn(
          "mt-0.5 whitespace-pre-wrap",
          whole ? "text-lg leading-7" : "text-base",
          long && !open && "line-clamp-[10]",
        )}
      >
        <RichText text={body} />
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          className="mt-1 min-h-6 text-sm font-medium text-accent hover:underline"
          onClick={() => setOpen(!open)}
        >
          {t(open ? "showLess" : "showMore")}
        </button>
      )}
    </>
  );
}

/** True for a click on the card itself, not on a control in it or at the end of a text selection. */
function isCardClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as Element;
  if (!event.currentTarget.contains(target)) return false;
  if (target.closest("a, button, input, textarea, [role=menu], [role=dialog], iframe, [data-own-press]"))
    return false;
  return (getSelection()?.toString() ?? "") === "";
}
