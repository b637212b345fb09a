"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Heart, MessageCircle, Share } from "lucide-react";
import Link from "next/link";
import { toast } from "@/components/ui/toast";
import { showLiked } from "@/lib/posts/queries";
import type { Post } from "@/lib/posts/contract";
import { copyPostLink } from "./copy-link";
import { useTimelineTexts } from "./timeline-context";

const fetchMutations = () => import("@/lib/posts/mutations");

/** What one can do with a post, with how many did. */
export function PostActions({ post, alone }: { post: Post; alone?: boolean }) {
  const { t, format, errors, counted } = useTimelineTexts();
  const client = useQueryClient();
  const { likes, comments } = post.counts;
  const shown = (count: number) =>
    count > 0 &&
    (count < 1_000 ? count : format.number(count, { notation: "compact", maximumFractionDigits: 1 }));
  const like = async () => {
    const liked = !post.viewer.liked;
    showLiked(client, post.id, liked);
    try {
      const { sendLike } = await fetchMutations().catch((error: unknown) => {
        showLiked(client, post.id, !liked);
        throw error;
      });
      await sendLike(client, post.id, liked);
    } catch (error) {
      toast(errors.text(error), { tone: "danger" });
    }
  };
  const share = async () => {
    const url = new URL(`/post/${post.id}`, location.origin).href;
    // The phone's own sheet where there is one; a plain copy elsewhere.
    if (matchMedia("(pointer: coarse)").matches && typeof navigator.share === "function") {
      await navigator.share({ url }).catch(() => undefined);
      return;
    }
    toast(t((await copyPostLink(post.id)) ? "linkCopied" : "linkNotCopied"));
  };
  return (
    <div className="mt-1 -ml-2 flex items-center gap-6 touch:gap-3">
      <button
        type="button"
        className="post-action post-action-like"
        aria-pressed={post.viewer.liked}
        aria-label={counted("likeCount", likes)}
        onClick={() => void like()}
      >
        <Heart aria-hidden />
        {shown(likes)}
      </button>
      {alone ? (
        <a href="#write-comment" className="post-action" aria-label={counted("commentCount", comments)}>
          <MessageCircle aria-hidden />
          {shown(comments)}
        </a>
      ) : (
        <Link
          href={`/post/${post.id}#comments`}
          prefetch={false}
          className="post-action"
          aria-label={counted("commentCount", comments)}
        >
          <MessageCircle aria-hidden />
          {shown(comments)}
        </Link>
      )}
      <button type="button" className="post-action" aria-label={t("share")} onClick={() => void share()}>
        <Share aria-hidden />
      </button>
    </div>
  );
}
