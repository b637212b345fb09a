/**
 * Storage of a child frame: it starts with a copy of the page's data and exchanges changes with the page. IndexedDB is absent,
 * so that scripts use their fallback.
 */
import {
  READY,
  MARK,
  type Area,
  type Change,
  type FromFrame,
  type SavedData,
  type ToFrame,
} from "@/lib/sandbox/frame/inside/child-frame/setup";
import { patchStorageEvent } from "@/lib/sandbox/frame/inside/saving/storage-event";
import { setShortcuts } from "@/lib/sandbox/frame/inside/platform/shell-keys";

interface Store {
  items: Map<string, string>;
  /** Keys that this frame has changed since it was created; its values are newer than the page's. */
  changedKeys: Set<string>;
  isCleared: boolean;
}

/** Replaces the native storage, which throws a SecurityError here. */
export function installStorage(saved: SavedData, sendToParent: (message: FromFrame) => void): void {
  const stores = { local: makeStore(saved.local), session: makeStore(saved.session) };
  for (const area of ["local", "session"] as const) {
    const storage = makeStorage(stores[area], (key, value) => sendToParent([area, key, value]));
    Object.defineProperty(window, `${area}Storage`, { value: storage });
  }
  patchStorageEvent();
  Object.defineProperty(window, "indexedDB", { get: () => undefined });
  const cookies = installCookie(saved.cookie, (text) => sendToParent(["cookie", null, text]));
  const host = parent;
  window.addEventListener("message", (event: MessageEvent<{ [MARK]?: ToFrame } | null>) => {
    const message = event.source === host && event.data?.[MARK];
    if (!message) return;
    event.stopImmediatePropagation();
    if (message[0] === "shortcuts") return setShortcuts(message[1]);
    if (message[0] !== READY) return applyChange(message);
    for (const area of ["local", "session"] as const) refresh(stores[area], message[1][area]);
    cookies.catchUp(message[1].cookie);
  });
  sendToParent([READY]);

  function applyChange([area, key, value]: Change): void {
    if (area === "cookie") return cookies.take(value ?? "");
    const { items } = stores[area];
    const oldValue = key === null ? null : (items.get(key) ?? null);
    if (key === null) items.clear();
    else if (value === null) items.delete(key);
    else items.set(key, value);
    window.dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue: value }));
  }
}

const makeStore = (pairs: SavedData[Area]): Store => ({
  items: new Map(pairs),
  changedKeys: new Set(),
  isCleared: false,
});

function refresh({ items, changedKeys, isCleared }: Store, pairs: SavedData[Area]): void {
  if (isCleared) return;
  for (const key of [...items.keys()]) if (!changedKeys.has(key)) items.delete(key);
  for (const [key, value] of pairs) if (!changedKeys.has(key)) items.set(key, value);
}

/** Named access (`localStorage.score = 1`) works like the methods. */
function makeStorage(store: Store, onChange: (key: string | null, value: string | null) => void): Storage {
  const { items, changedKeys } = store;
  const set = (key: unknown, value: unknown): void => {
    changedKeys.add(String(key));
    items.set(String(key), String(value));
    onChange(String(key), String(value));
  };
  const remove = (key: unknown): void => {
    changedKeys.add(String(key));
    if (items.delete(String(key))) onChange(String(key), null);
  };
  const methods = {
    getItem: (key: unknown) => items.get(String(key)) ?? null,
    setItem: set,
    removeItem: remove,
    clear: () => {
      store.isCleared = true;
      items.clear();
      onChange(null, null);
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
  return new Proxy(Object.create(methods) as Storage, {
    get: (target, key) =>
      key in methods || typeof key === "symbol" ? (Reflect.get(target, key) as unknown) : items.get(key),
    set: (_, key, value) => {
      set(key, value);
      return true;
    },
    has: (_, key) => key in methods || (typeof key === "string" && items.has(key)),
    deleteProperty: (_, key) => {
      remove(key);
      return true;
    },
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) => {
      const value = typeof key === "string" ? items.get(key) : undefined;
      return value === undefined
        ? undefined
        : { value, writable: true, enumerable: true, configurable: true };
    },
  });
}

function installCookie(saved: string, onChange: (text: string) => void) {
  let cookie = saved;
  let hasChanged = false;
  Object.defineProperty(document, "cookie", {
    get: () => cookie,
    set(value: unknown) {
      const text = String(value);
      hasChanged = true;
      onChange(text);
      const pair = text.split(";")[0]!;
      const nameOf = (cookiePair: string): string => cookiePair.split("=")[0]!.trim();
      const remaining = cookie.split("; ").filter((one) => one && nameOf(one) !== nameOf(pair));
      // The usual ways to delete a cookie; the page then sends the exact result.
      if (!/max-age=\s*(?:0|-)|expires=[^;]*19[789]\d/i.test(text)) remaining.push(pair.trim());
      cookie = remaining.join("; ");
    },
  });
  return {
    take: (text: string): void => void (cookie = text),
    catchUp: (text: string): void => void (hasChanged || (cookie = text)),
  };
}
