"use client";

import { Heart, MessageCircle, Share } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast";
import { copyText } from "@/lib/browser/copy-text";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Post } from "@/lib/posts/contract";
import { useLikePost } from "@/lib/posts/mutations";

export function PostActions({ post, alone }: { post: Post; alone?: boolean }) {
  const t = useTranslations("timeline");
  const format = useFormatter();
  const errors = useErrorTexts();
  const like = useLikePost(post.id);
  const { likes, comments } = post.counts;
  const compact = (count: number) =>
    count > 0 && format.number(count, { notation: "compact", maximumFractionDigits: 1 });
  const commentLabel = t("commentCount", { count: comments, shown: format.number(comments) });
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
    <div className="mt-1 -ml-2 flex items-center gap-6 touch:gap-3">
      <button
        type="button"
        className="post-action post-action-like"
        aria-pressed={post.viewer.liked}
        aria-label={t("likeCount", { count: likes, shown: format.number(likes) })}
        onClick={() =>
          like.mutate(!post.viewer.liked, {
            onError: (error) => void toast(errors.text(error), { tone: "danger" }),
          })
        }
      >
        <Heart aria-hidden />
        {compact(likes)}
      </button>
      {alone ? (
        <a href="#write-comment" className="post-action" aria-label={commentLabel}>
          <MessageCircle aria-hidden />
          {compact(comments)}
        </a>
      ) : (
        <Link
          href={`/post/${post.id}#comments`}
          prefetch={false}
          className="post-action"
          aria-label={commentLabel}
        >
          <MessageCircle aria-hidden />
          {compact(comments)}
        </Link>
      )}
      <button type="button" className="post-action" aria-label={t("share")} onClick={() => void share()}>
        <Share aria-hidden />
      </button>
    </div>
  );
}
