"use client";

import { useQuery } from "@tanstack/react-query";
import { Database } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/ui/app-icon";
import { EmptyState } from "@/components/ui/empty-state";
import { appDataQuery } from "@/lib/apps/settings-queries";
import type { AppDataUse } from "@/lib/permissions/contract";
import { AppDataActions } from "./app-data-actions";
import { SettingsList } from "./settings-list";
import { SettingsSection } from "./settings-section";
import { UsedSpace } from "./used-space";

/** What apps keep for the person: how much, out of the product, and gone. */
export function AppDataSection() {
  const t = useTranslations("settings");
  const query = useQuery(appDataQuery());
  return (
    <SettingsSection id="app-data" title={t("sections.appData")} lead={t("appData.lead")}>
      <SettingsList
        query={query}
        items={query.data}
        empty={
          <EmptyState
            icon={<Database aria-hidden />}
            title={t("appData.empty")}
            description={t("appData.emptyLead")}
            className="py-8"
          />
        }
      >
        {(use) => <DataRow key={use.app.id} use={use} />}
      </SettingsList>
    </SettingsSection>
  );
}

function DataRow({ use: { app, usedBytes, quotaBytes } }: { use: AppDataUse }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3">
      <AppIcon src={app.iconUrl} px={40} className="size-10" />
      <div className="min-w-0 flex-1 basis-48">
        <Link
          href={`/settings/apps/${app.id}`}
          prefetch={false}
          className="text-sm font-medium underline-offset-4 hover:underline"
        >
          {app.name}
        </Link>
        <UsedSpace usedBytes={usedBytes} quotaBytes={quotaBytes} />
      </div>
      <AppDataActions app={app} />
    </li>
  );
}
