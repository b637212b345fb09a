"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Collection } from "@/lib/collections/contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Page } from "@/lib/shared/contract";
import { cn } from "@/components/ui/cn";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import { CollectionCard, CollectionCardSkeleton } from "./collection-card";

interface CollectionListProps {
  query: UseInfiniteQueryResult<InfiniteData<Page<Collection>>>;
  label: string;
  empty: ReactNode;
  ownerHidden?: boolean;
  className?: string;
  /** Lists only so many, and loads no more. */
  max?: number;
}

/** Collections, a page at a time. */
export function CollectionList({ query, label, empty, ownerHidden, className, max }: CollectionListProps) {
  const errors = useErrorTexts();
  const collections = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) return <CollectionListSkeleton className={className} />;
  if (query.isError && collections.length === 0)
    return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  if (collections.length === 0) return empty;
  return (
    <>
      <ul aria-label={label} className={cn("grid gap-3", className)}>
        {collections.slice(0, max).map((collection) => (
          <li key={collection.id} className="min-w-0">
            <CollectionCard collection={collection} ownerHidden={ownerHidden} />
          </li>
        ))}
      </ul>
      {max === undefined && <LoadMore query={query} />}
    </>
  );
}

export function CollectionListSkeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cn("grid gap-3", className)}>
      <CollectionCardSkeleton />
      <CollectionCardSkeleton />
    </div>
  );
}
