/** localStorage and sessionStorage backed by maps: the native ones throw in an opaque origin. */
import { disguise } from "@/lib/sandbox/frame/look-alike";
import { countUsage, recountUsage, resetUsage, save } from "@/lib/sandbox/frame/inside/saving/queue";
import { makeStorageEvent, patchStorageEvent } from "@/lib/sandbox/frame/inside/saving/storage-event";
import { defineAccessor } from "@/lib/sandbox/frame/inside/realm";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

type Area = "local" | "session";
interface Store {
  area: Area;
  items: Map<string, string>;
}

const stores = new WeakMap<object, Store>();
const prototype = Storage.prototype;

function storeOf(storage: unknown): Store {
  const store = stores.get(storage as object);
  if (!store) throw new TypeError("Illegal invocation");
  return store;
}

function requireArguments(count: number, given: number, name: string): void {
  if (given >= count) return;
  throw new TypeError(
    `Failed to execute '${name}' on 'Storage': ${count} argument${count > 1 ? "s" : ""} required, but only ${given} present.`,
  );
}

const methods = {
  key(this: Storage, index: number): string | null {
    requireArguments(1, arguments.length, "key");
    return [...storeOf(this).items.keys()][index >>> 0] ?? null;
  },
  getItem(this: Storage, key: string): string | null {
    requireArguments(1, arguments.length, "getItem");
    return storeOf(this).items.get(String(key)) ?? null;
  },
  setItem(this: Storage, key: string, value: string): void {
    requireArguments(2, arguments.length, "setItem");
    const { area, items } = storeOf(this);
    const name = String(key);
    const text = String(value);
    const before = items.get(name);
    if (before === text) return;
    countUsage(area, name, before, text);
    items.set(name, text);
    save({ area, key: name, value: text });
  },
  removeItem(this: Storage, key: string): void {
    requireArguments(1, arguments.length, "removeItem");
    const { area, items } = storeOf(this);
    const name = String(key);
    const before = items.get(name);
    if (before === undefined) return;
    countUsage(area, name, before, null);
    items.delete(name);
    save({ area, key: name, value: null });
  },
  clear(this: Storage): void {
    const { area, items } = storeOf(this);
    if (!items.size) return;
    const keys = [...items.keys()];
    items.clear();
    resetUsage(area);
    if (area === "local") save({ area, key: null, value: null });
    // Session cookies share the area and must stay.
    else for (const key of keys) save({ area, key, value: null });
  },
};

/** Named access (`localStorage.score = 1`) works like the methods. */
const namedAccess: ProxyHandler<Storage> = {
  get(target, key, receiver) {
    if (typeof key === "symbol" || key in prototype) return Reflect.get(prototype, key, receiver);
    return storeOf(receiver).items.get(key) ?? Reflect.get(target, key);
  },
  set(target, key, value, receiver) {
    if (typeof key === "symbol") return Reflect.set(target, key, value);
    methods.setItem.call(receiver as Storage, key, value as string);
    return true;
  },
  has: (target, key) => (typeof key === "string" && itemsBehind(target).has(key)) || key in prototype,
  deleteProperty(target, key) {
    if (typeof key === "string") methods.removeItem.call(proxies.get(target)!, key);
    return true;
  },
  ownKeys: (target) => [...itemsBehind(target).keys()],
  getOwnPropertyDescriptor(target, key) {
    const value = typeof key === "string" ? itemsBehind(target).get(key) : undefined;
    return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
  },
  defineProperty(target, key, descriptor) {
    methods.setItem.call(proxies.get(target)!, String(key), descriptor.value as string);
    return true;
  },
};
const proxies = new WeakMap<object, Storage>();
const itemsBehind = (target: object): Map<string, string> => storeOf(proxies.get(target)).items;

function makeStorage(area: Area): Storage {
  const target = Object.create(prototype) as Storage;
  const storage = new Proxy(target, namedAccess);
  proxies.set(target, storage);
  stores.set(storage, { area, items: new Map() });
  defineAccessor(window, `${area}Storage`, () => storage);
  return storage;
}

let storages: Record<Area, Storage>;

export function installWebStorage(): void {
  for (const [name, value] of Object.entries(methods)) {
    const native = Object.getOwnPropertyDescriptor(prototype, name)!;
    Object.defineProperty(prototype, name, { ...native, value: disguise(value, native.value) });
  }
  defineAccessor(prototype, "length", function length(this: Storage) {
    return storeOf(this).items.size;
  } as () => number);
  storages = { local: makeStorage("local"), session: makeStorage("session") };
  patchStorageEvent();
}

/** Before any script of the app runs. */
export function loadWebStorage(area: Area, pairs: AreaPairs): void {
  const { items } = storeOf(storages[area]);
  for (const [key, value] of pairs) {
    recountUsage(area, key, undefined, value);
    items.set(key, value);
  }
}

/** Applies changes of another tab, and dispatches `storage` events. */
export function shareItem(key: string | null, value: string | null): void {
  const storage = storages.local;
  const { items } = storeOf(storage);
  const before = key === null ? undefined : items.get(key);
  if (key === null ? items.size === 0 : (before ?? null) === value) return;
  if (key === null) {
    items.clear();
    resetUsage("local");
  } else {
    recountUsage("local", key, before, value);
    if (value === null) items.delete(key);
    else items.set(key, value);
  }
  const event = makeStorageEvent("storage", {
    key,
    oldValue: before ?? null,
    newValue: value,
    url: location.href,
    storageArea: storage,
  });
  window.dispatchEvent(event);
}
