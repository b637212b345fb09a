"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { App } from "@/lib/apps/contract";
import { AppIcon } from "@/components/ui/app-icon";
import { IconButton } from "@/components/ui/icon-button";
import { AppBackdrop } from "./app-backdrop";
import { AppLink, RunLink } from "./app-links";
import { useAppTexts } from "./use-app-texts";
import { usePreload } from "./use-preload";

/** A row of large cards that scrolls sideways; two buttons help a mouse. */
export function FeaturedRow({ apps }: { apps: readonly App[] }) {
  const t = useTranslations("apps");
  const row = useRef<HTMLUListElement>(null);
  const scroll = (direction: 1 | -1) => {
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    row.current?.scrollBy({
      left: direction * row.current.clientWidth * 0.8,
      behavior: reducedMotion ? "auto" : "smooth",
    });
  };
  return (
    <section aria-labelledby="featured-title" className="mb-7">
      <div className="mb-3 flex items-center justify-between">
        <h2 id="featured-title" className="text-lg">
          {t("featured")}
        </h2>
        <div className="hidden gap-1 mouse:flex">
          <IconButton size="sm" label={t("featuredBack")} onClick={() => scroll(-1)}>
            <ChevronLeft />
          </IconButton>
          <IconButton size="sm" label={t("featuredOn")} onClick={() => scroll(1)}>
            <ChevronRight />
          </IconButton>
        </div>
      </div>
      <ul
        ref={row}
        className="-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none] sm:-mx-6 sm:scroll-px-6 sm:mask-x-from-[calc(100%-1.5rem)] sm:px-6"
      >
        {apps.map((app, index) => (
          <li key={app.id} className="w-[min(82vw,21rem)] flex-none snap-start">
            <FeaturedCard app={app} eager={index < 3} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FeaturedCard({ app, eager }: { app: App; eager: boolean }) {
  const { name, description } = useAppTexts()(app);
  const preload = usePreload(app);
  return (
    <article {...preload} className="card card-link relative h-full overflow-hidden">
      <AppBackdrop app={app} eager={eager} className="aspect-[5/2] w-full" />
      <div className="flex items-center gap-3 p-3.5">
        <AppIcon src={app.iconUrl} px={48} eager={eager} className="size-12 rounded-lg" />
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-base font-semibold">
            <AppLink id={app.id} name={name} />
          </h3>
          <p dir="auto" className="line-clamp-2 text-xs text-muted">
            {description || app.owner.displayName}
          </p>
        </div>
        <RunLink id={app.id} name={name} category={app.category} />
      </div>
    </article>
  );
}
