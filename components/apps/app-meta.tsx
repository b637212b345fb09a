"use client";

import { Heart, Star, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import type { App } from "@/lib/apps/contract";
import { cn } from "@/components/ui/cn";
import { useAppFormat } from "./use-app-format";

export function AppMeta({ app, className }: { app: App; className?: string }) {
  const t = useTranslations("apps");
  const format = useAppFormat();
  return (
    <p
      className={cn(
        "flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-subtle tabular-nums",
        className,
      )}
    >
      {app.rating.average !== null && (
        <span className="inline-flex items-center gap-1">
          <Star aria-hidden className="size-3.5 fill-current text-star" />
          <span aria-hidden>
            {format.average(app.rating.average)} ({format.count(app.rating.count)})
          </span>
          <span className="sr-only">
            {t("rated", { average: format.average(app.rating.average), count: app.rating.count })}
          </span>
        </span>
      )}
      <span className="inline-flex items-center gap-1">
        <Heart aria-hidden className={cn("size-3.5", app.viewer.liked && "fill-like text-like")} />
        <span aria-hidden>{format.count(app.counts.likes)}</span>
        <span className="sr-only">{t("likes", { count: app.counts.likes })}</span>
      </span>
      <span className="inline-flex items-center gap-1">
        <Users aria-hidden className="size-3.5" />
        <span aria-hidden>{format.count(app.counts.users)}</span>
        <span className="sr-only">{t("people", { count: app.counts.users })}</span>
      </span>
      <span>{format.size(app.packageBytes)}</span>
    </p>
  );
}
