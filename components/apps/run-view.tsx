"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type ComponentType } from "react";
import type { FrameAllowance } from "@/lib/package/frame-allowance";
import { appQuery, packageSourceOf, runStartQuery, shortOf } from "@/lib/apps/queries";
import type { AppFrameProps } from "@/components/sandbox/app-frame-types";
import { snapshotQuery, takeUpdate, waitForLastSave } from "@/lib/apps/snapshot-queries";
import { useCountRun, useEditApp } from "@/lib/apps/mutations";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { compose } from "@/lib/posts/compose-store";
import { useDockStore } from "@/lib/dock/store";
import { askReport } from "@/lib/moderation/store";
import type { App, AppRunResponse, AppRunStart } from "@/lib/apps/contract";
import { ApiError } from "@/lib/browser/api";
import type { JoinedRoom } from "@/lib/rooms/contract";
import { fetchMoment, momentKey } from "@/lib/posts/moment-queries";
import { joinRoom } from "@/lib/rooms/queries";
import { followVersionSwitch, useVersionSwitch } from "@/lib/apps/use-version-switch";
import { runKeyOf } from "@/lib/shared/run-key";
import { findInstance } from "@/lib/lifecycle/rules";
import { addedPermissions, type PermissionChange } from "@/lib/permissions/rules";
import { useMinutesLeft } from "@/lib/dock/use-minutes-left";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Badge } from "@/components/ui/badge";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Spinner } from "@/components/ui/spinner";
import { ChangedPermissions } from "./changed-permissions";
import { RunBar } from "./run-bar";
import { useAppTexts } from "./use-app-texts";
import { useDockApp } from "./use-dock-app";
import { useErrorToast } from "./use-error-toast";

export type WindowContent = Pick<
  AppFrameProps,
  "app" | "keep" | "dataId" | "room" | "moment" | "runToken" | "onCompose" | "onShare" | "onReport"
>;
type WindowPlaceProps = {
  app: { id: string; name: string; icon: string | null };
  roomId?: string | null;
  momentOf?: string | null;
  content: WindowContent;
  className?: string;
};

export interface RunViewProps {
  id: string;
  /** Shows the app's window. Comes from the shell, which keeps windows across navigations. */
  Place: ComponentType<WindowPlaceProps>;
  /** The room to run it in; null for the app alone. */
  roomId: string | null;
  /** The post whose moment it starts from. */
  momentOf: string | null;
  /** What the bar shows of a room, and what is below it. They come from another feature. */
  RoomControls: ComponentType<{ roomId: string; appName: string }>;
  RoomHints: ComponentType<{ roomId: string }>;
}

export function RunView({ id, ...view }: RunViewProps) {
  const t = useTranslations("apps");
  const errors = useErrorTexts();
  const { data: app, error } = useQuery(appQuery(id));
  const { data: start } = useQuery(runStartQuery(id));
  /** The starts that the server has refused. */
  const [refused, setRefused] = useState<readonly string[]>([]);
  const ended = useVersionSwitch(id);
  if (!app || !start) {
    return error ? (
      <EmptyState title={errors.text(error)} action={<ButtonLink href="/apps">{t("toStore")}</ButtonLink>} />
    ) : null;
  }
  return (
    <Runner
      key={`${start.dataId} ${refused.length} ${ended}`}
      app={app}
      start={start}
      refused={refused}
      onRefused={(of) => setRefused([...refused, of])}
      {...view}
    />
  );
}

/** Whether the user accepts a version that adds permissions, or stays with the one they ran last, or is leaving that one. */
type Choice = "undecided" | "accept" | "stay" | "leaving" | "gone";

type RunnerProps = Omit<RunViewProps, "id"> & {
  app: App;
  start: AppRunStart;
  refused: readonly string[];
  /** The version may not start any more: the page is out of date. */
  onRefused: (start: string) => void;
};

