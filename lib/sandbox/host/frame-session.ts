/**
 * A session of an app: one frame from its start to its end. A reload, a navigation within the package and a resume each start
 * a new session; the runner connects them.
 *
 * Trust model: the app may forge everything that comes over the port. The gate has parsed the messages and limits them, and
 * they lead only to the actions handled here.
 */
import type { FrameAllowance } from "@/lib/package/frame-allowance";
import { RoomSession, type AppRoom } from "@/lib/sandbox/host/app-room";
import { CallRefused, type HostCalls } from "@/lib/sandbox/host/host-calls";
import { FrameDevices } from "@/lib/sandbox/host/frame-devices";
import { FocusGuard } from "@/lib/sandbox/host/focus-guard";
import type { FrameLink } from "@/lib/sandbox/host/frame-link";
import type { FromGate } from "@/lib/sandbox/host/message-gate";
import { Presses } from "@/lib/sandbox/host/presses";
import { lateProgress } from "@/lib/sandbox/host/late-progress";
import { FileSender, type RemoteFiles } from "@/lib/sandbox/host/remote-files";
import { runUrl } from "@/lib/sandbox/host/sandbox-origin";
import { ShellKeys } from "@/lib/sandbox/host/shell-keys";
import type { FailureCode, RunnerEvent } from "@/lib/sandbox/host/runner-events";
import { startsNewProcess } from "@/lib/sandbox/host/process-check";
import { dropSpare } from "@/lib/sandbox/host/spare-frame";
import type { StorageMirror } from "@/lib/sandbox/host/storage/storage-mirror";
import {
  ALIVE_AFTER_LOAD_MS,
  UNLOAD_MS,
  OPEN_CALLS_MAX,
  PING_EVERY_MS,
  PROCESS_END_MS,
  SILENT_NOTICE_MS,
} from "@/lib/sandbox/protocol/limits";
import type { KeyCombination } from "@/lib/sandbox/protocol/shell-keys";
import type { StartMessage, ToFrame } from "@/lib/sandbox/protocol/to-frame";
import { isCallName, type ToHost } from "@/lib/sandbox/protocol/to-host";
import { rememberWhole } from "@/lib/sandbox/host/whole-packages";
import { violationText } from "@/lib/sandbox/protocol/violation-text";

interface FrameSessionOptions {
  frame: FrameLink;
  mirror: StorageMirror;
  hostCalls: (presses: Presses) => HostCalls;
  room: AppRoom | null;
  /** What the app may ask for; null if it has all files. */
  remote: RemoteFiles | null;
  /** Of the shell, for the frame to pass on. */
  shortcuts: readonly KeyCombination[];
  emit: (event: RunnerEvent) => void;
  /** The session ended by itself. */
  onEnd: (code: FailureCode, message: string) => void;
  onNavigate: (to: Extract<ToHost, { type: "navigate" }>) => void;
  onPlace: (place: Omit<Extract<ToHost, { type: "place" }>, "type">) => void;
  onXdcUpdate: (update: string) => void;
  onState: (state: string | null) => void;
  /** The app needs the whole package; the session has ended. */
  onNeedWhole: () => void;
}

/** Running pages. The browser reports one heap for all frames of their process; QuickJS apps report their own. */
const heapSharers = new Set<FrameSession>();

export class FrameSession {
  readonly #options: FrameSessionOptions;
  readonly #devices: FrameDevices;
  readonly #presses: Presses;
  readonly #hostCalls: HostCalls;
  readonly #focusGuard: FocusGuard;
  readonly #shellKeys: ShellKeys;
  readonly #room: RoomSession | null;
  readonly #files: FileSender | null;
  #ended = false;
  #covered = false;
  #openCalls = 0;
  #watchesGamepads = false;
  /** Pings since the last message, while the app was in front. Counted, not timed: browsers throttle background timers. */
  #unanswered = 0;
  #isUnresponsive = false;
  #crashCheck: AbortController | null = null;
  readonly #blocked = new Set<FrameAllowance>();
  #lastPing = 0;
  #lastPong = 0;
  #receivedCount = 0;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #onUnloaded: ((state: string | null) => void) | null = null;

