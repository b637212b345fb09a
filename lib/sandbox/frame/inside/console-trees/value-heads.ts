/**
 * The preview of a value, without its contents. No accessor of the app is called; only a proxy, which cannot
 * be distinguished from its target, may run code of the app, and may throw.
 */
import type { ConsoleNode } from "@/lib/sandbox/protocol/console-tree";

export type Head = Pick<ConsoleNode, "kind" | "text" | "size">;

/** As the platform defines them, before the app runs. */
const getterOf = (owner: object | undefined, name: PropertyKey): (() => unknown) | undefined =>
  owner && Object.getOwnPropertyDescriptor(owner, name)?.get;

const source = getterOf(RegExp.prototype, "source");
const flags = getterOf(RegExp.prototype, "flags");
const mapSize = getterOf(Map.prototype, "size");
const setSize = getterOf(Set.prototype, "size");
const byteLength = getterOf(ArrayBuffer.prototype, "byteLength");
const { getTime, toISOString } = Date.prototype;
const { entries: mapEntries } = Map.prototype;
const { values: setValues } = Set.prototype;
const { next: nextOfMap } = new Map().entries();
const { next: nextOfSet } = new Set().values();
const { toString: functionSource } = Function.prototype;
const stackOf = getterOf(new Error(), "stack");
const typedName = getterOf(Object.getPrototypeOf(Uint8Array.prototype) as object, Symbol.toStringTag);
const typedLength = getterOf(Object.getPrototypeOf(Uint8Array.prototype) as object, "length");
const hasDocument = typeof Element !== "undefined";
const localName = hasDocument ? getterOf(Element.prototype, "localName") : undefined;
const nodeName = hasDocument ? getterOf(Node.prototype, "nodeName") : undefined;
const getAttribute = hasDocument ? Element.prototype.getAttribute : undefined;

/** Prototypes that are looked through for a name. */
const CHAIN_MAX = 10;
const ATTRIBUTES = ["id", "class", "name", "type", "href", "src"];
const ATTRIBUTE_CHARS = 80;

export function headOf(value: unknown): Head {
  if (typeof value === "string") return head("string", value);
  if (typeof value === "symbol") return head("symbol", String(value));
  if (typeof value === "function") return head("function", functionText(value));
  if (typeof value === "bigint") return head("literal", `${value}n`);
  if (typeof value !== "object" || value === null)
    return head("literal", Object.is(value, -0) ? "-0" : String(value));
  return objectHead(value);
}

const head = (kind: Head["kind"], text: string, size: unknown = null): Head => ({
  kind,
  text,
  size: Number.isSafeInteger(size) && (size as number) >= 0 ? (size as number) : null,
});

/** The first pairs of a map, whatever methods its class has. */
export const pairsOf = (map: object, max: number): [unknown, unknown][] =>
  firstOf<[unknown, unknown]>(Reflect.apply(mapEntries, map, []), nextOfMap, max);
export const membersOf = (set: object, max: number): unknown[] =>
  firstOf<unknown>(Reflect.apply(setValues, set, []), nextOfSet, max);

function firstOf<T>(iterator: unknown, next: () => unknown, max: number): T[] {
  const found: T[] = [];
  while (found.length < max) {
    const { done, value } = Reflect.apply(next, iterator, []) as IteratorResult<T, undefined>;
    if (done) break;
    found.push(value);
  }
  return found;
}

function objectHead(value: object): Head {
  const name = className(value);
  if (Array.isArray(value)) return head("list", name, lengthOf(value));
  const typed = typedName && (Reflect.apply(typedName, value, []) as string | undefined);
  if (typed !== undefined) return head("list", name, Reflect.apply(typedLength!, value, []) as number);
  return builtIn(value, name) ?? head("object", name);
}

/** What only looks like a Map, because of its prototype, is an object. */
function builtIn(value: object, name: string): Head | null {
  try {
    if (value instanceof Error) return head("error", errorText(value, name));
    if (value instanceof Map) return head("map", name, Reflect.apply(mapSize!, value, []));
    if (value instanceof Set) return head("set", name, Reflect.apply(setSize!, value, []));
    if (value instanceof Date) {
      const isValid = !Number.isNaN(Reflect.apply(getTime, value, []));
      return head("date", isValid ? Reflect.apply(toISOString, value, []) : "Invalid Date");
    }
    if (value instanceof RegExp)
      return head(
        "regexp",
        `/${String(Reflect.apply(source!, value, []))}/${String(Reflect.apply(flags!, value, []))}`,
      );
    if (value instanceof ArrayBuffer) return head("object", name, Reflect.apply(byteLength!, value, []));
    if (hasDocument && value instanceof Element) return head("element", tagOf(value));
    if (hasDocument && value instanceof Node)
      return head("element", String(Reflect.apply(nodeName!, value, [])));
  } catch {
    // It has the prototype only.
  }
  return null;
}

function lengthOf(list: object): number {
  const length = dataOf(list, "length");
  // That of a proxy may be anything.
  return Number.isSafeInteger(length) ? Math.max(0, length as number) : 0;
}

/** The value of a property of the object or its prototypes; none of an accessor. */
function dataOf(value: object, key: string): unknown {
  let owner: object | null = value;
  for (let depth = 0; owner !== null && depth < CHAIN_MAX; depth += 1) {
    const found = Reflect.getOwnPropertyDescriptor(owner, key);
    if (found) return found.value;
    owner = Reflect.getPrototypeOf(owner);
  }
  return undefined;
}

function className(value: object): string {
  const prototype = Reflect.getPrototypeOf(value);
  const maker = prototype === null ? undefined : dataOf(prototype, "constructor");
  const name = typeof maker === "function" ? dataOf(maker, "name") : undefined;
  return typeof name === "string" && name !== "" ? name : "Object";
}

function functionText(value: object): string {
  const name = dataOf(value, "name");
  const text = Reflect.apply(functionSource, value, []);
  const word = text.startsWith("class") ? "class" : text.startsWith("async") ? "async function" : "function";
  return `${word} ${typeof name === "string" ? name : ""}`.trim();
}

function errorText(error: Error, fallback: string): string {
  const [name, message, stack] = [dataOf(error, "name"), dataOf(error, "message"), stackText(error)];
  const words = typeof message === "string" ? message : "";
  const title = `${typeof name === "string" ? name : fallback}${words && `: ${words}`}`;
  if (stack === null) return title;
  // In some browsers a stack has no message.
  return stack.includes(words) ? stack : `${title}\n${stack}`;
}

function stackText(error: Error): string | null {
  const found = Reflect.getOwnPropertyDescriptor(error, "stack");
  const isNative = found?.get !== undefined && found.get === stackOf;
  const stack: unknown = isNative ? Reflect.apply(stackOf, error, []) : found?.value;
  return typeof stack === "string" && stack ? stack : null;
}

function tagOf(element: Element): string {
  const attributes = ATTRIBUTES.flatMap((name) => {
    const value = Reflect.apply(getAttribute!, element, [name]) as string | null;
    return value === null ? [] : [` ${name}="${value.slice(0, ATTRIBUTE_CHARS).replaceAll('"', "&quot;")}"`];
  });
  return `<${String(Reflect.apply(localName!, element, []))}${attributes.join("")}>`;
}
