"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { forgetCopy } from "@/lib/browser/offline-copies";
import { download } from "@/lib/browser/download";
import { clearAppData, deviceUseKey, exportAppData } from "@/lib/apps/settings-queries";
import { forgetAppState } from "@/lib/lifecycle/app-state-storage";
import { useAuthStore } from "@/lib/auth/store";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { APP_TAB_PREFIX } from "@/lib/config/storage-keys";
import { useAction } from "./use-action";

/** Exports and clears the data of one app. */
export function AppDataActions({ app, disabled }: { app: { id: string; name: string }; disabled?: boolean }) {
  const t = useTranslations("settings.appData");
  const client = useQueryClient();
  const { pending, run } = useAction<"export" | "clear">();
  const [confirming, setConfirming] = useState(false);

  const exportData = () =>
    run("export", async () => {
      const { appDataFileName } = await import("@/lib/storage/export.client");
      download(await exportAppData(app), appDataFileName(app));
    });
  const clear = () =>
    run("clear", async () => {
      const { instances, stop } = useAppLifecycleStore.getState();
      // Includes the data in rooms.
      const running = instances.filter(({ appId }) => appId === app.id);
      await Promise.all(running.map(({ id }) => stop(id, { discard: true })));
      await clearAppData(client, app.id);
      // The state saved when it was suspended, and its sessionStorage.
      const userId = useAuthStore.getState().user?.id;
      if (userId) await forgetAppState(userId, app.id).catch(() => undefined);
      if (userId) await forgetCopy({ userId, kind: "app", id: app.id });
      const { forgetDeviceData } = await import("@/lib/browser/device-data");
      if (userId) await forgetDeviceData({ userId, appId: app.id });
      await client.invalidateQueries({ queryKey: deviceUseKey });
      sessionStorage.removeItem(APP_TAB_PREFIX + app.id);
      setConfirming(false);
      toast(t("cleared", { app: app.name }), { tone: "success" });
    });

  return (
    <span className="flex flex-wrap gap-2">
      <Button
        variant="outline"
        size="sm"
        icon={<Download aria-hidden />}
        loading={pending === "export"}
        disabled={disabled}
        aria-label={t("exportOne", { app: app.name })}
        onClick={() => void exportData()}
      >
        {t("export")}
      </Button>
      <Button
        variant="outline"
        size="sm"
        icon={<Trash2 aria-hidden />}
        disabled={disabled}
        aria-label={t("clearOne", { app: app.name })}
        onClick={() => setConfirming(true)}
      >
        {t("clear")}
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t("clearTitle", { app: app.name })}
        description={t("clearText")}
        confirmLabel={t("clear")}
        danger
        pending={pending === "clear"}
        onConfirm={() => void clear()}
      />
    </span>
  );
}
