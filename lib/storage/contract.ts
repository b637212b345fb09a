import { z } from "zod";
import { SAVE_ID_PATTERN, SUPERSEDED_MAX, WRITER_PATTERN } from "./rules";

/**
 * What an app stores for one user: `GET|PUT|DELETE /api/apps/{id}/storage`.
 *
 * Values are strings by (area, key). Only the frame interprets them; the server stores and counts them.
 * - `local`: the page's localStorage. - `cookies`: its persistent cookies. - `databases`: one string per IndexedDB database.
 * - `values`: `gum.storage` (JSON). sessionStorage never reaches the server.
 * The quota APP_STORAGE_MAX_BYTES counts the UTF-8 bytes of keys and values over all areas of (user, app). A PUT that
 * would exceed it is refused as a whole (413, code `quota_exceeded`). The frame, the host and the server all enforce the
 * quota; the server is authoritative.
 */
export const storageAreaSchema = z.enum(["local", "cookies", "databases", "values"]);
export type StorageArea = z.infer<typeof storageAreaSchema>;

/** Keeps index rows small. */
const STORAGE_KEY_MAX_CHARS = 1_024;
/** Maximum per request; the browser splits longer lists. */
export const STORAGE_CHANGES_MAX = 2_000;

const storageEntrySchema = z.object({
  area: storageAreaSchema,
  key: z.string().max(STORAGE_KEY_MAX_CHARS),
  value: z.string(),
});
export type StorageEntry = z.infer<typeof storageEntrySchema>;

/** `value: null` deletes the key; `key: null` (with `value: null`) clears the area. Applied in order, in one transaction. */
export const storageChangeSchema = z.strictObject({
  area: storageAreaSchema,
  key: z.string().max(STORAGE_KEY_MAX_CHARS).nullable(),
  value: z.string().nullable(),
});
export type StorageChange = z.infer<typeof storageChangeSchema>;

const saveIdSchema = z.string().regex(SAVE_ID_PATTERN);
const writerSchema = z.string().regex(WRITER_PATTERN);
/** Whose data it is, as GET named them; another person's session is refused (409, code `account_changed`). */
const personIdSchema = z.string().max(64).optional();

/** Which data it is, as GET named it; reverting to another version changes it (409, code `data_replaced`). */
const dataIdSchema = z.uuid().nullable().optional();

/** Body of PUT. */
export const putAppStorageSchema = z.strictObject({
  personId: personIdSchema,
  dataId: dataIdSchema,
  writer: writerSchema.optional(),
  /** The revision that the changes are based on; refused if another writer has saved since (409, code `storage_conflict`). */
  base: z.int().nonnegative().optional(),
  /** The last save: the app closes here, and another browser need not wait for it. */
  release: z.boolean().optional(),
  /** Left by an earlier run: refused if anybody has saved since, the same browser too. */
  left: z.boolean().optional(),
  /** Names the save; GET lists the last ones. One that has arrived changes nothing a second time. */
  saveId: saveIdSchema.optional(),
  /** Earlier saves, all of whose changes are in this one: what arrives of them later changes nothing. */
  supersedes: z.array(saveIdSchema).max(SUPERSEDED_MAX).optional(),
  changes: z
    .array(storageChangeSchema)
    .max(STORAGE_CHANGES_MAX)
    .refine((changes) => changes.every((change) => change.key !== null || change.value === null), {
      message: "A change without a key must have no value.",
    }),
});

/**
 * Body of `POST /api/apps/{id}/storage/claim`: this browser becomes the writer; other copies of the app save
 * and stop.
 */
export const claimAppStorageSchema = z.strictObject({
  personId: personIdSchema,
  dataId: dataIdSchema,
  writer: writerSchema,
});

/** Response of PUT and DELETE. `revision` grows by one with each accepted request; 0 if nothing was ever stored. */
export const appStorageUsageSchema = z.object({
  revision: z.int(),
  usedBytes: z.int(),
  quotaBytes: z.int(),
});
export type AppStorageUsage = z.infer<typeof appStorageUsageSchema>;

/** Response of GET. */
export const appStorageSchema = appStorageUsageSchema.extend({
  /** The id by which the app knows this user: stable, and different in every app. */
  personId: z.string(),
  /**
   * Changes with each revert to another version; null before the first. Servers of the previous release do not
   * name it.
   */
  dataId: z.string().nullable().default(null),
  entries: z.array(storageEntrySchema),
  /** The ids of the last saves; the last one is empty if the last save had none. */
  saves: z.array(z.string()),
});
/** Response of `POST …/storage/claim`. */
export const claimedAppStorage = appStorageSchema.extend({
  /** The browser that had the app open, and now saves a last time; null if none. */
  takenFrom: z.string().nullable(),
});

/** Response of `GET …/storage/claim`. */
export const appStorageHolder = z.object({
  revision: z.int(),
  /** The browser that has the app open; null if none does, as far as the server knows. */
  holder: z.string().nullable(),
  /** The id of the last save; empty if it had none. Servers of the previous release do not name it. */
  lastSave: z.string().default(""),
});
export type ClaimedAppStorage = z.infer<typeof claimedAppStorage>;
export type AppStorageHolder = z.infer<typeof appStorageHolder>;
export type AppStorageSnapshot = z.infer<typeof appStorageSchema>;
