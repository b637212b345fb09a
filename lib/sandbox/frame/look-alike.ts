/**
 * Replacements that reflection cannot distinguish from the originals: pages copy interfaces by `for in`, look
 * for "[native code]", and compare lengths. Shared by the page, workers and child frames.
 */

const nativeText = new WeakMap<object, string>();
const { toString } = Function.prototype;
const { apply } = Reflect;
const { get: textOf, set: keepText } = WeakMap.prototype;

/** Of a function that stands for another, that one's. */
const shownText = (of: object): string =>
  (apply(textOf, nativeText, [of]) as string | undefined) ?? (apply(toString, of, []) as string);

/** Gives a function the name, length and source text of the native one it stands for. */
export function disguise<F extends object>(made: F, native: unknown): F {
  if (typeof native !== "function") return made;
  for (const key of ["name", "length"] as const)
    Object.defineProperty(made, key, { value: native[key], configurable: true });
  apply(keepText, nativeText, [made, shownText(native)]);
  return made;
}

/** Lets `Function.prototype.toString` answer for disguised functions. */
export function installDisguises(): void {
  const replaced = {
    toString(this: unknown): string {
      const isObject = (typeof this === "function" || typeof this === "object") && this !== null;
      return isObject ? shownText(this) : (apply(toString, this, []) as string);
    },
  }.toString;
  disguise(replaced, toString);
  Object.defineProperty(Function.prototype, "toString", {
    ...Object.getOwnPropertyDescriptor(Function.prototype, "toString"),
    value: replaced,
  });
}

/**
 * Replaces members of a native prototype in place, so that their order and attributes stay: those that `Ours` has, by name. The
 * objects stay native; `stateOf` gives the object of `Ours` that works for one, or throws for any other value.
 */
export function replaceMembers<S extends object>(
  native: object,
  Ours: { prototype: S },
  stateOf: (instance: unknown) => S,
): void {
  for (const key of Reflect.ownKeys(native)) {
    const before = Object.getOwnPropertyDescriptor(native, key)!;
    const own = key === "constructor" ? undefined : memberOf(Ours.prototype, key);
    if (!own) continue;
    if (typeof own.value === "function") {
      const method = own.value as (...args: unknown[]) => unknown;
      const value = {
        method(this: unknown, ...args: unknown[]) {
          return apply(method, stateOf(this), args);
        },
      }.method;
      Object.defineProperty(native, key, { ...before, value: disguise(value, before.value) });
      continue;
    }
    const { get, set } = own;
    const accessors = {
      get(this: unknown) {
        return apply(get!, stateOf(this), []);
      },
      set(this: unknown, value: unknown) {
        if (set) apply(set, stateOf(this), [value]);
      },
    };
    Object.defineProperty(native, key, {
      configurable: true,
      enumerable: before.enumerable,
      get: disguise(accessors.get, before.get),
      set: before.set && disguise(accessors.set, before.set),
    });
  }
}

/** A member of a class, also one that it inherits from another of ours. */
function memberOf(prototype: object, key: PropertyKey): PropertyDescriptor | undefined {
  for (let at = prototype; at !== Object.prototype; at = Object.getPrototypeOf(at) as object) {
    const found = Object.getOwnPropertyDescriptor(at, key);
    if (found) return found;
  }
  return undefined;
}

type Constructor = abstract new (...args: never[]) => object;

/**
 * Replaces a constructor of the realm. Its prototype and static members stay the native ones.
 * @param construct makes an instance whose prototype is that of `newTarget`
 */
export function replaceConstructor(
  name: string,
  construct: (args: unknown[], newTarget: Constructor) => object,
): void {
  const found = Object.getOwnPropertyDescriptor(globalThis, name);
  const Native = found?.value as Constructor | undefined;
  if (!Native) return;
  const made: Constructor = new Proxy(Native, {
    construct: (target, args: unknown[], newTarget) =>
      construct(args, newTarget === made ? target : (newTarget as Constructor)),
  });
  apply(keepText, nativeText, [made, shownText(Native)]);
  const own = Object.getOwnPropertyDescriptor(Native.prototype, "constructor");
  if (own?.value === Native) Object.defineProperty(Native.prototype, "constructor", { ...own, value: made });
  Object.defineProperty(globalThis, name, { ...found, value: made });
}