function Runner({
  app,
  start,
  refused,
  onRefused,
  Place,
  roomId,
  momentOf,
  RoomControls,
  RoomHints,
}: RunnerProps) {
  const t = useTranslations("apps.runner");
  const { name } = useAppTexts()(app);
  // Read once: counting the run changes it.
  const [first] = useState(start);
  const change = first.lastManifest && addedPermissions(first.lastManifest, app.manifest);
  const key = runKeyOf({ appId: app.id, roomId, momentOf });
  const [choice, setChoice] = useState<Choice>(() => choiceOf(first, change, key));
  const stays = choice === "stay" && first.lastVersion !== null;

  const client = useQueryClient();
  const router = useRouter();
  const failed = useErrorToast();
  const accept = async () => {
    try {
      // Before the new version can save anything.
      await takeUpdate(client, app.id, app.version);
      setChoice("accept");
    } catch (error) {
      failed(error);
      setChoice((now) => (now === "leaving" ? "stay" : now));
    }
  };
  const update = async () => {
    try {
      const { kept } = await client.fetchQuery(snapshotQuery(app.id));
      // With the data of that version, or without: the settings ask.
      if (kept?.isForward) return router.push(`/settings/apps/${app.id}#earlier`);
    } catch (error) {
      return failed(error);
    }
    // Nothing may start the older version again until the newer one is taken.
    setChoice("leaving");
    const { instances, stop } = useAppLifecycleStore.getState();
    const instance = findInstance(instances, key);
    if (instance) {
      await stop(instance.id);
      await waitForLastSave(app.id).catch(() => undefined);
    }
    await accept();
  };
  const items = stays
    ? [{ key: "update", label: t("update", { version: app.version }), onSelect: () => void update() }]
    : [];
  return (
    <div className="fills-window">
      <RunBar
        id={app.id}
        runKey={key}
        name={name}
        icon={app.iconUrl}
        app={app}
        back={{ href: `/apps/${app.id}`, label: t("backTo", { name }) }}
        items={items}
      >
        <Trial app={app} />
        {stays && <Badge className="max-sm:hidden">{first.lastVersion}</Badge>}
        {roomId && <RoomControls roomId={roomId} appName={name} />}
      </RunBar>
      {roomId && <RoomHints roomId={roomId} />}
      {choice === "leaving" ? (
        <Spinner className="m-auto text-muted" />
      ) : choice === "undecided" && change && first.lastVersion ? (
        <ChangedPermissions
          app={app}
          before={first.lastVersion}
          change={change}
          onAccept={accept}
          onStay={first.canStay ? () => setChoice("stay") : null}
        />
      ) : choice === "gone" && first.lastVersion ? (
        <EmptyState
          title={t("goneTitle", { name, version: first.lastVersion })}
          description={t("goneText", { version: app.version })}
          action={
            <Button variant="primary" onClick={() => void update()}>
              {t("update", { version: app.version })}
            </Button>
          }
        />
      ) : (
        <StoreWindow
          key={choice}
          app={app}
          version={stays ? first.lastVersion : null}
          dataId={first.dataId}
          refused={refused}
          onRefused={onRefused}
          roomId={roomId}
          momentOf={momentOf}
          Place={Place}
        />
      )}
    </div>
  );
}

/** Whoever declined this version is not asked again: the older one runs, and the menu offers the new one. */
function choiceOf(start: AppRunStart, change: PermissionChange | null, key: string): Choice {
  if (start.declined) return start.canStay ? "stay" : "gone";
  if (!change) return "accept";
  return isRunning(key) ? "accept" : "undecided";
}

function isRunning(key: string): boolean {
  return findInstance(useAppLifecycleStore.getState().instances, key)?.status === "running";
}

