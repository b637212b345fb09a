"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Blocks } from "lucide-react";
import { useTranslations } from "next-intl";
import { AppColumn } from "@/components/apps/app-column";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { userAppsQuery } from "@/lib/apps/queries";

export function UserApps({ userId, own }: { userId: string; own: boolean }) {
  const t = useTranslations("profile");
  const query = useInfiniteQuery(userAppsQuery(userId));
  return (
    <AppColumn
      query={query}
      label={t("apps")}
      empty={
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
      }
    />
  );
}
