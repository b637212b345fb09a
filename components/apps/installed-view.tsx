"use client";

import { useQuery } from "@tanstack/react-query";
import { HardDrive, LibraryBig, Plus, Store, X } from "lucide-react";
import { useFormatter, useNow, useTranslations } from "next-intl";
import { useState, type ComponentProps, type ReactNode } from "react";
import { installedAppsQuery } from "@/lib/apps/queries";
import type { InstalledOrder, InstalledApp } from "@/lib/apps/contract";
import { queuedValue } from "@/lib/outbox/rules";
import { useIsWaiting, useOutbox, type OutboxEntry } from "@/lib/outbox/store";
import { installApp } from "@/lib/apps/mutations";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { AppIcon } from "@/components/ui/app-icon";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Skeleton } from "@/components/ui/skeleton";
import { AppLink, RunLink } from "./app-links";
import { useAppTexts } from "./use-app-texts";
import { useDockApp } from "./use-dock-app";
import { usePreload } from "./use-preload";

type UnsentInstall = Extract<OutboxEntry, { kind: "app-install" }>;

const ORDERS = ["used", "added", "name"] as const satisfies readonly InstalledOrder[];

/** The installed apps, which are in the dock on every device. */
export function InstalledView() {
  const t = useTranslations("apps");
  const errors = useErrorTexts();
  const [order, setOrder] = useState<InstalledOrder>("used");
  const installed = useQuery({ ...installedAppsQuery(order), placeholderData: (before) => before });
  const queued = useOutbox(({ entries }) => entries);
  const apps = (installed.data?.items ?? []).filter(
    ({ id }) => queuedValue(queued, "app-install", id) !== false,
  );
  const unsent = queued.filter(
    (entry): entry is UnsentInstall =>
      entry.kind === "app-install" &&
      entry.on &&
      entry === queued.findLast((other) => other.kind === "app-install" && other.id === entry.id) &&
      apps.every(({ id }) => id !== entry.id),
  );
  return (
    <Page width="medium">
      <PageHeader
        title={t("installed.title")}
        description={t("installed.subtitle")}
        back={{ href: "/apps", label: t("title") }}
        actions={
          <>
            <ButtonLink href="/collections" variant="outline" icon={<LibraryBig aria-hidden />}>
              {t("installed.collections")}
            </ButtonLink>
            <ButtonLink href="/local-apps" variant="outline" icon={<HardDrive aria-hidden />}>
              {t("installed.local")}
            </ButtonLink>
            <ButtonLink href="/add-app" icon={<Plus aria-hidden />}>
              {t("add")}
            </ButtonLink>
          </>
        }
      />
      {installed.isPending ? (
        <ul aria-hidden className="flex flex-col gap-2">
          {Array.from({ length: 5 }, (_, index) => (
            <li key={index}>
              <Skeleton className="h-18 rounded-lg" />
            </li>
          ))}
        </ul>
      ) : installed.isError ? (
        <LoadFailed text={errors.text(installed.error)} onRetry={installed.refetch} />
      ) : apps.length + unsent.length === 0 ? (
        <EmptyState
          icon={<LibraryBig />}
          title={t("installed.emptyTitle")}
          description={t("installed.emptyText")}
          action={
            <ButtonLink href="/apps" variant="primary" icon={<Store aria-hidden />}>
              {t("installed.browse")}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <SegmentedControl
            label={t("installed.order")}
            className="mb-4 max-sm:flex"
            value={order}
            onValueChange={setOrder}
            segments={ORDERS.map((value) => ({ value, label: t(`installed.${value}`) }))}
          />
          <ul aria-label={t("installed.title")} className="flex flex-col gap-2">
            {unsent.toReversed().map((entry) => (
              <li key={entry.clientKey}>
                <UnsentRow entry={entry} />
              </li>
            ))}
            {apps.map((app) => (
              <li key={app.id}>
                <InstalledRow app={app} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}

/** An app that was added here and of which the server does not know yet. */
function UnsentRow({ entry }: { entry: UnsentInstall }) {
  const t = useTranslations("apps.installed");
  const { id, app } = entry;
  const waits = useIsWaiting(entry);
  return (
    <Row
      id={id}
      name={app.name}
      iconUrl={app.icon}
      aria-busy={!waits}
      text={<span role="status">{t(waits ? "waiting" : "sending")}</span>}
      onRemove={() => installApp({ id, ...app }, false)}
    />
  );
}

function InstalledRow({ app }: { app: InstalledApp }) {
  const t = useTranslations("apps");
  const format = useFormatter();
  const now = useNow({ updateInterval: 60_000 });
  const dock = useDockApp(app);
  const { name } = useAppTexts()(app);
  const preload = usePreload(app);
  const when = (iso: string) => format.relativeTime(new Date(iso), { now, style: "narrow" });
  return (
    <Row
      {...preload}
      id={app.id}
      name={name}
      iconUrl={app.iconUrl}
      text={
        app.lastRunAt
          ? t("installed.lastUsed", { when: when(app.lastRunAt) })
          : t("installed.addedOn", { when: when(app.addedAt) })
      }
      onRemove={dock.remove}
    >
      <RunLink id={app.id} name={name} category={app.category} />
    </Row>
  );
}

interface RowProps extends Omit<ComponentProps<"article">, "id"> {
  id: string;
  name: string;
  iconUrl: string | null;
  text: ReactNode;
  onRemove: () => void;
}

function Row({ id, name, iconUrl, text, onRemove, children, ...rest }: RowProps) {
  const t = useTranslations("apps.installed");
  return (
    <article {...rest} className="card card-link relative flex items-center gap-3.5 p-3">
      <AppIcon src={iconUrl} px={48} className="size-12 rounded-lg" />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-semibold">
          <AppLink id={id} name={name} />
        </h2>
        <p className="truncate text-xs text-muted">{text}</p>
      </div>
      <div className="relative flex flex-none items-center gap-1">
        {children}
        <IconButton size="sm" label={t("removeNamed", { name })} onClick={onRemove}>
          <X />
        </IconButton>
      </div>
    </article>
  );
}
