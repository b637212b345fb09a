import { z } from "zod";
import { APP_SEARCH_MAX_CHARS } from "@/lib/config/limits";
import { APP_CATEGORIES } from "@/lib/package/category";
import { APP_ORDERS } from "./ranking";
import {
  APP_DESCRIPTION_MAX_CHARS,
  APP_SCREENSHOTS_MAX,
  APP_TAG_MAX_CHARS,
  APP_TAGS_MAX,
} from "@/lib/package/limits";
import { isSemver, SEMVER_MAX_CHARS } from "@/lib/package/semver";
import { idParams, idSchema, listQuery } from "@/lib/shared/contract";
import type { Manifest } from "@/lib/package/manifest-contract";
import { userShortSchema } from "@/lib/people/user-contract";

/** An app as part of something else: a post, a dock item, a search result. */
export const appShortSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string(),
  iconUrl: z.string(),
  bannerUrl: z.string().nullable(),
  owner: userShortSchema,
});
export type AppShort = z.infer<typeof appShortSchema>;

/** A manifest that was checked at the upload; it is not checked again on its way out. */
const storedManifest = z.custom<Manifest>((value) => typeof value === "object" && value !== null);

const appCountsSchema = z.object({
  likes: z.number(),
  users: z.number(),
  runs: z.number(),
  comments: z.number(),
});

/** An app of the store. */
export const appSchema = appShortSchema.extend({
  category: z.string(),
  tags: z.array(z.string()),
  screenshots: z.array(z.string()),
  isPublic: z.boolean(),
  shareId: z.string().nullable(),
  shareUrl: z.string().nullable(),
  /** Search engines are asked to leave the share page out. */
  noindex: z.boolean(),
  /** The manifest of the current version as it was checked at the upload. */
  manifest: storedManifest,
  /** Of the current package: its bytes, its SHA-256 in hex, and where to fetch it. */
  packageBytes: z.number(),
  packageSha256: z.string(),
  packageUrl: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  counts: appCountsSchema,
  viewer: z.object({ liked: z.boolean(), added: z.boolean(), owner: z.boolean() }),
});
export type App = z.infer<typeof appSchema>;

/** An app on somebody's shelf. */
export const installedAppSchema = appSchema.extend({ addedAt: z.string(), lastRunAt: z.string().nullable() });
export type InstalledApp = z.infer<typeof installedAppSchema>;

/** One version of an app, newest first in lists. */
export const appVersionSchema = z.object({
  id: z.string(),
  version: z.string(),
  notes: z.string(),
  packageBytes: z.number(),
  current: z.boolean(),
  createdAt: z.string(),
});
export type AppVersion = z.infer<typeof appVersionSchema>;

/** Answer of `POST /apps/{id}/runs`. The token names this run where the app asks the network; the frame never sees it. */
export const appRunResponse = z.object({ runId: z.string(), runToken: z.string(), counts: appCountsSchema });
export type AppRunResponse = z.infer<typeof appRunResponse>;

/** What a run needs beside the app: which version this person ran last, if any, and what that one was allowed. */
export const appRunStartSchema = z.object({
  lastVersion: z.string().nullable(),
  /** The manifest of that version, where it is another one than the current. */
  lastManifest: storedManifest.nullable(),
  /** The person was offered the current version, and stayed with that one. */
  declined: z.boolean(),
});
export type AppRunStart = z.infer<typeof appRunStartSchema>;

/** Query of `GET /apps` and `GET /apps/public`. */
export const listAppsQuery = listQuery.extend({
  search: z.string().trim().max(APP_SEARCH_MAX_CHARS).optional(),
  category: z.enum(["", "all", ...APP_CATEGORIES]).optional(),
  orderBy: z.enum(APP_ORDERS).default("newest"),
});
export type ListAppsQuery = z.infer<typeof listAppsQuery>;

export const shareParams = z.strictObject({ shareId: z.string().regex(/^[A-Za-z0-9_-]{22}$/) });

const index = z.coerce
  .number()
  .int()
  .min(0)
  .max(APP_SCREENSHOTS_MAX - 1);
export const screenshotParams = idParams.extend({ index });
export const sharedScreenshotParams = shareParams.extend({ index });

const description = z.string().trim().max(APP_DESCRIPTION_MAX_CHARS);
const category = z.enum(APP_CATEGORIES);
const tags = z.array(z.string().trim().min(1).max(APP_TAG_MAX_CHARS)).max(APP_TAGS_MAX);
const APP_NOTES_MAX_CHARS = 2_000;

/**
 * The part `metadata` of `POST /apps`. What is left out is taken from the manifest. A name or version given here is
 * written into the package's manifest. `uploadKey`: made by the client for one upload; sent again it is answered, not
 * refused, and it names the parts where the package was sent in parts. `appId`: the app of which this is a new version, whatever its name.
 */
export const appUploadMetadata = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  version: z.string().refine(isSemver, { message: "version must be a version such as 1.0.0." }).optional(),
  description: description.optional(),
  category: category.optional(),
  tags: tags.optional(),
  notes: z.string().trim().max(APP_NOTES_MAX_CHARS).default(""),
  appId: idSchema.optional(),
  uploadKey: idSchema.optional(),
});
export type AppUploadMetadata = z.input<typeof appUploadMetadata>;

/** Body of `PATCH /apps/{id}`. */
export const updateAppSchema = z.strictObject({
  description: description.optional(),
  category: category.optional(),
  tags: tags.optional(),
});
export type UpdateApp = z.infer<typeof updateAppSchema>;

/** Body of `PATCH /apps/{id}/publish`. */
export const publishAppSchema = z.strictObject({ isPublic: z.boolean(), noindex: z.boolean().optional() });
export type PublishApp = z.infer<typeof publishAppSchema>;

/** Body of `POST /apps/{id}/rollback`. */
export const rollbackAppSchema = z.strictObject({ versionId: idSchema });

/** Body of `POST /apps/{id}/runs`: which version starts. */
export const startRunSchema = z.strictObject({ version: z.string().max(SEMVER_MAX_CHARS).optional() });

/** Query of `GET /apps/{id}/package`: an older version, for those who declined the newer one's permissions. */
export const packageQuery = z.object({
  version: z.string().max(SEMVER_MAX_CHARS).optional(),
  v: z.string().optional(),
});

/** Query of the shelf. */
export const listInstalledQuery = z.object({
  orderBy: z.enum(["added", "used", "name"]).default("added"),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export type InstalledOrder = z.infer<typeof listInstalledQuery>["orderBy"];