/** Gives a function the source text of a native one. */
function asNative<F extends object>(made: F, name: string): F {
  apply(keepText, nativeText, [made, `function ${name}() { [native code] }`]);
  return made;
}

interface InterfaceParts<S extends object> {
  parent: { prototype: object } | null | undefined;
  Ours: { prototype: S };
  stateOf: (instance: unknown) => S;
}

/** Defines an interface that the realm lacks, with the members that `Ours` has itself; see `replaceMembers`. */
export function makeInterface<S extends object>(
  name: string,
  { parent, Ours, stateOf }: InterfaceParts<S>,
): { prototype: object } {
  const made = class {
    constructor() {
      throw new TypeError("Illegal constructor");
    }
  };
  Object.defineProperty(made, "name", { value: name, configurable: true });
  asNative(made, name);
  const { prototype } = made;
  if (parent) {
    Object.setPrototypeOf(made, parent);
    Object.setPrototypeOf(prototype, parent.prototype);
  }
  for (const key of Reflect.ownKeys(Ours.prototype)) {
    if (key === "constructor") continue;
    const { value, get } = Object.getOwnPropertyDescriptor(Ours.prototype, key)!;
    const shown = { configurable: true, enumerable: true };
    asNative((value ?? get) as object, get ? `get ${String(key)}` : String(key));
    Object.defineProperty(
      prototype,
      key,
      get ? { ...shown, get, set: undefined } : { ...shown, value, writable: true },
    );
  }
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  replaceMembers(prototype, Ours, stateOf);
  Object.defineProperty(globalThis, name, { value: made, writable: true, configurable: true });
  return made;
}

/** Gives a class that stands for a native one its name, and its members the native order, attributes and texts. */
export function alignClass(made: { prototype: object }, native: unknown): void {
  if (typeof native !== "function") return;
  disguise(made, native);
  alignMembers(made, native);
  alignMembers(made.prototype, native.prototype as object);
}

function alignMembers(made: object, like: object): void {
  const before = Object.getOwnPropertyDescriptors(made) as Record<PropertyKey, PropertyDescriptor>;
  const movable = Reflect.ownKeys(made).filter((key) => before[key]!.configurable);
  const keys = Reflect.ownKeys(like);
  for (const key of movable) delete (made as Record<PropertyKey, unknown>)[key];
  for (const key of [...keys, ...movable.filter((each) => !keys.includes(each))]) {
    const own = movable.includes(key) ? before[key] : undefined;
    if (!own) continue;
    const { enumerable = own.enumerable, value, get, set } = Object.getOwnPropertyDescriptor(like, key) ?? {};
    if (typeof own.value === "function" && key !== "constructor") disguise(own.value as object, value);
    if (own.get) disguise(own.get, get);
    if (own.set) disguise(own.set, set);
    const isTag = key === Symbol.toStringTag && value !== undefined;
    const aligned = isTag ? { value, configurable: true } : { ...own, enumerable: enumerable ?? false };
    Object.defineProperty(made, key, aligned);
  }
}

/** `onload` and the like, for an object that is an EventTarget. As on the platform, a handler keeps the place at which it was first set. */
export class EventHandlers {
  readonly #target: EventTarget;
  readonly #handlers = new Map<string, unknown>();

  constructor(target: EventTarget) {
    this.#target = target;
  }

  get(type: string): unknown {
    return this.#handlers.get(type) ?? null;
  }

  set(type: string, value: unknown): void {
    if (!this.#handlers.has(type)) {
      this.#target.addEventListener(type, (event) => {
        const handler = this.#handlers.get(type);
        if (typeof handler === "function") apply(handler as () => unknown, this.#target, [event]);
      });
    }
    this.#handlers.set(type, typeof value === "function" ? value : null);
  }
}
