"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/ui/app-icon";
import { IconButton } from "@/components/ui/icon-button";
import type { AppShort } from "@/lib/apps/contract";

/** The app attached to the draft. */
export function AttachedApp({ app, onRemove }: { app: AppShort; onRemove: () => void }) {
  const t = useTranslations("timeline");
  return (
    <div className="mt-2 flex items-center gap-3 rounded-lg border border-border bg-raised p-2.5">
      <AppIcon src={app.iconUrl} px={36} className="size-9" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{app.name}</p>
        <p className="truncate text-xs text-muted">
          {app.description || t("appBy", { name: app.owner.displayName })}
        </p>
      </div>
      <IconButton label={t("detachApp", { name: app.name })} size="sm" onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
