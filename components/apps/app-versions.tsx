"use client";

import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, History } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { allowsSource } from "@/lib/apps/license";
import { useRollBackApp } from "@/lib/apps/mutations";
import { versionsQuery } from "@/lib/apps/queries";
import type { App, AppVersion } from "@/lib/apps/contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { SkeletonText } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { useAppFormat } from "./use-app-format";
import { useErrorToast } from "./use-error-toast";

const ConfirmDialog = dynamic(
  () => import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

const CompareDialog = dynamic(() => import("./compare-dialog").then((module) => module.CompareDialog), {
  ssr: false,
});

const SHOWN_FIRST = 3;

/** The versions with their notes, each compared with the one before; the owner can roll back to one. */
export function AppVersions({ app }: { app: App }) {
  const t = useTranslations("apps");
  const errors = useErrorTexts();
  const failed = useErrorToast();
  const format = useAppFormat();
  const versions = useQuery(versionsQuery(app.id));
  const rollBack = useRollBackApp(app.id);
  const [all, setAll] = useState(false);
  const [asked, setAsked] = useState<AppVersion | null>(null);
  const hasAsked = useEverTrue(asked !== null);
  const [compared, setCompared] = useState<{ from: string; to: string } | null>(null);
  const [comparing, setComparing] = useState(false);
  if (versions.isPending) return <SkeletonText lines={3} />;
  if (versions.isError) return <p className="text-sm text-muted">{errors.text(versions.error)}</p>;
  const { items } = versions.data;
  const shown = all ? items : items.slice(0, SHOWN_FIRST);
  return (
    <>
      <ol className="flex flex-col gap-4">
        {shown.map((version, index) => (
          <li key={version.id} className="text-sm">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="font-medium tabular-nums">{version.version}</span>
              {version.current && <Badge tone="accent">{t("versions.current")}</Badge>}
              <span className="text-xs text-subtle">
                {format.date(version.createdAt)} · {format.size(version.packageBytes)}
              </span>
              <Compare
                version={version}
                before={items[index + 1]}
                onCompare={(pair) => {
                  setCompared(pair);
                  setComparing(true);
                }}
              />
              {app.viewer.owner && !version.current && (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<History aria-hidden />}
                  aria-label={t("versions.useNamed", { version: version.version })}
                  onClick={() => setAsked(version)}
                >
                  {t("versions.use")}
                </Button>
              )}
            </div>
            {version.notes && (
              <p className="mt-1 text-pretty whitespace-pre-line text-muted">{version.notes}</p>
            )}
          </li>
        ))}
      </ol>
      {items.length > SHOWN_FIRST && !all && (
        <Button size="sm" variant="ghost" className="mt-3 -ml-2.5" onClick={() => setAll(true)}>
          {t("versions.all", { count: items.length })}
        </Button>
      )}
      {compared && (
        <CompareDialog
          key={compared.to}
          appId={app.id}
          hasSource={app.viewer.owner || allowsSource(app.manifest.license)}
          {...compared}
          open={comparing}
          onOpenChange={setComparing}
        />
      )}
      {hasAsked && (
        <ConfirmDialog
          open={asked !== null}
          onOpenChange={(open) => !open && setAsked(null)}
          title={t("versions.askTitle", { version: asked?.version ?? "" })}
          description={t("versions.askText")}
          confirmLabel={t("versions.use")}
          pending={rollBack.isPending}
          onConfirm={() =>
            asked &&
            rollBack.mutate(asked.id, {
              onSuccess: () => toast(t("versions.used", { version: asked.version }), { tone: "success" }),
              onError: failed,
              onSettled: () => setAsked(null),
            })
          }
        />
      )}
    </>
  );
}

interface CompareProps {
  version: AppVersion;
  /** The one before; the oldest has none. */
  before: AppVersion | undefined;
  onCompare: (pair: { from: string; to: string }) => void;
}

function Compare({ version: { version }, before, onCompare }: CompareProps) {
  const t = useTranslations("apps.versions");
  if (!before) return <span className="ml-auto" />;
  return (
    <Button
      size="sm"
      variant="ghost"
      className="ml-auto"
      icon={<GitCompareArrows aria-hidden />}
      aria-label={t("compareNamed", { version })}
      onClick={() => onCompare({ from: before.version, to: version })}
    >
      {t("compare")}
    </Button>
  );
}
