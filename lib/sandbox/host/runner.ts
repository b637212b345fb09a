/** Starts, restarts, suspends, resumes and ends an app in a container on the page. Independent of React. */
import { requiresCapability } from "@/lib/package/manifest-contract";
import { AppData } from "@/lib/sandbox/host/app-data";
import { failureOf, preparePackage, type PreparedPackage } from "@/lib/sandbox/host/app-package";
import { setupOf } from "@/lib/sandbox/host/app-room";
import { AskedMemory, HostCalls, type BegunScores } from "@/lib/sandbox/host/host-calls";
import { lateProgress } from "@/lib/sandbox/host/late-progress";
import type { FrameLink } from "@/lib/sandbox/host/frame-link";
import { FrameSession } from "@/lib/sandbox/host/frame-session";
import { requireLeakConsent } from "@/lib/sandbox/host/leak-consent";
import type { FailureCode, RunnerEvent, RunnerStatus } from "@/lib/sandbox/host/runner-events";
import type { RunnerOptions } from "@/lib/sandbox/host/runner-options";
import { RunMoment } from "@/lib/sandbox/host/run-moment";
import { RunRoom, type RunningRoom } from "@/lib/sandbox/host/run-room";
import { NavigationMeter } from "@/lib/sandbox/host/navigation-meter";
import {
  placeAt,
  readSavedState,
  START_LOCATION,
  writeSavedState,
  type AppAddress,
  type PageLocation,
} from "@/lib/sandbox/host/saved-state";
import { beginScores, loadOptionalCode, pageNamed, startMessageOf } from "@/lib/sandbox/host/start-message";
import { moveFrame, keepFrameOf, openAppFrame, park, warmUpLater } from "@/lib/sandbox/host/spare-frame";
import type { Taker } from "@/lib/sandbox/host/storage/mirror-events";
import type { StorageMirror } from "@/lib/sandbox/host/storage/storage-mirror";
import type { DialogAnswer, StartMessage, Theme } from "@/lib/sandbox/protocol/to-frame";
import type { ToHost } from "@/lib/sandbox/protocol/to-host";

