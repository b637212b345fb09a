"use client";

import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { hasLeakConsent, setLeakConsent } from "@/lib/apps/leak-consent-storage";
import { useAuthStore } from "@/lib/auth/store";
import { API_BASE } from "@/lib/config/env.client";
import type { AppRunner } from "@/lib/sandbox/host/runner";
import type { Problem, RunnerEvent, RunnerStatus } from "@/lib/sandbox/host/runner-events";
import { accountServices, GUEST_SERVICES } from "./account-services";
import type { AppFrameProps } from "./app-frame-types";
import type { QuestionQueue } from "./app-questions";

export interface RunnerView {
  status: RunnerStatus;
  /** Something of the app can be seen. */
  shown: boolean;
  /** The page's load has passed. */
  loaded: boolean;
  /** The last error of this life that nobody caught. */
  problem: Problem | null;
  unresponsive: boolean;
  storageFull: boolean;
  unsaved: boolean;
}

const FRESH: RunnerView = {
  status: { status: "loading" },
  shown: false,
  loaded: false,
  problem: null,
  unresponsive: false,
  storageFull: false,
  unsaved: false,
};

export interface UsedRunner {
  view: RunnerView;
  runner: RefObject<AppRunner | null>;
  memoryBytes: RefObject<number | null>;
  /** Hides the notice about an error or a full storage. */
  dismiss(notice: "problem" | "storageFull"): void;
}

/** One runner for each app (id, version, source); it ends, and lets the app save, when the component goes. */
export function useRunner({
  props,
  container,
  questions,
  onCopied,
}: {
  props: AppFrameProps;
  container: RefObject<HTMLDivElement | null>;
  questions: QuestionQueue;
  onCopied: () => void;
}): UsedRunner {
  const { app, keep } = props;
  const [view, setView] = useState(FRESH);
  const runner = useRef<AppRunner | null>(null);
  const memoryBytes = useRef<number | null>(null);
  const latest = useRef({ props, onCopied });
  useLayoutEffect(() => {
    latest.current = { props, onCopied };
  });
  const sourceKey = app.source.kind === "url" ? (app.source.sha256 ?? app.source.url) : app.source.files;

  useLayoutEffect(() => {
    const place = container.current;
    if (!place) return;
    let alive = true;
    const listen = (event: RunnerEvent): void => {
      if (event.type === "memory") memoryBytes.current = event.bytes;
      latest.current.props.onEvent?.(event);
      if (event.type === "status") latest.current.props.onStatus?.(event.status);
      if (!alive) return;
      if (event.type === "status" && event.status.status !== "running") questions.clear();
      setView((before) => next(before, event));
      if (event.type === "loaded" && latest.current.props.focusOnLoad !== false) focusIfFree(runner.current);
    };
    void import("@/lib/sandbox/host/runner").then(({ AppRunner }) => {
      if (!alive) return;
      const { app: current, restored = null, onCompose, runToken } = latest.current.props;
      const userId = useAuthStore.getState().user?.id ?? null;
      const made = new AppRunner({
        container: place,
        app: { id: current.id, name: current.name, version: current.version },
        source: current.source,
        owner: { id: current.id, keep, url: `${API_BASE}/apps/${current.id}/storage` },
        ui: questions.asUi(() => latest.current.onCopied()),
        services: {
          compose: onCompose
            ? (draft) => latest.current.props.onCompose?.(draft) ?? Promise.resolve(false)
            : null,
          ...(keep === "account" ? accountServices(current.id, runToken) : GUEST_SERVICES),
        },
        leaks: {
          accepted: () => hasLeakConsent(userId, current.id),
          accept: () => setLeakConsent(userId, current.id, true),
        },
        theme: () => (document.documentElement.classList.contains("dark") ? "dark" : "light"),
        locale: () => document.documentElement.lang || "en",
        restored,
        onEvent: listen,
      });
      runner.current = made;
      void made.run();
    });
    return () => {
      alive = false;
      questions.clear();
      void runner.current?.destroy();
      runner.current = null;
      setView(FRESH);
    };
  }, [app.id, app.version, sourceKey, keep, container, questions]);

  useEffect(() => followTheme(runner), []);

  return {
    view,
    runner,
    memoryBytes,
    dismiss: (notice) => setView((before) => ({ ...before, [notice]: notice === "problem" ? null : false })),
  };
}

function next(view: RunnerView, event: RunnerEvent): RunnerView {
  switch (event.type) {
    case "status":
      if (event.status.status === "loading") return { ...FRESH, unsaved: view.unsaved };
      return { ...view, status: event.status, unresponsive: false };
    case "shown":
      return { ...view, shown: true };
    case "loaded":
      return { ...view, shown: true, loaded: true };
    case "problem":
      return { ...view, problem: view.problem?.blank ? view.problem : event.problem };
    case "unresponsive":
      return { ...view, unresponsive: true };
    case "responsive":
      return { ...view, unresponsive: false };
    case "storageFull":
      return { ...view, storageFull: true };
    case "unsaved":
      return { ...view, unsaved: event.failing };
    default:
      return view;
  }
}

/** Into the app, unless the person is busy elsewhere in the shell. */
function focusIfFree(runner: AppRunner | null): void {
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
