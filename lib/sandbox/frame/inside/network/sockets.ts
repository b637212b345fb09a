/** WebSocket and EventSource that always fail, in the way that a page expects of a lost connection. */
import { refusalOf, type BlockedApi } from "@/lib/sandbox/frame/inside/network/refusals";

type Log = (text: string) => void;

/** An event target with working `on…` properties that fails right after its construction. */
abstract class Refused extends EventTarget {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  onclose: ((event: Event) => void) | null = null;

  protected emit(event: Event): void {
    this.dispatchEvent(event);
    const handler = this[`on${event.type}` as "onerror"];
    handler?.call(this, event);
  }

  protected refuse(api: BlockedApi, log: Log): void {
    log(refusalOf(api));
    setTimeout(() => this.fail(new ErrorEvent("error", { message: refusalOf(api) })));
  }

  protected abstract fail(error: ErrorEvent): void;
}

export function refusedSockets(log: Log): { WebSocket: unknown; EventSource: unknown } {
  class BlockedWebSocket extends Refused {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSING = 2;
    readonly CLOSED = 3;
    readyState = 0;
    bufferedAmount = 0;
    extensions = "";
    protocol = "";
    binaryType = "blob";
    readonly url: string;

    constructor(url: string | URL) {
      super();
      this.url = String(url);
      this.refuse("WebSocket", log);
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
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSED = 2;
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSED = 2;
    readyState = 0;
    withCredentials = false;
    readonly url: string;

    constructor(url: string | URL) {
      super();
      this.url = String(url);
      this.refuse("EventSource", log);
    }
    close(): void {
      this.readyState = 2;
    }
    protected override fail(error: ErrorEvent): void {
      this.readyState = 2;
      this.emit(error);
    }
  }
  Object.assign(BlockedWebSocket.prototype, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
  Object.defineProperty(BlockedWebSocket, "name", { value: "WebSocket" });
  Object.defineProperty(BlockedEventSource, "name", { value: "EventSource" });
  return { WebSocket: BlockedWebSocket, EventSource: BlockedEventSource };
}
