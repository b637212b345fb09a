"use client";

import { lazyPart } from "@/components/ui/lazy-part";
import { useFreshPosts } from "@/lib/client/queries/use-fresh-posts";
import type { Feed } from "@/lib/contracts/timeline";
import type { NewPostsButtonProps } from "./new-posts-button";

const part = lazyPart<NewPostsButtonProps>(() =>
  import("./new-posts-button").then((module) => module.NewPostsButton),
);

/** Says that there are new posts, and shows them when the reader wants. */
export function NewPostsPill({ feed }: { feed: Feed }) {
  const fresh = useFreshPosts(feed);
  const Show = part.use(fresh > 0);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none sticky top-[calc(var(--bar-height)+var(--safe-top)+0.5rem)] z-bar flex h-0 justify-center"
    >
      {Show && fresh > 0 && <Show feed={feed} fresh={fresh} />}
    </div>
  );
}
