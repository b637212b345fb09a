"use client";

import { Globe, ShieldCheck, type LucideIcon } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { App } from "@/lib/apps/contract";
import { permissionsOf } from "@/lib/permissions/rules";
import { textFor, type LocalizedText } from "@/lib/shared/localized-text";
import { quotable } from "@/lib/shared/hidden-characters";
import { CAPABILITY_ICONS } from "./capability-icons";

/** What an app is allowed to do, with the reasons it gives. */
export function AppPermissions({ manifest }: { manifest: App["manifest"] }) {
  const t = useTranslations("apps");
  const permissions = permissionsOf(manifest);
  return (
    <ul className="flex flex-col gap-3.5">
      {permissions.map((permission) =>
        permission.kind === "hosts" ? (
          <PermissionItem
            key="hosts"
            icon={Globe}
            title={t("may.hosts")}
            hosts={permission.hosts}
            reason={permission.reason}
          />
        ) : (
          <PermissionItem
            key={permission.name}
            icon={CAPABILITY_ICONS[permission.name]}
            title={t(`may.${permission.name}`)}
            reason={permission.reason}
          />
        ),
      )}
      <li className="flex gap-3">
        <ShieldCheck aria-hidden className="mt-0.5 size-4.5 flex-none text-success" />
        <p className="text-sm text-muted">
          {t(permissions.some(({ kind }) => kind === "hosts") ? "may.frameHosts" : "may.frame")}
        </p>
      </li>
    </ul>
  );
}

interface PermissionItemProps {
  icon: LucideIcon;
  title: string;
  hosts?: readonly string[];
  /** As its author wrote it. */
  reason?: LocalizedText | undefined;
}

export function PermissionItem({ icon: Icon, title, hosts, reason = "" }: PermissionItemProps) {
  const t = useTranslations("apps.may");
  const text = textFor(reason, useLocale());
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className="mt-0.5 size-4.5 flex-none text-muted" />
      <div className="min-w-0 text-sm">
        <p className="font-medium">{title}</p>
        {hosts && (
          <ul className="mt-1 flex flex-wrap gap-1.5">
            {hosts.map((host) => (
              <li key={host} className="rounded-sm bg-hover px-1.5 py-0.5 font-mono text-xs break-all">
                {host}
              </li>
            ))}
          </ul>
        )}
        {text && <p className="mt-1 text-muted">{t("reason", { reason: quotable(text) })}</p>}
      </div>
    </li>
  );
}
