/** WebSocket and EventSource that always fail, in the way that a page expects of a lost connection. */
import { refusalOf, type BlockedApi } from "@/lib/sandbox/frame/inside/network/refusals";
import { define } from "@/lib/sandbox/frame/inside/realm";

type Log = (text: string) => void;

/** An event target with working `on…` properties that fails right after its construction. */
abstract class Refused extends EventTarget {
  readyState = 0;
  readonly url: string;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  onclose: ((event: Event) => void) | null = null;

  constructor(url: string | URL, api: BlockedApi, log: Log) {
    super();
    this.url = String(url);
    log(refusalOf(api));
    setTimeout(() => this.fail(new ErrorEvent("error", { message: refusalOf(api) })));
  }

  protected emit(event: Event): void {
    this.dispatchEvent(event);
    const handler = this[`on${event.type}` as "onerror"];
    handler?.call(this, event);
  }

  protected abstract fail(error: ErrorEvent): void;
}

export function installRefusedSockets(log: Log): void {
  class BlockedWebSocket extends Refused {
    bufferedAmount = 0;
    extensions = "";
    protocol = "";
    binaryType = "blob";

    constructor(url: string | URL) {
      super(url, "WebSocket", log);
    }
    send(): void {
      if (this.readyState === 0) throw new DOMException("Still in CONNECTING state.", "InvalidStateError");
    }
    close(): void {
      this.readyState = 3;
    }
    protected override fail(error: ErrorEvent): void {
      this.readyState = 3;
      this.emit(error);
      this.emit(
        new CloseEvent("close", { code: 1006, wasClean: false, reason: error.message.slice(0, 120) }),
      );
    }
  }

  class BlockedEventSource extends Refused {
    withCredentials = false;

    constructor(url: string | URL) {
      super(url, "EventSource", log);
    }
    close(): void {
      this.readyState = 2;
    }
    protected override fail(error: ErrorEvent): void {
      this.readyState = 2;
      this.emit(error);
    }
  }
  for (const target of [BlockedWebSocket, BlockedWebSocket.prototype])
    Object.assign(target, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
  for (const target of [BlockedEventSource, BlockedEventSource.prototype])
    Object.assign(target, { CONNECTING: 0, OPEN: 1, CLOSED: 2 });
  Object.defineProperty(BlockedWebSocket, "name", { value: "WebSocket" });
  Object.defineProperty(BlockedEventSource, "name", { value: "EventSource" });
  define(globalThis, "WebSocket", BlockedWebSocket, false);
  define(globalThis, "EventSource", BlockedEventSource, false);
}
