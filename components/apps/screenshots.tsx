"use client";

import { useTranslations } from "next-intl";
import type { App } from "@/lib/apps/contract";

/** The screenshots in a row that scrolls sideways; each opens in a new tab. */
export function Screenshots({ app }: { app: App }) {
  const t = useTranslations("apps");
  return (
    <section aria-label={t("screenshots")}>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:thin] sm:mx-0 sm:scroll-px-0 sm:px-0">
        {app.screenshots.map((src, index) => (
          <li key={src} className="flex-none snap-start">
            <a href={src} target="_blank" rel="noreferrer" className="block rounded-lg">
              <img
                src={src}
                alt={t("screenshot", { number: index + 1, name: app.name })}
                loading={index < 2 ? undefined : "lazy"}
                decoding="async"
                className="h-64 w-auto rounded-lg border border-border bg-sunken sm:h-80"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
