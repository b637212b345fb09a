/**
 * The language's built-ins as they were before the app ran. bin/harden-frame.mjs makes all code of the frame use these, so that an app
 * that replaces `Promise`, extends `Array.prototype` or brings a polyfill neither breaks that code nor looks into it.
 *
 * Trust model: the app shares the realm, so this is no boundary (see policy.ts); the host checks whatever leaves the frame. What is
 * below runs before the app, but its functions are called after. They use nothing that is not captured here: no method of a value,
 * no iterator, no object literal as a descriptor without `__proto__: null`.
 */
type Method = (...args: unknown[]) => unknown;
type Members = Record<PropertyKey, Method | undefined>;
type Owner = { prototype: object };

const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { create, defineProperties } = Object;
const { isArray, from } = Array;
const iterator: typeof Symbol.iterator = Symbol.iterator;
const species: typeof Symbol.species = Symbol.species;
const { stringify } = JSON;
const ObjectOf = Object;
const PromiseOf = Promise;
const RegExpOf = RegExp;
const TypeErrorOf = TypeError;
const ProxyOf = Proxy;
const objects = Object.prototype;
const arrays = Array.prototype;
const patterns = RegExp.prototype;

/** A method as a function whose first parameter is `this`. */
const uncurried = Function.prototype.bind.bind(Function.prototype.call as never) as unknown as <R>(
  method: unknown,
) => (self: unknown, ...args: unknown[]) => R;
const getOf = uncurried<Members | undefined>(Map.prototype.get);
const hasOwn = uncurried<boolean>(objects.hasOwnProperty);

const named = (names: string): Record<string, true | undefined> => {
  const set = create(null) as Record<string, true>;
  for (const name of names.split(" ")) set[name] = true;
  return set;
};

const isObject = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

const asDescriptor = (value: unknown): PropertyDescriptor =>
  ({ __proto__: null, value, writable: true, enumerable: true, configurable: true }) as PropertyDescriptor;
const hidden = (value: unknown): PropertyDescriptor =>
  ({ __proto__: null, value, configurable: true }) as PropertyDescriptor;

const getterKey = (name: string): string => `get ${name}`;

/** The own functions, getters and values of each prototype and namespace. */
const known = new Map<object, Members>();

function remember(owner: object): Members {
  const members = create(null) as Members;
  for (const key of ownKeys(owner)) {
    const descriptor = getOwnPropertyDescriptor(owner, key)!;
    if ("value" in descriptor && key !== "constructor") members[key] = descriptor.value as Method;
    if (descriptor.get && typeof key === "string") members[getterKey(key)] = descriptor.get as Method;
  }
  known.set(owner, members);
  return members;
}

/** Names of globals that frame code may use, put here by bin/harden-frame.mjs. */
declare const CAPTURED_GLOBALS: readonly string[];
const globals = create(null) as Record<string, unknown>;
const namespaces = create(null) as Record<string, Members>;
for (const name of CAPTURED_GLOBALS) globals[name] = (globalThis as unknown as Members)[name];
const LANGUAGE =
  "Object Function Array String Number Boolean Symbol BigInt Date RegExp Map Set WeakMap WeakSet WeakRef Promise ArrayBuffer DataView Uint8Array JSON Reflect Math";
for (const name of LANGUAGE.split(" ")) {
  const value = globals[name] as Owner;
  namespaces[name] = remember(value);
  if (value.prototype) remember(value.prototype);
}
remember(getPrototypeOf(Uint8Array.prototype)!);
const TypedArray = getPrototypeOf(Uint8Array)! as unknown as Owner;
const ofTypedArrays = remember(TypedArray);

const generator = getPrototypeOf(getPrototypeOf((function* () {})())!)!;
const iterators = [[][iterator](), new Map()[iterator](), new Set()[iterator](), ""[iterator]()]
  .map((made) => getPrototypeOf(made)!)
  .concat(getPrototypeOf("".matchAll(/./g))!, generator);
for (const prototype of iterators) remember(prototype);

const membersOf = (owner: Owner): Members => getOf(known, owner.prototype)!;

