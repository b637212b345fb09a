"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { clearAppData, exportAppData } from "@/lib/apps/settings-queries";
import { forgetAppState } from "@/lib/lifecycle/app-state-storage";
import { useAuthStore } from "@/lib/auth/store";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { findInstance } from "@/lib/lifecycle/rules";
import { APP_TAB_PREFIX } from "@/lib/config/storage-keys";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

/** Export and clear what one app keeps. */
export function AppDataActions({ app, disabled }: { app: { id: string; name: string }; disabled?: boolean }) {
  const t = useTranslations("settings.appData");
  const texts = useErrorTexts();
  const client = useQueryClient();
  const [pending, setPending] = useState<"export" | "clear" | null>(null);
  const [asks, setAsks] = useState(false);

  async function attempt(what: "export" | "clear", action: () => Promise<void>) {
    setPending(what);
    try {
      await action();
    } catch (error) {
      toast(texts.text(error), { tone: "danger" });
    } finally {
      setPending(null);
    }
  }
  const download = () =>
    attempt("export", async () => {
      saveText(await exportAppData(app), `${app.name} - data.json`);
    });
  const clear = () =>
    attempt("clear", async () => {
      const { instances, stop } = useAppLifecycleStore.getState();
      const running = findInstance(instances, app.id);
      if (running) await stop(running.id, { discard: true });
      await clearAppData(client, app.id);
      // What it handed over when it was suspended, and what it kept for this tab.
      const userId = useAuthStore.getState().user?.id;
      if (userId) await forgetAppState(userId, app.id).catch(() => undefined);
      sessionStorage.removeItem(APP_TAB_PREFIX + app.id);
      setAsks(false);
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
        onClick={() => void download()}
      >
        {t("export")}
      </Button>
      <Button
        variant="outline"
        size="sm"
        icon={<Trash2 aria-hidden />}
        disabled={disabled}
        aria-label={t("clearOne", { app: app.name })}
        onClick={() => setAsks(true)}
      >
        {t("clear")}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
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

function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]/g, "_");
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
