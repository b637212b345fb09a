"use client";

import { useQuery } from "@tanstack/react-query";
import {
  CircleCheck,
  Download,
  HardDrive,
  MoreHorizontal,
  PlayIcon,
  Trash2,
  UploadCloud,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { CARD_COVER } from "@/components/ui/card";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState, type MouseEvent } from "react";
import type { LocalApp } from "@/lib/apps/local-app-storage";
import { localAppsQuery, useKeepLocalApp, useRemoveLocalApp } from "@/lib/apps/local-app-queries";
import { useDockStore } from "@/lib/dock/store";
import { AppIcon } from "@/components/ui/app-icon";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { leave } from "@/components/ui/leave";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { toast } from "@/components/ui/toast";
import { download } from "@/lib/browser/download";
import { isChunkError } from "@/lib/shared/chunk-error";
import { LocalRunView } from "./local-run-view";
import { openLocalApp } from "./open-local-app";
import type { RunViewProps } from "./run-view";
import type { CheckedUpload, WhatIsLeftOut } from "./upload/check-upload";
import { FindingsList } from "./upload/findings-list";
import { LeftOutList } from "./upload/left-out";
import { UnreadableFile, type Picked } from "./upload/picked-files";
import { UploadDrop } from "./upload/upload-drop";
import { useAppFormat } from "./use-app-format";

interface LocalAppsViewProps {
  userId: string;
  /** See RunView. */
  Place: RunViewProps["Place"];
}

/**
 * Apps that only this browser has. While the page is open they also start offline: everything they need is prefetched,
 * and an offline app replaces the list, because its own page could not be fetched.
 */
export function LocalAppsView({ userId, Place }: LocalAppsViewProps) {
  const [running, setRunning] = useState<string | null>(null);
  if (running) return <LocalRunView id={running} Place={Place} onBack={() => setRunning(null)} />;
  return <LocalAppsList userId={userId} onRunHere={setRunning} />;
}

function LocalAppsList({ userId, onRunHere }: { userId: string; onRunHere: (id: string) => void }) {
  const t = useTranslations("apps.local");
  const upload = useTranslations("apps.upload");
  const apps = useQuery(localAppsQuery(userId));
  usePreloadAll(apps.data);
  const keep = useKeepLocalApp(userId);
  const [refused, setRefused] = useState<Pick<CheckedUpload, "findings" | "leftOut"> | null>(null);
  const [kept, setKept] = useState<{ name: string; leftOut: WhatIsLeftOut } | null>(null);
  const [reading, setReading] = useState(false);

  const add = async (picked: Picked) => {
    setRefused(null);
    setKept(null);
    setReading(true);
    try {
      const { makeLocalApp } = await import("./local-app-files");
      const result = await makeLocalApp(picked);
      if ("refused" in result) return setRefused(result.refused);
      const { made, leftOut } = result;
      await keep.mutateAsync(made);
      const { id, name, icon } = made.app;
      useDockStore.getState().addApp({ id, name, icon, type: "user" });
      if (leftOut && leftOut.items.length > 0) setKept({ name, leftOut });
      else toast(t("added", { name }), { tone: "success" });
    } catch (error) {
      if (isChunkError(error)) throw error;
      const isUnreadable = error instanceof UnreadableFile;
      toast(isUnreadable ? upload("unreadable", { name: error.path }) : t("full"), { tone: "danger" });
    } finally {
      setReading(false);
    }
  };

  return (
    <Page width="medium">
      <PageHeader
        title={t("title")}
        description={t("subtitle")}
        back={{ href: "/apps-list", label: t("installed") }}
      />
      {apps.isError && <Banner tone="warning">{t("unavailable")}</Banner>}
      {apps.data && apps.data.length > 0 && (
        <ul aria-label={t("title")} className="mb-6 flex flex-col gap-2">
          {apps.data.map((app) => (
            <li key={app.id}>
              <LocalRow app={app} userId={userId} onRunHere={onRunHere} />
            </li>
          ))}
        </ul>
      )}
      {apps.data?.length === 0 && (
        <EmptyState
          className="py-6"
          icon={<HardDrive />}
          title={t("emptyTitle")}
          description={t("emptyText")}
        />
      )}
      <UploadDrop disabled={reading} onPick={(picked) => void add(picked)} />
      {refused && (
        <Banner tone="danger" role="alert" title={upload("refusedTitle")} className="mt-4">
          <FindingsList findings={refused.findings} />
          {refused.leftOut && <LeftOutList {...refused.leftOut} />}
        </Banner>
      )}
      {kept && (
        <section role="status" className="card mt-4 px-4 py-1.5">
          <p className="flex items-center gap-3 py-2 font-medium">
            <CircleCheck aria-hidden className="size-5.5 flex-none text-success" />
            <span className="min-w-0 break-words">{t("added", { name: kept.name })}</span>
          </p>
          <LeftOutList {...kept.leftOut} />
        </section>
      )}
    </Page>
  );
}