/** The method that `self` had by that name before the app ran; its own one where it is no built-in. */
function find(self: unknown, key: PropertyKey): Method {
  for (let at: object | null = ObjectOf(self) as object; at; at = getPrototypeOf(at)) {
    const members = getOf(known, at);
    if (members?.[key]) return members[key];
    if (!members && hasOwn(at, key)) break;
  }
  return (self as Members)[key]!;
}

/** The value that an accessor of a built-in gives, or any other property. */
function property(name: string): Method {
  const key = getterKey(name);
  return (self) => {
    for (let at: object | null = ObjectOf(self) as object; at; at = getPrototypeOf(at)) {
      const getter = getOf(known, at)?.[key];
      if (getter) return apply(getter, self, []);
      if (hasOwn(at, name)) break;
    }
    return (self as Members)[name];
  };
}

/** @returns whether the app has left all of these properties alone */
function untouched(properties: readonly [owner: object, key: PropertyKey][]): () => boolean {
  const before = properties.map(([owner, key]) => {
    const descriptor = getOwnPropertyDescriptor(owner, key);
    return { owner, key, value: descriptor?.value as unknown, get: descriptor?.get };
  });
  const { length } = before;
  return () => {
    for (let index = 0; index < length; index += 1) {
      const { owner, key, value, get } = before[index]!;
      const now = getOwnPropertyDescriptor(owner, key);
      if (!now || now.get !== get || now.value !== value) return false;
    }
    return true;
  };
}

const MATCHERS = [Symbol.replace, Symbol.match, Symbol.matchAll, Symbol.split, Symbol.search];
/** The last one reads the others. */
const FLAGS = "hasIndices global ignoreCase multiline dotAll unicode unicodeSets sticky flags"
  .split(" ")
  .filter((name) => name in patterns);
const flagGetters = FLAGS.map((name) => getOwnPropertyDescriptor(patterns, name)!.get!);
const patternMembers = membersOf(RegExp);
const arePatternsUntouched = untouched(
  ["exec", "constructor", "flags", ...MATCHERS].map((key) => [patterns, key]),
);

/** Gives a pattern members of its own, since the methods of strings look them up. */
function protectPattern(pattern: unknown): void {
  if (!isObject(pattern) || arePatternsUntouched()) return;
  if (getPrototypeOf(pattern) !== patterns || hasOwn(pattern, "exec")) return;
  defineProperty(pattern, "exec", hidden(patternMembers.exec));
  defineProperty(pattern, "constructor", hidden(safePatterns));
  for (let index = 0; index < MATCHERS.length; index += 1)
    defineProperty(pattern, MATCHERS[index]!, hidden(patternMembers[MATCHERS[index]!]));
  for (let index = 0; index < FLAGS.length; index += 1)
    defineProperty(pattern, FLAGS[index]!, hidden(apply(flagGetters[index]!, pattern, [])));
}

/** Makes the copies that `split` and `matchAll` work on. */
const safePatterns = create(null) as Record<symbol, unknown>;
safePatterns[species] = function (pattern: RegExp, flags: string) {
  const copy = new RegExpOf(pattern, flags);
  protectPattern(copy);
  return copy;
};

const areArraysUntouched = untouched([
  [arrays, "constructor"],
  [Array, species],
  [Uint8Array.prototype, "constructor"],
  [TypedArray, species],
]);

/** Calls a method that makes an array: a plain one, whatever the app says that an array's constructor is. */
function makeArray(method: Method, self: unknown, args: unknown[]): unknown {
  const hides = !areArraysUntouched() && !hasOwn(self, "constructor");
  if (hides) defineProperty(self as object, "constructor", hidden(undefined));
  const made = apply(method, self, args);
  if (hides) delete (self as { constructor?: unknown }).constructor;
  return made;
}

const { then } = membersOf(Promise);
const arePromisesUntouched = untouched([
  [Promise.prototype, "constructor"],
  [Promise, species],
]);
const isPromise = (value: unknown): value is object =>
  isObject(value) && getPrototypeOf(value) === PromiseOf.prototype;

/** `await` compares a promise's constructor with the native one. */
function protectPromise(value: unknown): unknown {
  if (!arePromisesUntouched() && isPromise(value) && !hasOwn(value, "constructor"))
    defineProperty(value, "constructor", hidden(PromiseOf));
  return value;
}

