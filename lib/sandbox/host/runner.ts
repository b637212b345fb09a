/** Runs an app in a place on the page: start, restart, suspend, resume, end. Knows no React. */
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
import { readSavedState, START_PLACE, writeSavedState, type Place } from "@/lib/sandbox/host/saved-state";
import {
  capabilitiesOf,
  entryOf,
  loadParts,
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

export interface RunnerOptions {
  container: HTMLElement;
  app: { id: string; name: string; version: string };
  source: PackageSource;
  owner: MirrorOwner;
  ui: HostUi;
  services: HostServices;
  /** The person's word about running this app in a browser that leaves ways out open. */
  leaks: { accepted: () => boolean; accept: () => void };
  theme: () => Theme;
  locale: () => string;
  /** What an earlier suspension gave. */
  restored: string | null;
  onEvent: (event: RunnerEvent) => void;
}

/** A page that sends itself elsewhere again and again is stopped. */
const NAVIGATIONS_MAX = 20;
const NAVIGATIONS_MS = 10_000;

export class AppRunner {
  readonly #options: RunnerOptions;
  #status: RunnerStatus = { status: "stopped" };
  #frameSession: FrameSession | null = null;
  #frame: FrameLink | null = null;
  #mirror: StorageMirror | null = null;
  #starting: AbortController | null = null;
  #place: Place = START_PLACE;
  #saved: string | null;
  #destroyed = false;
  #covered = false;
  #navigations: number[] = [];
  #unlisten: (() => void)[] = [];

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#saved = options.restored;
    window.addEventListener("pagehide", this.#leave);
  }

  readonly #leave = (): void => {
    void this.#mirror?.flush({ leaving: true });
    this.#noteInTab();
  };

  /** An app that was stopped has no session any more; what it saved last may still be on its way. */
  #noteInTab(): void {
    const mirror = this.#mirror;
    if (!mirror) return;
    const session = this.#destroyed ? [] : mirror.snapshot().session;
    writeTabArea(this.#options.owner.id, { personId: mirror.personId, session, unsent: mirror.unsent() });
  }

  get status(): RunnerStatus {
    return this.#status;
  }

  /**
   * Starts the app, anew where it runs. Resolves when its page is being written; what goes wrong becomes the status.
   * @throws Error 'Runner has been destroyed'
   */
  async run(): Promise<void> {
    this.#refuseDestroyed();
    await this.#start(this.#place, []);
  }

  /** The same page anew; sessionStorage stays, as over a reload. */
  async restart(): Promise<void> {
    this.#refuseDestroyed();
    this.#saved = null;
    await this.#start(START_PLACE, []);
  }

  /** Gives what `restored` takes, null where there is nothing to keep. */
  async suspend(): Promise<string | null> {
    this.#refuseDestroyed();
    if (this.#status.status !== "running" || !this.#frameSession) return this.#saved;
    const frameSession = this.#frameSession;
    const state = await frameSession.close({ keepState: true });
    if (this.#frameSession !== frameSession) return this.#saved;
    this.#frameSession = null;
    const session = this.#mirror?.snapshot().session ?? [];
    this.#saved = writeSavedState({ state, session, place: this.#place });
    this.#setStatus({ status: "suspended", saved: this.#saved });
    void this.#mirror?.flush();
    return this.#saved;
  }

  /** Lets the app save, removes the frame and everything that was made for it. The runner cannot be used again. */
  async destroy(): Promise<void> {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#starting?.abort();
    // The place where the frame stands may go this very moment: the app's last words are said from elsewhere.
    if (this.#frame) park(this.#frame.element);
    for (const stop of this.#unlisten.splice(0)) stop();
    await this.#frameSession?.close({ keepState: false });
    this.#frameSession = null;
    await this.#mirror?.flush();
    window.removeEventListener("pagehide", this.#leave);
    this.#noteInTab();
    this.#setStatus({ status: "stopped" });
  }

  focus(): void {
    this.#frameSession?.focus();
  }

  forgive(): void {
    this.#frameSession?.forgive();
  }

  setTheme(theme: Theme): void {
    this.#frameSession?.send({ type: "theme", theme });
  }

  setLocale(locale: string): void {
    this.#frameSession?.send({ type: "locale", locale });
  }

  /** Hides the frame without ending it, while something of the shell lies over it. */
  cover(covered: boolean): void {
    this.#covered = covered;
    this.#frameSession?.cover(covered);
  }

  #refuseDestroyed(): void {
    if (this.#destroyed) throw new Error("Runner has been destroyed");
  }

  async #start(place: Place, answers: DialogAnswer[]): Promise<void> {
    this.#starting?.abort();
    const starting = new AbortController();
    this.#starting = starting;
    const before = this.#frameSession;
    this.#frameSession = null;
    this.#setStatus({ status: "loading" });
    try {
      const prepared = preparePackage(this.#options.source);
      prepared.catch(() => {});
      await before?.close({ keepState: false });
      const keeping = this.#openKeeper();
      keeping.catch(() => {});
      const pkg = await prepared;
      await this.#admit(pkg.manifest);
      if (starting.signal.aborted) return;
      // The frame opens while what is saved and what the package needs are fetched.
      const opening = this.#openFrame(pkg, starting.signal);
      const ready = Promise.all([keeping, loadParts(pkg)]);
      const [mirror, parts] = await ready.catch((error: unknown) => {
        void opening.then(
          (frame) => frame.close(),
          () => {},
        );
        throw error;
      });
      const frame = await opening;
      if (starting.signal.aborted) return frame.close();
      this.#begin({ frame, pkg, mirror, place, answers, parts });
    } catch (error) {
      if (starting.signal.aborted) return;
      const code: FailureCode = error instanceof LaunchError ? error.code : "frame_failed";
      this.#setStatus({
        status: "failed",
        code,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  /** @throws LaunchError where the person would not run this app in this browser */
  async #admit(manifest: Manifest): Promise<void> {
    const { leaks, ui } = this.#options;
    if (!goesBeyondDisplay(manifest) || leaks.accepted() || (await enforcesConnectionAllowlist())) return;
    if (!(await ui.allow({ kind: "leaks" })))
      throw new LaunchError("declined", "The app was not allowed to run in this browser.");
    leaks.accept();
  }

  async #openKeeper(): Promise<StorageMirror> {
    if (this.#mirror) return this.#mirror;
    const mirror = await openMirror(this.#options.owner).catch((error: unknown) => {
      throw new LaunchError("storage_failed", error instanceof Error ? error.message : String(error));
    });
    if (this.#mirror) return this.#mirror;
    this.#mirror = mirror;
    this.#unlisten.push(
      mirror.on((event) => {
        if (event.type === "usage") this.#emit({ ...event, type: "storage" });
        else if (event.type === "unsaved") this.#emit(event);
        else {
          this.#emit({ type: "storageFull" });
          this.#frameSession?.send({ type: "storageFull", usedBytes: event.usedBytes });
        }
      }),
    );
    return mirror;
  }

  async #openFrame(pkg: PreparedPackage, signal: AbortSignal): Promise<FrameLink> {
    const { evaluates, handlerHashes } = pkg.needs;
    const { container } = this.#options;
    const plain = !evaluates && !handlerHashes.length;
    const spare = plain ? await takeSpare(container) : null;
    const frame =
      spare ??
      (await openFrame({
        parent: container,
        query: { probe: false, evaluates, handlerHashes },
        title: this.#options.app.name,
        signal,
      }));
    frame.element.title = this.#options.app.name;
    frame.element.className = "gum-app-frame";
    return frame;
  }

  #begin(ready: {
    frame: FrameLink;
    pkg: PreparedPackage;
    mirror: StorageMirror;
    place: Place;
    answers: DialogAnswer[];
    parts: StartMessage["parts"];
  }): void {
    const { frame, pkg, mirror, answers, parts } = ready;
    const { app, ui, services, theme, locale } = this.#options;
    const saved = readSavedState(this.#saved);
    this.#saved = null;
    this.#place = saved?.place ?? ready.place;
    const storage = mirror.snapshot();
    if (saved) mirror.accept(saved.session.map(([key, value]) => ({ area: "session", key, value })));
    const frameSession: FrameSession = new FrameSession({
      frame,
      mirror,
      hostCalls: new HostCalls(ui, services, pkg.manifest),
      // The last lines of a life come when the next one has begun.
      emit: (event) => (this.#frameSession === frameSession || event.type === "console") && this.#emit(event),
      onEnd: (code, message) => this.#frameSession === frameSession && this.#fail(code, message),
      onNavigate: (to) => this.#frameSession === frameSession && this.#navigate(to, pkg),
      onXdcUpdate: (update) =>
        this.#frameSession === frameSession && this.#xdcUpdate(frameSession, mirror, update),
    });
    this.#frameSession = frameSession;
    this.#frame = frame;
    frameSession.begin({
      type: "start",
      app,
      personId: mirror.personId,
      entry: entryOf(pkg.manifest, this.#place.entry),
      query: this.#place.query,
      hash: this.#place.hash,
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
      if (this.#frameSession !== frameSession) return;
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
    this.#place = { entry, query: to.query, hash: to.hash };
    void this.#start(this.#place, to.answers);
  }

  /** Updates of a webxdc app are lasting: they stand in its values under names that `gum.storage` does not show. */
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
