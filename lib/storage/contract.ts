import { z } from "zod";

/**
 * What an app keeps for one person: `GET|PUT|DELETE /api/apps/{id}/storage`.
 *
 * The data are texts by (area, key); what a text means is the frame's business, the server only keeps and counts it.
 * - `local`: the page's localStorage. - `cookies`: its lasting cookies. - `databases`: one text for each IndexedDB database.
 * - `values`: what `gum.storage` keeps (JSON). sessionStorage never reaches the server.
 * A key belongs to (person, app, area). Bytes are UTF-8 bytes of key + value over all areas; the sum may not pass
 * APP_STORAGE_MAX_BYTES: a PUT that would is refused as a whole (413, code `quota_exceeded`) and nothing of it is kept.
 * The frame, the host and the server each hold the same limit; the server's word is the last.
 */
const STORAGE_AREAS = ["local", "cookies", "databases", "values"] as const;
const storageAreaSchema = z.enum(STORAGE_AREAS);
export type StorageArea = z.infer<typeof storageAreaSchema>;

/** Key length is bounded like values by the total; this bound only keeps index rows small. */
const STORAGE_KEY_MAX_CHARS = 1_024;
/** One flush carries at most this many changes; the browser splits longer ones. */
export const STORAGE_CHANGES_MAX = 2_000;

const storageEntrySchema = z.object({
  area: storageAreaSchema,
  key: z.string().max(STORAGE_KEY_MAX_CHARS),
  value: z.string(),
});
export type StorageEntry = z.infer<typeof storageEntrySchema>;

/** `value: null` deletes the key; `key: null` (with `value: null`) empties the area. Applied in order, in one transaction. */
export const storageChangeSchema = z.strictObject({
  area: storageAreaSchema,
  key: z.string().max(STORAGE_KEY_MAX_CHARS).nullable(),
  value: z.string().nullable(),
});
export type StorageChange = z.infer<typeof storageChangeSchema>;

/** Body of PUT. */
export const putAppStorageSchema = z.strictObject({
  changes: z
    .array(storageChangeSchema)
    .max(STORAGE_CHANGES_MAX)
    .refine((changes) => changes.every((change) => change.key !== null || change.value === null), {
      message: "A change without a key must have no value.",
    }),
});

/** Answer of PUT and DELETE. `revision` grows by one with each accepted change set, 0 when nothing was ever kept. */
export const appStorageUsageSchema = z.object({
  revision: z.int(),
  usedBytes: z.int(),
  quotaBytes: z.int(),
});
export type AppStorageUsage = z.infer<typeof appStorageUsageSchema>;

/** Answer of GET. */
export const appStorageSchema = appStorageUsageSchema.extend({
  /** Under which the app knows this person: stable, and another one in every app. */
  personId: z.string(),
  entries: z.array(storageEntrySchema),
});
export type AppStorageSnapshot = z.infer<typeof appStorageSchema>;
