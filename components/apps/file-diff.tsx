"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { API_BASE } from "@/lib/config/env.client";
import { isTextFile } from "@/lib/package/file-texts";
import { openPackage } from "@/lib/package/open-package";
import { visibleLine } from "@/lib/shared/hidden-characters";
import { SkeletonText } from "@/components/ui/skeleton";
import { diffLines, type DiffRow } from "./line-diff";

/** Of one file. */
const TEXT_MAX_BYTES = 512 * 1024;

interface FileDiffProps {
  appId: string;
  from: string;
  to: string;
  path: string;
}

/** A package never changes; one that is no longer compared is soon dropped from memory. */
const packageQuery = (appId: string, version: string) =>
  queryOptions({
    queryKey: ["apps", "source", appId, version],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ version });
      const url = `${API_BASE}/apps/${appId}/package?${query}`;
      const response = await fetch(url, { credentials: "include", signal });
      // A version whose license keeps its source to itself is not there for others.
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return openPackage(new Uint8Array(await response.arrayBuffer()));
    },
    staleTime: Infinity,
    gcTime: 30_000,
    retry: false,
  });

/** What differs in a text file between two versions, as lines. */
export function FileDiff({ appId, from, to, path }: FileDiffProps) {
  const t = useTranslations("apps.versions");
  const before = useQuery(packageQuery(appId, from));
  const after = useQuery(packageQuery(appId, to));
  if (before.isError || after.isError)
    return <p className="py-2 text-sm text-muted">{t("compareNoSource")}</p>;
  if (!before.data || !after.data) return <SkeletonText lines={4} />;
  const [old, current] = [before.data, after.data].map(({ files }) => files.get(path));
  const rows = compare(path, old, current);
  if (rows === null) return <p className="py-2 text-sm text-muted">{t("compareNoLines")}</p>;
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={t("compareLinesOf", { file: visibleLine(path) })}
      className="mt-1.5 max-h-96 overflow-auto rounded-md border border-border bg-surface font-mono text-xs leading-5"
    >
      <table className="w-full border-collapse">
        <tbody>
          {rows.map((row, index) => (
            <Row key={index} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function compare(path: string, old?: Uint8Array, current?: Uint8Array): DiffRow[] | null {
  if (!isTextFile(path)) return null;
  if (Math.max(old?.length ?? 0, current?.length ?? 0) > TEXT_MAX_BYTES) return null;
  const decoder = new TextDecoder();
  return diffLines(decoder.decode(old), decoder.decode(current));
}

const SIGNS = { same: " ", added: "+", removed: "−" } as const;
const LABELS = { added: "compareAdded", removed: "compareRemoved" } as const;
const TONES = { same: "", added: "bg-success-soft", removed: "bg-danger-soft" } as const;

function Row({ row }: { row: DiffRow }) {
  const t = useTranslations("apps.versions");
  if (row.kind === "fold")
    return (
      <tr className="text-muted first:*:border-t-0 last:*:border-b-0">
        <td colSpan={4} className="border-y border-border px-3 py-0.5 font-sans">
          {t("compareFold", { count: row.lines })}
        </td>
      </tr>
    );
  const { kind, text, before, after } = row;
  return (
    <tr className={TONES[kind]}>
      {[before, after].map((line, side) => (
        <td
          key={side}
          className="w-px min-w-8 px-1.5 text-right align-top text-muted tabular-nums select-none max-sm:hidden"
        >
          {line}
        </td>
      ))}
      <td className="w-px px-1.5 align-top select-none">
        <span aria-hidden>{SIGNS[kind]}</span>
        {kind !== "same" && <span className="sr-only">{t(LABELS[kind])}</span>}
      </td>
      <td className="pr-3 break-all whitespace-pre-wrap">{text || " "}</td>
    </tr>
  );
}
