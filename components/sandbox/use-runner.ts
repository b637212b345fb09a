"use client";

import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { leakConsents, shortcutConsents } from "@/lib/apps/consent-storage";
import { useAuthStore } from "@/lib/auth/store";
import { SESSION_DOUBT_EVENT } from "@/lib/browser/api";
import { useDockStore } from "@/lib/dock/store";
import { API_BASE } from "@/lib/config/env.client";
import type { JoinedRoom } from "@/lib/rooms/contract";
import type { AppRoom } from "@/lib/sandbox/host/app-room";
import type { AppRunner } from "@/lib/sandbox/host/runner";
import type { Problem, RunnerEvent, RunnerStatus } from "@/lib/sandbox/host/runner-events";
import { onStorageNews } from "@/lib/storage/news.client";
import { accountServices } from "./account-services";
import type { AppFrameProps } from "./app-frame-types";
import { noticeService, type AppNotice } from "./app-notices";
import type { QuestionQueue } from "./app-questions";
import { focusBefore, passedShortcuts, pressInShell } from "./shell-keyboard";

const INITIAL_VIEW = {
  status: { status: "loading" } as RunnerStatus,
  /** The app has visible content. */
  shown: false,
  /** The page's load event has fired. */
  loaded: false,
  /** Escape is held in the app. */
  leaving: false,
  /** The last uncaught error of this session. */
  problem: null as Problem | null,
  unresponsive: null as "busy" | "crashed" | null,
  storageFull: false,
  unsaved: false,
};
type RunnerView = typeof INITIAL_VIEW;

/** Creates a runner for each (app id, version, source). On unmount it lets the app save and is destroyed. */
export function useRunner({
  props,
  container,
  questions,
  onCopied,
  onNotice,
}: {
  props: AppFrameProps;
  container: RefObject<HTMLDivElement | null>;
  questions: QuestionQueue;
  onCopied: () => void;
  onNotice: (notice: AppNotice) => void;
}) {
  const { app, keep } = props;
  const [view, setView] = useState(INITIAL_VIEW);
  const runner = useRef<AppRunner | null>(null);
  const memoryBytes = useRef<number | null>(null);
  const latest = useRef({ props, onCopied, onNotice });
  useLayoutEffect(() => {
    latest.current = { props, onCopied, onNotice };
  });
  const sourceKey = app.source.kind === "url" ? (app.source.sha256 ?? app.source.url) : app.source.files;

  useLayoutEffect(() => {
    const parent = container.current;
    if (!parent) return;
    let mounted = true;
    const handleEvent = (event: RunnerEvent): void => {
      if (event.type === "memory") memoryBytes.current = event.bytes;
      latest.current.props.onEvent?.(event);
      if (event.type === "status") latest.current.props.onStatus?.(event.status);
      if (!mounted) return;
      if (event.type === "status" && event.status.status !== "running") questions.clear();
      setView((previous) => reduceView(previous, event));
      if (event.type === "shortcut") pressInShell(event.combination);
      if (event.type === "leave") focusBefore(parent);
      if (event.type === "accountChanged") window.dispatchEvent(new Event(SESSION_DOUBT_EVENT));
      if (event.type === "loaded" && latest.current.props.focusOnLoad !== false)
        focusUnlessTyping(runner.current);
    };
    let closeCard = (): void => {};
    const { room, trial } = latest.current.props;
    void Promise.all([
      import("@/lib/sandbox/host/runner"),
      room && import("./room-card"),
      trial && import("./trial-services"),
    ]).then(
      ([{ AppRunner }, cards, trials]) => {
        if (!mounted) return;
        const { app: current, restored = null, onCompose, runToken } = latest.current.props;
        // Right after the page has loaded, only the shell knows who is signed in.
        const userId = (): string | null =>
          useAuthStore.getState().user?.id ?? useDockStore.getState().userId;
        let joined: { id: string; userId: string | null } | null = null;
        const card = cards?.roomCard(() => joined);
        const tried = trial && trials?.trialServices(trial);
        closeCard = (tried ?? card)?.close ?? closeCard;
        const join = async (): Promise<AppRoom> => {
          const by = userId();
          const link = await linkRoom(room!.join, { userId: by, appName: current.name });
          joined = { id: link.id, userId: by };
          return link;
        };
        const created = new AppRunner({
          container: parent,
          app: { id: current.id, name: current.name, version: current.version },
          source: current.source,
          owner: {
            id: current.id,
            keep,
            run: room?.key ?? "",
            url: `${API_BASE}/apps/${current.id}/storage`,
            onStorageNews,
          },
          ui: questions.asUi(() => latest.current.onCopied()),
          services: {
            compose: onCompose
              ? (draft) =>
                  latest.current.props.onCompose?.({ ...draft, by: latest.current.props.app.name }) ??
                  Promise.resolve(false)
              : null,
            card: card?.show ?? null,
            notify: noticeService({
              appId: current.id,
              keep,
              userId: userId(),
              show: (notice) => latest.current.onNotice(notice),
            }),
            ...(keep === "account" ? accountServices(current, runToken) : {}),
            ...tried?.services,
          },
          leaks: {
            accepted: () => leakConsents.has(userId(), current.id),
            accept: () => leakConsents.set(userId(), current.id, true),
          },
          shortcuts: {
            shell: passedShortcuts,
            granted: () => shortcutConsents.has(userId(), current.id),
            grant: () => shortcutConsents.set(userId(), current.id, true),
          },
          theme: () => (document.documentElement.classList.contains("dark") ? "dark" : "light"),
          locale: () => document.documentElement.lang || "en",
          joinRoom: trial?.isShared ? async () => trial.person.join() : room ? join : null,
          restored,
          onEvent: handleEvent,
        });
        runner.current = created;
        void created.run();
      },
      (error: unknown) => {
        if (!mounted) return;
        const status = { status: "failed", code: "fetch_failed", message: String(error) } as const;
        handleEvent({ type: "status", status });
      },
    );
    return () => {
      mounted = false;
      questions.clear();
      void runner.current?.destroy();
      closeCard();
      runner.current = null;
      setView(INITIAL_VIEW);
    };
  }, [app.id, app.version, sourceKey, keep, container, questions]);

  useEffect(() => followTheme(runner), []);

  return {
    view,
    runner,
    memoryBytes,
    /** Hides the notice about an error or a full storage. */
    dismiss: (notice: "problem" | "storageFull") =>
      setView((previous) => ({ ...previous, [notice]: notice === "problem" ? null : false })),
  };
}

