import { list, nullable, object, oneOf, text, type Parsed } from "@/lib/sandbox/protocol/schema";
import { STORAGE_BATCH_MAX, STORAGE_KEY_CHARS, STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";

/** Areas that outlive a run. The host keeps `session` in memory for as long as the app's tab. */
export const LASTING_AREAS = ["local", "cookies", "databases", "values"] as const;
export type LastingArea = (typeof LASTING_AREAS)[number];

/** `value: null` deletes the key; `key: null` clears the area. */
const storageChange = object({
  area: oneOf("local", "cookies", "databases", "values", "session"),
  key: nullable(text(STORAGE_KEY_CHARS)),
  value: nullable(text(STORAGE_QUOTA_BYTES)),
});
export type FrameStorageChange = Parsed<typeof storageChange>;
export type FrameStorageArea = FrameStorageChange["area"];

export const storageChanges = object({ changes: list(storageChange, STORAGE_BATCH_MAX) });

/** The entries of an area as pairs, not an object, so that no key is special. */
export type AreaPairs = [key: string, value: string][];

const encoder = new TextEncoder();

/** Bytes of an entry that count against the quota. */
export function entryBytes(key: string, value: string): number {
  return textBytes(key) + textBytes(value);
}

function textBytes(value: string): number {
  return /^[\x00-\x7f]*$/.test(value) ? value.length : encoder.encode(value).length;
}
