"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { RoomControls } from "@/components/rooms/room-controls";
import { RoomHints } from "@/components/rooms/room-hints";
import { AppFrame } from "@/components/sandbox/app-frame";
import type { AppRunnerProps } from "@/components/timeline/timeline-context";
import { AppIcon } from "@/components/ui/app-icon";
import { Button, ButtonLink } from "@/components/ui/button";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { useCountRun } from "@/lib/apps/mutations";
import { appQuery, runStartQuery } from "@/lib/apps/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import type { App, AppRunResponse } from "@/lib/apps/contract";
import { fetchMoment } from "@/lib/posts/queries";
import { joinPostRoom } from "@/lib/rooms/queries";
import { isShared } from "@/lib/rooms/rules";
import { runHref, runKeyOf } from "@/lib/shared/run-key";
import { addedPermissions } from "@/lib/permissions/rules";
import { usePostAddress } from "./use-post-address";

const sourceOf = (app: App) => ({ kind: "url" as const, url: app.packageUrl, sha256: app.packageSha256 });

/** Prefetches the frame and the package of an app that is about to run. */
export function preloadAppOf({ id }: { id: string }): void {
  void Promise.all([
    getQueryClient().fetchQuery(appQuery(id)),
    import("@/components/sandbox/preload-app"),
  ]).then(
    ([app, { preloadApp }]) => preloadApp(sourceOf(app)),
    () => undefined,
  );
}

/** An app running in a post, in place of its card. */
export function AppRunner({ app, post, onClose, onCompose, onReport }: AppRunnerProps) {
  const t = useTranslations("timeline");
  const { data, isError, refetch } = useQuery(appQuery(app.id));
  const start = useQuery(runStartQuery(app.id));
  const lastManifest = start.data?.lastManifest;
  // The app's own page shows what changed and lets the person stay with the last version.
  const needsConsent = data && lastManifest ? addedPermissions(lastManifest, data.manifest) !== null : false;
  const { mutateAsync: count } = useCountRun(app.id);
  const counted = useRef<Promise<AppRunResponse> | null>(null);
  const begin = (version: string) => (counted.current ??= count(version));
  const close = useRef<HTMLButtonElement>(null);
  const address = usePostAddress(post.id);
  const [roomId, setRoomId] = useState<string | null>(null);
  const room = useMemo(() => {
    const join = async () => {
      const joined = await joinPostRoom(post.id);
      setRoomId(joined.id);
      return joined;
    };
    return { key: `post:${post.id}`, join };
  }, [post.id]);
  const hasMoment = post.moment !== null;
  const moment = useMemo(
    () =>
      hasMoment
        ? { key: `moment:${post.id}`, load: () => fetchMoment(post.id, app.id), isFresh: true }
        : undefined,
    [hasMoment, post.id, app.id],
  );
  // The pressed button has been unmounted, so focus moves here.
  useEffect(() => {
    close.current?.focus({ preventScroll: true });
    close.current?.closest("section")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section data-own-press aria-label={app.name} className="scroll-mt-20 scroll-mb-24">
      <div className="flex items-center gap-2.5 border-b border-border py-1.5 pr-1.5 pl-3">
        <AppIcon src={app.iconUrl} px={24} className="size-6" eager />
        <p className="min-w-0 flex-1 truncate text-sm font-semibold">{app.name}</p>
        {roomId && <RoomControls roomId={roomId} appName={app.name} />}
        <IconLink
          href={runHref(runKeyOf({ appId: app.id, roomId }))}
          size="sm"
          label={t("openAppPage", { name: app.name })}
        >
          <ExternalLink aria-hidden />
        </IconLink>
        <IconButton ref={close} size="sm" label={t("closeApp", { name: app.name })} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      {roomId && <RoomHints roomId={roomId} />}
      <div className="grid h-[min(70dvh,36rem)] place-items-center">
        {isError || start.isError ? (
          <div role="alert" className="flex flex-col items-center gap-3 p-4 text-sm text-muted">
            <p>{t("appFailed")}</p>
            <Button variant="outline" onClick={() => void Promise.all([refetch(), start.refetch()])}>
              {t("retry")}
            </Button>
          </div>
        ) : needsConsent ? (
          <div className="flex flex-col items-center gap-3 p-4 text-center text-sm">
            <p>{t("appAsksMore", { name: app.name })}</p>
            <ButtonLink href={`/apps/${app.id}/run`} variant="primary">
              {t("appAsksMoreSee")}
            </ButtonLink>
          </div>
        ) : data && start.data ? (
          <AppFrame
            app={{
              id: data.id,
              name: data.name,
              icon: data.iconUrl,
              version: data.version,
              source: sourceOf(data),
            }}
            keep="account"
            address={address}
            room={!moment && post.sharesApp && isShared(data.manifest) ? room : undefined}
            moment={moment}
            onCompose={onCompose}
            onShare={({ moment: shared, ...draft }) =>
              onCompose({ ...draft, image: null, share: { app, moment: shared } })
            }
            onReport={onReport}
            onClose={onClose}
            runToken={async () => (await begin(data.version)).runToken}
            onStatus={({ status }) => {
              if (status === "running") begin(data.version).catch(() => undefined);
            }}
          />
        ) : (
          <Spinner className="text-muted" />
        )}
      </div>
    </section>
  );
}
