"use client";

import { useTranslations } from "next-intl";
import { visibleLine } from "@/lib/shared/hidden-characters";
import { diffLines, type DiffRow } from "./line-diff";

const TEXT_MAX_BYTES = 512 * 1024;

interface FileLinesProps {
  path: string;
  /** Undefined where the file did not exist, or no longer does. */
  before: Uint8Array | undefined;
  after: Uint8Array | undefined;
}

/** What differs between two states of a text file, as lines. */
export function FileLines({ path, before, after }: FileLinesProps) {
  const t = useTranslations("apps.versions");
  const rows = compare(before, after);
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

function compare(before?: Uint8Array, after?: Uint8Array): DiffRow[] | null {
  if (Math.max(before?.length ?? 0, after?.length ?? 0) > TEXT_MAX_BYTES) return null;
  const decoder = new TextDecoder();
  return diffLines(decoder.decode(before), decoder.decode(after));
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