/** Like `then`, which would make its promise by what the app says a promise's species is. */
async function continued(promise: unknown, onResolved: unknown, onRejected: unknown): Promise<unknown> {
  let value: unknown;
  try {
    value = await protectPromise(promise);
  } catch (error) {
    if (typeof onRejected !== "function") throw error;
    return await protectPromise((onRejected as Method)(error));
  }
  return typeof onResolved === "function" ? await protectPromise((onResolved as Method)(value)) : value;
}

function thenOf(self: unknown, onResolved: unknown, onRejected: unknown): unknown {
  if (!isPromise(self)) return apply(find(self, "then"), self, [onResolved, onRejected]);
  if (!arePromisesUntouched()) return continued(self, onResolved, onRejected);
  return apply(then!, self, [onResolved, onRejected]);
}

const areIteratorsUntouched = untouched([
  ...[Array, String, Map, Set].map(({ prototype }): [object, symbol] => [prototype, iterator]),
  ...iterators.map((prototype): [object, string] => [prototype, "next"]),
]);

/** What can be iterated without meeting the app's iterators. */
function iterate(value: unknown): Iterable<unknown> {
  if (areIteratorsUntouched()) return value as Iterable<unknown>;
  const walker = apply(find(value, iterator), value, []);
  const next = find(walker, "next");
  const safe = create(null) as Members;
  safe.next = () => apply(next, walker, []);
  safe[iterator] = () => safe;
  return safe as unknown as Iterable<unknown>;
}

const MAKES_ARRAY = named("concat filter flat flatMap map slice splice subarray");
const TAKES_PATTERN = named("replace replaceAll match matchAll split search");

/** Methods that call other methods of the same object. */
const INSTEAD = {
  __proto__: null,
  test(self: unknown, text: unknown) {
    const isPattern = isObject(self) && getPrototypeOf(self) === patterns;
    if (!isPattern || arePatternsUntouched()) return apply(find(self, "test"), self, [text]);
    return apply(patternMembers.exec!, self, [text]) !== null;
  },
  then: thenOf,
  catch: (self: unknown, onRejected: unknown) =>
    isPromise(self) ? thenOf(self, undefined, onRejected) : apply(find(self, "catch"), self, [onRejected]),
} as unknown as Members;

function method(name: string): Method {
  if (INSTEAD[name]) return INSTEAD[name];
  const ofString = membersOf(String)[name];
  const ofArray = membersOf(Array)[name];
  const ofTyped = membersOf(TypedArray)[name];
  const takesPattern = TAKES_PATTERN[name];
  const makesArray = MAKES_ARRAY[name];
  return (self, ...args) => {
    if (ofString && typeof self === "string") {
      if (takesPattern) protectPattern(args[0]);
      return apply(ofString, self, args);
    }
    if (ofArray && isArray(self))
      return makesArray ? makeArray(ofArray, self, args) : apply(ofArray, self, args);
    const found = find(self, name);
    return makesArray && found === ofTyped ? makeArray(found, self, args) : apply(found, self, args);
  };
}

/** A copy whose plain objects and arrays have no prototype, to which old libraries add `toJSON`. */
function bare(value: unknown): unknown {
  const isList = isArray(value);
  if (!isObject(value) || (!isList && getPrototypeOf(value) !== objects) || hasOwn(value, "toJSON"))
    return value;
  const copy = (isList ? [] : {}) as Record<PropertyKey, unknown>;
  setPrototypeOf(copy, null);
  const keys = ownKeys(value);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index]!;
    const isShown = typeof key === "string" && getOwnPropertyDescriptor(value, key)!.enumerable;
    if (isShown) defineProperty(copy, key, asDescriptor(bare((value as Record<string, unknown>)[key])));
  }
  return copy;
}

/** Without what a descriptor or the traps of a proxy would inherit from Object.prototype. */
function ownOnly<T extends object>(object: T): T {
  const copy = create(null) as T;
  const keys = ownKeys(object);
  for (let index = 0; index < keys.length; index += 1)
    copy[keys[index] as keyof T] = object[keys[index] as keyof T];
  return copy;
}

