"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { Post } from "@/lib/posts/contract";
import { continuationQuery } from "@/lib/posts/thread-queries";
import { PostCard } from "./post-card";
import { useTimeline } from "./timeline-context";

/** The posts with which the author of a post continues it as a thread. */
export function Continuation({ post }: { post: Post }) {
  const { t } = useTimeline();
  const { data } = useInfiniteQuery(continuationQuery(post));
  const posts = data?.pages.flatMap((page) => page.items) ?? [];
  if (posts.length === 0) return null;
  return (
    <section aria-label={t("threadGoesOn")}>
      {posts.map((next, index) => (
        <PostCard key={next.id} post={next} place={index < posts.length - 1 ? "above" : "thread"} />
      ))}
    </section>
  );
}
