"use client";

import { useFreshPosts } from "@/lib/posts/use-fresh-posts";
import type { Feed } from "@/lib/posts/timeline-contract";
import { NewPostsButton } from "./new-posts-button";

/** Says that there are new posts, and shows them when the reader wants. */
export function NewPostsPill({ feed }: { feed: Feed }) {
  const fresh = useFreshPosts(feed);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none sticky top-[calc(var(--bar-height)+var(--safe-top)+0.5rem)] z-bar flex h-0 justify-center"
    >
      {fresh > 0 && <NewPostsButton feed={feed} fresh={fresh} />}
    </div>
  );
}
