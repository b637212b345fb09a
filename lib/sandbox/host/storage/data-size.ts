import { STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";
import { entryBytes } from "@/lib/sandbox/protocol/storage";

export { entryBytes };
export const QUOTA_BYTES = STORAGE_QUOTA_BYTES;

/** Of an app's data, as they count towards the quota. */
export function dataBytes(entries: Iterable<{ key: string; value: string }>): number {
  let bytes = 0;
  for (const { key, value } of entries) bytes += entryBytes(key, value);
  return bytes;
}
