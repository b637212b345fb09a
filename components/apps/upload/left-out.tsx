"use client";

import { ChevronDown } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { PACKAGE_LIMITS } from "@/lib/package/limits";
import type { WhatIsLeftOut } from "./check-upload";

const NAMES_MAX = 8;

/** What of a chosen folder is not in its package, and why. */
export function LeftOutList({ items, isCut }: WhatIsLeftOut) {
  const t = useTranslations("apps.upload.leftOut");
  const format = useFormatter();
  if (items.length === 0) return null;
  const groups = [
    ["hidden", items.filter(({ kind }) => kind === "hidden")],
    ["package", items.filter(({ kind }) => kind === "package")],
    ["modules", items.filter(({ kind, named }) => kind === "modules" && named === 0)],
    ["modulesNamed", items.filter(({ named }) => named > 0)],
  ] as const;
  return (
    <details className="group border-t border-border">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-1.5 rounded-sm text-sm text-muted hover:text-text">
        <ChevronDown
          aria-hidden
          className="size-4 flex-none transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
        {t("title", { count: items.length })}
      </summary>
      <ul className="flex flex-col gap-1.5 pb-2.5 pl-5.5 text-sm">
        {groups.map(([reason, group]) => {
          if (group.length === 0) return null;
          const names = group
            .map(({ name }) => name)
            .sort()
            .slice(0, NAMES_MAX);
          const more = group.length - names.length;
          const files = group.reduce((sum, { named }) => sum + named, 0);
          return (
            <li key={reason}>
              <p>{t(reason, { files })}</p>
              <p className="font-mono text-xs break-all text-muted">
                {format.list(more > 0 ? [...names, t("more", { count: more })] : names)}
              </p>
            </li>
          );
        })}
        {isCut && <li>{t("cut", { limit: PACKAGE_LIMITS.entries })}</li>}
      </ul>
    </details>
  );
}
