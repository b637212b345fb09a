/** Stubs for APIs that throw, hang or reject in an opaque origin although most pages can do without them. */
import { site } from "@/lib/sandbox/frame/inside/files";
import { installCaches, installStorageManager } from "@/lib/sandbox/frame/inside/platform/storage-manager";
import { estimate } from "@/lib/sandbox/frame/inside/saving/queue";
import { defineAccessor, define, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

export function installStubs(): void {
  stubServiceWorker();
  installCaches(() => site.base);
  stubLocks();
  // Without fullscreen a lock has no effect in a tab either.
  const keyboard = (window as unknown as { Keyboard?: { prototype: object } }).Keyboard;
  if (keyboard) define(keyboard.prototype, "lock", async () => {});
  // Present but refused in a frame. Apps that detect their absence use their fallback.
  for (const name of [
    "showOpenFilePicker",
    "showSaveFilePicker",
    "showDirectoryPicker",
    "cookieStore",
    "navigation",
    "PaymentRequest",
    "Accelerometer",
    "LinearAccelerationSensor",
    "GravitySensor",
    "Gyroscope",
    "Magnetometer",
    "AbsoluteOrientationSensor",
    "RelativeOrientationSensor",
  ])
    delete (window as unknown as Record<string, unknown>)[name];
  installStorageManager(estimate, true);
  defineAccessor(window, "origin", () => site.origin);
  // The browser gives a window's messages to itself the origin "null"; the app expects its virtual origin.
  wrapMethod(window as { postMessage: (...args: unknown[]) => void }, "postMessage", (native) => {
    return (message: unknown, target?: unknown, transfer?: unknown) => {
      if (typeof target === "object") return native.call(window, message, { ...target, targetOrigin: "*" });
      native.call(window, message, "*", transfer ?? []);
    };
  });
  const origin = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "origin")?.get;
  defineAccessor(MessageEvent.prototype, "origin", function (this: MessageEvent) {
    return this.source === window ? site.origin : (origin?.call(this) as string);
  } as () => string);
}

function stubServiceWorker(): void {
  const registration = Object.assign(new EventTarget(), {
    installing: null,
    waiting: null,
    active: null,
    onupdatefound: null,
    scope: `${site.origin}/`,
    update: async () => {},
    unregister: async () => true,
  });
  const container = Object.assign(new EventTarget(), {
    controller: null,
    oncontrollerchange: null,
    onmessage: null,
    // Never settles, as on a first visit, so apps cannot depend on it.
    ready: new Promise(() => {}),
    register: async () => registration,
    getRegistration: async () => undefined,
    getRegistrations: async () => [],
    startMessages() {},
  });
  defineAccessor(Navigator.prototype, "serviceWorker", () => container);
}

function stubLocks(): void {
  if (!window.LockManager) return;
  const queues = new Map<string, Promise<unknown>>();
  type Grant = (lock: { name: string; mode: string } | null) => unknown;
  define(LockManager.prototype, "request", (name: string, second: unknown, third?: Grant) => {
    const options = (third ? second : {}) as { mode?: string; ifAvailable?: boolean };
    const grant = (third ?? second) as Grant;
    if (options.ifAvailable && queues.has(name)) return Promise.resolve(grant(null));
    const granted = (queues.get(name) ?? Promise.resolve()).then(() =>
      grant({ name, mode: options.mode ?? "exclusive" }),
    );
    const done = granted.then(
      () => {},
      () => {},
    );
    queues.set(name, done);
    void done.then(() => queues.get(name) === done && queues.delete(name));
    return granted;
  });
  define(LockManager.prototype, "query", async () => ({ held: [], pending: [] }));
}
