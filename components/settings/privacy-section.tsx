"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { preferencesQuery, useChangePreferences } from "@/lib/account/preferences-queries";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { NOTIFICATION_GROUP_NAMES } from "@/lib/notifications/rules";
import type { HiddenKind } from "./hidden-people-dialog";
import { MutedWords } from "./muted-words";
import { SettingsRow, SettingsSection } from "./settings-section";

const HiddenPeopleDialog = dynamic(
  () => import("./hidden-people-dialog").then((module) => module.HiddenPeopleDialog),
  { ssr: false },
);

/** Settings for mutes, blocks, search visibility and notifications. */
export function PrivacySections() {
  const t = useTranslations("settings");
  const errors = useErrorTexts();
  const query = useQuery(preferencesQuery());
  const change = useChangePreferences();
  const [listed, setListed] = useState<HiddenKind | null>(null);
  const preferences = query.data;
  const save = (body: Parameters<typeof change.mutateAsync>[0]) =>
    change.mutateAsync(body).catch((error: unknown) => void toast(errors.text(error), { tone: "danger" }));
  const missing = query.isError ? (
    <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />
  ) : (
    <div className="p-4">
      <Skeleton className="h-10 w-full" />
    </div>
  );
  return (
    <>
      <SettingsSection id="privacy" title={t("sections.privacy")}>
        {(["mutes", "blocks"] as const).map((kind) => (
          <SettingsRow key={kind} label={t(`privacy.${kind}`)} hint={t(`privacy.${kind}Text`)}>
            <Button variant="outline" onClick={() => setListed(kind)}>
              {t(`privacy.${kind}Show`)}
            </Button>
          </SettingsRow>
        ))}
        {preferences ? <MutedWords words={preferences.mutedWords} /> : missing}
        {preferences && (
          <Switch
            className="px-4 py-3.5"
            label={t("privacy.unlisted")}
            hint={t("privacy.unlistedHint")}
            checked={preferences.unlisted}
            onCheckedChange={(unlisted) => save({ unlisted })}
          />
        )}
      </SettingsSection>
      <SettingsSection
        id="notification-settings"
        title={t("sections.notifications")}
        lead={t("notifications.lead")}
      >
        {preferences
          ? NOTIFICATION_GROUP_NAMES.map((group) => (
              <Switch
                key={group}
                className="px-4 py-3.5"
                label={t(`notifications.${group}`)}
                hint={t(`notifications.${group}Hint`)}
                checked={preferences.notifications[group]}
                onCheckedChange={(isOn) => save({ notifications: { [group]: isOn } })}
              />
            ))
          : missing}
      </SettingsSection>
      {listed && <HiddenPeopleDialog kind={listed} onClose={() => setListed(null)} />}
    </>
  );
}
