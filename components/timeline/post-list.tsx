"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Spinner } from "@/components/ui/spinner";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "@/lib/posts/contract";
import { PostCard } from "./post-card";
import { PostSkeletons } from "./post-skeleton";
import { useTimeline } from "./timeline-context";

interface PostListProps {
  query: UseInfiniteQueryResult<InfiniteData<Page<Post>>>;
  /** Identifies the list, for scroll restoration. */
  listKey: string;
  label: string;
  empty: ReactNode;
  /** Of a profile: a pinned post at the top is marked. */
  isProfile?: boolean;
  /** Lists only so many, and loads no more. */
  max?: number;
}

/** The next page is fetched once the end of the list is this close. */
const NEAR_PX = 1_200;

const WindowedPosts = dynamic(() => import("./windowed-posts").then((module) => module.WindowedPosts), {
  ssr: false,
});

/** An infinite list of posts: the first page as the server renders it, and of the others those near the window. */
export function PostList({ query, listKey, label, empty, isProfile, max }: PostListProps) {
  const { t } = useTimeline();
  const errors = useErrorTexts();
  const [first = [], ...others] = useMemo(() => {
    // A later page may have a post again, in the place where it stood before it was reposted.
    const shown = new Set<string>();
    const isNew = ({ id }: Post) => shown.size < shown.add(id).size;
    return query.data?.pages.map((page) => page.items.filter(isNew)) ?? [];
  }, [query.data]);
  const later = others.flat();
  const count = first.length + later.length;
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const mayFetch = max === undefined && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;

  useEffect(() => {
    if (!mayFetch || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && void fetchNextPage(),
      { rootMargin: `0px 0px ${NEAR_PX}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
    // A page that leaves the end within reach changes no intersection: each count is observed anew.
  }, [mayFetch, count, fetchNextPage]);

  if (query.isPending) return <PostSkeletons />;
  if (query.isError && count === 0)
    return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  if (count === 0) return empty;

  return (
    <div role="feed" aria-label={label} aria-busy={isFetchingNextPage}>
      {first.slice(0, max).map((post, index) => (
        <PostCard
          key={post.id}
          post={post}
          eager={index < 2}
          isPinned={isProfile && index === 0 && post.pinned}
        />
      ))}
      {max === undefined && later.length > 0 && <WindowedPosts posts={later} listKey={listKey} />}
      <div
        ref={end}
        hidden={max !== undefined}
        className="grid min-h-16 place-items-center p-4 text-sm text-subtle"
      >
        {isFetchNextPageError ? (
          <Button variant="outline" onClick={() => void fetchNextPage()}>
            {t("loadFailed")}
          </Button>
        ) : isFetchingNextPage ? (
          <Spinner label={t("loadingMore")} />
        ) : (
          !hasNextPage && count > 5 && t("end")
        )}
      </div>
    </div>
  );
}
