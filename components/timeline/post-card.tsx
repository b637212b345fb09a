"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { memo, useState, type MouseEvent } from "react";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { TimeAgo } from "@/components/ui/time-ago";
import { nameOf } from "@/lib/people/rules";
import type { Post } from "@/lib/posts/contract";
import { AppAttachment, AppGone } from "./app-attachment";
import { PostActions } from "./post-actions";
import { PostPictures } from "./post-pictures";
import { PostMenu } from "./post-menu";
import { RichText } from "./rich-text";

export interface PostCardProps {
  post: Post;
  /** Above the fold: its pictures are not loaded lazily. */
  eager?: boolean;
  /** On its own page: the card is no link, and the text is not clamped. */
  alone?: boolean;
  onDeleted?: () => void;
}

const LONG_CHARS = 700;
const LONG_LINES = 12;

/**
 * A post in a list. A click anywhere opens its page. Memoised, because the list renders on each scroll. Its links are not
 * prefetched: a list has dozens in sight, and each would be a request.
 */
export const PostCard = memo(function PostCard({ post, eager, alone, onDeleted }: PostCardProps) {
  const router = useRouter();
  const href = `/post/${post.id}`;
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
      aria-labelledby={`post-${post.id}-author`}
      onClick={open}
    >
      <Link
        href={`/profile/${post.author.id}`}
        prefetch={false}
        tabIndex={-1}
        aria-hidden
        className="h-fit rounded-full"
      >
        <Avatar id={post.author.id} name={nameOf(post.author)} src={post.author.avatarUrl} size="md" />
      </Link>
      <div className="min-w-0">
        <PostHeader post={post} href={href} onDeleted={onDeleted} />
        {post.body && <PostBody body={post.body} whole={alone} />}
        {post.media.length > 0 && <PostPictures media={post.media} eager={eager} />}
        {post.app ? <AppAttachment postId={post.id} app={post.app} /> : post.appRef && <AppGone />}
        <PostActions post={post} alone={alone} />
      </div>
    </article>
  );
});

function PostHeader({ post, href, onDeleted }: { post: Post; href: string; onDeleted?: () => void }) {
  return (
    <div className="-mt-0.5 flex items-center gap-1.5">
      <div className="flex min-w-0 flex-1 items-baseline gap-1.5 text-sm">
        <Link
          id={`post-${post.id}-author`}
          href={`/profile/${post.author.id}`}
          prefetch={false}
          // A target wide enough even for a name of one letter.
          className="-mx-2.5 shrink-[1] truncate px-2.5 text-base leading-6 font-semibold hover:underline"
        >
          {nameOf(post.author)}
        </Link>
        <span className="min-w-6 shrink-[3] truncate text-muted">{`@${post.author.username}`}</span>
        <span aria-hidden className="text-subtle">
          ·
        </span>
        <Link href={href} prefetch={false} className="flex-none leading-6 text-muted hover:underline">
          <TimeAgo at={post.createdAt} />
        </Link>
      </div>
      <PostMenu post={post} onDeleted={onDeleted} />
    </div>
  );
}

function PostBody({ body, whole }: { body: string; whole?: boolean }) {
  const t = useTranslations("timeline");
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
