"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { Page } from "@/lib/contracts/common";
import type { Post } from "@/lib/contracts/post";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { PostCard } from "./post-card";
import { PostSkeletons } from "./post-skeleton";
import { useRunningPostId } from "./running-app";

const ESTIMATED_PX = 180;
const OVERSCAN = 6;
/** The server knows no window: enough for a tall one. */
const FIRST_RECT = { width: 600, height: 2_400 };

// Heights as measured, by list: coming back, the list is as tall as it was and the browser finds its place again.
const remembered = new Map<string, VirtualItem[]>();

export interface PostListProps {
  query: UseInfiniteQueryResult<InfiniteData<Page<Post>>>;
  /** Names the list to itself, for the way back. */
  listKey: string;
  /** Names it to screen readers. */
  label: string;
  empty: ReactNode;
}

const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** Posts without end, of which only those near the window are on the page. */
export function PostList({ query, listKey, label, empty }: PostListProps) {
  const t = useTranslations("timeline");
  const posts = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const runningId = useRunningPostId();
  const runningAt = runningId ? posts.findIndex((post) => post.id === runningId) : -1;

  const virtualizer = useWindowVirtualizer({
    count: posts.length,
    estimateSize: () => ESTIMATED_PX,
    getItemKey: useCallback((index: number) => posts[index]?.id ?? index, [posts]),
    overscan: OVERSCAN,
    scrollMargin: margin,
    initialRect: FIRST_RECT,
    initialMeasurementsCache: remembered.get(listKey),
    // A running app is not taken off the page when it is scrolled away.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return runningAt < 0 || shown.includes(runningAt) ? shown : [...shown, runningAt].sort((a, b) => a - b);
    },
  });
  useBrowserLayoutEffect(() => {
    const measure = () =>
      setMargin(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    // What stands above the list (composer, a post on its way) grows and shrinks.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  useEffect(
    () => () => {
      remembered.set(listKey, virtualizer.takeSnapshot());
    },
    [virtualizer, listKey],
  );

  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (
      posts.length > 0 &&
      lastShown >= posts.length - 6 &&
      hasNextPage &&
      !isFetchingNextPage &&
      !isFetchNextPageError
    ) {
      void fetchNextPage();
    }
  }, [lastShown, posts.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  if (query.isPending) return <PostSkeletons />;
  if (query.isError && posts.length === 0)
    return <ListFailure error={query.error} onRetry={() => void query.refetch()} />;
  if (posts.length === 0) return empty;
  const gaps = gapsBefore(items, margin);
  const tail = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  return (
    <div role="feed" aria-label={label} aria-busy={isFetchingNextPage} ref={list} className="flow-root">
      {items.map((item, at) => {
        const post = posts[item.index];
        if (!post) return null;
        return (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            style={gaps[at] ? { marginTop: gaps[at] } : undefined}
          >
            <PostCard post={post} eager={item.index < 2} />
          </div>
        );
      })}
      <div aria-hidden style={{ height: Math.max(0, tail) }} />
      <div className="grid min-h-16 place-items-center p-4 text-sm text-subtle">
        {isFetchNextPageError ? (
          <Button variant="outline" onClick={() => void fetchNextPage()}>
            {t("loadFailed")}
          </Button>
        ) : isFetchingNextPage || hasNextPage ? (
          <Spinner label={t("loadingMore")} />
        ) : (
          posts.length > 5 && t("end")
        )}
      </div>
    </div>
  );
}

/** Room in front of each item for those that are not on the page: items stand in the normal flow, never over one another. */
function gapsBefore(items: VirtualItem[], margin: number): number[] {
  return items.map((item, at) => Math.max(0, item.start - (at === 0 ? margin : items[at - 1]!.end)));
}

function ListFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations("common");
  const errors = useErrorTexts();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-14 text-center text-sm text-muted">
      <p>{errors.text(error)}</p>
      <Button variant="outline" onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}
