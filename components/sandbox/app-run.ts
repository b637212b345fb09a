import { deviceNotices, leakConsents, shortcutConsents } from "@/lib/apps/consent-storage";
import { useAuthStore } from "@/lib/auth/store";
import { SESSION_DOUBT_EVENT } from "@/lib/browser/api";
import { useDockStore } from "@/lib/dock/store";
import { keepCopyLater, readCopy } from "@/lib/browser/offline-copies";
import { GUEST } from "@/lib/browser/device-data";
import { API_BASE } from "@/lib/config/env.client";
import type { FrameAllowance } from "@/lib/sandbox/host/allowances";
import type { AppRoom } from "@/lib/sandbox/host/app-room";
import type { AppRunner } from "@/lib/sandbox/host/runner";
import type { DownloadProgress, Problem, RunnerEvent, RunnerStatus } from "@/lib/sandbox/host/runner-events";
import type { DeviceStore } from "@/lib/sandbox/host/storage/app-device";
import type { StoredData } from "@/lib/sandbox/host/storage/app-storage";
import type { DataCopy } from "@/lib/sandbox/host/storage/offline-storage";
import { DATA_REPLACED_EVENT, onStorageNews } from "@/lib/storage/news.client";
import { accountServices } from "./account-services";
import type { AppFrameProps } from "./app-frame-types";
import { noticeService, type AppNotice } from "./app-notices";
import { QuestionQueue } from "./app-questions";
import type { ProblemReports } from "./problem-reports";
import type { AppMoment } from "./shared-moment";
import { focusBefore, passedShortcuts, pressInShell } from "./shell-keyboard";

export const INITIAL_VIEW = {
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
  updated: false,
  unsaved: false,
  /** Of a download that takes long. */
  download: null as DownloadProgress,
  /** Where the app keeps databases that are too large for the account, if the person is not yet aware of it. */
  device: null as DeviceNotice | null,
  /** What the frame's policy blocked. */
  blocked: null as FrameAllowance | null,
};
type DeviceNotice = Extract<RunnerEvent, { type: "device" }>;
type RunnerView = typeof INITIAL_VIEW;

/** The component that shows a run. */
interface RunFrame {
  container: HTMLElement;
  /** As of its last render. */
  latest: () => { props: AppFrameProps; onCopied: () => void; onNotice: (notice: AppNotice) => void };
}

/** A run of an app, with what it asks and what is seen of it. A component shows it and may hand it to another one. */
export class AppRun {
  readonly questions = new QuestionQueue();
  runner: AppRunner | null = null;
  memoryBytes: number | null = null;
  #view = INITIAL_VIEW;
  readonly #listeners = new Set<() => void>();
  #frame: RunFrame;
  #isOffered = false;
  #isEnded = false;
  #closeCard = (): void => {};
  #reports: Promise<ProblemReports> | null = null;
  /** Of the component that started it: another one that takes it would count a further run. */
  readonly #runToken: AppFrameProps["runToken"];

