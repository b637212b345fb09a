"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { Page } from "@/lib/contracts/common";
import type { Post } from "@/lib/contracts/post";
import { PostCard } from "./post-card";
import { PostListState } from "./post-list-state";
import { useRunningPostId } from "./running-app";
import { isWindowed, usePostWindow } from "./use-post-window";

export interface PostListProps {
  query: UseInfiniteQueryResult<InfiniteData<Page<Post>>>;
  /** Names the list to itself, for the way back. */
  listKey: string;
  /** Names it to screen readers. */
  label: string;
  empty: ReactNode;
}

/** The next page is asked for when the end of a list that stands as a whole is so far below the window. */
const NEAR_PX = 1_500;

/** Posts without end, of which only those near the window are on the page. */
export function PostList({ query, listKey, label, empty }: PostListProps) {
  const t = useTranslations("timeline");
  const posts = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState<number | null>(null);
  const [endIsNear, setEndIsNear] = useState(false);
  const runningId = useRunningPostId();
  // A running app is not taken off the page when it is scrolled away.
  const kept = runningId ? posts.findIndex((post) => post.id === runningId) : -1;
  const { items, tail, last, measure } = usePostWindow(listKey, list, { posts, margin, kept });

  const windowed = isWindowed(posts);
  useLayoutEffect(() => {
    if (!windowed) return;
    const locate = () =>
      setMargin(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    locate();
    // What stands above the list (composer, a post on its way) grows and shrinks.
    const observer = new ResizeObserver(locate);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [windowed]);
  useEffect(() => {
    if (windowed || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => setEndIsNear(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: `0px 0px ${NEAR_PX}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [windowed, posts.length]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (
      posts.length > 0 &&
      (windowed ? last >= posts.length - 6 : endIsNear) &&
      hasNextPage &&
      !isFetchingNextPage &&
      !isFetchNextPageError
    ) {
      void fetchNextPage();
    }
  }, [
    windowed,
    last,
    endIsNear,
    posts.length,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  ]);

  if (query.isPending || (query.isError && posts.length === 0))
    return <PostListState error={query.error} onRetry={() => void query.refetch()} />;
  if (posts.length === 0) return empty;
  return (
    <div role="feed" aria-label={label} aria-busy={isFetchingNextPage} ref={list} className="flow-root">
      {items.map(({ index, gap }) => {
        const post = posts[index];
        if (!post) return null;
        return (
          <div key={post.id} ref={measure} data-index={index} style={gap ? { marginTop: gap } : undefined}>
            <PostCard post={post} eager={index < 2} />
          </div>
        );
      })}
      <div aria-hidden style={{ height: tail }} />
      <div ref={end} className="grid min-h-16 place-items-center p-4 text-sm text-subtle">
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
