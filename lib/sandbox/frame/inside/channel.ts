/** The only connection out of the frame: two MessagePorts, one to the host and one from it. */
import { reportPress } from "@/lib/sandbox/frame/inside/platform/presses";
import type { ToFrame } from "@/lib/sandbox/protocol/to-frame";
import type { CallName, CallParams, ToHost } from "@/lib/sandbox/protocol/to-host";

type Handlers = { [M in ToFrame as M["type"]]?: (message: M) => void };

/** Calls for which the host looks for a press. A press in a child frame is not seen by this document. */
const NEEDS_PRESS: ReadonlySet<CallName> = new Set([
  "openLink",
  "save",
  "clipboardWrite",
  "clipboardRead",
  "compose",
  "share",
]);

let send: ((message: unknown, transfer?: Transferable[]) => void) | null = null;
let lastId = 0;
const handlers: Handlers = {};
const pendingCalls = new Map<
  number,
  { resolve: (value: unknown) => void; reject: (reason: Error) => void }
>();

/** The host refused a call; `code` is its stable error code. */
export class HostRefusal extends Error {
  override name = "HostRefusal";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export function connect(toHost: MessagePort, fromHost: MessagePort): void {
  send = toHost.postMessage.bind(toHost) as typeof send;
  fromHost.onmessage = (event: MessageEvent<ToFrame>) => {
    const message = event.data;
    (handlers[message.type] as ((message: ToFrame) => void) | undefined)?.(message);
  };
  onHostMessage("result", ({ id, value }) => takeCall(id)?.resolve(value));
  onHostMessage("fault", ({ id, code, message }) => takeCall(id)?.reject(new HostRefusal(code, message)));
  onHostMessage("ping", ({ n }) => sendToHost({ type: "pong", n, heapBytes: heapBytes() }));
}

export function sendToHost(message: ToHost, transfer?: Transferable[]): void {
  send?.(message, transfer);
}

/** Sends a last message: nothing that the app does afterwards reaches the host. */
export function sendLastToHost(message: ToHost): void {
  sendToHost(message);
  send = null;
}

/** Calls a method of the host. Rejects with a HostRefusal if the host refuses. */
export function callHost<N extends CallName>(
  method: N,
  params: CallParams<N>,
  transfer?: Transferable[],
): Promise<unknown> {
  if (NEEDS_PRESS.has(method)) reportPress();
  return askHost((id) => ({ type: "call", id, method, params }), transfer);
}

/** Sends a message that the host answers with `result` or `fault`. Rejects with a HostRefusal. */
export async function askHost(make: (id: number) => ToHost, transfer?: Transferable[]): Promise<unknown> {
  const id = ++lastId;
  const message = make(id);
  return new Promise((resolve, reject) => {
    pendingCalls.set(id, { resolve, reject });
    sendToHost(message, transfer);
  });
}

export function onHostMessage<T extends ToFrame["type"]>(
  type: T,
  handler: (message: Extract<ToFrame, { type: T }>) => void,
): void {
  (handlers as Record<string, unknown>)[type] = handler;
}

function takeCall(id: number) {
  const call = pendingCalls.get(id);
  pendingCalls.delete(id);
  return call;
}

let readMemory: (() => number | null) | null = null;

/** Overrides the browser's heap figure. `source` returns bytes, or null while the figure is unknown. */
export function setMemorySource(source: () => number | null): void {
  readMemory = source;
}

function heapBytes(): number | null {
  if (readMemory) return readMemory();
  const memory = (performance as { memory?: { usedJSHeapSize: number } }).memory;
  return memory ? memory.usedJSHeapSize : null;
}
