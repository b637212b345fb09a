"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import type { ComparedFile } from "@/lib/apps/compare-contract";
import { visibleLine } from "@/lib/shared/hidden-characters";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useAppFormat } from "./use-app-format";

const TONES = { added: "success", removed: "danger", changed: "neutral" } as const;
const KINDS = { added: "compareAdded", removed: "compareRemoved", changed: "compareChanged" } as const;

interface ComparedFileRowProps {
  file: ComparedFile;
  /** Shown on demand; undefined where there are none to show. */
  lines: ReactNode;
}

/** A file that differs between two versions. */
export function ComparedFileRow({ file: { path, kind, before, after }, lines }: ComparedFileRowProps) {
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
