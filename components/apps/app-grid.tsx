"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, type ReactNode } from "react";
import type { App } from "@/lib/apps/contract";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { AppCard, AppCardSkeleton } from "./app-card";

const GRID = "grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3";

export interface AppGridProps {
  apps: readonly App[];
  label: string;
  hasMore?: boolean;
  loadingMore?: boolean;
  onMore?: () => void;
  /** What is shown belongs to the filter of before. */
  stale?: boolean;
  action?: (app: App) => ReactNode;
}

/** Cards in columns; the next page is fetched when its place comes near, or by the button. */
export function AppGrid({ apps, label, hasMore, loadingMore, onMore, stale, action }: AppGridProps) {
  const t = useTranslations("common");
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    const place = end.current;
    if (!place || !hasMore) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more.current?.(),
      { rootMargin: "600px 0px" },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [hasMore, apps.length]);

  return (
    <>
      <ul aria-label={label} className={cn(GRID, "transition-opacity", stale && "opacity-60")}>
        {apps.map((app, index) => (
          <li key={app.id} className="min-w-0">
            <AppCard app={app} eager={index < 6} action={action?.(app)} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <div ref={end} className="flex justify-center pt-5">
          <Button variant="ghost" loading={loadingMore} onClick={onMore}>
            {t("loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}

export function AppGridSkeleton({ count = 6 }: { count?: number }) {
  return (
    <div className={GRID} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <AppCardSkeleton key={index} />
      ))}
    </div>
  );
}
