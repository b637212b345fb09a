"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

/** What of a query the list shows; a page of several has its items in `items`. */
interface ListQuery {
  error: unknown;
  refetch: () => unknown;
}

/** The list inside a section, from loading to failed, empty or filled. */
export function SettingsList<Item>({
  query,
  items,
  label,
  empty,
  children,
}: {
  query: ListQuery;
  /** Undefined until they are there. */
  items: Item[] | undefined;
  label?: string;
  /** Stands in its place where there is nothing. */
  empty?: ReactNode;
  children: (item: Item) => ReactNode;
}) {
  const texts = useErrorTexts();
  const common = useTranslations("common");
  if (!items && query.error) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3 p-4 text-sm">
        {texts.text(query.error)}
        <Button variant="outline" size="sm" onClick={() => void query.refetch()}>
          {common("retry")}
        </Button>
      </div>
    );
  }
  if (!items) {
    return (
      <div className="p-4">
        <Skeleton className="h-10 w-full" />
      </div>
    );
  }
  if (items.length === 0) return empty;
  return (
    <ul aria-label={label} className="divide-y divide-border">
      {items.map(children)}
    </ul>
  );
}
