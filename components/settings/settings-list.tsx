"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState, type EmptyStateProps } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

/** The list of a section in its loading, error, empty or filled state. */
export function SettingsList<Item>({
  query,
  items,
  label,
  empty,
  children,
}: {
  query: { error: unknown; refetch: () => unknown };
  /** Undefined while loading. */
  items: Item[] | undefined;
  label?: string;
  /** Shown instead of an empty list. */
  empty?: Pick<EmptyStateProps, "icon" | "title" | "description">;
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
  if (items.length === 0) return empty && <EmptyState {...empty} className="py-8" />;
  return (
    <ul aria-label={label} className="divide-y divide-border">
      {items.map(children)}
    </ul>
  );
}

/** A row of a list: icon, text and buttons. */
export function SettingsItem({
  icon,
  actions,
  children,
}: {
  /** 20 px wide. */
  icon?: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3">
      {icon}
      <div className="min-w-0 flex-1 basis-40">{children}</div>
      {actions}
    </li>
  );
}
