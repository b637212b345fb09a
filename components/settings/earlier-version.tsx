"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { History, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { dropSnapshot, restoreSnapshot, snapshotQuery } from "@/lib/apps/snapshot-queries";
import { forgetRunsOf } from "@/lib/apps/use-version-switch";
import type { AppSnapshot } from "@/lib/apps/version-contract";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { SettingsRow, SettingsSection } from "./settings-section";
import { useAction } from "./use-action";

const ConfirmDialog = dynamic(
  () => import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

/** Reverts to the version that somebody ran before, with its data, and back to the current one. */
export function EarlierVersion({ app }: { app: { id: string; name: string } }) {
  const t = useTranslations("settings.earlier");
  const format = useFormatter();
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(snapshotQuery(app.id));
  const { pending, run } = useAction<"go" | "drop">();
  const [isOpen, setOpen] = useState(false);
  // A copy from when the dialog opened: the response swaps the stored snapshot.
  const [question, setQuestion] = useState<Question | null>(null);
  const kept = data?.kept;
  if (!kept && !question && !isError) return null;

  const go = (id: string) =>
    run("go", async () => {
      const { instances, stop } = useAppLifecycleStore.getState();
      const running = instances.filter(({ appId }) => appId === app.id);
      await Promise.all(running.map(({ id }) => stop(id)));
      const { runs } = await restoreSnapshot(client, app.id, id);
      await forgetRunsOf(app.id);
      setOpen(false);
      toast(t("gone", { app: app.name, version: runs ?? "" }), { tone: "success" });
    });
  const drop = () =>
    run("drop", async () => {
      await dropSnapshot(client, app.id);
      setOpen(false);
    });

  const values = kept && {
    version: kept.version,
    now: data.runs ?? "",
    date: format.dateTime(new Date(kept.keptAt), { dateStyle: "medium", timeStyle: "short" }),
  };
  const ask = (what: Question["what"]) => {
    if (kept && values) setQuestion({ what, kept, values });
    setOpen(true);
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
      ) : isError ? (
        <SettingsRow hint={t("failed")}>
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            {t("retry")}
          </Button>
        </SettingsRow>
      ) : (
        <SettingsRow hint={t("none")} />
      )}
      {question && (
        <EarlierVersionDialog
          {...question}
          open={isOpen}
          onOpenChange={setOpen}
          pending={pending !== null}
          onConfirm={() => void (question.what === "drop" ? drop() : go(question.kept.id))}
        />
      )}
    </SettingsSection>
  );
}

type Question = {
  what: "go" | "drop";
  kept: NonNullable<AppSnapshot["kept"]>;
  values: { version: string; now: string; date: string };
};

function EarlierVersionDialog({
  what,
  kept,
  values,
  ...dialog
}: Question & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pending: boolean;
  onConfirm: () => void;
}) {
  const t = useTranslations("settings.earlier");
  const direction = kept.isForward ? "forward" : "back";
  return (
    <ConfirmDialog
      {...dialog}
      title={t(what === "drop" ? "dropTitle" : `${direction}Title`, values)}
      description={
        what === "drop" ? (
          t("dropText", values)
        ) : (
          <>
            <span className="block">{t("askData", values)}</span>
            <span className="mt-2 block">{t("askSwap", values)}</span>
            <span className="mt-2 block">{t("askElsewhere")}</span>
          </>
        )
      }
      confirmLabel={t(what === "drop" ? "drop" : direction, values)}
      danger={what === "drop"}
    />
  );
}
