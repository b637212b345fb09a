"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "@/lib/posts/contract";
import { PAGE_SIZE } from "@/lib/config/limits";
import { PostCard } from "./post-card";
import { PostListState } from "./post-list-state";
import { useRunningPostId } from "./running-app";

export interface PostListProps {
  query: UseInfiniteQueryResult<InfiniteData<Page<Post>>>;
  /** Names the list to itself, for scroll restoration. */
  listKey: string;
  /** Names it to screen readers. */
  label: string;
  empty: ReactNode;
}

const ESTIMATED_PX = 180;
const OVERSCAN = 6;

// Measured heights by list: on Back the list is as tall as it was, and the browser restores the scroll position.
const measured = new Map<string, VirtualItem[]>();

/** An infinite list of posts, of which only those near the window are in the document. */
export function PostList({ query, listKey, label, empty }: PostListProps) {
  const t = useTranslations("timeline");
  const posts = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
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

  const isEmpty = posts.length === 0;
  useLayoutEffect(() => {
    if (isEmpty) return;
    const locate = () =>
      setScrollMargin(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    locate();
    // What stands above the list (composer, a post being sent) grows and shrinks.
    const observer = new ResizeObserver(locate);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [isEmpty]);

  const near = virtualizer.getVirtualItems();
  const last = near.at(-1)?.index ?? -1;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (last < posts.length - OVERSCAN || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return;
    void fetchNextPage();
  }, [last, posts.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  if (query.isPending || (query.isError && isEmpty))
    return <PostListState error={query.error} onRetry={() => void query.refetch()} />;
  if (isEmpty) return empty;

  // The first page is rendered whole, as the server has rendered it.
  const windowed = posts.length > PAGE_SIZE;
  const items = windowed ? near : posts.map((_, index) => ({ index, start: 0, end: 0 }));
  const end = near.at(-1)?.end ?? scrollMargin;
  const below = windowed ? virtualizer.getTotalSize() - (end - scrollMargin) : 0;
  return (
    <div role="feed" aria-label={label} aria-busy={isFetchingNextPage} ref={list} className="flow-root">
      {items.map(({ index, start }, at) => {
        const post = posts[index];
        if (!post) return null;
        const gap = windowed ? start - (items[at - 1]?.end ?? scrollMargin) : 0;
        return (
          <div
            key={post.id}
            ref={virtualizer.measureElement}
            data-index={index}
            style={gap > 0 ? { marginTop: gap } : undefined}
          >
            <PostCard post={post} eager={index < 2} />
          </div>
        );
      })}
      <div aria-hidden style={{ height: Math.max(0, below) }} />
      <div className="grid min-h-16 place-items-center p-4 text-sm text-subtle">
        {isFetchNextPageError ? (
          <Button variant="outline" onClick={() => void fetchNextPage()}>
            {t("loadFailed")}
          </Button>
        ) : isFetchingNextPage ? (
          <Spinner label={t("loadingMore")} />
        ) : (
          !hasNextPage && posts.length > 5 && t("end")
        )}
      </div>
    </div>
  );
}
