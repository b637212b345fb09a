"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Spinner } from "@/components/ui/spinner";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "@/lib/posts/contract";
import { PAGE_SIZE } from "@/lib/shared/page-sizes";
import { PostCard } from "./post-card";
import { PostSkeletons } from "./post-skeleton";
import { useRunningPostId } from "./running-app";

export interface PostListProps {
  query: UseInfiniteQueryResult<InfiniteData<Page<Post>>>;
  /** Identifies the list, for scroll restoration. */
  listKey: string;
  label: string;
  empty: ReactNode;
}

const ESTIMATED_PX = 180;
const OVERSCAN = 6;

// Measured heights by list: after Back it is as tall as before, so that the browser can restore the scroll position.
const measured = new Map<string, VirtualItem[]>();

/** A virtualized infinite list of posts. */
export function PostList({ query, listKey, label, empty }: PostListProps) {
  const t = useTranslations("timeline");
  const errors = useErrorTexts();
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
    // A running app stays mounted when it is scrolled out of view.
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
    // The composer and outgoing posts above the list change their height.
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

  if (query.isPending) return <PostSkeletons />;
  if (query.isError && isEmpty) return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  if (isEmpty) return empty;

  // The first page is not virtualized: the server rendered all of it.
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
