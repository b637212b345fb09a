"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { toast } from "@/components/ui/toast";
import { accountKeys, permissionsQuery } from "@/lib/account/queries";
import { setAppGrants } from "@/lib/apps/settings-queries";
import type { AppPermission } from "@/lib/permissions/contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { SettingsList } from "./settings-list";
import { SettingsSection } from "./settings-section";

/** What apps were allowed, and taking it back. */
export function PermissionsSection() {
  const t = useTranslations("settings");
  const texts = useErrorTexts();
  const client = useQueryClient();
  const query = useQuery(permissionsQuery());
  const [pending, setPending] = useState<string | null>(null);

  async function revoke({ app }: AppPermission) {
    setPending(app.id);
    try {
      await setAppGrants(client, app.id, { hosts: [], profile: false });
      toast(t("permissions.revoked", { app: app.name }), { tone: "success" });
    } catch (error) {
      toast(texts.text(error), { tone: "danger" });
    } finally {
      await client.invalidateQueries({ queryKey: accountKeys.permissions });
      setPending(null);
    }
  }

  return (
    <SettingsSection id="permissions" title={t("sections.permissions")} lead={t("permissions.lead")}>
      <SettingsList
        query={query}
        items={query.data}
        empty={
          <EmptyState
            icon={<ShieldCheck aria-hidden />}
            title={t("permissions.empty")}
            description={t("permissions.emptyLead")}
            className="py-8"
          />
        }
      >
        {(permission) => (
          <PermissionRow
            key={permission.app.id}
            permission={permission}
            pending={pending === permission.app.id}
            onRevoke={() => void revoke(permission)}
          />
        )}
      </SettingsList>
    </SettingsSection>
  );
}

function PermissionRow({
  permission: { app, hosts, profile, grantedAt, requests },
  pending,
  onRevoke,
}: {
  permission: AppPermission;
  pending: boolean;
  onRevoke: () => void;
}) {
  const t = useTranslations("settings.permissions");
  const format = useFormatter();
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
        <p className="mt-1 flex flex-wrap gap-1.5">
          {hosts.map((host) => (
            <Badge key={host}>{host}</Badge>
          ))}
          {profile && <Badge>{t("profile")}</Badge>}
        </p>
        <p className="mt-1 text-xs text-muted">
          {t("grantedAt", { date: format.dateTime(new Date(grantedAt), { dateStyle: "medium" }) })} ·{" "}
          {t("requests", { count: requests })}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        loading={pending}
        aria-label={t("revokeOne", { app: app.name })}
        onClick={onRevoke}
      >
        {t("revoke")}
      </Button>
    </li>
  );
}
