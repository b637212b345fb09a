"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import type { ComparedFile, VersionComparison } from "@/lib/apps/compare-contract";
import { isTextFile } from "@/lib/package/file-texts";
import { visibleLine } from "@/lib/shared/hidden-characters";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useAppFormat } from "./use-app-format";

const TONES = { added: "success", removed: "danger", changed: "neutral" } as const;
const KINDS = { added: "compareAdded", removed: "compareRemoved", changed: "compareChanged" } as const;

interface ComparedFilesProps {
  files: readonly ComparedFile[];
  counts: Pick<VersionComparison["counts"], ComparedFile["kind"]>;
  /** What differs in a text file, shown on demand. Without it only sizes are. */
  linesOf: ((path: string) => ReactNode) | undefined;
}

/** The files that differ between two versions. */
export function ComparedFiles({ files, counts, linesOf }: ComparedFilesProps) {
  const t = useTranslations("apps.versions");
  return (
    <>
      <p className="mb-2 text-sm text-muted">{t("compareSummary", counts)}</p>
      <ul className="divide-y divide-border">
        {files.map((file) => (
          <Row key={file.path} file={file} lines={isTextFile(file.path) && linesOf?.(file.path)} />
        ))}
      </ul>
    </>
  );
}

function Row({ file: { path, kind, before, after }, lines }: { file: ComparedFile; lines: ReactNode }) {
  const t = useTranslations("apps.versions");
  const format = useAppFormat();
  const [isOpen, setIsOpen] = useState(false);
  const sizes = [before, after].filter((size) => size !== null).map(format.size);
  return (
    <li className="py-1.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={TONES[kind]}>{t(KINDS[kind])}</Badge>
        <span className="min-w-0 flex-1 basis-40 font-mono text-xs break-all">{visibleLine(path)}</span>
        <span className="text-xs text-muted tabular-nums">{[...new Set(sizes)].join(" → ")}</span>
        {lines && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isOpen}
            aria-label={t("compareLinesOf", { file: visibleLine(path) })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t("compareLines")}
          </Button>
        )}
      </div>
      {isOpen && lines}
    </li>
  );
}