  constructor(options: FrameSessionOptions) {
    this.#options = options;
    this.#presses = new Presses(options.frame.element, () => this.#covered);
    this.#hostCalls = options.hostCalls(this.#presses);
    this.#devices = new FrameDevices(options.frame, this.#presses);
    this.#focusGuard = new FocusGuard({
      frame: options.frame.element,
      isCovered: () => this.#covered,
      onTheft: () => this.#end("focus", "The app took the keyboard from the page around it."),
    });
    const onAppGone = (): void => this.#end("app_gone", "The app is not available any more.");
    this.#room = options.room && new RoomSession(options.room, (message) => this.send(message), onAppGone);
    this.#files =
      options.remote &&
      new FileSender(options.remote, {
        onProgress: lateProgress(options.emit),
        onReplaced: () => options.emit({ type: "updated" }),
      });
    this.#shellKeys = new ShellKeys({
      frame: options.frame.element,
      presses: this.#presses,
      shortcuts: options.shortcuts,
      askForShortcuts: () => this.#hostCalls.askForShortcuts(),
      onGranted: () => this.send({ type: "shortcuts", shortcuts: [] }),
      onLeave: () => {
        this.#focusGuard.leave();
        this.send({ type: "left" });
      },
      emit: options.emit,
    });
  }

  start(message: StartMessage): void {
    const { frame } = this.#options;
    if (!message.quickjs) heapSharers.add(this);
    frame.element.addEventListener("load", this.#checkAlive);
    frame.receive((event) => this.#receive(event));
    const buffers = message.files.map(([, bytes]) => bytes);
    this.send(message, message.rest ? [...buffers, message.rest.bytes] : buffers);
    // Reading the size forces a layout, so that a spare frame that was just moved gets its size in time.
    const { clientWidth: width, clientHeight: height } = frame.element;
    this.send({ type: "placed", width, height });
    this.#pingTimer = setInterval(() => this.#ping(), PING_EVERY_MS);
  }

  send(message: ToFrame, transfer: Transferable[] = []): void {
    if (this.#ended) return;
    if (message.type !== "ping") this.#logMessage("out", message.type);
    this.#options.frame.send(message, transfer);
  }

  focus(): void {
    if (this.#ended || this.#covered) return;
    this.#focusGuard.giveBack();
    this.#options.frame.element.focus({ preventScroll: true });
    this.send({ type: "focus" });
  }

  /** Hides the frame while the shell covers it, so that it cannot take the keyboard. */
  cover(covered: boolean): void {
    if (this.#ended || covered === this.#covered) return;
    this.#covered = covered;
    this.#options.frame.element.style.display = covered ? "none" : "";
    this.send({ type: "covered", on: covered });
  }

  /** Restarts the timeout of an unresponsive app. */
  keepWaiting(): void {
    this.#setUnresponsive(false);
  }

  /**
   * Lets the app save, then removes the frame. Returns the state to restore later.
   * @param known the state of an app that does not answer in time
   */
  async close({
    keepState,
    known = null,
  }: {
    keepState: boolean;
    known?: string | null;
  }): Promise<string | null> {
    if (this.#ended) return null;
    const state = await new Promise<string | null>((resolve) => {
      const timer = setTimeout(() => resolve(keepState ? known : null), UNLOAD_MS);
      this.#onUnloaded = (reply) => {
        clearTimeout(timer);
        resolve(reply);
      };
      this.send({ type: "unload", n: 1, keepState });
    });
    this.discard();
    return state;
  }

  /** Resolves when the browser has ended the process of a closed app that did not answer: the next frame would share it. */
  async processEnded(): Promise<void> {
    if (this.#isUnresponsive) await new Promise((resolve) => setTimeout(resolve, PROCESS_END_MS));
  }

  /** Removes the frame immediately. */
  discard(): void {
    if (this.#ended) return;
    this.#ended = true;
    heapSharers.delete(this);
    clearInterval(this.#pingTimer);
    this.#crashCheck?.abort();
    this.#options.frame.element.removeEventListener("load", this.#checkAlive);
    this.#onUnloaded?.(null);
    this.#devices.destroy();
    this.#presses.destroy();
    this.#focusGuard.destroy();
    this.#shellKeys.destroy();
    this.#room?.close();
    this.#files?.close();
    this.#options.frame.close();
  }

  /** The heap of this app alone, or null where the browser cannot measure it. */
  #ownHeap(bytes: number | null): number | null {
    return heapSharers.has(this) && heapSharers.size > 1 ? null : bytes;
  }

  #end(code: FailureCode, message: string): void {
    if (this.#ended) return;
    this.discard();
    this.#options.onEnd(code, message);
  }

  /**
   * A load event may come from the app's own document.open or from another document in its place. Only the app's document
   * can answer over the port.
   */
  readonly #checkAlive = (): void => {
    this.#sendPing();
    this.#awaitPong(this.#lastPing);
  };

  /** Other messages are no proof of life: an earlier document's may be read late. */
  #awaitPong(ping: number): void {
    const countBefore = this.#receivedCount;
    setTimeout(() => {
      if (this.#ended || this.#lastPong >= ping) return;
      if (this.#receivedCount === countBefore) this.#end("gone", "The app went away.");
      else this.#awaitPong(ping);
    }, ALIVE_AFTER_LOAD_MS);
  }

  #sendPing(): void {
    this.#lastPing += 1;
    this.send({ type: "ping", n: this.#lastPing });
  }

  #ping(): void {
    if (!this.#options.frame.isReading())
      return this.#end("flood", "A message of the app was too much to read.");
    if (this.#unanswered * PING_EVERY_MS >= SILENT_NOTICE_MS) this.#setUnresponsive(true);
    // Frames may share a process: a busy app must not be mistaken for those that wait behind it.
    if (this.#presses.isInFront) this.#unanswered += 1;
    this.#sendPing();
  }

  #setUnresponsive(on: boolean): void {
    if (!on) this.#unanswered = 0;
    if (on === this.#isUnresponsive) return;
    this.#isUnresponsive = on;
    this.#crashCheck?.abort();
    if (!on) return this.#options.emit({ type: "responsive" });
    dropSpare();
    this.#options.emit({ type: "unresponsive", crashed: false });
    void this.#checkCrash();
  }

  async #checkCrash(): Promise<void> {
    const check = new AbortController();
    this.#crashCheck = check;
    if ((await startsNewProcess(check.signal)) && !check.signal.aborted)
      this.#options.emit({ type: "unresponsive", crashed: true });
  }

  #receive(event: FromGate): void {
    if (this.#ended) return;
    switch (event.type) {
      case "gone":
        return this.#end("gone", "The app went away.");
      case "refused":
        return this.#end(event.code, "The app's messages were too many, too much work, or made no sense.");
      case "invalidCall":
        return this.send({ type: "fault", id: event.id, code: "invalid", message: event.reason });
      case "message":
        if (event.message.type !== "pong") this.#logMessage("in", nameOf(event.message));
        this.#setUnresponsive(false);
        this.#receivedCount += 1;
        return this.#handle(event.message);
    }
  }

  #handle(message: ToHost): void {
    const { emit, mirror } = this.#options;
    switch (message.type) {
      case "storage":
        return mirror.accept(message.changes);
      case "console":
        for (const entry of message.entries) emit({ type: "console", ...entry });
        if (message.dropped) {
          const text = `… ${message.dropped} more`;
          emit({ type: "console", level: "debug", text, time: Date.now() });
        }
        return;
      case "problem": {
        const { kind, message: text, source, line, stack, blank } = message;
        return emit({ type: "problem", problem: { kind, message: text, source, line, stack, blank } });
      }
      case "violation": {
        const text = violationText(message, new URL(runUrl({ probe: true })).host);
        emit({ type: "console", level: "warn", text, time: Date.now() });
        const allowance = allowanceFor(message);
        if (allowance === null || this.#blocked.has(allowance)) return;
        this.#blocked.add(allowance);
        return emit({ type: "blocked", allowance });
      }
      case "loaded":
      case "shown":
        return emit(message);
      case "state":
        return this.#options.onState(message.state);
      case "gumReady":
        return emit({ type: "ready" });
      case "pong":
        this.#lastPong = message.n;
        return emit({ type: "memory", bytes: this.#ownHeap(message.heapBytes) });
      case "navigate":
        if (this.#onUnloaded) return;
        return this.#options.onNavigate(message);
      case "place": {
        const { type: _, ...place } = message;
        return this.#options.onPlace(place);
      }
      case "unload":
        this.#onUnloaded?.(message.state);
        return;
      case "shellKey":
        if (message.shortcut !== null) void this.#shellKeys.shortcut(message.shortcut);
        else if (message.escape !== null) this.#shellKeys.escape(message.escape);
        return;
      case "fullscreen":
        return this.#devices.fullscreen(message.on);
      case "pointerLock":
        return this.#devices.pointerLock(message.on);
      case "gamepads":
        if (!this.#watchesGamepads) this.#devices.watchGamepads();
        this.#watchesGamepads = true;
        return;
      case "print":
        void this.#devices.print();
        return;
      case "file":
        void this.#files?.answer(message).then(([reply, transfer]) => this.send(reply, transfer));
        return;
      case "needWhole":
        if (!this.#options.remote) return;
        rememberWhole(this.#options.remote.sha256);
        // The frame is silent from now on, so what is known of its state stays.
        if (this.#onUnloaded) return;
        this.discard();
        return this.#options.onNeedWhole();
      case "xdcUpdate":
        return this.#options.onXdcUpdate(message.update);
      case "roomSend":
      case "roomSnapshot":
      case "roomHistory":
      case "roomListen":
      case "roomChannel":
        return this.#room?.handle(message);
      case "call":
        void this.#answer(message);
        return;
      case "ready":
      case "started":
      case "title":
        return;
    }
  }

  async #answer({ id, method, params }: Extract<ToHost, { type: "call" }>): Promise<void> {
    const fault = (code: string, message: string): void => this.send({ type: "fault", id, code, message });
    if (!isCallName(method)) return fault("unavailable", `This host knows no "${method}".`);
    if (this.#openCalls >= OPEN_CALLS_MAX) return fault("too_many", "Too many questions at once.");
    this.#openCalls += 1;
    try {
      this.send({ type: "result", id, value: await this.#hostCalls.answer(method, params) });
    } catch (error) {
      if (error instanceof CallRefused) fault(error.code, error.message);
      else fault("failed", "The host could not do that.");
    } finally {
      this.#openCalls -= 1;
    }
  }

  #logMessage(direction: "in" | "out", name: string): void {
    this.#options.emit({ type: "bridge", direction, name, time: Date.now() });
  }
}

/** What would have allowed it. An app that has it is not blocked, so a forged violation leads at most to a needless question. */
function allowanceFor({ directive, uri }: Extract<ToHost, { type: "violation" }>): FrameAllowance | null {
  if (uri === "eval") return "eval";
  return directive === "script-src-attr" && uri === "inline" ? "inline-events" : null;
}

/** For the Developer Terminal. */
function nameOf(message: ToHost): string {
  if (message.type === "call") return message.method;
  if (message.type === "state") return message.state === null ? "state outdated" : "state kept";
  return message.type;
}
