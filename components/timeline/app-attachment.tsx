"use client";

import Link from "next/link";
import { AppIcon } from "@/components/ui/app-icon";
import { Button } from "@/components/ui/button";
import { compose } from "@/lib/posts/compose-store";
import { askReport } from "@/lib/moderation/store";
import type { AppShort } from "@/lib/apps/contract";
import { isGame } from "@/lib/apps/rules";
import { PostIcon } from "./post-icons";
import { useRunningApp } from "./running-app";
import { useTimeline } from "./timeline-context";

/** The app of a post: a card, which Play replaces with the running app. */
export function AppAttachment({ postId, app }: { postId: string; app: AppShort }) {
  const { t, AppRunner, preloadApp } = useTimeline();
  const { running, run, stop } = useRunningApp(postId);
  if (running) {
    return (
      <div className="mt-2.5 overflow-hidden rounded-lg border border-border bg-bg">
        <AppRunner
          app={app}
          onClose={stop}
          onCompose={compose}
          onReport={() => askReport({ type: "app", id: app.id, name: app.name })}
        />
      </div>
    );
  }
  return (
    <div className="relative mt-2.5 overflow-hidden rounded-lg border border-border bg-raised">
      {app.bannerUrl && (
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
        <AppIcon src={app.iconUrl} px={52} className="size-13 max-[359px]:hidden" />
        <div className="min-w-0 flex-1">
          <Link
            href={`/apps/${app.id}`}
            prefetch={false}
            className="block truncate leading-6 font-semibold hover:underline focus-visible:outline-offset-0"
          >
            {app.name}
          </Link>
          <p className="truncate text-xs text-muted">{t("appBy", { name: app.owner.displayName })}</p>
          {app.description && (
            <p className="mt-0.5 line-clamp-1 text-sm text-muted max-sm:hidden">{app.description}</p>
          )}
        </div>
        <Button
          variant="primary"
          className="rounded-full"
          icon={<PostIcon name="play" className="fill-current" />}
          aria-label={t(isGame(app) ? "playNamed" : "runNamed", { name: app.name })}
          onPointerEnter={() => preloadApp(app)}
          onFocus={() => preloadApp(app)}
          onClick={run}
        >
          {t(isGame(app) ? "play" : "run")}
        </Button>
      </div>
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
