"use client";

import { Maximize, Play, RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { packageSourceOf } from "@/lib/apps/queries";
import type { AppFrameHandle } from "@/components/sandbox/app-frame-types";
import type { App, Lineage } from "@/lib/apps/contract";
import { allowsSource } from "@/lib/apps/license";
import { isGame } from "@/lib/apps/rules";
import { onAddressChange } from "@/lib/browser/address";
import { sharedAddressIn, type AppAddress } from "@/lib/shared/run-address";
import type { Trial } from "@/lib/apps/trial-contract";
import { AppIcon } from "@/components/ui/app-icon";
import { cn } from "@/components/ui/cn";
import { Button, ButtonLink } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Stars } from "@/components/ui/stars";
import { AppBackdrop } from "./app-backdrop";
import { AppPermissions } from "./app-permissions";
import { AppTrial } from "./app-trial";
import { AppFrame, preloadAppFrame } from "./lazy-app-frame";
import { MadeWithLine } from "./made-with";
import { Screenshots } from "./screenshots";
import { useAppFormat } from "./use-app-format";
import { useAppTexts } from "./use-app-texts";
import { RemixButton } from "./remix-button";
import { SharedRemixes } from "./remix-tree";
import { usePreload } from "./use-preload";

interface ShareViewProps {
  app: App;
  lineage: Lineage;
  /** What this instance found when it tried the app. */
  trial: Trial | null;
  visitor: "guest" | "member";
  logo: ReactNode;
  /** Some of its reviews; of another feature. */
  reviews: ReactNode;
}

const addressNow = (): AppAddress | null => sharedAddressIn(new URL(location.href));

/**
 * A shared app, for everybody who has the link. Guests run it on this page; members run it in the shell, where runs are
 * counted and a version that adds permissions asks first.
 */
export function ShareView(props: ShareViewProps) {
  const [started, setStarted] = useState(false);
  const address = useTakenAddress(started);
  return started ? (
    <Running app={props.app} address={address} onClose={() => setStarted(false)} />
  ) : (
    <Introduction {...props} onStart={() => setStarted(true)} />
  );
}

/** The app's part of the page's address, taken out of it: the app navigates on from there, also after a reload. */
function useTakenAddress(started: boolean): AppAddress | null {
  const [address, setAddress] = useState<AppAddress | null>(null);
  useEffect(() => {
    if (!started) return;
    const take = () => {
      const now = addressNow();
      if (!now) return;
      setAddress(now);
      window.history.replaceState(null, "", location.pathname);
    };
    take();
    return onAddressChange(take);
  }, [started]);
  return address;
}

/** The same, to be put at the end of a link. */
function useAddressSuffix(): string {
  const read = () => {
    const { query, hash } = addressNow() ?? { query: "", hash: "" };
    return query + hash;
  };
  return useSyncExternalStore(onAddressChange, read, () => "");
}

