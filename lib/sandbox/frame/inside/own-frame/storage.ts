/**
 * Storage of a child frame: it starts with a copy of the page's data and exchanges changes with the page. IndexedDB is absent,
 * so that scripts use their fallback.
 */
import {
  BORN,
  MARK,
  type Area,
  type Change,
  type FromFrame,
  type Kept,
  type ToFrame,
} from "@/lib/sandbox/frame/inside/own-frame/setup";

interface Store {
  items: Map<string, string>;
  /** Keys that this frame has changed since it was created; its values are newer than the page's. */
  own: Set<string>;
  isCleared: boolean;
}

/** Replaces the native storage, which throws a SecurityError here. */
export function installStorage(kept: Kept, sendToParent: (word: FromFrame) => void): void {
  const stores = { local: makeStore(kept.local), session: makeStore(kept.session) };
  for (const area of ["local", "session"] as const) {
    const storage = makeStorage(stores[area], (key, value) => sendToParent([area, key, value]));
    Object.defineProperty(window, `${area}Storage`, { value: storage });
  }
  Object.defineProperty(window, "indexedDB", { get: () => undefined });
  const cookies = installCookie(kept.cookie, (text) => sendToParent(["cookie", null, text]));
  const host = parent;
  window.addEventListener("message", (event: MessageEvent<{ [MARK]?: ToFrame } | null>) => {
    const word = event.source === host && event.data?.[MARK];
    if (!word) return;
    event.stopImmediatePropagation();
    if (word[0] !== BORN) return take(word);
    for (const area of ["local", "session"] as const) catchUp(stores[area], word[1][area]);
    cookies.catchUp(word[1].cookie);
  });
  sendToParent([BORN]);

  function take([area, key, value]: Change): void {
    if (area === "cookie") return cookies.take(value ?? "");
    const { items } = stores[area];
    const oldValue = key === null ? null : (items.get(key) ?? null);
    if (key === null) items.clear();
    else if (value === null) items.delete(key);
    else items.set(key, value);
    window.dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue: value }));
  }
}

const makeStore = (pairs: Kept[Area]): Store => ({ items: new Map(pairs), own: new Set(), isCleared: false });

function catchUp({ items, own, isCleared }: Store, pairs: Kept[Area]): void {
  if (isCleared) return;
  for (const key of [...items.keys()]) if (!own.has(key)) items.delete(key);
  for (const [key, value] of pairs) if (!own.has(key)) items.set(key, value);
}

/** Named access (`localStorage.score = 1`) works like the methods. */
function makeStorage(store: Store, told: (key: string | null, value: string | null) => void): Storage {
  const { items, own } = store;
  const set = (key: unknown, value: unknown): void => {
    own.add(String(key));
    items.set(String(key), String(value));
    told(String(key), String(value));
  };
  const remove = (key: unknown): void => {
    own.add(String(key));
    if (items.delete(String(key))) told(String(key), null);
  };
  const methods = {
    getItem: (key: unknown) => items.get(String(key)) ?? null,
    setItem: set,
    removeItem: remove,
    clear: () => {
      store.isCleared = true;
      items.clear();
      told(null, null);
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

function installCookie(kept: string, told: (text: string) => void) {
  let cookie = kept;
  let isOwn = false;
  Object.defineProperty(document, "cookie", {
    get: () => cookie,
    set(value: unknown) {
      const text = String(value);
      isOwn = true;
      told(text);
      const pair = text.split(";")[0]!;
      const nameOf = (one: string): string => one.split("=")[0]!.trim();
      const rest = cookie.split("; ").filter((one) => one && nameOf(one) !== nameOf(pair));
      // The usual ways to delete a cookie; the page then sends the exact result.
      if (!/max-age=\s*(?:0|-)|expires=[^;]*19[789]\d/i.test(text)) rest.push(pair.trim());
      cookie = rest.join("; ");
    },
  });
  return {
    take: (text: string): void => void (cookie = text),
    catchUp: (text: string): void => void (isOwn || (cookie = text)),
  };
}
