"use client";

import type { VirtualItem } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useReducer, useState, type RefObject } from "react";
import type { Post } from "@/lib/contracts/post";
import { PAGE_SIZE } from "@/lib/domain/page-sizes";
import type * as Library from "./post-virtualizer";

const AGAIN_AFTER_MS = 3_000;

/** True where some posts of a list are chosen for the page: a first page is short and stands as a whole. */
export function isWindowed(posts: readonly Post[]): boolean {
  return posts.length > PAGE_SIZE;
}

// What chooses among many posts comes when there are.
let library: typeof Library | null = null;

// Heights as measured, by list: coming back, the list is as tall as it was and the browser finds its place again.
const remembered = new Map<string, VirtualItem[]>();

export interface WindowInput {
  posts: readonly Post[];
  /** Where the list begins in the document, in pixels; null where that is not known yet. */
  margin: number | null;
  /** Index of a post that stays on the page wherever the reader is; -1 for none. */
  kept: number;
}

export interface PostWindow {
  /** What stands on the page: indexes into the posts in their order, each with the room in front of it, in pixels. */
  items: readonly { index: number; gap: number }[];
  /** Room behind the last one, in pixels. */
  tail: number;
  /** Index of the last one; -1 while nothing is chosen yet. */
  last: number;
  /** Ref of each one's element, which has its index as data-index. */
  measure?: (element: Element | null) => void;
}

/**
 * The posts near the window: items of the normal flow, never over one another, with room for those that are not there.
 * @param listKey names the list, for the way back
 * @param list holds the elements of the posts
 */
export function usePostWindow(
  listKey: string,
  list: RefObject<HTMLElement | null>,
  input: WindowInput,
): PostWindow {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const [ready, setReady] = useState(library);
  const wanted = isWindowed(input.posts);
  const [virtualizer, setVirtualizer] = useState<Library.PostVirtualizer | null>(() =>
    ready && wanted ? ready.createPostVirtualizer(input, remembered.get(listKey), rerender) : null,
  );
  virtualizer?.update(input);

  useEffect(() => {
    if (ready || !wanted) return;
    let alive = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      void import("./post-virtualizer").then(
        (module) => {
          library = module;
          if (alive) setReady(module);
        },
        () => {
          if (alive) timer = setTimeout(load, AGAIN_AFTER_MS);
        },
      );
    load();
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [ready, wanted]);
  useLayoutEffect(() => {
    if (!ready || !wanted || virtualizer || !list.current || input.margin === null) return;
    // What stands there has its height already: nothing moves.
    const known = ready.measuredHeights(list.current, input);
    // eslint-disable-next-line react-hooks/set-state-in-effect -- it needs what stands on the page, before that is painted
    setVirtualizer(ready.createPostVirtualizer(input, known, rerender));
  }, [ready, wanted, virtualizer, list, input]);
  useLayoutEffect(() => virtualizer?.mount(), [virtualizer]);
  useLayoutEffect(() => virtualizer?.listen());
  useEffect(
    () =>
      virtualizer
        ? () => {
            remembered.set(listKey, virtualizer.snapshot());
          }
        : undefined,
    [virtualizer, listKey],
  );

  if (virtualizer) return virtualizer.view();
  return { items: input.posts.map((_, index) => ({ index, gap: 0 })), tail: 0, last: -1 };
}
