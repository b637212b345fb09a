/** Starts, restarts, suspends, resumes and ends an app in a container on the page. Independent of React. */
import type { Manifest } from "@/lib/package/manifest-contract";
import {
  LaunchError,
  preparePackage,
  type PackageSource,
  type PreparedPackage,
} from "@/lib/sandbox/host/app-package";
import { HostCalls, type HostServices, type HostUi } from "@/lib/sandbox/host/host-calls";
import { openFrame, type FrameLink } from "@/lib/sandbox/host/frame-link";
import { FrameSession } from "@/lib/sandbox/host/frame-session";
import { goesBeyondDisplay } from "@/lib/sandbox/host/permissions";
import { enforcesConnectionAllowlist } from "@/lib/sandbox/host/probe";
import type { FailureCode, RunnerEvent, RunnerStatus } from "@/lib/sandbox/host/runner-events";
import { isPage } from "@/lib/sandbox/host/run-needs";
import {
  readSavedState,
  START_LOCATION,
  writeSavedState,
  type PageLocation,
} from "@/lib/sandbox/host/saved-state";
import {
  capabilitiesOf,
  entryOf,
  loadOptionalCode,
  quickjsOf,
  webxdcOf,
  withoutXdc,
  XDC_PREFIX,
} from "@/lib/sandbox/host/start-message";
import { park, takeSpare, warmUpLater } from "@/lib/sandbox/host/spare-frame";
import { openMirror, type MirrorOwner } from "@/lib/sandbox/host/storage/open-mirrors";
import { writeTabArea } from "@/lib/sandbox/host/storage/tab-area";
import type { StorageMirror } from "@/lib/sandbox/host/storage/storage-mirror";
import type { DialogAnswer, StartMessage, Theme } from "@/lib/sandbox/protocol/to-frame";
import type { ToHost } from "@/lib/sandbox/protocol/to-host";

interface RunnerOptions {
  container: HTMLElement;
  app: { id: string; name: string; version: string };
  source: PackageSource;
  owner: MirrorOwner;
  ui: HostUi;
  services: HostServices;
  /** The user's consent to run this app in a browser that may leak data. */
  leaks: { accepted: () => boolean; accept: () => void };
  theme: () => Theme;
  locale: () => string;
  /** The result of an earlier `suspend`. */
  restored: string | null;
  onEvent: (event: RunnerEvent) => void;
}

/** An app that navigates more often than this is stopped. */
const NAVIGATIONS_MAX = 20;
const NAVIGATIONS_MS = 10_000;

export class AppRunner {
  readonly #options: RunnerOptions;
  #status: RunnerStatus = { status: "stopped" };
  #frameSession: FrameSession | null = null;
  #frame: FrameLink | null = null;
  #mirror: StorageMirror | null = null;
  #startAbort: AbortController | null = null;
  #location: PageLocation = START_LOCATION;
  #savedState: string | null;
  #destroyed = false;
  #covered = false;
  #navigations: number[] = [];

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#savedState = options.restored;
    window.addEventListener("pagehide", this.#onPageHide);
  }

