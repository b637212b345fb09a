import { list, nullable, object, oneOf, text, type Parsed } from "@/lib/sandbox/protocol/schema";
import { STORAGE_BATCH_MAX, STORAGE_KEY_CHARS, STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";

/** Areas that outlive a run. `session` lives as long as the app's tab and is kept by the host in memory only. */
export const LASTING_AREAS = ["local", "cookies", "databases", "values"] as const;
export type LastingArea = (typeof LASTING_AREAS)[number];

/** `value: null` removes the key; `key: null` empties the area. */
export const storageChange = object({
  area: oneOf("local", "cookies", "databases", "values", "session"),
  key: nullable(text(STORAGE_KEY_CHARS)),
  value: nullable(text(STORAGE_QUOTA_BYTES)),
});
export type FrameStorageChange = Parsed<typeof storageChange>;
export type FrameStorageArea = FrameStorageChange["area"];

export const storageChanges = object({ changes: list(storageChange, STORAGE_BATCH_MAX) });

/** An area as it crosses the port: pairs, never an object, so that no key is special. */
export type AreaPairs = [key: string, value: string][];

const encoder = new TextEncoder();

/** Bytes that one entry counts against the quota. Texts of plain ASCII are not encoded for it. */
export function entryBytes(key: string, value: string): number {
  return textBytes(key) + textBytes(value);
}

function textBytes(value: string): number {
  return /^[\x00-\x7f]*$/.test(value) ? value.length : encoder.encode(value).length;
}
