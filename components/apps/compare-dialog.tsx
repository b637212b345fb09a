"use client";

import { useQuery } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import type { VersionComparison } from "@/lib/apps/compare-contract";
import { comparisonQuery } from "@/lib/apps/compare-queries";
import { versionsQuery } from "@/lib/apps/queries";
import type { DisclosedCapability } from "@/lib/permissions/rules";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { LoadFailed } from "@/components/ui/load-failed";
import { Select } from "@/components/ui/select";
import { SkeletonText } from "@/components/ui/skeleton";
import { PermissionItem } from "./app-permissions";
import { CAPABILITY_ICONS } from "./capability-icons";
import { ComparedFiles } from "./compared-files";
import { useAppFormat } from "./use-app-format";

// Reads both packages.
const FileDiff = dynamic(() => import("./file-diff").then((module) => module.FileDiff), { ssr: false });

const DIFF_PACKAGE_MAX_BYTES = 10 * 1024 * 1024;

interface CompareDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  appId: string;
  /** The version to compare with at first. */
  from: string;
  to: string;
  /** The viewer may see the source, and so the lines of files. */
  hasSource: boolean;
}

/** What differs between two versions: their size, their permissions, their files. */
export function CompareDialog({ open, onOpenChange, appId, from: first, to, hasSource }: CompareDialogProps) {
  const t = useTranslations("apps.versions");
  const errors = useErrorTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const from = chosen ?? first;
  const { data: versions } = useQuery({ ...versionsQuery(appId), enabled: open });
  const comparison = useQuery({ ...comparisonQuery(appId, from, to), enabled: open });
  const others = (versions?.items ?? []).map(({ version }) => version).filter((version) => version !== to);
  const options = (others.includes(from) ? others : [from, ...others]).map((value) => ({
    value,
    label: value,
  }));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="lg" title={t("compareTitle", { version: to })}>
      <Field label={t("compareWith")}>
        <Select options={options} value={from} onValueChange={setChosen} />
      </Field>
      <div className="mt-5" aria-busy={comparison.isPending}>
        {comparison.data ? (
          <Sections key={from} appId={appId} hasSource={hasSource} comparison={comparison.data} />
        ) : comparison.isError ? (
          <LoadFailed text={errors.text(comparison.error)} onRetry={() => void comparison.refetch()} />
        ) : (
          <SkeletonText lines={8} />
        )}
      </div>
    </Dialog>
  );
}

interface SectionsProps {
  appId: string;
  hasSource: boolean;
  comparison: VersionComparison;
}

function Sections({ appId, hasSource, comparison }: SectionsProps) {
  const t = useTranslations("apps.versions");
  const may = useTranslations("apps.may");
  const { from, to, permissions, files, counts } = comparison;
  const isSameMay = [permissions.added, permissions.removed].every(
    ({ capabilities, hosts }) => capabilities.length + hosts.length === 0,
  );
  // Both packages are read for the lines of one file.
  const hasLines = hasSource && Math.max(from.packedBytes, to.packedBytes) <= DIFF_PACKAGE_MAX_BYTES;
  const left = counts.added + counts.removed + counts.changed - files.length;
  return (
    <div className="flex flex-col gap-6">
      <Section title={t("compareSize")}>
        <Sizes from={from} to={to} />
      </Section>
      <Section title={may("title")}>
        {isSameMay && <p className="text-sm text-muted">{t("comparePermissionsSame")}</p>}
        <Permissions title={t("compareMayMore")} permissions={permissions.added} />
        <Permissions title={t("compareMayLess")} permissions={permissions.removed} />
      </Section>
      <Section title={t("compareFiles")}>
        {files.length === 0 ? (
          <p className="text-sm text-muted">{t("compareSame")}</p>
        ) : (
          <>
            <ComparedFiles
              files={files}
              counts={counts}
              linesOf={
                hasLines
                  ? (path) => <FileDiff appId={appId} from={from.version} to={to.version} path={path} />
                  : undefined
              }
            />
            {left > 0 && <p className="mt-2 text-sm text-muted">{t("compareMore", { count: left })}</p>}
          </>
        )}
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-base">{title}</h3>
      {children}
    </section>
  );
}

function Sizes({ from, to }: Pick<VersionComparison, "from" | "to">) {
  const t = useTranslations("apps.versions");
  const format = useAppFormat();
  const { number } = useFormatter();
  const rows = [
    { label: t("comparePacked"), before: format.size(from.packedBytes), after: format.size(to.packedBytes) },
    {
      label: t("compareUnpacked"),
      before: format.size(from.unpackedBytes),
      after: format.size(to.unpackedBytes),
    },
    { label: t("compareFiles"), before: number(from.files), after: number(to.files) },
  ];
  return (
    <table className="w-full text-sm tabular-nums">
      <thead className="text-left text-xs text-muted">
        <tr>
          <td />
          <th scope="col" className="py-1 pr-3 font-normal">
            {from.version}
          </th>
          <th scope="col" className="py-1 font-normal">
            {to.version}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, before, after }) => (
          <tr key={label}>
            <th scope="row" className="py-1 pr-3 text-left font-normal text-muted">
              {label}
            </th>
            <td className="py-1 pr-3">{before}</td>
            <td className="py-1 font-medium">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Permissions({
  title,
  permissions: { capabilities, hosts },
}: {
  title: string;
  permissions: VersionComparison["permissions"]["added"];
}) {
  const may = useTranslations("apps.may");
  if (capabilities.length + hosts.length === 0) return null;
  return (
    <div className="mb-3">
      <h4 className="mb-2 text-xs text-muted">{title}</h4>
      <ul className="flex flex-col gap-3">
        {(capabilities as DisclosedCapability[]).map((name) => (
          <PermissionItem key={name} icon={CAPABILITY_ICONS[name]} title={may(name)} />
        ))}
        {hosts.length > 0 && <PermissionItem icon={Globe} title={may("hosts")} hosts={hosts} />}
      </ul>
    </div>
  );
}
