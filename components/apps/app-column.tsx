"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import type { App } from "@/lib/apps/contract";
import type { Page } from "@/lib/shared/contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { AppCard, AppCardSkeleton } from "./app-card";

interface AppColumnProps {
  query: UseInfiniteQueryResult<InfiniteData<Page<App>>>;
  label: string;
  empty: ReactNode;
  /** Lists only so many, and loads no more. */
  max?: number;
}

/** A column of apps, a page at a time. */
export function AppColumn({ query, label, empty, max }: AppColumnProps) {
  const errors = useErrorTexts();
  const apps = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) {
    return (
      <div className="flex flex-col gap-3 p-4">
        <AppCardSkeleton />
        <AppCardSkeleton />
      </div>
    );
  }
  if (query.isError && apps.length === 0) {
    return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  }
  if (apps.length === 0) return empty;
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-3 p-4">
        {apps.slice(0, max).map((app) => (
          <li key={app.id} className="min-w-0">
            <AppCard app={app} />
          </li>
        ))}
      </ul>
      {max === undefined && <LoadMore query={query} />}
    </>
  );
}
