"use client";

import { useQuery } from "@tanstack/react-query";
import { lazyPart } from "@/components/ui/lazy-part";
import { freshPostsQuery } from "@/lib/client/queries/fresh-posts-query";
import type { Feed } from "@/lib/contracts/timeline";
import type { NewPostsButtonProps } from "./new-posts-button";

const part = lazyPart<NewPostsButtonProps>(() =>
  import("./new-posts-button").then((module) => module.NewPostsButton),
);

/** Says that there are new posts, and shows them when the reader wants. */
export function NewPostsPill({ feed }: { feed: Feed }) {
  const { data: announced } = useQuery(freshPostsQuery(feed));
  const Show = part.use(announced.length > 0);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none sticky top-[calc(var(--bar-height)+var(--safe-top)+0.5rem)] z-bar flex h-0 justify-center"
    >
      {Show && announced.length > 0 && <Show feed={feed} announced={announced} />}
    </div>
  );
}
