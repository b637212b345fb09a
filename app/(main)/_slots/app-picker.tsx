"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/ui/app-icon";
import { ButtonLink } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { type AppPickerProps, useTimeline } from "@/components/timeline/timeline-context";
import { installedAppsQuery, shortOf, userAppsQuery } from "@/lib/apps/queries";
import type { App } from "@/lib/apps/contract";

/** Lists the person's own and installed apps. */
export function AppPicker({ onPick }: AppPickerProps) {
  const t = useTranslations("timeline");
  const { me } = useTimeline();
  const own = useInfiniteQuery(userAppsQuery(me.id));
  const installed = useQuery(installedAppsQuery("used"));
  if (own.isPending || installed.isPending) {
    return Array.from({ length: 4 }, (_, index) => <Skeleton key={index} className="mb-2 h-14 rounded-lg" />);
  }
  const apps = new Map<string, App>();
  for (const app of [
    ...(own.data?.pages.flatMap((page) => page.items) ?? []),
    ...(installed.data?.items ?? []),
  ]) {
    apps.set(app.id, app);
  }
  if (apps.size === 0) {
    return (
      <div className="flex flex-col items-center gap-3 py-6 text-center text-sm text-muted">
        <p>{t("noApps")}</p>
        <div className="flex gap-2">
          <ButtonLink href="/add-app" variant="primary">
            {t("addApp")}
          </ButtonLink>
          <ButtonLink href="/apps" variant="outline">
            {t("toStore")}
          </ButtonLink>
        </div>
      </div>
    );
  }
  return (
    <ul className="-mx-2 flex flex-col">
      {[...apps.values()].map((app) => (
        <li key={app.id}>
          <button
            type="button"
            className="flex min-h-14 w-full items-center gap-3 rounded-lg px-2 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
            onClick={() => onPick(shortOf(app))}
          >
            <AppIcon src={app.iconUrl} px={40} className="size-10" />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-semibold">{app.name}</span>
              <span className="block truncate text-xs text-muted">
                {app.description || app.owner.displayName}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
