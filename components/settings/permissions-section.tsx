"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { accountKeys, permissionsQuery } from "@/lib/account/queries";
import { setAppGrants } from "@/lib/apps/settings-queries";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import type { AppPermission } from "@/lib/permissions/contract";
import { AppRow } from "./app-row";
import { SettingsList } from "./settings-list";
import { SettingsSection } from "./settings-section";
import { useAction } from "./use-action";

/** The permissions of every app, each with a button that revokes them. */
export function PermissionsSection() {
  const t = useTranslations("settings");
  const client = useQueryClient();
  const query = useQuery(permissionsQuery());
  const { pending, run } = useAction<string>();

  const revoke = ({ app }: AppPermission) =>
    run(app.id, async () => {
      try {
        await setAppGrants(client, app.id, { hosts: [], profile: false });
        toast(t("permissions.revoked", { app: app.name }), { tone: "success" });
      } finally {
        await client.invalidateQueries({ queryKey: accountKeys.permissions });
      }
    });

  return (
    <SettingsSection id="permissions" title={t("sections.permissions")} lead={t("permissions.lead")}>
      <SettingsList
        query={query}
        items={query.data}
        empty={{
          icon: <ShieldCheck aria-hidden />,
          title: t("permissions.empty"),
          description: t("permissions.emptyLead"),
        }}
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
  const formatDate = useDateFormat();
  return (
    <AppRow
      app={app}
      actions={
        <Button
          variant="outline"
          size="sm"
          loading={pending}
          aria-label={t("revokeOne", { app: app.name })}
          onClick={onRevoke}
        >
          {t("revoke")}
        </Button>
      }
    >
      <p className="mt-1 flex flex-wrap gap-1.5">
        {hosts.map((host) => (
          <Badge key={host}>{host}</Badge>
        ))}
        {profile && <Badge>{t("profile")}</Badge>}
      </p>
      <p className="mt-1 text-xs text-muted">
        {t("grantedAt", { date: formatDate(grantedAt, { dateStyle: "medium" }) })} ·{" "}
        {t("requests", { count: requests })}
      </p>
    </AppRow>
  );
}
