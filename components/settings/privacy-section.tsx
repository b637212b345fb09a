"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch, SwitchInput } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { useChangePreferences } from "@/lib/account/preferences-queries";
import { preferencesQuery } from "@/lib/account/queries";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { NOTIFICATION_GROUP_NAMES } from "@/lib/notifications/kinds";
import { pushQuery } from "@/lib/push/queries";
import type { HiddenKind } from "./hidden-people-dialog";
import { MutedWords } from "./muted-words";
import { SettingsRow, SettingsSection } from "./settings-section";

const HiddenPeopleDialog = dynamic(
  () => import("./hidden-people-dialog").then((module) => module.HiddenPeopleDialog),
  { ssr: false },
);

const PushRows = dynamic(() => import("./push-rows").then((module) => module.PushRows), { ssr: false });

const DigestRow = dynamic(() => import("./digest-row").then((module) => module.DigestRow), { ssr: false });

/** Settings for mutes, blocks, search visibility and notifications. */
export function PrivacySections() {
  const t = useTranslations("settings");
  const errors = useErrorTexts();
  const query = useQuery(preferencesQuery());
  const change = useChangePreferences();
  const hasPush = Boolean(useQuery(pushQuery()).data?.publicKey);
  const [listed, setListed] = useState<HiddenKind | null>(null);
  const [isOpening, setOpening] = useState(false);
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
        {preferences && (
          <Switch
            className="px-4 py-3.5"
            label={t("privacy.private")}
            hint={t("privacy.privateHint")}
            checked={preferences.isPrivate}
            onCheckedChange={(isPrivate) => (isPrivate ? save({ isPrivate }) : setOpening(true))}
          />
        )}
        {preferences?.isPrivate && (
          <SettingsRow label={t("privacy.requests")} hint={t("privacy.requestsText")}>
            <ButtonLink href="/follow-requests" variant="outline">
              {t("privacy.requestsShow")}
            </ButtonLink>
          </SettingsRow>
        )}
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
        <DigestRow />
        <PushRows />
        {preferences && hasPush && (
          <div aria-hidden className="flex justify-end gap-10 px-4 py-2 text-xs whitespace-nowrap text-muted">
            {(["inList", "push"] as const).map((column) => (
              // As wide as a switch.
              <span key={column} className="flex w-10 justify-center">
                {t(`push.${column}`)}
              </span>
            ))}
          </div>
        )}
        {preferences
          ? NOTIFICATION_GROUP_NAMES.map((group) => (
              <Switch
                key={group}
                className="px-4 py-3.5"
                label={t(`notifications.${group}`)}
                hint={t(`notifications.${group}Hint`)}
                checked={preferences.notifications[group]}
                onCheckedChange={(isOn) => save({ notifications: { [group]: isOn } })}
                second={
                  hasPush && (
                    <SwitchInput
                      className="ml-10"
                      aria-label={t("push.pushOf", { kind: t(`notifications.${group}`) })}
                      // Notifications that are not in the list are not pushed either.
                      disabled={!preferences.notifications[group]}
                      checked={preferences.notifications[group] && preferences.pushes[group]}
                      onCheckedChange={(isOn) => save({ pushes: { [group]: isOn } })}
                    />
                  )
                }
              />
            ))
          : missing}
      </SettingsSection>
      <SettingsSection id="writing" title={t("sections.writing")}>
        {preferences
          ? (["altReminder", "singleKeys"] as const).map((name) => (
              <Switch
                key={name}
                className="px-4 py-3.5"
                label={t(`writing.${name}`)}
                hint={t(`writing.${name}Hint`)}
                checked={preferences[name]}
                onCheckedChange={(isOn) => save({ [name]: isOn })}
              />
            ))
          : missing}
      </SettingsSection>
      {isOpening && (
        <ConfirmDialog
          open
          onOpenChange={setOpening}
          title={t("privacy.publicTitle")}
          description={t("privacy.publicText")}
          confirmLabel={t("privacy.publicConfirm")}
          pending={change.isPending}
          onConfirm={() => void save({ isPrivate: false }).then(() => setOpening(false))}
        />
      )}
      {listed && <HiddenPeopleDialog kind={listed} onClose={() => setListed(null)} />}
    </>
  );
}
