/** WebSocket and EventSource that always fail, in the way that a page expects of a lost connection. */
import { EventHandlers, replaceConstructor, replaceMembers } from "@/lib/sandbox/frame/look-alike";
import { refusalLine, refusalOf, type BlockedApi } from "@/lib/sandbox/frame/inside/network/refusals";

type Log = (text: string) => void;

/** What stands behind an object of such an interface; it fails right after its construction. */
abstract class Refused {
  protected state = 0;
  protected readonly target: EventTarget;
  readonly #url: string;
  readonly #handlers: EventHandlers;

  constructor(target: EventTarget, url: string, message: string) {
    this.target = target;
    this.#url = url;
    this.#handlers = new EventHandlers(target);
    setTimeout(() => this.fail(new ErrorEvent("error", { message })));
  }

  get url(): string {
    return this.#url;
  }
  get readyState(): number {
    return this.state;
  }
  get onopen(): unknown {
    return this.#handlers.get("open");
  }
  set onopen(value: unknown) {
    this.#handlers.set("open", value);
  }
  get onmessage(): unknown {
    return this.#handlers.get("message");
  }
  set onmessage(value: unknown) {
    this.#handlers.set("message", value);
  }
  get onerror(): unknown {
    return this.#handlers.get("error");
  }
  set onerror(value: unknown) {
    this.#handlers.set("error", value);
  }
  get onclose(): unknown {
    return this.#handlers.get("close");
  }
  set onclose(value: unknown) {
    this.#handlers.set("close", value);
  }

  protected abstract fail(error: ErrorEvent): void;
}

class RefusedWebSocket extends Refused {
  #binaryType = "blob";

  get bufferedAmount(): number {
    return 0;
  }
  get extensions(): string {
    return "";
  }
  get protocol(): string {
    return "";
  }
  get binaryType(): string {
    return this.#binaryType;
  }
  set binaryType(value: string) {
    if (value === "blob" || value === "arraybuffer") this.#binaryType = value;
  }
  send(): void {
    if (this.state === 0) throw new DOMException("Still in CONNECTING state.", "InvalidStateError");
  }
  close(): void {
    this.state = 3;
  }
  protected override fail(error: ErrorEvent): void {
    this.state = 3;
    this.target.dispatchEvent(error);
    const reason = error.message.slice(0, 120);
    this.target.dispatchEvent(new CloseEvent("close", { code: 1006, wasClean: false, reason }));
  }
}

class RefusedEventSource extends Refused {
  get withCredentials(): boolean {
    return false;
  }
  close(): void {
    this.state = 2;
  }
  protected override fail(error: ErrorEvent): void {
    this.state = 2;
    this.target.dispatchEvent(error);
  }
}

export function installRefusedSockets(log: Log): void {
  install("WebSocket", RefusedWebSocket, log);
  install("EventSource", RefusedEventSource, log);
}

function install(
  name: BlockedApi & ("WebSocket" | "EventSource"),
  Behind: { prototype: Refused } & (new (target: EventTarget, url: string, message: string) => Refused),
  log: Log,
): void {
  const states = new WeakMap<object, Refused>();
  const native = (globalThis as unknown as Record<string, { prototype: object } | undefined>)[name];
  if (!native) return;
  replaceMembers(native.prototype, Behind, (instance) => {
    const state = states.get(instance as object);
    if (!state) throw new TypeError("Illegal invocation");
    return state;
  });
  replaceConstructor(name, (args, newTarget) => {
    if (args.length === 0)
      throw new TypeError(`Failed to construct '${name}': 1 argument required, but only 0 present.`);
    const message = refusalOf(name);
    log(refusalLine(name, args[0]));
    const target = Reflect.construct(EventTarget, [], newTarget) as EventTarget;
    states.set(target, new Behind(target, String(args[0]), message));
    return target;
  });
}