  constructor(frame: RunFrame) {
    this.#frame = frame;
    this.#runToken = this.#props.runToken;
    this.#start().catch((error: unknown) => {
      if (this.#isEnded) return;
      const status = { status: "failed", code: "fetch_failed", message: String(error) } as const;
      this.#handle({ type: "status", status });
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly view = (): RunnerView => this.#view;

  /** Hides that notice. */
  dismiss(notice: "problem" | "storageFull" | "updated" | "blocked" | "device"): void {
    const { device } = this.#view;
    if (notice === "device" && device && device.place !== "gone")
      deviceNotices[device.place].set(this.#userId(), this.#props.app.id, true);
    this.#show({ ...this.#view, [notice]: INITIAL_VIEW[notice] });
  }

  /** Lets another component take it. @returns false where the app would start again */
  offer(): boolean {
    this.#isOffered = this.runner?.status.status === "running" && "moveBefore" in Element.prototype;
    return this.#isOffered;
  }

  /** Shows it in another frame from now on, without a restart. @returns false if it is not offered */
  take(frame: RunFrame): boolean {
    if (!this.#isOffered || this.#isEnded || !this.runner?.moveTo(frame.container)) return false;
    const before = this.#frame;
    this.#isOffered = false;
    this.#frame = frame;
    before.latest().props.onHandedOver?.();
    return true;
  }

  /** Lets the app save and ends it, unless another frame has taken it. */
  end(frame: RunFrame): void {
    if (frame !== this.#frame || this.#isEnded) return;
    this.#isEnded = true;
    this.questions.clear();
    const { onLeave, trial } = this.#props;
    const { runner } = this;
    const left = runner?.destroy({ keepState: Boolean(onLeave ?? trial) });
    void left?.then(onLeave);
    if (runner && left) trial?.data.leave(runner, left);
    this.#closeCard();
    this.#reports?.then(
      (reports) => reports.end(),
      () => undefined,
    );
  }

  get #props(): AppFrameProps {
    return this.#frame.latest().props;
  }

  #show(view: RunnerView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }

  #handle(event: RunnerEvent): void {
    if (event.type === "storage" || event.type === "status") this.#props.trial?.data.changed();
    if (event.type === "memory") this.memoryBytes = event.bytes;
    this.#props.onEvent?.(event);
    if (event.type === "status") this.#props.onStatus?.(event.status);
    if (this.#isEnded) return;
    if (this.#reports || isProblem(event)) this.#report(event);
    if (event.type === "status" && event.status.status !== "running") this.questions.clear();
    if (event.type === "device" && !this.#isNews(event)) return;
    this.#show(reduceView(this.#view, event));
    if (event.type === "shortcut") pressInShell(event.combination);
    if (event.type === "leave") focusBefore(this.#frame.container);
    if (event.type === "accountChanged") window.dispatchEvent(new Event(SESSION_DOUBT_EVENT));
    if (event.type === "replaced")
      window.dispatchEvent(new CustomEvent(DATA_REPLACED_EVENT, { detail: this.#props.app.id }));
    if (event.type === "loaded" && this.#props.focusOnLoad !== false) focusUnlessTyping(this.runner);
  }

  /** For the app's maker, if this is a run that the server has counted. */
  #report(event: RunnerEvent): void {
    const runToken = this.#runToken;
    if (!runToken) return;
    const { id } = this.#props.app;
    this.#reports ??= import("./problem-reports").then((module) => new module.ProblemReports(id, runToken));
    this.#reports.then(
      (reports) => reports.add(event),
      () => (this.#reports = null),
    );
  }

  /** A guest has no account that it would be too large for. */
  #isNews({ place }: DeviceNotice): boolean {
    const { app, keep } = this.#props;
    if (place === "gone") return true;
    return keep === "account" && !deviceNotices[place].has(this.#userId(), app.id);
  }

  /** Right after the page has loaded, only the shell knows who is signed in. */
  #userId(): string | null {
    return useAuthStore.getState().user?.id ?? useDockStore.getState().userId;
  }

  async #start(): Promise<void> {
    const { room, trial } = this.#props;
    const [{ AppRunner }, cards, trials] = await Promise.all([
      import("@/lib/sandbox/host/runner"),
      room && import("./room-card"),
      trial && import("./trial-services"),
    ]);
    const restored = (trial ? await trial.data.takeLeft(trial) : this.#props.restored) ?? null;
    if (this.#isEnded) return;
    const { app, keep, dataId, moment, onCompose, onShare } = this.#props;
    const userId = (): string | null => this.#userId();
    let joined: { id: string; userId: string | null } | null = null;
    const card = cards?.roomCard(() => joined);
    const tried = trial && trials?.trialServices(trial);
    this.#closeCard = (tried ?? card)?.close ?? this.#closeCard;
    const join = async (): Promise<AppRoom> => {
      const by = userId();
      const { openRoomLink } = await import("@/lib/rooms/open-link.client");
      const link = await openRoomLink({ ...room!, userId: by ?? "", appName: app.name });
      joined = { id: link.id, userId: by };
      room!.onJoined?.(link.id);
      return link;
    };
    this.runner = new AppRunner({
      container: this.#frame.container,
      app: { id: app.id, name: app.name, version: app.version },
      source: app.source,
      owner: {
        id: app.id,
        keep,
        dataId,
        ...(trial && { memory: trial.data.storage }),
        run: room?.key ?? moment?.key ?? "",
        url: `${API_BASE}/apps/${app.id}/storage`,
        onStorageNews,
        copy: dataCopy(keep === "account" ? userId() : null, app.id),
        device: deviceStore(keep, userId(), app.id),
      },
      ui: this.questions.asUi(() => this.#frame.latest().onCopied()),
      services: {
        compose: onCompose
          ? (draft) =>
              this.#props.onCompose?.({ ...draft, by: this.#props.app.name }) ?? Promise.resolve(false)
          : null,
        share: onShare ? (draft) => share(draft, this.#props) : null,
        card: card?.show ?? null,
        notify: noticeService({
          appId: app.id,
          keep,
          userId: userId(),
          show: (notice) => this.#frame.latest().onNotice(notice),
        }),
        ...(keep === "account" ? accountServices(app, this.#runToken) : {}),
        ...tried?.services,
      },
      leaks: {
        accepted: () => leakConsents.has(userId(), app.id),
        accept: () => leakConsents.set(userId(), app.id, true),
      },
      shortcuts: {
        shell: passedShortcuts,
        granted: () => shortcutConsents.has(userId(), app.id),
        grant: () => shortcutConsents.set(userId(), app.id, true),
      },
      theme: () => this.#props.trial?.theme ?? themeOfPage(),
      locale: () => this.#props.trial?.locale ?? localeOfPage(),
      joinRoom: trial?.isShared ? async () => trial.person.join() : room ? join : null,
      loadMoment: moment?.load ?? null,
      isFresh: moment?.isFresh ?? false,
      address: this.#props.address ?? null,
      restored,
      hasTrees: trial !== undefined,
      onEvent: (event) => this.#handle(event),
    });
    trial?.data.attach(this.runner);
    void this.runner.run();
  }
}

export const themeOfPage = (): "light" | "dark" =>
  document.documentElement.classList.contains("dark") ? "dark" : "light";
export const localeOfPage = (): string => document.documentElement.lang || "en";

/** @throws CallRefused invalid */
async function share(draft: AppMoment, { onShare, app }: AppFrameProps): Promise<boolean> {
  const { sharedMoment } = await import("./shared-moment");
  const moment = await sharedMoment(draft);
  return (await onShare?.({ text: draft.text, moment, by: app.name })) ?? false;
}

/** The offline copy of an account's data in this browser. */
function dataCopy(userId: string | null, appId: string): DataCopy | null {
  if (userId === null) return null;
  const key = { userId, kind: "app", id: appId } as const;
  return {
    read: async () => (await readCopy(key)) as StoredData | null,
    later: (make) =>
      keepCopyLater(key, () => {
        const value = make();
        const sizes = value?.entries.map(({ key, value }) => key.length + value.length) ?? [];
        return value && { value, chars: sizes.reduce((sum, size) => sum + size, 0) };
      }),
  };
}

/** For databases that are too large for the account; in this browser, a guest's are for guests. */
function deviceStore(keep: AppFrameProps["keep"], userId: string | null, appId: string): DeviceStore | null {
  if (keep === "memory") return null;
  if (keep === "account" && userId === null) return null;
  const owner = { userId: keep === "account" ? userId! : GUEST, appId };
  return { open: async () => (await import("@/lib/browser/device-run")).openDeviceRun(owner) };
}

function reduceView(view: RunnerView, event: RunnerEvent): RunnerView {
  switch (event.type) {
    case "status":
      if (event.status.status === "loading") return { ...INITIAL_VIEW, unsaved: view.unsaved };
      return { ...view, status: event.status, unresponsive: null, leaving: false };
    case "download":
      return { ...view, download: event.progress };
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
    case "blocked":
      return { ...view, blocked: event.allowance };
    case "updated":
      return { ...view, updated: true };
    case "storageFull":
      return { ...view, storageFull: true };
    case "device":
      return { ...view, device: event };
    case "unsaved":
      return { ...view, unsaved: event.failing };
    default:
      return view;
  }
}

const isProblem = (event: RunnerEvent): boolean =>
  event.type === "problem" ||
  event.type === "unresponsive" ||
  (event.type === "status" && event.status.status === "failed");

/** Focuses the app unless the user is typing in the shell. */
function focusUnlessTyping(runner: AppRunner | null): void {
  const active = document.activeElement;
  if (active && active.matches("input,textarea,select,[contenteditable]")) return;
  runner?.focus();
}
