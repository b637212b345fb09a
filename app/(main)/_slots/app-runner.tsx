"use client";

import { useQuery } from "@tanstack/react-query";
import { Maximize2, PanelBottomClose, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { FollowVersionSwitch } from "@/components/apps/follow-version-switch";
import { RoomControls } from "@/components/rooms/room-controls";
import { RoomHints } from "@/components/rooms/room-hints";
import { AppFrame } from "@/components/sandbox/app-frame";
import type { AppFrameHandle } from "@/components/sandbox/app-frame-types";
import { leavePlace, moveToWindow } from "@/components/shell/windows/move-to-window";
import { postAppActions } from "@/components/timeline/post-app-actions";
import type { AppRunnerProps } from "@/components/timeline/timeline-context";
import { AppIcon } from "@/components/ui/app-icon";
import { Button, ButtonLink } from "@/components/ui/button";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { useCountRun } from "@/lib/apps/mutations";
import { appQuery, packageSourceOf, runStartQuery } from "@/lib/apps/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import type { AppRunResponse } from "@/lib/apps/contract";
import { fetchMoment, momentKey } from "@/lib/posts/moment-queries";
import { joinPostRoom } from "@/lib/rooms/queries";
import { isShared } from "@/lib/rooms/rules";
import { runHref, runKeyOf } from "@/lib/shared/run-key";
import { addedPermissions } from "@/lib/permissions/rules";
import type { WindowContent } from "./running-app";
import { keepLeft, leftIn, useSuspendOutOfView } from "./peek";
import { usePostAddress } from "./use-post-address";

/** Prefetches the frame and the package of an app that is about to run. */
export function preloadAppOf({ id }: { id: string }): void {
  void Promise.all([
    getQueryClient().fetchQuery(appQuery(id)),
    import("@/components/sandbox/preload-app"),
  ]).then(
    ([app, { preloadApp }]) => preloadApp(packageSourceOf(app)),
    () => undefined,
  );
}

/** An app running in a post, in place of its card. It can move to the whole page, or to the dock. */
export function AppRunner({ app, post, onClose }: AppRunnerProps) {
  const t = useTranslations("timeline");
  const router = useRouter();
  const { data, isLoading, refetch } = useQuery(appQuery(app.id));
  const start = useQuery(runStartQuery(app.id));
  const lastManifest = start.data?.lastManifest;
  // The app's own page shows what changed and lets the person stay with the last version.
  const needsConsent = data && lastManifest ? addedPermissions(lastManifest, data.manifest) !== null : false;
  // Whoever stays with an earlier version runs that there, too.
  const stays = start.data?.declined === true;
  const { mutateAsync: count } = useCountRun(app.id);
  const counted = useRef<Promise<AppRunResponse> | null>(null);
  const begin = (version: string) => (counted.current ??= count({ version }));
  const section = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const handle = useRef<AppFrameHandle>(null);
  /** It was closed, or continues elsewhere: its state must not be used for the next start in this post. */
  const isOver = useRef(false);
  const onTaken = useRef(() => {});
  const address = usePostAddress(post.id);
  const [roomId, setRoomId] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const [isMoved, setIsMoved] = useState(false);
  const [restored] = useState(() => (post.moment ? null : leftIn(post.id)));
  const room = useMemo(
    () => ({ key: `post:${post.id}`, join: () => joinPostRoom(post.id), onJoined: setRoomId }),
    [post.id],
  );
  const hasMoment = post.moment !== null;
  const moment = useMemo(
    () =>
      hasMoment
        ? { key: momentKey(post.id), load: () => fetchMoment(post.id, app.id), isFresh: true }
        : undefined,
    [hasMoment, post.id, app.id],
  );
  const run = { appId: app.id, ...(roomId && { roomId }), ...(hasMoment && { momentOf: post.id }) };
  const key = runKeyOf(run);
  // The pressed button has been unmounted, so focus moves here.
  useEffect(() => {
    close.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  useSuspendOutOfView(section, handle);
  useEffect(() => {
    const shown = place.current;
    return () => leavePlace(key, shown);
  }, [key]);

  const leave = () => {
    isOver.current = true;
    onClose();
  };
  const frame = data && {
    app: {
      id: data.id,
      name: data.name,
      icon: data.iconUrl,
      version: data.version,
      source: packageSourceOf(data),
    },
    keep: "account" as const,
    dataId: start.data?.dataId,
    room: !moment && post.sharesApp && isShared(data.manifest) ? room : undefined,
    moment,
    ...postAppActions(app),
    runToken: async () => (await begin(data.version)).runToken,
  };
  /**
   * It goes on as it is; where the browser would load its frame again, it is suspended first and starts with its state.
   * @param at where it is shown until its page comes
   */
  const move = async (at: HTMLElement | null) => {
    if (!frame || !handle.current || isMoved) return;
    const taken = new Promise<void>((resolve) => (onTaken.current = resolve));
    const takes = handle.current.handOver();
    const content: WindowContent = {
      ...frame,
      ...(moment && { moment: { ...moment, isFresh: false } }),
      ...(takes && { takes }),
    };
    const state = takes ? null : await handle.current.suspend();
    const about = { ...run, name: app.name, icon: app.iconUrl };
    await moveToWindow({ app: about, content, state, place: at });
    // The code of windows may still be loading.
    if (takes) await taken;
    isOver.current = true;
    keepLeft(post.id, null);
    setIsMoved(true);
  };
  return (
    <section ref={section} data-own-press aria-label={app.name} className="scroll-mt-20 scroll-mb-24">
      <div className="flex items-center gap-2.5 border-b border-border py-1.5 pr-1.5 pl-3">
        <AppIcon src={app.iconUrl} px={24} className="size-6" eager />
        <p className="min-w-0 flex-1 truncate text-sm font-semibold">{app.name}</p>
        {roomId && <RoomControls roomId={roomId} appName={app.name} />}
        <IconButton
          size="sm"
          label={t("keepInDock", { name: app.name })}
          disabled={!isRunning || isMoved}
          onClick={() => void move(null).then(leave)}
        >
          <PanelBottomClose aria-hidden />
        </IconButton>
        <IconLink
          href={runHref(key)}
          size="sm"
          label={t("openAppPage", { name: app.name })}
          onClick={(event) => {
            if (!isRunning || event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            void move(place.current).then(() => router.push(runHref(key)));
          }}
        >
          <Maximize2 aria-hidden />
        </IconLink>
        <IconButton ref={close} size="sm" label={t("closeApp", { name: app.name })} onClick={leave}>
          <X aria-hidden />
        </IconButton>
      </div>
      <FollowVersionSwitch appId={app.id} />
      {roomId && <RoomHints roomId={roomId} />}
      <div ref={place} className="grid h-[min(70dvh,36rem)] place-items-center">
        {isMoved ? null : !isLoading && !start.isLoading && !(data && start.data) ? (
          <div role="alert" className="flex flex-col items-center gap-3 p-4 text-sm text-muted">
            <p>{t("appFailed")}</p>
            <Button variant="outline" onClick={() => void Promise.all([refetch(), start.refetch()])}>
              {t("retry")}
            </Button>
          </div>
        ) : needsConsent || stays ? (
          <div className="flex flex-col items-center gap-3 p-4 text-center text-sm">
            <p>{t(stays ? "appStays" : "appAsksMore", { name: app.name })}</p>
            <ButtonLink href={`/apps/${app.id}/run`} variant="primary">
              {t(stays ? "appStaysSee" : "appAsksMoreSee")}
            </ButtonLink>
          </div>
        ) : frame && start.data ? (
          <AppFrame
            key={String(start.data.dataId)}
            {...frame}
            ref={handle}
            address={address}
            restored={restored}
            onClose={leave}
            onHandedOver={() => onTaken.current()}
            onLeave={(state) => keepLeft(post.id, isOver.current || hasMoment ? null : state)}
            onStatus={({ status }) => {
              setIsRunning(status === "running");
              if (status === "running") begin(frame.app.version).catch(() => undefined);
            }}
          />
        ) : (
          <Spinner className="text-muted" />
        )}
      </div>
    </section>
  );
}
