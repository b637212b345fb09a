"use client";

import { useQuery } from "@tanstack/react-query";
import { Blocks } from "lucide-react";
import { useTranslations } from "next-intl";
import { AppCard } from "@/components/apps/app-card";
import { EmptyState } from "@/components/ui/empty-state";
import { trendingQuery } from "@/lib/apps/queries";

const SHOWN = 8;

export function TrendingApps() {
  const t = useTranslations("profile");
  const { data } = useQuery(trendingQuery());
  const apps = data?.items.slice(0, SHOWN) ?? [];
  if (apps.length === 0) return <EmptyState icon={<Blocks />} title={t("noTrending")} />;
  return (
    <ul className="flex flex-col gap-3">
      {apps.map((app) => (
        <li key={app.id} className="min-w-0">
          <AppCard app={app} />
        </li>
      ))}
    </ul>
  );
}