export class AppRunner {
  #options: RunnerOptions;
  #status: RunnerStatus = { status: "stopped" };
  #frameSession: FrameSession | null = null;
  #frame: FrameLink | null = null;
  readonly #data: AppData;
  readonly #asked = new AskedMemory();
  readonly #room: RunRoom;
  readonly #moment: RunMoment;
  #startAbort: AbortController | null = null;
  #location: PageLocation = START_LOCATION;
  /** Where the next start leads. */
  #address: AppAddress | null;
  #savedState: string | null;
  /** The last state that the running app reported, initially the one it starts from; null while outdated. */
  #liveState: string | null = null;
  #hasStarted = false;
  #destroyed = false;
  #covered = false;
  readonly #navigations = new NavigationMeter();

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#savedState = options.restored;
    this.#address = options.address;
    this.#room = new RunRoom(options.joinRoom);
    this.#moment = new RunMoment(options.loadMoment);
    this.#data = new AppData({
      owner: options.owner,
      emit: (event) => this.#emit(event),
      send: (message) => this.#frameSession?.send(message),
      onTaken: (by) => void this.#yield(by),
      onStale: () => void this.#renew(),
      onUnreadable: (message) => this.#fail("storage_failed", message),
    });
    window.addEventListener("pageshow", this.#onPageShow);
    window.addEventListener("pagehide", this.#onPageHide);
  }

  readonly #onPageHide = (): void => {
    const saved = { state: this.#liveState, session: [], place: this.#location };
    this.#data.leavePage(this.#status.status === "running" ? writeSavedState(saved) : null);
  };

  readonly #onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) void this.#data.check();
  };

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

  /** Ends a conflict with the data of this device, or with the other's. @throws if it cannot be saved */
  async choose(side: "mine" | "other"): Promise<void> {
    this.#refuseDestroyed();
    await this.#data.choose(side);
    await this.#start(this.#location, []);
  }

  get data(): AppData {
    return this.#data;
  }

  /** Another browser or tab took the app over: lets the app save, and removes the frame. */
  async #yield(by: Taker): Promise<void> {
    if (this.#destroyed || !["loading", "running", "moved"].includes(this.#status.status)) return;
    this.#startAbort?.abort();
    const frameSession = this.#frameSession;
    this.#frameSession = null;
    await frameSession?.close({ keepState: false });
    const show = (): void => {
      const { conflict } = this.#data;
      this.#setStatus({ status: "moved", by: conflict?.by ?? by, conflict: conflict !== null });
    };
    if (this.#frameSession || this.#destroyed) return;
    show();
    await this.#data.flush({ release: true });
    // The app may be starting again.
    if (this.#status.status === "moved" && this.#data.conflict) show();
  }

  /** Starts again from the stored data. What the app still saves is based on older data. */
  async #renew(): Promise<void> {
    const { status } = this.#status;
    if (this.#destroyed || (status !== "loading" && status !== "running")) return;
    this.#startAbort?.abort();
    const abort = new AbortController();
    this.#startAbort = abort;
    const frameSession = this.#frameSession;
    this.#frameSession = null;
    this.#setStatus({ status: "loading" });
    await frameSession?.close({ keepState: false });
    await this.#data.flush();
    if (abort.signal.aborted) return;
    this.#data.leave();
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
    const state = await frameSession.close({ keepState: true, known: this.#liveState });
    if (this.#frameSession !== frameSession) return this.#savedState;
    this.#frameSession = null;
    this.#savedState = this.#leave(state);
    this.#setStatus({ status: "suspended", saved: this.#savedState });
    void this.#data.flush({ release: true });
    return this.#savedState;
  }

  /**
   * Lets the app save, then removes the frame. The runner cannot be used again.
   * @param keepState returns the state to pass as `restored`, or null if there is none
   */
  async destroy({ keepState = false } = {}): Promise<string | null> {
    if (this.#destroyed) return null;
    this.#destroyed = true;
    this.#startAbort?.abort();
    // The container may be removed now, so the app saves from elsewhere.
    if (this.#frame) park(this.#frame.element);
    const state = await this.#frameSession?.close({ keepState, known: this.#liveState });
    const left = keepState && state !== undefined ? this.#leave(state) : this.#savedState;
    this.#frameSession = null;
    await this.#data.close();
    this.#room.close();
    window.removeEventListener("pagehide", this.#onPageHide);
    window.removeEventListener("pageshow", this.#onPageShow);
    this.#setStatus({ status: "stopped" });
    return keepState ? left : null;
  }

  /**
   * Navigates the app to an address: another fragment is sent to the running app, another query restarts it.
   */
  visit(address: AppAddress): void {
    if (this.#status.status !== "running" || !this.#frameSession) {
      this.#address = address;
      return;
    }
    const place = placeAt(this.#location, address);
    const { path, query } = this.#location;
    if (place.query !== query || place.path !== path) return void this.#start(place, []);
    this.#location = place;
    this.#frameSession.send({ type: "fragment", hash: place.hash });
  }

  #leave(state: string | null): string | null {
    return writeSavedState({ state, session: this.#data.session(), place: this.#location });
  }

  /** Moves the running app to another element of the page. @returns false where that would start it again */
  moveTo(container: HTMLElement): boolean {
    if (this.#status.status !== "running" || !this.#frame) return false;
    if (!moveFrame(this.#frame.element, container)) return false;
    this.#options = { ...this.#options, container };
    return true;
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
    if (this.#destroyed) return;
    this.#startAbort?.abort();
    const abort = new AbortController();
    this.#startAbort = abort;
    const previous = this.#frameSession;
    this.#frameSession = null;
    // A copy that has not run since may have missed what others saved.
    if (this.#status.status !== "running" && this.#status.status !== "loading") this.#data.leave();
    this.#setStatus({ status: "loading" });
    try {
      const packageReady = preparePackage(
        this.#options.source,
        lateProgress((event) => this.#emit(event), abort.signal),
      );
      packageReady.catch(() => {});
      const roomReady = this.#room.open(packageReady);
      const momentReady = this.#moment.open();
      await previous?.close({ keepState: false });
      await previous?.processEnded();
      const mirrorReady = this.#data.open();
      mirrorReady.catch(() => {});
      const pkg = await packageReady;
      await requireLeakConsent(pkg.manifest, this.#options);
      if (abort.signal.aborted) return;
      // The frame loads in parallel with the stored data and the optional code.
      const { container: parent, app } = this.#options;
      const frameReady = openAppFrame(pkg.needs, { parent, title: app.name, signal: abort.signal });
      const begunReady = beginScores(pkg.manifest, this.#options.services);
      const deviceReady = mirrorReady.then((mirror) => this.#data.openDevice(mirror, pkg));
      const others = [deviceReady, roomReady, begunReady, momentReady] as const;
      const allReady = Promise.all([mirrorReady, loadOptionalCode(pkg, this.#options), ...others]);
      const [mirror, parts, , room, begun, moment] = await allReady.catch((error: unknown) => {
        void frameReady.then(
          (frame) => frame.close(),
          () => {},
        );
        throw error;
      });
      const frame = await frameReady;
      if (abort.signal.aborted) return frame.close();
      if (mirror.conflict) {
        frame.close();
        return this.#setStatus({ status: "moved", by: mirror.conflict.by, conflict: true });
      }
      this.#startSession({ frame, pkg, mirror, room, begun, moment, location, answers, parts });
    } catch (error) {
      if (!abort.signal.aborted) this.#setStatus({ status: "failed", ...failureOf(error) });
    }
  }

  #startSession(ready: {
    frame: FrameLink;
    pkg: PreparedPackage;
    mirror: StorageMirror;
    room: RunningRoom | null;
    begun: BegunScores | null;
    moment: StartMessage["moment"];
    location: PageLocation;
    answers: DialogAnswer[];
    parts: StartMessage["parts"];
  }): void {
    const { frame, pkg, mirror, room, begun, moment, answers, parts } = ready;
    const members = room && ((which: number | readonly string[]) => room.link.members(which));
    const services = { ...this.#options.services, members, device: this.#data.device };
    const { shell, granted } = this.#options.shortcuts;
    const shortcuts = requiresCapability(pkg.manifest, "shortcuts") && granted() ? [] : shell();
    // After a reload of the page, the app is where it was; its sessionStorage is in the mirror.
    const isFresh = this.#options.isFresh || this.#hasStarted || this.#savedState !== null;
    const left = isFresh ? null : readSavedState(mirror.saved);
    const saved = left ? { ...left, session: mirror.snapshot().session } : readSavedState(this.#savedState);
    this.#hasStarted = true;
    this.#savedState = null;
    this.#liveState = saved?.state ?? null;
    const first = moment && ready.location === START_LOCATION;
    const start = first ? placeAt(START_LOCATION, { query: "", hash: moment.href }) : ready.location;
    const place = saved?.place ?? start;
    this.#location = this.#address ? placeAt(place, this.#address) : place;
    this.#address = null;
    const message = startMessageOf({
      options: this.#options,
      pkg,
      mirror,
      device: this.#data.device.setup,
      room: room && setupOf(room.link, room.selfName, room.unsent()),
      services,
      place: this.#location,
      begun,
      moment,
      saved,
      parts,
      answers,
      shortcuts,
    });
    if (saved) mirror.accept(saved.session.map(([key, value]) => ({ area: "session", key, value })));
    const isCurrent = (): boolean => this.#frameSession === frameSession;
    const frameSession: FrameSession = new FrameSession({
      frame,
      mirror,
      room: room?.link ?? null,
      remote: pkg.remote,
      hostCalls: (presses) =>
        new HostCalls({
          ui: this.#options.ui,
          services,
          manifest: pkg.manifest,
          memory: this.#asked,
          presses,
          shortcuts: this.#options.shortcuts,
        }),
      shortcuts,
      // The last console lines of a session may arrive after the next one has started.
      emit: (event) => (isCurrent() || event.type === "console") && this.#emit(event),
      onEnd: (code, message) => isCurrent() && this.#fail(code, message),
      onNavigate: (to) => isCurrent() && this.#navigate(to, pkg),
      onPlace: ({ entry: file, ...place }) => {
        const entry = pageNamed(file, pkg);
        if (isCurrent() && entry !== undefined) this.#location = { entry, ...place };
      },
      onState: (state) => {
        if (isCurrent()) this.#liveState = state;
      },
      onNeedWhole: () => isCurrent() && void this.#start(this.#location, []),
      // Only a webxdc app that runs alone has the API that sends them.
      onXdcUpdate: (update) => message.webxdc && !room && isCurrent() && this.#data.addXdcUpdate(update),
    });
    this.#frameSession = frameSession;
    this.#frame = frame;
    frameSession.start(message);
    this.#setStatus({ status: "running" });
    frameSession.cover(this.#covered);
    pkg.check().catch((error: Error) => {
      if (isCurrent()) this.#fail("package_invalid", error.message);
    });
    // What starts without a connection needs its data.
    const startsOffline = this.#options.owner.copy !== null;
    warmUpLater(frame.element, () => startsOffline && keepFrameOf(pkg.needs));
  }

  #navigate(to: Extract<ToHost, { type: "navigate" }>, pkg: PreparedPackage): void {
    const now = Date.now();
    if (!this.#navigations.take(now)) return this.#fail("flood", "The app keeps reloading.");
    const { type: _, answers, entry: file, ...place } = to;
    const entry = pageNamed(file, pkg);
    if (entry === undefined) return;
    this.#location = { entry, ...place };
    void this.#start(this.#location, answers);
  }

  #fail(code: FailureCode, message: string): void {
    this.#frameSession?.discard();
    this.#frameSession = null;
    if (code === "app_gone") this.#room.leave();
    this.#setStatus({ status: "failed", code, message });
    void this.#data.flush();
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
