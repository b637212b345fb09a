"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Blocks } from "lucide-react";
import { useTranslations } from "next-intl";
import { AppCard, AppCardSkeleton } from "@/components/apps/app-card";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { userAppsQuery } from "@/lib/client/queries/app-queries";

/** One person's apps, in their profile. */
export function UserApps({ userId, own }: { userId: string; own: boolean }) {
  const t = useTranslations("profile");
  const common = useTranslations("common");
  const query = useInfiniteQuery(userAppsQuery(userId));
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
    return (
      <div className="grid place-items-center p-10">
        <Button variant="outline" onClick={() => void query.refetch()}>
          {common("retry")}
        </Button>
      </div>
    );
  }
  if (apps.length === 0) {
    return (
      <EmptyState
        icon={<Blocks />}
        title={t(own ? "noOwnApps" : "noApps")}
        description={own ? t("noOwnAppsText") : undefined}
        action={
          own && (
            <ButtonLink href="/add-app" variant="primary">
              {t("addApp")}
            </ButtonLink>
          )
        }
      />
    );
  }
  return (
    <>
      <ul aria-label={t("apps")} className="flex flex-col gap-3 p-4">
        {apps.map((app) => (
          <li key={app.id} className="min-w-0">
            <AppCard app={app} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="grid place-items-center pb-4">
          <Button
            variant="ghost"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {common("loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}
