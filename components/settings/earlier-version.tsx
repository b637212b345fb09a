"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { History, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { dropMoment, goToMoment, momentQuery } from "@/lib/apps/moment-queries";
import { useAuthStore } from "@/lib/auth/store";
import { forgetCopy } from "@/lib/browser/offline-copies";
import { forgetAppState } from "@/lib/lifecycle/app-state-storage";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { SettingsRow, SettingsSection } from "./settings-section";
import { useAction } from "./use-action";

const ConfirmDialog = dynamic(
  () => import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

/** The way back to the version that somebody ran before, with the data of that moment; and forward again. */
export function EarlierVersion({ app }: { app: { id: string; name: string } }) {
  const t = useTranslations("settings.earlier");
  const format = useFormatter();
  const client = useQueryClient();
  const { data } = useQuery(momentQuery(app.id));
  const { pending, run } = useAction<"go" | "drop">();
  const [asked, setAsked] = useState<"go" | "drop" | null>(null);
  const [shown, setShown] = useState<"go" | "drop">("go");
  const hasAsked = useEverTrue(asked !== null);
  const kept = data?.kept;
  if (!kept && !hasAsked) return null;
  const ask = (what: "go" | "drop") => {
    setShown(what);
    setAsked(what);
  };

  const go = (id: string) =>
    run("go", async () => {
      const { instances, stop } = useAppLifecycleStore.getState();
      const running = instances.filter(({ appId }) => appId === app.id);
      await Promise.all(running.map(({ id }) => stop(id)));
      const { runs } = await goToMoment(client, app.id, id);
      // The state of a suspended run and the offline copy are of the other version.
      const userId = useAuthStore.getState().user?.id;
      if (userId) await forgetAppState(userId, app.id).catch(() => undefined);
      if (userId) await forgetCopy({ userId, kind: "app", id: app.id });
      setAsked(null);
      toast(t("gone", { app: app.name, version: runs ?? "" }), { tone: "success" });
    });
  const drop = () =>
    run("drop", async () => {
      await dropMoment(client, app.id);
      setAsked(null);
    });

  const values = kept && {
    version: kept.version,
    now: data.runs ?? "",
    date: format.dateTime(new Date(kept.keptAt), { dateStyle: "medium", timeStyle: "short" }),
  };
  return (
    <SettingsSection id="earlier" title={t("title")} lead={t("lead")}>
      {kept && values ? (
        <SettingsRow
          label={t("keptLabel", values)}
          hint={t(kept.isForward ? "keptForward" : "keptHint", values)}
        >
          <Button variant="outline" size="sm" icon={<History aria-hidden />} onClick={() => ask("go")}>
            {t(kept.isForward ? "forward" : "back", values)}
          </Button>
          <Button
            variant="outline"
            size="sm"
            icon={<Trash2 aria-hidden />}
            aria-label={t("dropNamed", values)}
            onClick={() => ask("drop")}
          >
            {t("drop")}
          </Button>
        </SettingsRow>
      ) : (
        <SettingsRow hint={t("none")} />
      )}
      {hasAsked && kept && values && (
        <ConfirmDialog
          open={asked !== null}
          onOpenChange={(open) => !open && setAsked(null)}
          title={t(shown === "drop" ? "dropTitle" : kept.isForward ? "forwardTitle" : "backTitle", values)}
          description={
            shown === "drop" ? (
              t("dropText", values)
            ) : (
              <>
                <span className="block">{t("askData", values)}</span>
                <span className="mt-2 block">{t("askSwap", values)}</span>
                <span className="mt-2 block">{t("askElsewhere")}</span>
              </>
            )
          }
          confirmLabel={t(shown === "drop" ? "drop" : kept.isForward ? "forward" : "back", values)}
          danger={shown === "drop"}
          pending={pending !== null}
          onConfirm={() => void (shown === "drop" ? drop() : go(kept.id))}
        />
      )}
    </SettingsSection>
  );
}