/** Prefetches everything that starting the apps needs from the server. */
function usePreloadAll(apps: readonly LocalApp[] | undefined): void {
  useEffect(() => {
    if (!apps || apps.length === 0) return;
    let alive = true;
    void (async () => {
      const [{ preloadApp }] = await Promise.all([
        import("@/components/sandbox/preload-app"),
        import("@/lib/lifecycle/app-state-storage"),
      ]);
      for (const { id } of apps) {
        if (alive) await preloadApp(await openLocalApp(id));
      }
    })().catch(() => undefined);
    return () => {
      alive = false;
    };
  }, [apps]);
}

function LocalRow({
  app,
  userId,
  onRunHere,
}: {
  app: LocalApp;
  userId: string;
  onRunHere: (id: string) => void;
}) {
  const t = useTranslations("apps");
  const common = useTranslations("common");
  const format = useAppFormat();
  const router = useRouter();
  const remove = useRemoveLocalApp(userId);
  const keep = useKeepLocalApp(userId);
  const { id, name, icon } = app;
  const run = (event: MouseEvent) => {
    if (navigator.onLine) return;
    event.preventDefault();
    onRunHere(id);
  };

  const save = async () => {
    const { readLocalPackage } = await import("@/lib/apps/local-app-storage");
    const bytes = await readLocalPackage(userId, id);
    if (bytes) download(bytes, `${name}-${app.version}.gum`);
  };
  const publish = async () => {
    const { draftLocalUpload } = await import("./draft-upload");
    if (await draftLocalUpload(userId, id)) leave(() => router.push("/add-app"));
  };
  const uninstall = () =>
    remove.mutate(id, {
      onSuccess: (removed) => {
        useDockStore.getState().removeApp(id);
        const undo = removed && {
          label: t("undo"),
          onClick: () => {
            keep.mutate(removed);
            useDockStore.getState().addApp({ id, name, icon, type: "user" });
          },
        };
        toast(t("local.removed", { name }), undo ? { action: undo } : {});
      },
    });
  return (
    <article className="card card-link relative flex items-center gap-3.5 p-3">
      <AppIcon src={icon} px={48} className="size-12 rounded-lg" />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-semibold">
          <Link href={`/apps/${id}/run`} prefetch={false} className={CARD_COVER} onClick={run}>
            {name}
          </Link>
        </h2>
        <p className="truncate text-xs text-muted">
          {app.version} · {format.size(app.size)}
        </p>
      </div>
      <div className="relative flex flex-none items-center gap-1">
        <ButtonLink
          href={`/apps/${id}/run`}
          prefetch={false}
          size="sm"
          icon={<PlayIcon aria-hidden />}
          aria-label={t("runNamed", { name })}
          onClick={run}
        >
          {t("run")}
        </ButtonLink>
        <DropdownMenu
          label={common("more")}
          align="end"
          trigger={
            <IconButton size="sm" label={common("more")}>
              <MoreHorizontal />
            </IconButton>
          }
          items={[
            {
              key: "publish",
              label: t("local.publish"),
              icon: <UploadCloud />,
              onSelect: () => void publish(),
            },
            {
              key: "download",
              label: t("local.download"),
              icon: <Download />,
              onSelect: () => void save(),
            },
            { kind: "line", key: "line" },
            { key: "remove", label: t("local.remove"), icon: <Trash2 />, danger: true, onSelect: uninstall },
          ]}
        />
      </div>
    </article>
  );
}
