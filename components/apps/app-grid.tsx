"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { App } from "@/lib/apps/contract";
import { cn } from "@/components/ui/cn";
import { LoadMore } from "@/components/ui/load-more";
import { AppCard, AppCardSkeleton } from "./app-card";

const GRID = "grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3";

interface AppGridProps {
  apps: readonly App[];
  label: string;
  query: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "fetchNextPage" | "isPlaceholderData"
  >;
}

/** Cards in columns. The next page is fetched before its place scrolls into view, or by the button. */
export function AppGrid({ apps, label, query }: AppGridProps) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage } = query;
  const fetchMore = useEffectEvent(() => {
    if (!query.isFetchingNextPage) void query.fetchNextPage();
  });
  useEffect(() => {
    if (!hasNextPage) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && fetchMore(),
      { rootMargin: "600px 0px" },
    );
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [hasNextPage, apps.length]);

  return (
    <>
      <ul
        aria-label={label}
        className={cn(GRID, "transition-opacity", query.isPlaceholderData && "opacity-60")}
      >
        {apps.map((app, index) => (
          <li key={app.id} className="min-w-0">
            <AppCard app={app} eager={index < 6} />
          </li>
        ))}
      </ul>
      <div ref={end}>
        <LoadMore query={query} />
      </div>
    </>
  );
}

export function AppGridSkeleton() {
  return (
    <div className={GRID} aria-hidden>
      {Array.from({ length: 6 }, (_, index) => (
        <AppCardSkeleton key={index} />
      ))}
    </div>
  );
}
