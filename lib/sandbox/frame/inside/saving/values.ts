/** The data behind `gum.storage`: JSON by key, in an area of its own. */
import { countUsage, save } from "@/lib/sandbox/frame/inside/saving/queue";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

let items = new Map<string, string>();
const listeners = new Set<(change: { key: string; value: unknown }) => void>();

export function loadValues(pairs: AreaPairs): void {
  items = new Map(pairs);
  for (const [key, value] of pairs) countUsage("values", key, undefined, value);
}

export function readValue(key: string): unknown {
  const text = items.get(key);
  return text === undefined ? undefined : JSON.parse(text);
}

/** `undefined` deletes the key. @throws QuotaExceededError; TypeError if the value cannot be JSON */
export function writeValue(key: string, value: unknown): void {
  const text = value === undefined ? null : JSON.stringify(value);
  if (text === undefined) throw new TypeError("gum.storage keeps JSON values only.");
  const before = items.get(key);
  if ((before ?? null) === text) return;
  countUsage("values", key, before, text);
  if (text === null) items.delete(key);
  else items.set(key, text);
  save({ area: "values", key, value: text });
  for (const listener of listeners) listener({ key, value });
}

export function valueKeys(prefix: string): string[] {
  return [...items.keys()].filter((key) => key.startsWith(prefix)).sort();
}

export function onValueChange(listener: (change: { key: string; value: unknown }) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
