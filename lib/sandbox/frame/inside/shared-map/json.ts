import { KEY_CHARS, VALUE_BYTES, VALUE_DEPTH } from "./limits";
import { SharedMapError } from "./room-log";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const encoder = new TextEncoder();
/** Half of a surrogate pair, which UTF-8 cannot carry. */
const HALF = /\p{Surrogate}/gu;
/** Of a number, or of what surrounds a value. */
const OVERHEAD_BYTES = 9;
/** An item's id, and its place in the update. */
const ITEM_BYTES = 48;

/** @throws SharedMapError invalid */
export function toKey(key: unknown): string {
  if (typeof key !== "string" || !key || key.length > KEY_CHARS || key === "*")
    throw new SharedMapError("invalid", `A key is a text of 1 to ${KEY_CHARS} characters, and not "*".`);
  return key.replace(HALF, "\ufffd");
}

/** A copy of what others will get. @throws SharedMapError invalid, too_big */
export function toJson(value: unknown): Json {
  const copy = parse(value);
  checkSize(sizeOf(copy));
  return copy;
}

/** @throws SharedMapError invalid, too_big */
export function toItems(values: readonly unknown[]): Json[] {
  checkSize(values.length * ITEM_BYTES);
  const copies = values.map(parse);
  checkSize(copies.reduce<number>((sum, copy) => sum + ITEM_BYTES + sizeOf(copy), 0));
  return copies;
}

/** @param depth how many arrays and objects may be in each other */
export function isJson(value: unknown, depth: number): value is Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1));
  // Yjs would make "__proto__" the prototype of what it reads.
  if (Object.getPrototypeOf(value) !== Object.prototype || Object.hasOwn(value, "__proto__")) return false;
  return Object.values(value).every((item) => isJson(item, depth - 1));
}

/** For the app, which may change it. */
export function copyOf<T extends Json | undefined>(value: T): T {
  return typeof value === "object" && value !== null ? structuredClone(value) : value;
}

function parse(value: unknown): Json {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, (_, inner: unknown) => {
      return typeof inner === "string" ? inner.replace(HALF, "\ufffd") : inner;
    });
  } catch {
    // A circular reference, a bigint, or too many levels.
  }
  if (text === undefined) throw new SharedMapError("invalid", "The map keeps JSON values only.");
  checkSize(text.length);
  const copy: unknown = JSON.parse(text);
  if (!isJson(copy, VALUE_DEPTH) || !hasWholeKeys(copy))
    throw new SharedMapError("invalid", `A value has at most ${VALUE_DEPTH} levels, and no key "__proto__".`);
  return copy;
}

function hasWholeKeys(value: Json): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(hasWholeKeys);
  return Object.entries(value).every(([key, inner]) => key.search(HALF) < 0 && hasWholeKeys(inner));
}

function checkSize(bytes: number): void {
  if (bytes > VALUE_BYTES)
    throw new SharedMapError("too_big", `A change of the map has at most ${VALUE_BYTES / 1024} KB.`);
}

/** At least the bytes in an update. */
function sizeOf(value: Json): number {
  if (typeof value === "string") return OVERHEAD_BYTES + encoder.encode(value).length;
  if (typeof value !== "object" || value === null) return OVERHEAD_BYTES;
  const inner = Array.isArray(value) ? value : [...Object.keys(value), ...Object.values(value)];
  return inner.reduce<number>((sum, item) => sum + sizeOf(item), OVERHEAD_BYTES);
}