function Introduction({
  app,
  lineage,
  trial,
  visitor,
  logo,
  reviews,
  onStart,
}: ShareViewProps & { onStart: () => void }) {
  const t = useTranslations("apps");
  const format = useAppFormat();
  const { name, description } = useAppTexts()(app);
  const { average } = app.rating;
  const suffix = useAddressSuffix();
  const inside = `/apps/shared/${app.shareId ?? ""}`;
  const start = {
    variant: "primary",
    size: "lg",
    className: "max-sm:w-full",
    icon: <Play aria-hidden className="fill-current" />,
    ...usePreload(app),
  } as const;
  useEffect(preloadAppFrame, []);
  return (
    <div className="flex grow flex-col">
      <header className="mx-auto flex h-(--bar-height) w-full max-w-wide items-center gap-2 px-4 sm:px-6">
        <Link
          href="/"
          className="flex min-h-9 items-center gap-2 rounded-md text-lg font-bold tracking-tight"
        >
          {logo}
          Gum
        </Link>
        <div className="flex-1" />
        {visitor === "member" ? (
          <ButtonLink href={inside} size="sm">
            {t("share.open")}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink href={`/login?next=${encodeURIComponent(inside)}`} size="sm" variant="ghost">
              {t("share.signIn")}
            </ButtonLink>
            <ButtonLink href="/signup" size="sm" className="max-sm:hidden">
              {t("share.signUp")}
            </ButtonLink>
          </>
        )}
      </header>
      <main className="mx-auto w-full max-w-medium flex-1 px-4 pt-2 pb-16 sm:px-6 sm:pt-6">
        <article className="card overflow-hidden">
          <AppBackdrop app={app} eager soft className={app.bannerUrl ? "aspect-[8/3]" : "h-28 sm:h-40"} />
          <div className="px-5 pb-6 sm:px-8 sm:pb-8">
            <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-4 sm:mt-6">
              <AppIcon
                src={app.iconUrl}
                px={80}
                eager
                // Overlaps the backdrop, but not a banner, which may have text at its bottom.
                className={cn(
                  "size-16 rounded-xl sm:size-20",
                  !app.bannerUrl && "relative -mt-14 self-end shadow-md ring-4 ring-surface",
                )}
              />
              <div className="min-w-0 flex-1 basis-44">
                <h1 className="text-2xl break-words sm:text-3xl">{name}</h1>
                <p className="mt-0.5 text-sm text-muted">
                  {t("share.by", { name: app.owner.displayName || app.owner.username })} ·{" "}
                  {format.size(app.packageBytes)}
                </p>
                <MadeWithLine names={app.madeWith} className="mt-0.5 text-sm break-words text-muted" />
                {average !== null && (
                  <p className="mt-1 flex items-center gap-1.5 text-sm tabular-nums">
                    <Stars
                      value={average}
                      label={t("rated", { average: format.average(average), count: app.rating.count })}
                    />
                    <span aria-hidden>
                      {format.average(average)}{" "}
                      <span className="text-muted">({format.count(app.rating.count)})</span>
                    </span>
                  </p>
                )}
              </div>
              {allowsSource(app.manifest.license) && (
                <RemixButton appId={app.id} className="max-sm:order-last max-sm:w-full" />
              )}
              {visitor === "member" ? (
                <ButtonLink href={`/apps/${app.id}/run${suffix}`} {...start}>
                  {t(isGame(app) ? "play" : "run")}
                </ButtonLink>
              ) : (
                <Button {...start} onClick={onStart}>
                  {t(isGame(app) ? "play" : "run")}
                </Button>
              )}
            </div>
            {description && (
              <p className="mt-5 max-w-prose text-pretty break-words whitespace-pre-line">{description}</p>
            )}
          </div>
        </article>
        <div className="mt-8 empty:hidden">
          <Screenshots app={app} trial={trial} />
        </div>
        {reviews}
        <section aria-labelledby="may-title" className="mt-8">
          <h2 id="may-title" className="mb-3 text-lg">
            {t("may.title")}
          </h2>
          <AppPermissions manifest={app.manifest} />
        </section>
        {trial && (
          <div className="mt-8">
            <AppTrial app={app} trial={trial} />
          </div>
        )}
        <div className="mt-8 empty:hidden">
          <SharedRemixes lineage={lineage} />
        </div>
        {visitor === "guest" && (
          <section className="mt-10 flex flex-wrap items-center justify-between gap-4 rounded-lg bg-accent-soft px-5 py-4">
            <p className="text-sm font-medium">{t("share.invite")}</p>
            <ButtonLink href="/signup" size="sm" variant="primary">
              {t("share.signUp")}
            </ButtonLink>
          </section>
        )}
      </main>
    </div>
  );
}

interface RunningProps {
  app: App;
  address: AppAddress | null;
  onClose: () => void;
}

function Running({ app, address, onClose }: RunningProps) {
  const t = useTranslations("apps.runner");
  const common = useTranslations("common");
  const handle = useRef<AppFrameHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  const source = useMemo(() => packageSourceOf(app), [app]);
  return (
    <div className="fills-window">
      <header className="flex h-(--bar-height) flex-none items-center gap-1.5 border-b border-border px-3">
        <AppIcon src={app.iconUrl} px={28} eager className="size-7 rounded-sm" />
        <h1 className="min-w-0 flex-1 truncate pl-1 text-base font-semibold">{app.name}</h1>
        <IconButton label={t("restart")} onClick={() => handle.current?.restart()}>
          <RotateCcw />
        </IconButton>
        <IconButton
          label={t("fullscreen")}
          onClick={() => void place.current?.requestFullscreen().catch(() => undefined)}
        >
          <Maximize />
        </IconButton>
        <IconButton label={common("close")} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <main ref={place} className="grid min-h-0 flex-1 place-items-center bg-surface">
        <AppFrame
          ref={handle}
          app={{ id: app.id, name: app.name, icon: app.iconUrl, version: app.version, source }}
          keep="browser"
          address={address}
          onClose={onClose}
        />
      </main>
    </div>
  );
}
