"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn, Copy, Pencil, Trash2, UploadCloud } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useDeleteApp, usePublishApp, useRestoreApp } from "@/lib/apps/mutations";
import { trialQuery } from "@/lib/apps/trial-queries";
import { upstreamQuery } from "@/lib/apps/upstream-queries";
import { useDockStore } from "@/lib/dock/store";
import type { App } from "@/lib/apps/contract";
import { Banner } from "@/components/ui/banner";
import { Button, ButtonLink } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { FeaturePanel } from "./feature-panel";
import { EditAppDialog } from "./edit-app-dialog";
import { useCopy } from "./share-menu";
import { useAppFormat } from "./use-app-format";
import { dockedApp } from "./use-dock-app";
import { useErrorToast } from "./use-error-toast";
import { usePublishing } from "./use-publishing";

const UNDO_MS = 15_000;

/** For the owner only: publishing, figures, editing and deleting. */
export function OwnerPanel({ app }: { app: App }) {
  const t = useTranslations("apps");
  const failed = useErrorToast();
  const format = useAppFormat();
  const copy = useCopy();
  const publish = usePublishApp(app.id);
  const publishing = usePublishing(app, publish, (_published, description) =>
    toast(t("owner.published", { name: app.name }), { description }),
  );
  const [editing, setEditing] = useState(false);
  const deletion = useDeletion(app);
  const { isPublic, noindex = app.noindex } = publish.isPending ? publish.variables : app;

  return (
    <section aria-labelledby="owner-title" className="card p-4 sm:p-5">
      <h2 id="owner-title" className="mb-4 text-base">
        {t("owner.title")}
      </h2>
      <Switch
        label={t("owner.publish")}
        hint={t(isPublic ? "owner.isPublic" : "owner.isPrivate")}
        checked={isPublic}
        disabled={publish.isPending}
        onCheckedChange={(next) =>
          next
            ? void publishing.begin()
            : publish
                .mutateAsync({ isPublic: false })
                .then(() => toast(t("owner.unpublished", { name: app.name })), failed)
        }
      />
      {publishing.dialog}
      {app.shareUrl && (
        <div className="mt-3 flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
          <span className="min-w-0 flex-1 truncate font-mono text-xs text-muted">{app.shareUrl}</span>
          <IconButton size="sm" label={t("share.copy")} onClick={() => void copy(app.shareUrl!)}>
            <Copy />
          </IconButton>
        </div>
      )}
      {isPublic && (
        <div className="mt-4">
          <Switch
            label={t("owner.noindex")}
            hint={t("owner.noindexHint")}
            checked={noindex}
            disabled={publish.isPending}
            onCheckedChange={(next) => publish.mutateAsync({ isPublic: true, noindex: next }).catch(failed)}
          />
        </div>
      )}
      {isPublic && <FeaturePanel app={app} />}
      <dl className="mt-4 grid grid-cols-3 divide-x divide-border rounded-md border border-border text-center">
        {(["runs", "users", "likes"] as const).map((figure) => (
          <div key={figure} className="flex flex-col-reverse px-2 py-2.5">
            <dt className="text-xs text-muted">{t(`owner.${figure}`)}</dt>
            <dd className="text-lg font-semibold tabular-nums">{format.count(app.counts[figure])}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink size="sm" href={`/apps/${app.id}/statistics`} icon={<ChartColumn aria-hidden />}>
          {t("owner.statistics")}
        </ButtonLink>
        <ButtonLink size="sm" href={`/add-app?app=${app.id}`} icon={<UploadCloud aria-hidden />}>
          {t("owner.newVersion")}
        </ButtonLink>
        <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => setEditing(true)}>
          {t("owner.edit")}
        </Button>
        <IconButton
          size="sm"
          label={t("owner.delete")}
          className="ml-auto text-danger"
          onClick={() => deletion.setAsked(true)}
        >
          <Trash2 />
        </IconButton>
      </div>
      <Tried app={app} />
      <Upstream app={app} />
      {editing && <EditAppDialog app={app} onClose={() => setEditing(false)} />}
      <ConfirmDialog
        open={deletion.asked}
        onOpenChange={deletion.setAsked}
        danger
        title={t("owner.deleteTitle", { name: app.name })}
        description={t("owner.deleteText")}
        confirmLabel={t("owner.delete")}
        pending={deletion.pending}
        onConfirm={deletion.run}
      />
    </section>
  );
}

/** What the trial of the current version found, for a maker who has just uploaded it; all of it is further down. */
function Tried({ app }: { app: App }) {
  const t = useTranslations("apps.tried");
  const { number } = useFormatter();
  const trial = useQuery(trialQuery(app)).data?.trial;
  if (!trial) return null;
  const { version } = app;
  const { outcome, startMs, hosts, errorCount: errors } = trial;
  const seconds = number((startMs ?? 0) / 1_000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return (
    <p className="mt-4 text-sm text-pretty text-muted">
      {outcome === "started"
        ? t("summary", { version, seconds, errors, hosts: hosts.length })
        : t(outcome === "failed" ? "summaryFailed" : "summaryUntried", { version })}{" "}
      <a href="#tried" className="rounded-xs font-medium text-accent hover:underline">
        {t(outcome === "untried" ? "why" : "all")}
      </a>
    </p>
  );
}

/** The original has a newer version than the one that this app was made from. */
function Upstream({ app }: { app: App }) {
  const t = useTranslations("apps.remix");
  const { app: from = "", version = "" } = app.manifest.remixed_from ?? {};
  const { data } = useQuery({ ...upstreamQuery(from, version), enabled: from !== "" && version !== "" });
  if (!data?.newest) return null;
  return (
    <Banner
      role="status"
      className="mt-4"
      actions={
        <ButtonLink size="sm" href={`/playground?app=${app.id}`} prefetch={false}>
          {t("takeIn")}
        </ButtonLink>
      }
    >
      {t("newVersion", { name: data.app.name, version: data.newest.version })}
    </Banner>
  );
}

/** Deletes the app, leaves its page, and offers to undo that. */
function useDeletion(app: App) {
  const t = useTranslations("apps");
  const failed = useErrorToast();
  const router = useRouter();
  const [asked, setAsked] = useState(false);
  const remove = useDeleteApp(app.id);
  const restore = useRestoreApp(app.id);

  const undo = () =>
    restore
      .mutateAsync()
      .then((restored) => {
        if (restored.viewer.added) useDockStore.getState().addApp(dockedApp(restored));
        toast(t("owner.restored", { name: app.name }), { tone: "success" });
        router.push(`/apps/${app.id}`);
      })
      .catch(failed);
  const run = () =>
    remove
      .mutateAsync()
      .then(() => {
        useDockStore.getState().removeApp(app.id);
        toast(t("owner.deleted", { name: app.name }), {
          duration: UNDO_MS,
          action: { label: t("undo"), onClick: () => void undo() },
        });
        router.push("/apps");
      })
      .catch((error: unknown) => {
        setAsked(false);
        failed(error);
      });
  return { asked, setAsked, run: () => void run(), pending: remove.isPending };
}
