"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { Post } from "@/lib/posts/contract";
import { ancestorsQuery } from "@/lib/posts/thread-queries";
import { AncestorsStart } from "./ancestors-start";
import { PostCard } from "./post-card";
import { useTimeline } from "./timeline-context";

/** The ancestors of a reply, oldest first. */
export function Ancestors({ post }: { post: Post }) {
  const { t } = useTimeline();
  const { data } = useInfiniteQuery(ancestorsQuery(post.id, true));
  if (!data) return null;
  const above = data.pages.flatMap((page) => page.items).sort((a, b) => (a.id < b.id ? -1 : 1));
  return (
    <>
      <AncestorsStart post={post} ancestors={above} t={t} />
      {above.map((ancestor) => (
        <PostCard key={ancestor.id} post={ancestor} place="above" />
      ))}
    </>
  );
}
