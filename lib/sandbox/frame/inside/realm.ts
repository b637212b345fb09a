/**
 * The realm before the app runs: built-ins that our code needs later are captured here, so that an app that replaces
 * `setTimeout` or `URL` (fake timers, polyfills) does not affect us.
 */
import { disguise } from "@/lib/sandbox/frame/look-alike";

const createObjectURL = URL.createObjectURL.bind(URL);
const revokeObjectURL = URL.revokeObjectURL.bind(URL);

const setNativeTimeout = setTimeout.bind(globalThis);
const scheduler = (globalThis as { scheduler?: { postTask(work: () => void, options: object): unknown } })
  .scheduler;
const postTask = scheduler?.postTask.bind(scheduler);

/** Runs work in its own task. Browsers may throttle the timers of a frame that was never visible, but not its tasks. */
const queueWith =
  (priority: "user-blocking" | "user-visible") =>
  (work: () => void): void => {
    if (postTask) void postTask(work, { priority });
    else setNativeTimeout(work);
  };

export const realm = {
  queueTask: queueWith("user-blocking"),
  queueDefaultTask: queueWith("user-visible"),
  Blob,
  Promise,
  ReadableStream,
  DecompressionStream,
  TextDecoder,
  TextEncoder,
  createObjectURL,
  revokeObjectURL,
  setTimeout: setNativeTimeout,
  clearTimeout: clearTimeout.bind(globalThis),
  console: { ...console },
  now: Date.now,
};

/** The console that the app sees: messages logged here appear among the app's own, in the terminal too. */
export const appConsole = globalThis.console;

type Method = (...args: never[]) => unknown;

/** Where the global object has a name: a worker has `fetch` from its prototype. */
export function ownerOf(name: PropertyKey): object {
  for (let at: object | null = globalThis; at; at = Object.getPrototypeOf(at) as object | null)
    if (Object.hasOwn(at, name)) return at;
  return globalThis;
}

/** Defines a property with the attributes that the platform's own have: writable and configurable. */
export function define(target: object, name: PropertyKey, value: unknown, enumerable = true): void {
  const native = Object.getOwnPropertyDescriptor(target, name)?.value as unknown;
  if (typeof value === "function" && value !== native) disguise(value, native);
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable });
}

export function defineAccessor(
  target: object,
  name: PropertyKey,
  get: () => unknown,
  set?: (value: never) => void,
): void {
  const native = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, {
    get: native?.get ? disguise(get, native.get) : get,
    // The platform's own setters without effect stay without one.
    set: native?.set
      ? disguise((set ?? (() => {})) as (value: unknown) => void, native.set)
      : (set as Method | undefined),
    configurable: true,
    enumerable: native?.enumerable ?? true,
  });
}

/** Replaces a method with what `make` returns for the native one. Does nothing if the method does not exist. */
export function wrapMethod<T extends object, K extends keyof T>(
  target: T,
  name: K,
  make: (native: T[K]) => T[K],
): void {
  const native = target[name];
  if (typeof native !== "function") return;
  const wrapper = make(native) as Method;
  const { enumerable = true } = Object.getOwnPropertyDescriptor(target, name) ?? {};
  define(target, name, wrapper, enumerable);
}

/** Replaces a method so that `map` converts its argument at `index`. Does nothing if the method does not exist. */
export function wrapArgument(
  target: object,
  name: string,
  index: number,
  map: (value: unknown) => unknown,
): void {
  wrapMethod(target as Record<string, (...args: unknown[]) => unknown>, name, (native) => {
    return function (this: unknown, ...args: unknown[]) {
      args[index] = map(args[index]);
      return native!.apply(this, args);
    };
  });
}

interface Native {
  get(this: unknown): unknown;
  set(this: unknown, value: unknown): void;
}

/** Replaces an accessor's get and set; whichever `make` omits stays native. Does nothing if the property does not exist. */
export function wrapAccessor(
  target: object | undefined,
  name: string,
  make: (native: Native) => { get?: (this: never) => unknown; set?: (this: never, value: never) => void },
): void {
  const found = target && Object.getOwnPropertyDescriptor(target, name);
  if (!found?.get) return;
  const native = { get: found.get, set: found.set ?? (() => {}) } as Native;
  const wrapped = make(native);
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: found.enumerable,
    get: wrapped.get ? disguise(wrapped.get as () => unknown, found.get) : found.get,
    set:
      found.set && (wrapped.set ? disguise(wrapped.set as (value: unknown) => void, found.set) : found.set),
  });
}

/** Replaces an accessor's get so that it returns what `map` makes of the native value. */
export function wrapGetter(target: object, name: string, map: (value: unknown) => unknown): void {
  wrapAccessor(target, name, (native) => ({
    get(this: unknown) {
      return map(native.get.call(this));
    },
  }));
}
