/** What throws, hangs or rejects in an opaque origin although a page may well do without it: it is there and answers. */
import { space } from "@/lib/sandbox/frame/inside/files";
import { usage } from "@/lib/sandbox/frame/inside/saving/queue";
import { accessor, define, wrapMethod } from "@/lib/sandbox/frame/inside/realm";
import { STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";

export function installStubs(): void {
  stubServiceWorker();
  stubCaches();
  stubLocks();
  // There, and refused in a frame: a page that finds none of these takes its other way.
  for (const name of [
    "showOpenFilePicker",
    "showSaveFilePicker",
    "showDirectoryPicker",
    "cookieStore",
    "navigation",
  ])
    delete (window as unknown as Record<string, unknown>)[name];
  if (window.StorageManager) {
    const storage = StorageManager.prototype;
    define(storage, "estimate", async () => ({ usage: usage(), quota: STORAGE_QUOTA_BYTES }));
    delete (storage as { getDirectory?: unknown }).getDirectory;
    define(storage, "persist", async () => true);
    define(storage, "persisted", async () => true);
  }
  accessor(window, "origin", () => space.origin);
  // A message to oneself carries the origin "null" for the browser, the page's own for the page.
  wrapMethod(window as { postMessage: (...args: unknown[]) => void }, "postMessage", (native) => {
    return (message: unknown, target?: unknown, transfer?: unknown) => {
      if (typeof target === "object") return native.call(window, message, { ...target, targetOrigin: "*" });
      native.call(window, message, "*", transfer ?? []);
    };
  });
  const origin = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "origin")?.get;
  accessor(MessageEvent.prototype, "origin", function (this: MessageEvent) {
    return this.source === window ? space.origin : (origin?.call(this) as string);
  } as () => string);
}

function stubServiceWorker(): void {
  const registration = Object.assign(new EventTarget(), {
    installing: null,
    waiting: null,
    active: null,
    onupdatefound: null,
    scope: `${space.origin}/`,
    update: async () => {},
    unregister: async () => true,
  });
  const container = Object.assign(new EventTarget(), {
    controller: null,
    oncontrollerchange: null,
    onmessage: null,
    // As on a first visit: pages must not wait for it.
    ready: new Promise(() => {}),
    register: async () => registration,
    getRegistration: async () => undefined,
    getRegistrations: async () => [],
    startMessages() {},
  });
  accessor(Navigator.prototype, "serviceWorker", () => container);
}

/** The Cache API in memory: what is put in is found again in the same run. */
function stubCaches(): void {
  const opened = new Map<string, Map<string, Response>>();
  const keyOf = (request: unknown): string =>
    new URL(request instanceof Request ? request.url : String(request), space.base).href;
  const cacheOf = (name: string) => {
    let entries = opened.get(name);
    if (!entries) opened.set(name, (entries = new Map()));
    const kept = entries;
    const cache = {
      match: async (request: unknown) => kept.get(keyOf(request))?.clone(),
      matchAll: async () => [...kept.values()].map((response) => response.clone()),
      put: async (request: unknown, response: Response) => void kept.set(keyOf(request), response),
      add: async (request: RequestInfo) => void kept.set(keyOf(request), await fetch(request)),
      addAll: async (requests: RequestInfo[]) =>
        void (await Promise.all(requests.map((request) => cache.add(request)))),
      delete: async (request: unknown) => kept.delete(keyOf(request)),
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
    };
    return cache;
  };
  const caches = {
    open: async (name: string) => cacheOf(String(name)),
    has: async (name: string) => opened.has(String(name)),
    delete: async (name: string) => opened.delete(String(name)),
    keys: async () => [...opened.keys()],
    match: async (request: unknown) => {
      for (const entries of opened.values()) {
        const found = entries.get(keyOf(request));
        if (found) return found.clone();
      }
      return undefined;
    },
  };
  accessor(window, "caches", () => caches);
}

function stubLocks(): void {
  if (!window.LockManager) return;
  const queues = new Map<string, Promise<unknown>>();
  type Grant = (lock: { name: string; mode: string } | null) => unknown;
  define(LockManager.prototype, "request", (name: string, second: unknown, third?: Grant) => {
    const options = (third ? second : {}) as { mode?: string; ifAvailable?: boolean };
    const grant = (third ?? second) as Grant;
    if (options.ifAvailable && queues.has(name)) return Promise.resolve(grant(null));
    const turn = (queues.get(name) ?? Promise.resolve()).then(() =>
      grant({ name, mode: options.mode ?? "exclusive" }),
    );
    const done = turn.then(
      () => {},
      () => {},
    );
    queues.set(name, done);
    void done.then(() => queues.get(name) === done && queues.delete(name));
    return turn;
  });
  define(LockManager.prototype, "query", async () => ({ held: [], pending: [] }));
}
