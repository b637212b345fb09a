"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { leakConsents, shortcutConsents, type ConsentStorage } from "@/lib/apps/consent-storage";
import { appDataQuery, appGrantsQuery, setAppGrants } from "@/lib/apps/settings-queries";
import { APP_STORAGE_MAX_BYTES } from "@/lib/config/limits";
import { quotable } from "@/lib/shared/hidden-characters";
import type { App } from "@/lib/apps/contract";
import type { SetAppGrants } from "@/lib/permissions/contract";
import { textFor, type LocalizedText } from "@/lib/shared/localized-text";
import { AppDataActions } from "./app-data-actions";
import { EarlierVersion } from "./earlier-version";
import { NetworkLedger } from "./network-ledger";
import { SettingsRow, SettingsSection } from "./settings-section";
import { useAction } from "./use-action";
import { DeviceSpace, UsedSpace } from "./used-space";

interface AppSettingsViewProps {
  app: Pick<App, "id" | "name" | "manifest">;
  userId: string;
}

/** `/settings/apps/{id}`: permissions, data and network requests of one app. */
export function AppSettingsView({ app, userId }: AppSettingsViewProps) {
  return (
    <div className="flex flex-col gap-10">
      <Permissions app={app} userId={userId} />
      <Data app={app} />
      <EarlierVersion app={app} />
      <NetworkLedger appId={app.id} />
    </div>
  );
}

const noSubscription = () => () => undefined;

/** A consent that is stored in this browser. */
function useConsent(storage: ConsentStorage, userId: string, appId: string) {
  const stored = useSyncExternalStore(
    noSubscription,
    () => storage.has(userId, appId),
    () => false,
  );
  const [revoked, setRevoked] = useState(false);
  const revoke = () => {
    storage.set(userId, appId, false);
    setRevoked(true);
  };
  return { granted: stored && !revoked, revoke };
}

function Permissions({ app, userId }: AppSettingsViewProps) {
  const t = useTranslations("settings.app");
  const client = useQueryClient();
  const { data: grants } = useQuery(appGrantsQuery(app.id));
  const { pending, run } = useAction<"hosts" | "profile" | "notifications">();
  const leaks = useConsent(leakConsents, userId, app.id);
  const shortcuts = useConsent(shortcutConsents, userId, app.id);
  const { network, required_capabilities: capabilities } = app.manifest;
  const profile = capabilities.find(({ name }) => name === "profile");

  const change = (key: "hosts" | "profile" | "notifications", grants: SetAppGrants) =>
    run(key, () => setAppGrants(client, app.id, grants));
  if (!grants) {
    return (
      <SettingsSection id="permissions" title={t("permissions")}>
        <div className="p-4">
          <Skeleton className="h-10 w-full" />
        </div>
      </SettingsSection>
    );
  }
  const asksNothing = !network?.hosts.length && !profile && grants.hosts.length === 0 && !grants.profile;
  return (
    <SettingsSection id="permissions" title={t("permissions")} lead={t("permissionsLead")}>
      {asksNothing && !leaks.granted && !shortcuts.granted && <SettingsRow hint={t("asksNothing")} />}
      {(network || grants.hosts.length > 0) && (
        <Grant
          label={t("network")}
          reason={network?.reason}
          granted={grants.hosts.length > 0}
          pending={pending === "hosts"}
          revokeLabel={t("revokeNetwork")}
          onRevoke={() => void change("hosts", { hosts: [] })}
        >
          {(grants.hosts.length > 0 ? grants.hosts : (network?.hosts ?? [])).map((host) => (
            <Badge key={host}>{host}</Badge>
          ))}
        </Grant>
      )}
      {(profile || grants.profile) && (
        <Grant
          label={t("profile")}
          reason={profile?.reason}
          granted={grants.profile}
          pending={pending === "profile"}
          revokeLabel={t("revokeProfile")}
          onRevoke={() => void change("profile", { profile: false })}
        />
      )}
      <Switch
        className="px-4 py-3.5"
        label={t("notifications")}
        hint={t("notificationsHint")}
        checked={grants.notifications}
        onCheckedChange={(notifications) => change("notifications", { notifications })}
      />
      {shortcuts.granted && (
        <Grant
          label={t("shortcuts")}
          granted
          pending={false}
          revokeLabel={t("revokeShortcuts")}
          onRevoke={shortcuts.revoke}
        />
      )}
      {leaks.granted && (
        <Grant
          label={t("leaks")}
          granted
          pending={false}
          revokeLabel={t("revokeLeaks")}
          onRevoke={leaks.revoke}
        />
      )}
    </SettingsSection>
  );
}

function Grant({
  label,
  reason = "",
  granted,
  pending,
  revokeLabel,
  onRevoke,
  children,
}: {
  label: string;
  reason?: LocalizedText | undefined;
  granted: boolean;
  pending: boolean;
  revokeLabel: string;
  onRevoke: () => void;
  children?: ReactNode;
}) {
  const t = useTranslations("settings.app");
  const text = textFor(reason, useLocale());
  return (
    <SettingsRow
      label={
        <span className="flex flex-wrap items-center gap-2">
          {label}
          <Badge tone={granted ? "success" : "neutral"}>{t(granted ? "allowed" : "notAsked")}</Badge>
        </span>
      }
      hint={
        <>
          {text && <span className="block">{t("reason", { reason: quotable(text) })}</span>}
          {children && <span className="mt-1 flex flex-wrap gap-1.5">{children}</span>}
        </>
      }
    >
      {granted && (
        <Button variant="outline" size="sm" loading={pending} aria-label={revokeLabel} onClick={onRevoke}>
          {t("revoke")}
        </Button>
      )}
    </SettingsRow>
  );
}

function Data({ app }: { app: AppSettingsViewProps["app"] }) {
  const t = useTranslations("settings");
  const { data: uses } = useQuery(appDataQuery());
  const use = uses?.find((candidate) => candidate.app.id === app.id);
  return (
    <SettingsSection id="data" title={t("app.data")} lead={t("app.dataLead")}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5">
        <div>
          {uses ? (
            <UsedSpace
              usedBytes={use?.usedBytes ?? 0}
              quotaBytes={use?.quotaBytes ?? APP_STORAGE_MAX_BYTES}
            />
          ) : (
            <Skeleton className="h-4 w-40" />
          )}
          <DeviceSpace appId={app.id} />
        </div>
        <AppDataActions app={app} disabled={!use} />
      </div>
    </SettingsSection>
  );
}
