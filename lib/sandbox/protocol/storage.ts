import {
  list,
  MalformedMessage,
  nullable,
  object,
  oneOf,
  text,
  type Parsed,
} from "@/lib/sandbox/protocol/schema";
import {
  STORAGE_BATCH_MAX,
  STORAGE_KEY_CHARS,
  STORAGE_MESSAGE_CHARS,
  STORAGE_QUOTA_BYTES,
} from "@/lib/sandbox/protocol/limits";

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

const changeList = list(storageChange, STORAGE_BATCH_MAX);

export const storageChanges = object({
  changes: (value) => {
    const changes = changeList(value);
    const chars = changes.reduce((sum, change) => sum + changeChars(change), 0);
    if (chars > STORAGE_MESSAGE_CHARS) throw new MalformedMessage("expected smaller changes");
    return changes;
  },
});

export function changeChars({ key, value }: FrameStorageChange): number {
  return (key?.length ?? 0) + (value?.length ?? 0);
}

/** The entries of an area as pairs, not an object, so that no key is special. */
export type AreaPairs = [key: string, value: string][];

/** Bytes of an entry that count against the quota. */
export function entryBytes(key: string, value: string): number {
  return textBytes(key) + textBytes(value);
}

/** In UTF-8. An encoder would take several times as long, since it builds what is only counted. */
export function textBytes(value: string): number {
  if (/^[\x00-\x7f]*$/.test(value)) return value.length;
  let bytes = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.codePointAt(at)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    if (code > 0xffff) at += 1;
  }
  return bytes;
}
