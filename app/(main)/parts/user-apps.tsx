"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Blocks } from "lucide-react";
import { useTranslations } from "next-intl";
import { AppCard, AppCardSkeleton } from "@/components/apps/app-card";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import { userAppsQuery } from "@/lib/client/queries/app-queries";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

/** One person's apps, in their profile. */
export function UserApps({ userId, own }: { userId: string; own: boolean }) {
  const t = useTranslations("profile");
  const errors = useErrorTexts();
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
    return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
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
      <LoadMore query={query} />
    </>
  );
}
