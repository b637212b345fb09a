"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { AppIcon } from "@/components/ui/app-icon";
import { Avatar } from "@/components/ui/avatar";
import { TimeAgo } from "@/components/ui/time-ago";
import { nameOf } from "@/lib/people/rules";
import type { Post, QuotedPost } from "@/lib/posts/contract";
import { Picture } from "./picture";
import { useTimeline } from "./timeline-context";

interface QuoteCardProps {
  quote: NonNullable<Post["quote"]>;
  /** Not a link, for the composer. */
  still?: boolean;
}

/** A quoted post. The whole card is a link. */
export function QuoteCard({ quote, still }: QuoteCardProps) {
  const { t } = useTimeline();
  const { post } = quote;
  if (!post) {
    return (
      <p className="mt-2.5 rounded-lg border border-dashed border-border px-3.5 py-3 text-sm text-muted">
        {t("quoteGone")}
      </p>
    );
  }
  const { author } = post;
  return (
    <div
      data-quote={post.id}
      className="relative mt-2.5 overflow-hidden rounded-lg border border-border px-3.5 py-2.5"
    >
      <div className="flex min-w-0 items-center gap-1.5 text-sm">
        <Avatar id={author.id} name={nameOf(author)} src={author.avatarUrl} size="xs" />
        <span className="min-w-0 shrink-[1] truncate font-semibold">{nameOf(author)}</span>
        <span className="min-w-6 shrink-[3] truncate text-muted">{`@${author.username}`}</span>
        <span aria-hidden className="text-subtle">
          ·
        </span>
        <TimeAgo at={post.createdAt} className="flex-none text-muted" />
      </div>
      <QuotedContent post={post} />
      {!still && (
        <Link
          href={`/post/${post.id}`}
          prefetch={false}
          className="absolute inset-0 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring"
        >
          <span className="sr-only">{t("quotedBy", { name: nameOf(author) })}</span>
        </Link>
      )}
    </div>
  );
}

function QuotedContent({ post: { body, warning, label, sensitive, media, app } }: { post: QuotedPost }) {
  const { t } = useTimeline();
  if (warning)
    return (
      <p dir="auto" className="mt-1 flex items-center gap-2 text-sm text-muted">
        <TriangleAlert aria-hidden className="size-4 flex-none" />
        {label ? t(`label.${label.reason}`) : warning}
      </p>
    );
  return (
    <>
      {body && (
        <p dir="auto" className="mt-1 line-clamp-5 text-sm whitespace-pre-wrap">
          {body}
        </p>
      )}
      {sensitive && <p className="mt-1 text-sm text-muted">{t("sensitivePictures")}</p>}
      {media.length > 0 && !sensitive && (
        <div className="mt-2 flex gap-1.5">
          {media.map((picture) => (
            <Picture key={picture.id} media={picture} className="h-24 min-w-0 flex-1 rounded-md" />
          ))}
        </div>
      )}
      {app && (
        <p className="mt-2 flex items-center gap-2 text-sm text-muted">
          <AppIcon src={app.iconUrl} px={24} className="size-6" />
          {app.name}
        </p>
      )}
    </>
  );
}