/** The window itself. Counts a run, unless the app was already running. */
function StoreWindow({
  app,
  version,
  dataId,
  refused,
  onRefused,
  roomId,
  momentOf,
  Place,
}: {
  app: App;
  /** The older version that the user stays with; null for the current one. */
  version: string | null;
  dataId: AppRunStart["dataId"];
  refused: RunnerProps["refused"];
  onRefused: RunnerProps["onRefused"];
  roomId: string | null;
  momentOf: string | null;
  Place: RunViewProps["Place"];
}) {
  const [isStart] = useState(() => !isRunning(runKeyOf({ appId: app.id, roomId, momentOf })));
  const client = useQueryClient();
  const { mutateAsync: count } = useCountRun(app.id);
  const { mutateAsync: allow } = useEditApp(app.id);
  const runs = version ?? app.version;
  const counted = useRef<Promise<AppRunResponse> | null>(null);
  const begin = useCallback(
    () =>
      (counted.current ??= count({ version: runs, ...(runs !== app.version && { declined: app.version }) })),
    [count, runs, app.version],
  );
  const started = `${dataId} ${runs}`;
  const refresh = async (error: unknown) => {
    if (!(error instanceof ApiError && error.code === "conflict") || refused.includes(started)) return;
    await followVersionSwitch(client, app.id, { isOver: true });
    onRefused(started);
  };
  const beginOnce = useEffectEvent(() => {
    // Without an answer, or refused once more, it runs uncounted: it can save only while its data is in use.
    begin().catch((error: unknown) => refresh(error).catch(() => undefined));
  });
  useEffect(() => {
    if (isStart) beginOnce();
  }, [isStart]);
  const content = useMemo<WindowContent>(
    () => ({
      app: {
        id: app.id,
        name: app.name,
        icon: app.iconUrl,
        version: runs,
        source: version
          ? { kind: "url", url: `/api/apps/${app.id}/package?version=${encodeURIComponent(version)}` }
          : packageSourceOf(app),
      },
      keep: "account",
      dataId,
      ...(roomId && { room: { key: roomId, join: () => joinRoomOf(app.id, roomId) } }),
      ...(momentOf && {
        moment: { key: momentKey(momentOf), load: () => fetchMoment(momentOf, app.id), isFresh: false },
      }),
      onCompose: compose,
      onShare: ({ moment, ...draft }) =>
        compose({ ...draft, image: null, share: { app: shortOf(app), moment } }),
      ...(app.viewer.owner &&
        !version && { onAllow: (allowance: FrameAllowance) => allow({ allow: [allowance] }) }),
      onReport: () => askReport({ type: "app", id: app.id, name: app.name }),
      runToken: async () => (await begin()).runToken,
    }),
    [app, runs, version, dataId, roomId, momentOf, begin, allow],
  );
  return (
    <Place
      app={{ id: app.id, name: app.name, icon: app.iconUrl }}
      roomId={roomId}
      momentOf={momentOf}
      content={content}
      className="min-h-0 flex-1"
    />
  );
}

/** A link may name another app's room. @throws ApiError */
async function joinRoomOf(appId: string, roomId: string): Promise<JoinedRoom> {
  const joined = await joinRoom(roomId);
  if (joined.appId !== appId) throw new ApiError({ code: "not_found", message: "", status: 404 });
  return joined;
}

/** How long the trial has left, with a button that installs the app. */
function Trial({ app }: { app: App }) {
  const t = useTranslations("apps.runner");
  const dock = useDockApp(app);
  const expiresAt = useDockStore(
    (state) => state.dockedApps.find((docked) => docked.id === app.id)?.expiresAt,
  );
  if (!dock.trial || !expiresAt) return null;
  return (
    <span className="flex flex-none items-center gap-2 pl-1">
      <TrialBadge expiresAt={expiresAt} />
      <Button size="sm" onClick={dock.add}>
        {t("keep")}
      </Button>
    </span>
  );
}

function TrialBadge({ expiresAt }: { expiresAt: number }) {
  const t = useTranslations("apps.runner");
  const minutes = useMinutesLeft(expiresAt);
  return (
    <Badge tone="warning">
      <span className="max-sm:sr-only">{t("trial", { minutes })}</span>
      <span aria-hidden className="sm:hidden">
        {t("trialShort", { minutes })}
      </span>
    </Badge>
  );
}
