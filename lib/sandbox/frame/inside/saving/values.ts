/** The data behind `gum.storage`: JSON by key, in an area of its own. */
import { countUsage, recountUsage, save } from "@/lib/sandbox/frame/inside/saving/queue";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

let items = new Map<string, string>();
const listeners = new Set<(change: { key: string; value: unknown }) => void>();

export function loadValues(pairs: AreaPairs): void {
  items = new Map(pairs);
  for (const [key, value] of pairs) recountUsage("values", key, undefined, value);
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

/** Takes up what another tab changed. */
export function shareValue(key: string | null, text: string | null): void {
  const keys = key === null ? [...items.keys()] : [key];
  for (const name of keys) {
    const before = items.get(name);
    if ((before ?? null) === text) continue;
    recountUsage("values", name, before, text);
    if (text === null) items.delete(name);
    else items.set(name, text);
    const value = text === null ? undefined : (JSON.parse(text) as unknown);
    for (const listener of listeners) listener({ key: name, value });
  }
}

export function valueKeys(prefix: string): string[] {
  return [...items.keys()].filter((key) => key.startsWith(prefix)).sort();
}

export function onValueChange(listener: (change: { key: string; value: unknown }) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
