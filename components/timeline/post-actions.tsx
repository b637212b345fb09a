"use client";

import Link from "next/link";
import { toast } from "@/components/ui/toast";
import { copyText } from "@/lib/browser/copy-text";
import { useQueuedToggle } from "@/lib/outbox/store";
import type { Post } from "@/lib/posts/contract";
import { compose } from "@/lib/posts/compose-store";
import { reactToPost, useQueuedReplyCount } from "@/lib/posts/outgoing-store";
import { asReacted } from "@/lib/shared/reactions";
import { PostIcon } from "./post-icons";
import { usePostMenuButton } from "./post-menu-button";
import { useTimeline } from "./timeline-context";

interface PostActionsProps {
  post: Post;
  alone?: boolean | undefined;
  /** Replies are written in a dialog. */
  isInThread?: boolean;
}

export function PostActions({ post, alone, isInThread }: PostActionsProps) {
  const { t, reactions, format } = useTimeline();
  const { counts, viewer } = asReacted(
    asReacted(post, "like", useQueuedToggle("post-like", post.id)),
    "repost",
    useQueuedToggle("post-repost", post.id),
  );
  const { likes } = counts;
  const shares = counts.reposts + counts.quotes;
  const comments = counts.comments + useQueuedReplyCount(post.id);
  // Below a thousand all notations are equal, and Intl would dominate the render time of a card.
  const compact = (count: number) =>
    count < 1000 ? count || null : format.number(count, { notation: "compact", maximumFractionDigits: 1 });
  const exact = (count: number) => (count < 1000 ? String(count) : format.number(count));
  const commentLabel = t("commentCount", { count: comments, shown: exact(comments) });
  const share = async () => {
    const url = new URL(`/post/${post.id}`, location.origin).href;
    // The share sheet of a phone; the clipboard elsewhere.
    if (matchMedia("(pointer: coarse)").matches && typeof navigator.share === "function") {
      await navigator.share({ url }).catch(() => undefined);
      return;
    }
    toast(t((await copyText(url)) ? "linkCopied" : "linkNotCopied"));
  };
  return (
    <div className="mt-1 -ml-2 flex items-center gap-4 touch:gap-1">
      <button
        type="button"
        className="post-action post-action-like"
        aria-pressed={viewer.liked}
        aria-label={reactions("like.count", { count: likes, shown: exact(likes) })}
        onClick={() => reactToPost(post.id, "like", !viewer.liked)}
      >
        <PostIcon name="like" />
        {compact(likes)}
      </button>
      <button
        {...usePostMenuButton({ menu: "emoji", post })}
        type="button"
        className="post-action"
        aria-label={reactions("emoji.react")}
      >
        <PostIcon name="react" />
      </button>
      {!viewer.canReply && (alone || isInThread) ? (
        <span className="post-action opacity-50" aria-label={commentLabel} role="img">
          <PostIcon name="comment" />
          {compact(comments)}
        </span>
      ) : alone ? (
        <a href="#write-reply" className="post-action" aria-label={commentLabel}>
          <PostIcon name="comment" />
          {compact(comments)}
        </a>
      ) : isInThread ? (
        <button
          type="button"
          className="post-action"
          aria-label={commentLabel}
          onClick={() =>
            void compose({ text: "", image: null, replyTo: { id: post.id, username: post.author.username } })
          }
        >
          <PostIcon name="comment" />
          {compact(comments)}
        </button>
      ) : (
        <Link
          href={`/post/${post.id}#comments`}
          prefetch={false}
          className="post-action"
          aria-label={commentLabel}
        >
          <PostIcon name="comment" />
          {compact(comments)}
        </Link>
      )}
      <button
        {...usePostMenuButton({ menu: "repost", post })}
        type="button"
        className="post-action post-action-repost"
        data-on={viewer.reposted || undefined}
        aria-label={reactions("repost.count", { count: shares, shown: exact(shares) })}
      >
        <PostIcon name="repost" />
        {compact(shares)}
      </button>
      <button type="button" className="post-action" aria-label={t("share")} onClick={() => void share()}>
        <PostIcon name="share" />
      </button>
    </div>
  );
}
