/**
 * The page's end of a frame's two ports. A worker reads what comes over the first, since the browser rebuilds a message on the
 * thread that reads it, and an app can send one that takes seconds. Each run has its own worker, so that no app waits for
 * another. The page sends over the second itself, which is faster.
 *
 * Trust model: the app controls what the worker reads, not what it does. What the worker passes on has been parsed there.
 * Over the second port nothing may come, and the page reads nothing there.
 */
import { GATE_CODE } from "@/lib/sandbox/generated/gate-code";
import { MessageMeter } from "@/lib/sandbox/host/message-meter";
import { GATE_SILENT_PINGS } from "@/lib/sandbox/protocol/limits";
import type { ToFrame } from "@/lib/sandbox/protocol/to-frame";
import type { ToHost } from "@/lib/sandbox/protocol/to-host";

export type ToGate =
  | { type: "open"; port: MessagePort }
  /** From now on the frame may send what its app prints as trees. */
  | { type: "trees" }
  | { type: "ping" };

export type FromGate =
  /** The parameters of a call are parsed too. */
  | { type: "message"; message: ToHost }
  /** A call with parameters of the wrong shape. */
  | { type: "invalidCall"; id: number; reason: string }
  /** The app has sent too much, or nonsense. */
  | { type: "refused"; code: "flood" | "malformed" }
  /** The document behind the port is gone, in browsers that report it. */
  | { type: "gone" };
export type GatePong = { type: "pong" };

export class MessageGate {
  readonly #worker: Worker;
  readonly #toFrame: MessagePort;
  readonly #meter = new MessageMeter();
  #unanswered = 0;
  onEvent: ((event: FromGate) => void) | null = null;

  constructor(fromFrame: MessagePort, toFrame: MessagePort) {
    const url = URL.createObjectURL(new Blob([GATE_CODE], { type: "text/javascript" }));
    this.#worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.#worker.onmessage = (event) => this.#receive(event);
    this.#post({ type: "open", port: fromFrame }, [fromFrame]);
    this.#toFrame = toFrame;
    toFrame.onmessage = () => this.onEvent?.({ type: "refused", code: "malformed" });
  }

  send(message: ToFrame, transfer: Transferable[]): void {
    if (message.type === "start" && message.parts.console !== null) this.#post({ type: "trees" });
    this.#toFrame.postMessage(message, transfer);
  }

  /** To be called every `PING_EVERY_MS`. @returns false if reading a message has kept the worker since the last calls */
  ping(): boolean {
    this.#unanswered += 1;
    this.#post({ type: "ping" });
    return this.#unanswered <= GATE_SILENT_PINGS;
  }

  close(): void {
    this.onEvent = null;
    this.#worker.onmessage = null;
    this.#worker.terminate();
    this.#toFrame.close();
  }

  #post(message: ToGate, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #receive(event: MessageEvent<FromGate | GatePong>): void {
    const started = performance.now();
    // Reading the data is part of what a message costs this page.
    const { data } = event;
    if (data.type === "pong") {
      this.#unanswered = 0;
      return;
    }
    this.onEvent?.(data);
    const now = performance.now();
    if (!this.#meter.allowWork(now, now - started)) this.onEvent?.({ type: "refused", code: "flood" });
  }
}
