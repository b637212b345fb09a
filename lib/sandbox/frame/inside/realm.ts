/**
 * The realm as it was before the app: what our code needs later is taken here first, so that an app which replaces
 * `setTimeout` or `URL` (fake timers, polyfills) changes nothing for us.
 */
const createObjectURL = URL.createObjectURL.bind(URL);
const revokeObjectURL = URL.revokeObjectURL.bind(URL);

const later = setTimeout.bind(globalThis);
const scheduler = (globalThis as { scheduler?: { postTask(work: () => void, options: object): unknown } })
  .scheduler;
const postTask = scheduler?.postTask.bind(scheduler);

/** In a task of its own. Timers of a frame that nobody has looked at yet may be held for a thirtieth of a second, tasks not. */
function queueTask(work: () => void): void {
  if (postTask) void postTask(work, { priority: "user-blocking" });
  else later(work);
}

/** The same, in line with what else is to be done. */
function next(work: () => void): void {
  if (postTask) void postTask(work, { priority: "user-visible" });
  else later(work);
}

export const realm = {
  queueTask,
  next,
  Blob,
  URL,
  Promise,
  TextDecoder,
  TextEncoder,
  createObjectURL,
  revokeObjectURL,
  setTimeout: later,
  clearTimeout: clearTimeout.bind(globalThis),
  console: { ...console },
  now: Date.now,
};

/** The console that the app sees: what is said here stands beside its own lines, in the terminal too. */
export const appConsole = globalThis.console;

type Method = (...args: never[]) => unknown;

/** Puts a value on `target` as the platform puts its own: writable, configurable. */
export function define(target: object, name: PropertyKey, value: unknown, enumerable = true): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable });
}

export function accessor(
  target: object,
  name: PropertyKey,
  get: () => unknown,
  set?: (value: never) => void,
): void {
  Object.defineProperty(target, name, {
    get,
    set: set as (value: unknown) => void,
    configurable: true,
    enumerable: true,
  });
}

/** Replaces a method by what `make` builds around the native one. Absent methods stay absent. */
export function wrapMethod<T extends object, K extends keyof T>(
  target: T,
  name: K,
  make: (native: T[K]) => T[K],
): void {
  const native = target[name];
  if (typeof native !== "function") return;
  const made = make(native) as Method;
  Object.defineProperty(made, "name", { value: native.name, configurable: true });
  define(target, name, made);
}

interface Native {
  get(this: unknown): unknown;
  set(this: unknown, value: unknown): void;
}

/** Replaces get and set of an accessor property; what `make` leaves out stays native. Absent properties stay absent. */
export function wrapAccessor(
  target: object | undefined,
  name: string,
  make: (native: Native) => { get?: (this: never) => unknown; set?: (this: never, value: never) => void },
): void {
  const found = target && Object.getOwnPropertyDescriptor(target, name);
  if (!found?.get) return;
  const native = { get: found.get, set: found.set ?? (() => {}) } as Native;
  const made = make(native);
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: found.enumerable,
    get: (made.get as (() => unknown) | undefined) ?? found.get,
    set: found.set && ((made.set as ((value: unknown) => void) | undefined) ?? found.set),
  });
}
