"use client";

import { Globe, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { App } from "@/lib/apps/contract";
import { permissionsOf } from "@/lib/permissions/rules";
import { CAPABILITY_ICONS } from "./capability-icons";

/** What an app may do, and why it says it needs that. */
export function AppPermissions({ manifest }: { manifest: App["manifest"] }) {
  const t = useTranslations("apps");
  const permissions = permissionsOf(manifest);
  return (
    <ul className="flex flex-col gap-3.5">
      {permissions.map((permission) => {
        const Icon = permission.kind === "hosts" ? Globe : CAPABILITY_ICONS[permission.name];
        return (
          <li key={permission.kind === "hosts" ? "hosts" : permission.name} className="flex gap-3">
            <Icon aria-hidden className="mt-0.5 size-4.5 flex-none text-muted" />
            <div className="min-w-0 text-sm">
              <p className="font-medium">
                {permission.kind === "hosts" ? t("may.hosts") : t(`may.${permission.name}`)}
              </p>
              {permission.kind === "hosts" && (
                <ul className="mt-1 flex flex-wrap gap-1.5">
                  {permission.hosts.map((host) => (
                    <li key={host} className="rounded-sm bg-hover px-1.5 py-0.5 font-mono text-xs break-all">
                      {host}
                    </li>
                  ))}
                </ul>
              )}
              {permission.reason && (
                <p className="mt-1 text-muted">{t("may.reason", { reason: permission.reason })}</p>
              )}
            </div>
          </li>
        );
      })}
      <li className="flex gap-3">
        <ShieldCheck aria-hidden className="mt-0.5 size-4.5 flex-none text-success" />
        <p className="text-sm text-muted">
          {t(permissions.some((one) => one.kind === "hosts") ? "may.frameHosts" : "may.frame")}
        </p>
      </li>
    </ul>
  );
}
