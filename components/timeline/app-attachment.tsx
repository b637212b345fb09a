"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { AppIcon } from "@/components/ui/app-icon";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { LazyBoundary } from "@/components/ui/lazy-boundary";
import type { Post } from "@/lib/posts/contract";
import type { AppShort } from "@/lib/apps/contract";
import { isGame } from "@/lib/apps/rules";
import { PostIcon } from "./post-icons";
import { useRunningApp } from "./running-app";
import { useTimeline } from "./timeline-context";

const AppCard = dynamic(() => import("./app-card").then((module) => module.AppCard));

/** The app of a post: its card; Play replaces it with the running app. */
export function AppAttachment({ post, app }: { post: Post; app: AppShort }) {
  const { t, AppRunner, preloadApp } = useTimeline();
  const { running, run, stop } = useRunningApp(post.id);
  const { moment } = post;
  const label = `${isGame(app) ? "play" : "run"}${moment ? "Here" : ""}` as const;
  const card = (moment ?? post.room)?.card;
  if (running) {
    return (
      <div className="mt-2.5 overflow-hidden rounded-lg border border-border bg-bg">
        <AppRunner app={app} post={post} onClose={stop} />
      </div>
    );
  }
  return (
    <div className="relative mt-2.5 overflow-hidden rounded-lg border border-border bg-raised">
      {app.bannerUrl && !card && (
        <img
          src={app.bannerUrl}
          alt=""
          width={1600}
          height={600}
          loading="lazy"
          decoding="async"
          className="aspect-[8/3] w-full border-b border-border object-cover"
        />
      )}
      <div className="flex items-center gap-3 p-3">
        <AppIcon
          src={app.iconUrl}
          px={card ? 40 : 52}
          className={cn("max-[359px]:hidden", card ? "size-10" : "size-13")}
        />
        <div className="min-w-0 flex-1">
          <Link
            href={`/apps/${app.id}`}
            prefetch={false}
            className="block truncate leading-6 font-semibold hover:underline focus-visible:outline-offset-0"
          >
            {app.name}
          </Link>
          <p className="truncate text-xs text-muted">{t("appBy", { name: app.owner.displayName })}</p>
          {app.description && !card && (
            <p className="mt-0.5 line-clamp-1 text-sm text-muted max-sm:hidden">{app.description}</p>
          )}
        </div>
        <Button
          variant="primary"
          className="rounded-full"
          icon={<PostIcon name="play" className="fill-current" />}
          aria-label={t(`${label}Named`, { name: app.name })}
          onPointerEnter={() => preloadApp(app)}
          onFocus={() => preloadApp(app)}
          onClick={run}
        >
          {t(label)}
        </Button>
      </div>
      {(card || post.board) && (
        // The first card may arrive live, before its code has loaded.
        <LazyBoundary>
          <AppCard post={post} appName={app.name} />
        </LazyBoundary>
      )}
    </div>
  );
}

/** Shown when the attached app is deleted or hidden. */
export function AppGone() {
  const { t } = useTimeline();
  return (
    <p className="mt-2.5 rounded-lg border border-dashed border-border px-3.5 py-3 text-sm text-muted">
      {t("appGone")}
    </p>
  );
}
