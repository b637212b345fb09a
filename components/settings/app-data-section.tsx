"use client";

import { useQuery } from "@tanstack/react-query";
import { Database } from "lucide-react";
import { useTranslations } from "next-intl";
import { appDataQuery } from "@/lib/apps/settings-queries";
import { AppDataActions } from "./app-data-actions";
import { AppRow } from "./app-row";
import { SettingsList } from "./settings-list";
import { SettingsSection } from "./settings-section";
import { DeviceSpace, UsedSpace } from "./used-space";

/** The data that apps keep: how much, with export and clear. */
export function AppDataSection() {
  const t = useTranslations("settings");
  const query = useQuery(appDataQuery());
  return (
    <SettingsSection id="app-data" title={t("sections.appData")} lead={t("appData.lead")}>
      <SettingsList
        query={query}
        items={query.data}
        empty={{
          icon: <Database aria-hidden />,
          title: t("appData.empty"),
          description: t("appData.emptyLead"),
        }}
      >
        {({ app, usedBytes, quotaBytes }) => (
          <AppRow key={app.id} app={app} actions={<AppDataActions app={app} />}>
            <UsedSpace usedBytes={usedBytes} quotaBytes={quotaBytes} />
            <DeviceSpace appId={app.id} />
          </AppRow>
        )}
      </SettingsList>
    </SettingsSection>
  );
}