function ownDescriptors(descriptors: Record<PropertyKey, object>): PropertyDescriptorMap {
  const copy = ownOnly(descriptors);
  const keys = ownKeys(copy);
  for (let index = 0; index < keys.length; index += 1) copy[keys[index]!] = ownOnly(copy[keys[index]!]!);
  return copy;
}

const arePromiseStaticsUntouched = untouched([
  [Promise, "resolve"],
  [Promise.prototype, "then"],
]);
const promiseAll = Promise.all.bind(Promise) as unknown as Method;
const promiseRace = Promise.race.bind(Promise) as unknown as Method;

async function allInTurn(promises: unknown): Promise<unknown[]> {
  const values: unknown[] = [];
  let count = 0;
  for (const promise of iterate(promises)) {
    defineProperty(values, count, asDescriptor(await protectPromise(promise)));
    count += 1;
  }
  return values;
}

/** Functions that call what the app may have replaced. */
const MEMBERS_INSTEAD: Record<string, Method | undefined> = {
  "JSON.stringify": (value, replacer, space) => {
    const isUntouched = !("toJSON" in arrays);
    return stringify(isUntouched ? value : bare(value), replacer as never, space as never);
  },
  "Object.defineProperty": (target, key, descriptor) => {
    if (defineProperty(target as object, key as string, ownOnly(descriptor as object))) return target;
    throw new TypeErrorOf(`Cannot redefine property: ${key as string}`);
  },
  "Reflect.defineProperty": (target, key, descriptor) =>
    defineProperty(target as object, key as string, ownOnly(descriptor as object)),
  "Object.defineProperties": (target, descriptors) =>
    defineProperties(target, ownDescriptors(descriptors as Record<string, object>)),
  "Object.fromEntries": (entries) => {
    const made = {};
    for (const entry of iterate(entries)) {
      const { 0: key, 1: value } = entry as [string, unknown];
      defineProperty(made, key, asDescriptor(value));
    }
    return made;
  },
  "Array.from": (items, map) => {
    const isIterable = typeof items === "string" || (isObject(items) && iterator in items);
    const source = (isIterable ? iterate(items) : items) as Iterable<unknown>;
    return map ? from(source, map as never) : from(source);
  },
  "Promise.all": (promises) =>
    arePromiseStaticsUntouched() ? promiseAll(iterate(promises)) : allInTurn(promises),
  "Promise.race": (promises) => {
    if (arePromiseStaticsUntouched()) return promiseRace(iterate(promises));
    return new PromiseOf((resolve, reject) => {
      for (const promise of iterate(promises)) thenOf(promise, resolve, reject);
    });
  },
};

/** Functions of these are called without `this`, which some of them need. */
const NEEDS_THIS = named("Promise Array Uint8Array");

export const builtIns = {
  method,
  property,
  iterate,
  iterator: (value: unknown) => apply(find(value, iterator), value, []),
  awaited: protectPromise,
  global(name: string): unknown {
    if (name === "Proxy") return SafeProxy;
    return globals[name];
  },
  member(owner: string, name: string): unknown {
    const called = `${owner}.${name}`;
    if (hasOwn(MEMBERS_INSTEAD, called)) return MEMBERS_INSTEAD[called];
    const value = namespaces[owner]![name] ?? ofTypedArrays[name];
    if (typeof value !== "function" || !NEEDS_THIS[owner]) return value;
    const self = globals[owner];
    return (...args: unknown[]) => apply(value, self, args);
  },
  ofPrototype: (owner: string, name: string) => membersOf(globals[owner] as Owner)[name],
  /** `new Map(content)` and the like, which natively fill it by methods that the app may have replaced. */
  filled(name: "Map" | "Set" | "WeakMap" | "WeakSet"): Method {
    const Collection = globals[name] as new () => object;
    const { set, add } = membersOf(Collection as unknown as Owner);
    return (content) => {
      const made = new Collection();
      if (content === undefined || content === null) return made;
      for (const item of iterate(content))
        if (set) apply(set, made, [(item as unknown[])[0], (item as unknown[])[1]]);
        else apply(add!, made, [item]);
      return made;
    };
  },
};

function SafeProxy(target: object, traps: object): object {
  return new ProxyOf(target, ownOnly(traps));
}