/** @throws ApiError */
async function linkRoom(
  join: () => Promise<JoinedRoom>,
  { userId, appName }: { userId: string | null; appName: string },
): Promise<AppRoom> {
  const [joined, { RoomLink }] = await Promise.all([join(), import("@/lib/rooms/link.client")]);
  return new RoomLink(joined, { userId: userId ?? "", appName });
}

function reduceView(view: RunnerView, event: RunnerEvent): RunnerView {
  switch (event.type) {
    case "status":
      if (event.status.status === "loading") return { ...INITIAL_VIEW, unsaved: view.unsaved };
      return { ...view, status: event.status, unresponsive: null, leaving: false };
    case "shown":
      return { ...view, shown: true };
    case "loaded":
      return { ...view, shown: true, loaded: true };
    case "leaving":
      return { ...view, leaving: event.held };
    case "problem":
      return { ...view, problem: view.problem?.blank ? view.problem : event.problem };
    case "unresponsive":
      return { ...view, unresponsive: event.crashed ? "crashed" : "busy" };
    case "responsive":
      return { ...view, unresponsive: null };
    case "storageFull":
      return { ...view, storageFull: true };
    case "unsaved":
      return { ...view, unsaved: event.failing };
    default:
      return view;
  }
}

/** Focuses the app unless the user is typing in the shell. */
function focusUnlessTyping(runner: AppRunner | null): void {
  const active = document.activeElement;
  if (active && active.matches("input,textarea,select,[contenteditable]")) return;
  runner?.focus();
}

function followTheme(runner: RefObject<AppRunner | null>): () => void {
  const root = document.documentElement;
  let dark = root.classList.contains("dark");
  const observer = new MutationObserver(() => {
    const now = root.classList.contains("dark");
    if (now !== dark) runner.current?.setTheme(now ? "dark" : "light");
    dark = now;
    runner.current?.setLocale(root.lang || "en");
  });
  observer.observe(root, { attributes: true, attributeFilter: ["class", "lang"] });
  return () => observer.disconnect();
}
