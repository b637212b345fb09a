"use client";

import { useNow, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { Badge } from "@/components/ui/badge";
import { currentUser, useAppLifecycleStore } from "@/lib/lifecycle/store";
import { findInstance } from "@/lib/lifecycle/rules";
import { readRunKey } from "@/lib/shared/run-key";
import type { DockedApp } from "@/lib/dock/rules";
import { sinceActive } from "@/lib/dock/times";
import { useMinutesLeft } from "@/lib/dock/use-minutes-left";

export type CardApp = Pick<DockedApp, "id" | "name" | "icon" | "type" | "mode" | "expiresAt">;

export function DockStatus({ app }: { app: CardApp }) {
  const t = useTranslations("dock");
  const now = useNow({ updateInterval: 10_000 }).getTime();
  const instance = useAppLifecycleStore((store) => findInstance(store.instances, app.id));
  const status = instance?.status ?? "stopped";

  const savedLastSeen = useLastSeen(app.id, instance === null);

  const lastActiveText = () => {
    const last = instance?.lastActive ?? savedLastSeen;
    if (!last) return last === null ? t("card.never") : null;
    const since = sinceActive(last, now);
    if (since.unit === "now") return t("card.now");
    return t(`card.${since.unit}s`, { count: since.count });
  };

  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2.5">
        {app.type === "user" && <AppIcon src={app.icon} px={32} className="size-8" eager />}
        <span className="min-w-0">
          <span className="block truncate text-sm font-semibold">
            {readRunKey(app.id).roomId ? t("inRoom", { name: app.name }) : app.name}
          </span>
          {app.mode === "tmp" && app.expiresAt !== undefined && <TrialLeft expiresAt={app.expiresAt} />}
        </span>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        <dt className="text-muted">{t("card.type")}</dt>
        <dd className="text-right">{t(`card.${app.type}`)}</dd>
        <dt className="text-muted">{t("card.status")}</dt>
        <dd className="flex justify-end">
          <Badge tone={status === "running" ? "success" : status === "suspended" ? "warning" : "neutral"}>
            {t(`card.${status}`)}
          </Badge>
        </dd>
        <dt className="text-muted">{t("card.memory")}</dt>
        <dd className="text-right tabular-nums">
          {instance?.memoryUsage == null
            ? t("card.unknown")
            : t("card.megabytes", { mb: Math.round(instance.memoryUsage) })}
        </dd>
        <dt className="text-muted">{t("card.lastActive")}</dt>
        <dd className="text-right">{lastActiveText()}</dd>
      </dl>
      {status === "suspended" && <p className="text-xs text-pretty text-muted">{t("card.suspendedHint")}</p>}
    </div>
  );
}

function TrialLeft({ expiresAt }: { expiresAt: number }) {
  const t = useTranslations("dock");
  const minutes = useMinutesLeft(expiresAt);
  return <span className="block text-xs text-warning">{t("trial", { minutes })}</span>;
}

/** When a stopped app was last active in this browser, or null for never; undefined while loading. */
function useLastSeen(appId: string, enabled: boolean): number | null | undefined {
  const [seen, setSeen] = useState<number | null>();
  useEffect(() => {
    if (!enabled) return;
    let mounted = true;
    const user = currentUser();
    const found = user
      ? import("@/lib/lifecycle/app-state-storage").then(({ lastSeen }) => lastSeen(user, appId))
      : Promise.resolve(null);
    void found.catch(() => null).then((at) => mounted && setSeen(at));
    return () => {
      mounted = false;
    };
  }, [appId, enabled]);
  return seen;
}
