"use client";

import { useTranslations } from "next-intl";
import { useInstallApp } from "@/lib/apps/mutations";
import { useDockStore } from "@/lib/dock/store";
import type { App, AppShort } from "@/lib/apps/contract";
import { TMP_APP_MINUTES } from "@/lib/config/limits";
import { toast } from "@/components/ui/toast";
import { useAppTexts } from "./use-app-texts";
import { useErrorToast } from "./use-error-toast";

/** Installs and uninstalls an app, which adds it to the dock and removes it. */
export function useDockApp(app: App) {
  const t = useTranslations("apps");
  const failed = useErrorToast();
  const { name } = useAppTexts()(app);
  const docked = dockedApp({ ...app, name });
  const install = useInstallApp(app.id);
  const dock = useDockStore;

  const add = () => {
    install.mutate(true, {
      onSuccess: () => {
        dock.getState().addApp(docked);
        toast(t("dock.added", { name }), { tone: "success" });
      },
      onError: failed,
    });
  };
  const remove = () => {
    install.mutate(false, {
      onSuccess: () => {
        dock.getState().removeApp(app.id);
        toast(t("dock.removed", { name }), { action: { label: t("undo"), onClick: add } });
      },
      onError: failed,
    });
  };
  /** Puts the app into the dock for half an hour without installing it. */
  const tryOut = () => {
    const expiresAt = Date.now() + TMP_APP_MINUTES * 60_000;
    dock.getState().addApp({ ...docked, mode: "tmp", expiresAt });
  };
  const trial = useDockStore((state) =>
    state.dockedApps.some(({ id, mode }) => id === app.id && mode === "tmp"),
  );
  return { added: app.viewer.added, trial, pending: install.isPending, add, remove, tryOut };
}

export function dockedApp(app: AppShort) {
  return { id: app.id, name: app.name, icon: app.iconUrl, type: "user" as const };
}
