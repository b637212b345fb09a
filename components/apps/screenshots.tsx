"use client";

import { useTranslations } from "next-intl";
import type { App } from "@/lib/apps/contract";
import type { Trial } from "@/lib/apps/trial-contract";

/**
 * The screenshots in a row that scrolls sideways; each opens in a new tab. Where the maker gave none, those of the trial.
 */
export function Screenshots({ app, trial }: { app: App; trial: Trial | null }) {
  const t = useTranslations("apps");
  const { name } = app;
  const own = app.screenshots.map((src, index) => ({
    src,
    alt: t("screenshot", { number: index + 1, name }),
  }));
  const tried = (["desktop", "phone"] as const).flatMap((picture) => {
    const src = trial?.outcome === "started" && trial.pictures[picture];
    if (!src) return [];
    const alt = t(picture === "desktop" ? "tried.pictureDesktop" : "tried.picturePhone", { name });
    return { src, alt };
  });
  const shown = own.length > 0 ? own : tried;
  if (shown.length === 0) return null;
  return (
    <section aria-label={t("screenshots")}>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:thin] sm:mx-0 sm:scroll-px-0 sm:px-0">
        {shown.map(({ src, alt }, index) => (
          <li key={src} className="flex-none snap-start">
            <a href={src} target="_blank" rel="noreferrer" className="block rounded-lg">
              <img
                src={src}
                alt={alt}
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
