"use client";

import { CircleAlert, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Finding } from "@/lib/package/finding";
import { useFindingText } from "./use-finding-text";

/** The findings of the check, each with its file and line, in the user's language. */
export function FindingsList({
  findings,
  onGo,
}: {
  findings: readonly Finding[];
  /** Leads to a line, where the files can be edited. */
  onGo?: (entry: string, line: number) => void;
}) {
  const t = useTranslations("apps.upload");
  const textOf = useFindingText();
  return (
    <ul className="flex flex-col divide-y divide-border">
      {findings.map((finding, index) => {
        const Icon = finding.level === "error" ? CircleAlert : TriangleAlert;
        const { entry, line } = finding;
        return (
          <li key={index} className="flex gap-2.5 py-2.5 text-sm">
            <Icon
              aria-hidden
              className={`mt-0.5 size-4 flex-none ${finding.level === "error" ? "text-danger" : "text-warning"}`}
            />
            <div className="min-w-0">
              <p className="break-words">{textOf(finding)}</p>
              {entry && (
                <p className="mt-0.5 font-mono text-xs break-all text-muted">
                  {line === undefined ? (
                    entry
                  ) : onGo ? (
                    <button
                      type="button"
                      className="rounded-xs text-start underline underline-offset-2 pointer-coarse:py-1.5"
                      onClick={() => onGo(entry, line)}
                    >
                      {t("atLine", { entry, line })}
                    </button>
                  ) : (
                    t("atLine", { entry, line })
                  )}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