  readonly #onPageHide = (): void => {
    void this.#mirror?.flush({ leaving: true });
    this.#saveTabArea();
  };

  /** A stopped app has no sessionStorage any more, but its last changes may still be in flight. */
  #saveTabArea(): void {
    const mirror = this.#mirror;
    if (!mirror) return;
    const session = this.#destroyed ? [] : mirror.snapshot().session;
    writeTabArea(this.#options.owner.id, { personId: mirror.personId, session, unsent: mirror.unsent() });
  }

  get status(): RunnerStatus {
    return this.#status;
  }

  /**
   * Starts or restarts the app. Resolves when the start message was sent; failures become the status.
   * @throws Error 'Runner has been destroyed'
   */
  async run(): Promise<void> {
    this.#refuseDestroyed();
    await this.#start(this.#location, []);
  }

  /** Restarts at the first page. sessionStorage stays, as in a reload. */
  async restart(): Promise<void> {
    this.#refuseDestroyed();
    this.#savedState = null;
    await this.#start(START_LOCATION, []);
  }

  /** Removes the frame. Returns the state to pass as `restored`, or null if there is none. */
  async suspend(): Promise<string | null> {
    this.#refuseDestroyed();
    if (this.#status.status !== "running" || !this.#frameSession) return this.#savedState;
    const frameSession = this.#frameSession;
    const state = await frameSession.close({ keepState: true });
    if (this.#frameSession !== frameSession) return this.#savedState;
    this.#frameSession = null;
    const session = this.#mirror?.snapshot().session ?? [];
    this.#savedState = writeSavedState({ state, session, place: this.#location });
    this.#setStatus({ status: "suspended", saved: this.#savedState });
    void this.#mirror?.flush();
    return this.#savedState;
  }

  /** Lets the app save, then removes the frame. The runner cannot be used again. */
  async destroy(): Promise<void> {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#startAbort?.abort();
    // The container may be removed now, so the app saves from elsewhere.
    if (this.#frame) park(this.#frame.element);
    await this.#frameSession?.close({ keepState: false });
    this.#frameSession = null;
    await this.#mirror?.flush();
    window.removeEventListener("pagehide", this.#onPageHide);
    this.#saveTabArea();
    this.#setStatus({ status: "stopped" });
  }

  focus(): void {
    this.#frameSession?.focus();
  }

  keepWaiting(): void {
    this.#frameSession?.keepWaiting();
  }

  setTheme(theme: Theme): void {
    this.#frameSession?.send({ type: "theme", theme });
  }

  setLocale(locale: string): void {
    this.#frameSession?.send({ type: "locale", locale });
  }

  /** Hides the frame without ending it while the shell covers it. */
  cover(covered: boolean): void {
    this.#covered = covered;
    this.#frameSession?.cover(covered);
  }

  #refuseDestroyed(): void {
    if (this.#destroyed) throw new Error("Runner has been destroyed");
  }

  async #start(location: PageLocation, answers: DialogAnswer[]): Promise<void> {
    this.#startAbort?.abort();
    const abort = new AbortController();
    this.#startAbort = abort;
    const previous = this.#frameSession;
    this.#frameSession = null;
    this.#setStatus({ status: "loading" });
    try {
      const packageReady = preparePackage(this.#options.source);
      packageReady.catch(() => {});
      await previous?.close({ keepState: false });
      const mirrorReady = this.#openMirror();
      mirrorReady.catch(() => {});
      const pkg = await packageReady;
      await this.#requireLeakConsent(pkg.manifest);
      if (abort.signal.aborted) return;
      // The frame loads in parallel with the stored data and the optional code.
      const frameReady = this.#openFrame(pkg, abort.signal);
      const [mirror, parts] = await Promise.all([mirrorReady, loadOptionalCode(pkg)]).catch(
        (error: unknown) => {
          void frameReady.then(
            (frame) => frame.close(),
            () => {},
          );
          throw error;
        },
      );
      const frame = await frameReady;
      if (abort.signal.aborted) return frame.close();
      this.#startSession({ frame, pkg, mirror, location, answers, parts });
    } catch (error) {
      if (abort.signal.aborted) return;
      const code: FailureCode = error instanceof LaunchError ? error.code : "frame_failed";
      this.#setStatus({
        status: "failed",
        code,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  /** @throws LaunchError if the user declines to run this app in this browser */
  async #requireLeakConsent(manifest: Manifest): Promise<void> {
    const { leaks, ui } = this.#options;
    if (!goesBeyondDisplay(manifest) || leaks.accepted() || (await enforcesConnectionAllowlist())) return;
    if (!(await ui.allow({ kind: "leaks" })))
      throw new LaunchError("declined", "The app was not allowed to run in this browser.");
    leaks.accept();
  }

  async #openMirror(): Promise<StorageMirror> {
    if (this.#mirror) return this.#mirror;
    const mirror = await openMirror(this.#options.owner).catch((error: unknown) => {
      throw new LaunchError("storage_failed", error instanceof Error ? error.message : String(error));
    });
    if (this.#mirror) return this.#mirror;
    this.#mirror = mirror;
    mirror.onEvent = (event) => {
      if (this.#destroyed) return;
      if (event.type === "usage") this.#emit({ ...event, type: "storage" });
      else if (event.type === "unsaved") this.#emit(event);
      else {
        this.#emit({ type: "storageFull" });
        this.#frameSession?.send({ type: "storageFull", usedBytes: event.usedBytes });
      }
    };
    return mirror;
  }

  async #openFrame(pkg: PreparedPackage, signal: AbortSignal): Promise<FrameLink> {
    const { evaluates, handlerHashes } = pkg.needs;
    const { container } = this.#options;
    const needsFlags = evaluates || handlerHashes.length > 0;
    const frame =
      (needsFlags ? null : await takeSpare(container)) ??
      (await openFrame({
        parent: container,
        query: { probe: false, evaluates, handlerHashes },
        signal,
      }));
    frame.element.title = this.#options.app.name;
    frame.element.className = "gum-app-frame";
    return frame;
  }

  #startSession(ready: {
    frame: FrameLink;
    pkg: PreparedPackage;
    mirror: StorageMirror;
    location: PageLocation;
    answers: DialogAnswer[];
    parts: StartMessage["parts"];
  }): void {
    const { frame, pkg, mirror, answers, parts } = ready;
    const { app, ui, services, theme, locale } = this.#options;
    const saved = readSavedState(this.#savedState);
    this.#savedState = null;
    this.#location = saved?.place ?? ready.location;
    const storage = mirror.snapshot();
    if (saved) mirror.accept(saved.session.map(([key, value]) => ({ area: "session", key, value })));
    const isCurrent = (): boolean => this.#frameSession === frameSession;
    const frameSession: FrameSession = new FrameSession({
      frame,
      mirror,
      hostCalls: new HostCalls(ui, services, pkg.manifest),
      // The last console lines of a session may arrive after the next one has started.
      emit: (event) => (isCurrent() || event.type === "console") && this.#emit(event),
      onEnd: (code, message) => isCurrent() && this.#fail(code, message),
      onNavigate: (to) => isCurrent() && this.#navigate(to, pkg),
      onXdcUpdate: (update) => isCurrent() && this.#xdcUpdate(frameSession, mirror, update),
    });
    this.#frameSession = frameSession;
    this.#frame = frame;
    frameSession.start({
      type: "start",
      app,
      personId: mirror.personId,
      entry: entryOf(pkg.manifest, this.#location.entry),
      query: this.#location.query,
      hash: this.#location.hash,
      ...pkg.content(),
      parts,
      storage: { ...storage, session: saved?.session ?? storage.session, values: withoutXdc(storage.values) },
      theme: theme(),
      locale: locale(),
      capabilities: capabilitiesOf(services, pkg.manifest),
      state: saved?.state ?? null,
      answers,
      webxdc: webxdcOf(pkg.manifest, storage.values, mirror.personId),
      quickjs: quickjsOf(pkg.manifest),
    });
    this.#setStatus({ status: "running" });
    frameSession.cover(this.#covered);
    pkg.check().catch((error: Error) => {
      if (!isCurrent()) return;
      frameSession.discard();
      this.#fail("package_invalid", error.message);
    });
    warmUpLater(frame.element);
  }

  #navigate(to: Extract<ToHost, { type: "navigate" }>, pkg: PreparedPackage): void {
    const now = Date.now();
    this.#navigations = [...this.#navigations.filter((time) => now - time < NAVIGATIONS_MS), now];
    if (this.#navigations.length > NAVIGATIONS_MAX) {
      this.#frameSession?.discard();
      return this.#fail("flood", "The app keeps reloading.");
    }
    if (to.entry === null) {
      this.#emit({
        type: "console",
        level: "warn",
        text: "The link leads to a page that is not in this app.",
        time: now,
      });
      return;
    }
    if (!pkg.has(to.entry)) return;
    if (!isPage(to.entry) && to.entry !== pkg.manifest.entry.module) return;
    const entry = to.entry === (pkg.manifest.entry.html ?? pkg.manifest.entry.module) ? null : to.entry;
    this.#location = { entry, query: to.query, hash: to.hash };
    void this.#start(this.#location, to.answers);
  }

  /** Stores an update of a webxdc app in its values, under a key that `gum.storage` does not expose. */
  #xdcUpdate(frameSession: FrameSession, mirror: StorageMirror, update: string): void {
    const serial = mirror.snapshot().values.filter(([key]) => key.startsWith(XDC_PREFIX)).length + 1;
    mirror.accept([{ area: "values", key: XDC_PREFIX + String(serial).padStart(8, "0"), value: update }]);
    frameSession.send({ type: "xdcUpdate", update, serial });
  }

  #fail(code: FailureCode, message: string): void {
    this.#frameSession = null;
    this.#setStatus({ status: "failed", code, message });
    void this.#mirror?.flush();
  }

  #setStatus(status: RunnerStatus): void {
    this.#status = status;
    if (status.status !== "running") this.#frame = null;
    this.#emit({ type: "status", status });
  }

  #emit(event: RunnerEvent): void {
    this.#options.onEvent(event);
  }
}
