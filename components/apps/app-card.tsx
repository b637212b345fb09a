"use client";

import { Lock } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { App } from "@/lib/apps/contract";
import { AppIcon } from "@/components/ui/app-icon";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { AppLink, RunLink } from "./app-links";
import { AppMeta } from "./app-meta";
import { AppNote } from "./app-note";
import { useAppTexts } from "./use-app-texts";
import { usePreload } from "./use-preload";

const CardMenu = dynamic(() => import("./card-menu").then((module) => module.CardMenu), { ssr: false });

interface AppCardProps {
  app: App;
  /** Above the fold: the icon is not loaded lazily. */
  eager?: boolean;
  /** What the owner of a collection says about it. */
  note?: string;
}

/** One app of a list. The whole card links to its page; the button runs it. */
export function AppCard({ app, eager, note = "" }: AppCardProps) {
  const t = useTranslations("apps");
  const { name, description } = useAppTexts()(app);
  const preload = usePreload(app);
  return (
    <article {...preload} className="card card-link relative flex h-full gap-3.5 p-3.5">
      <AppIcon src={app.iconUrl} px={64} eager={eager} className="size-16 rounded-xl" />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <h3 className="truncate text-base font-semibold">
              <AppLink id={app.id} name={name} />
            </h3>
            <p className="truncate text-xs text-muted">{app.owner.displayName || app.owner.username}</p>
          </div>
          <RunLink id={app.id} name={name} category={app.category} />
        </div>
        <p dir="auto" className="mt-1.5 line-clamp-2 text-sm text-pretty text-muted">
          {description}
        </p>
        <AppNote note={note} />
        <div className="mt-auto flex items-center gap-2 pt-2">
          <AppMeta app={app} />
          {!app.isPublic && (
            <Badge icon={<Lock aria-hidden />} className="ml-auto">
              {t("private")}
            </Badge>
          )}
          <span className={cn("h-5 w-6.5 flex-none", app.isPublic && "ml-auto")}>
            <CardMenu id={app.id} name={name} />
          </span>
        </div>
      </div>
    </article>
  );
}

export function AppCardSkeleton() {
  return (
    <div className="card flex gap-3.5 p-3.5">
      <Skeleton className="size-16 rounded-xl" />
      <div className="flex flex-1 flex-col gap-2 pt-1">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-1/4" />
        <Skeleton className="h-3.5 w-11/12" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    </div>
  );
}
