"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { THREAD_ANCESTORS_MAX } from "@/lib/config/limits";
import type { Post } from "@/lib/posts/contract";
import { ancestorsQuery } from "@/lib/posts/thread-queries";
import { PostCard } from "./post-card";
import { useTimeline } from "./timeline-context";

/** The ancestors of a reply, oldest first. */
export function Ancestors({ post }: { post: Post & { reply: NonNullable<Post["reply"]> } }) {
  const { t } = useTimeline();
  const { data } = useInfiniteQuery(ancestorsQuery(post.id, true));
  if (!data) return null;
  const above = data.pages.flatMap((page) => page.items).sort((a, b) => (a.id < b.id ? -1 : 1));
  const [first = post] = above;
  return (
    <>
      {first.reply &&
        (above.length >= THREAD_ANCESTORS_MAX ? (
          <Link
            href={`/post/${first.reply.rootId}`}
            prefetch={false}
            className="flex min-h-11 items-center border-b border-border px-4 text-sm font-medium text-accent hover:underline"
          >
            {t("threadStart")}
          </Link>
        ) : (
          <p className="mx-4 my-3 rounded-lg border border-dashed border-border px-3.5 py-3 text-sm text-muted">
            {t("parentGone")}
          </p>
        ))}
      {above.map((ancestor) => (
        <PostCard key={ancestor.id} post={ancestor} place="above" />
      ))}
    </>
  );
}
