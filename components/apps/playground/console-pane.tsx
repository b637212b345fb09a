"use client";

import { CircleX, Info, Trash2, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { Finding } from "@/lib/package/finding";
import { IconButton } from "@/components/ui/icon-button";
import { cn } from "@/components/ui/cn";
import { FindingsList } from "../upload/findings-list";
import type { ConsoleLine } from "./use-run";

const COLORS: Partial<Record<ConsoleLine["level"], string>> = {
  error: "bg-danger-soft text-danger",
  warn: "bg-warning-soft text-warning",
  debug: "text-subtle",
};

interface ConsolePaneProps {
  lines: readonly ConsoleLine[];
  findings: readonly Finding[];
  onClear: () => void;
  onGo: (file: string, line: number) => void;
}

/** The app's console, below the findings of the check. */
export function ConsolePane({ lines, findings, onClear, onGo }: ConsolePaneProps) {
  const t = useTranslations("playground");
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers return a promise, which an effect must not.
    end.current?.scrollIntoView({ block: "nearest" });
  }, [lines.length]);
  return (
    <>
      <IconButton
        size="sm"
        label={t("clearConsole")}
        disabled={lines.length === 0}
        onClick={onClear}
        className="absolute top-0.5 right-1"
      >
        <Trash2 />
      </IconButton>
      <div className="h-full overflow-auto" tabIndex={0} role="log" aria-label={t("console")}>
        {findings.length > 0 && (
          <div className="border-b border-border px-3">
            <FindingsList findings={findings} />
          </div>
        )}
        {lines.length === 0 && findings.length === 0 && (
          <p className="p-3 text-xs text-subtle">{t("consoleEmpty")}</p>
        )}
        <ol className="font-mono text-xs">
          {lines.map((line) => {
            const Icon = line.level === "error" ? CircleX : line.level === "warn" ? TriangleAlert : Info;
            const { file, line: at, by } = line;
            return (
              <li
                key={line.id}
                className={cn(
                  "flex items-start gap-2 border-b border-border px-3 py-1.5",
                  COLORS[line.level],
                )}
              >
                <Icon aria-label={line.level} className="mt-px size-3.5 flex-none opacity-80" />
                {by && <span className="flex-none text-muted">{by}</span>}
                <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">{line.text}</span>
                {file && at !== undefined && (
                  <button
                    type="button"
                    className="flex-none rounded-xs underline underline-offset-2"
                    onClick={() => onGo(file, at)}
                  >
                    {t("at", { file, line: String(at) })}
                  </button>
                )}
              </li>
            );
          })}
        </ol>
        <div ref={end} />
      </div>
    </>
  );
}
