"use client";

import { CircleAlert, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Finding } from "@/lib/package/finding";
import type { MessageParams } from "@/lib/package/package-messages";
import { findingValues, type SayValue } from "./finding-values";

type Say = ((key: string, values?: MessageParams) => string) & { has: (key: string) => boolean };

/** The findings of the check, each with its file and line, in the user's language. */
export function FindingsList({ findings }: { findings: readonly Finding[] }) {
  const t = useTranslations("apps.upload");
  // The keys are finding codes; not every code has a translation.
  const say = useTranslations("package") as unknown as Say;
  const sayValue = useTranslations("apps.upload.values") as unknown as SayValue;
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
              <p className="break-words">
                {say.has(finding.code)
                  ? say(finding.code, findingValues(finding, sayValue))
                  : finding.message}
              </p>
              {entry && (
                <p className="mt-0.5 font-mono text-xs break-all text-muted">
                  {line === undefined ? entry : t("atLine", { entry, line })}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
