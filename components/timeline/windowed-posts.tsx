"use client";

import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Post } from "@/lib/posts/contract";
import { PostCard } from "./post-card";
import { useRunningPostId } from "./running-app";

const ESTIMATED_PX = 180;
const OVERSCAN = 6;

// Measured heights by list: on Back the list is as tall as it was, and the browser restores the scroll position.
const measured = new Map<string, VirtualItem[]>();

/** Posts of which only those near the window are in the document. */
export function WindowedPosts({ posts, listKey }: { posts: readonly Post[]; listKey: string }) {
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const runningId = useRunningPostId();
  const running = runningId ? posts.findIndex((post) => post.id === runningId) : -1;

  const virtualizer = useWindowVirtualizer({
    count: posts.length,
    estimateSize: () => ESTIMATED_PX,
    getItemKey: (index) => posts[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin,
    initialMeasurementsCache: measured.get(listKey),
    // A running app stays mounted when it is scrolled away.
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      return running < 0 || near.includes(running) ? near : [...near, running].sort((a, b) => a - b);
    },
  });
  useEffect(() => () => void measured.set(listKey, virtualizer.takeSnapshot()), [virtualizer, listKey]);

  useLayoutEffect(() => {
    const locate = () =>
      setScrollMargin(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    locate();
    // Elements above the list grow and shrink.
    const observer = new ResizeObserver(locate);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const items = virtualizer.getVirtualItems();
  const end = items.at(-1)?.end ?? scrollMargin;
  return (
    <div ref={list} className="flow-root">
      {items.map(({ index, start }, at) => {
        const post = posts[index];
        if (!post) return null;
        const gap = start - (items[at - 1]?.end ?? scrollMargin);
        return (
          <div
            key={post.id}
            ref={virtualizer.measureElement}
            data-index={index}
            style={gap > 0 ? { marginTop: gap } : undefined}
          >
            <PostCard post={post} />
          </div>
        );
      })}
      <div aria-hidden style={{ height: Math.max(0, scrollMargin + virtualizer.getTotalSize() - end) }} />
    </div>
  );
}
