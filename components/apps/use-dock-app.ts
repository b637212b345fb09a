"use client";

import { useTranslations } from "next-intl";
import { installApp } from "@/lib/apps/mutations";
import { useDockStore } from "@/lib/dock/store";
import { useQueuedToggle } from "@/lib/outbox/store";
import type { App, AppShort } from "@/lib/apps/contract";
import { TMP_APP_MINUTES } from "@/lib/config/limits";
import { toast } from "@/components/ui/toast";
import { useAppTexts } from "./use-app-texts";

/** Installs and uninstalls an app, which adds it to the dock and removes it. */
export function useDockApp(app: App) {
  const t = useTranslations("apps");
  const { name } = useAppTexts()(app);
  const docked = dockedApp({ ...app, name });
  const added = useQueuedToggle("app-install", app.id) ?? app.viewer.added;

  const add = () => {
    installApp(docked, true);
    toast(t("dock.added", { name }), { tone: "success" });
  };
  const remove = () => {
    installApp(docked, false);
    toast(t("dock.removed", { name }), { action: { label: t("undo"), onClick: add } });
  };
  /** Puts the app into the dock for half an hour without installing it. */
  const tryOut = () => {
    const expiresAt = Date.now() + TMP_APP_MINUTES * 60_000;
    useDockStore.getState().addApp({ ...docked, mode: "tmp", expiresAt });
  };
  const trial = useDockStore((state) =>
    state.dockedApps.some(({ id, mode }) => id === app.id && mode === "tmp"),
  );
  return { added, trial, add, remove, tryOut };
}

export function dockedApp(app: AppShort) {
  return { id: app.id, name: app.name, icon: app.iconUrl, type: "user" as const };
}
