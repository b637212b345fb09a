import { z } from "zod";
import { APP_SEARCH_MAX_CHARS } from "@/lib/config/limits";
import { APP_CATEGORIES } from "@/lib/package/category";
import { FRAME_ALLOWANCES } from "@/lib/package/frame-allowance";
import { APP_ORDERS } from "./ranking";
import {
  APP_DESCRIPTION_MAX_CHARS,
  APP_MADE_WITH_MAX_CHARS,
  APP_SCREENSHOTS_MAX,
  APP_TAG_MAX_CHARS,
  APP_TAGS_MAX,
} from "@/lib/package/limits";
import { hasHiddenCharacterOrBreak } from "@/lib/shared/hidden-characters";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { isSemver, SEMVER_MAX_CHARS } from "@/lib/package/semver";
import { idParams, idSchema, listQuery, pageOf } from "@/lib/shared/contract";
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
  category: z.string(),
  owner: userShortSchema,
});
export type AppShort = z.infer<typeof appShortSchema>;

/** The upload checked the manifest; responses do not check it again. */
const storedManifest = z.custom<Manifest>((value) => typeof value === "object" && value !== null);

const appCountsSchema = z.object({
  likes: z.number(),
  users: z.number(),
  runs: z.number(),
  comments: z.number(),
});

/** What reviews give an app. */
export const ratingSchema = z.object({
  /** Of their stars; null without reviews. */
  average: z.number().nullable(),
  count: z.number(),
  /** How many reviews give one star, two stars and so on. */
  stars: z.array(z.number()),
});
export type Rating = z.infer<typeof ratingSchema>;

/** An app of the store. */
export const appSchema = appShortSchema.extend({
  tags: z.array(z.string()),
  /** Engines, frameworks and libraries, with their versions where those are known. */
  madeWith: z.array(z.string()),
  screenshots: z.array(z.string()),
  isPublic: z.boolean(),
  shareId: z.string().nullable(),
  shareUrl: z.string().nullable(),
  /** Asks search engines to leave the share page out. */
  noindex: z.boolean(),
  manifest: storedManifest,
  /** Of the current package: its bytes, its SHA-256 in hex, and where to fetch it. */
  packageBytes: z.number(),
  packageSha256: z.string(),
  packageUrl: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  counts: appCountsSchema,
  rating: ratingSchema,
  viewer: z.object({ liked: z.boolean(), added: z.boolean(), owner: z.boolean() }),
});
export type App = z.infer<typeof appSchema>;

/** An app that the user installed. */
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

/** Response of `GET /apps/{id}/remixes`: the published apps made from this one, newest first. */
export const remixesSchema = pageOf(appShortSchema).extend({
  /** How many there are; counted up to `REMIXES_COUNTED_MAX`. */
  total: z.number(),
  /** What this app was made from, what that was made from, and so on; null where that is no longer here for the viewer. */
  ancestors: z.array(appShortSchema.nullable()),
});
export type Remixes = z.infer<typeof remixesSchema>;

/** Query of `GET /apps/{id}/upstream`: the version that a remix was made from. */
export const upstreamVersionQuery = z.object({ version: z.string().refine(isSemver) });

/** Response of `GET /apps/{id}/upstream`: what a remix of the app can take in. */
export const upstreamSchema = z.object({
  app: appShortSchema,
  /** The newest version whose source the viewer may see; null where it is not newer. */
  newest: z.object({ version: z.string(), notes: z.string(), createdAt: z.string() }).nullable(),
  /** Whether the version that the remix was made from can still be read. */
  hasBase: z.boolean(),
});
export type Upstream = z.infer<typeof upstreamSchema>;

/** An app as its relatives' share pages show it. */
export type SharedRelative = AppShort & { shareId: string };

/** The ancestors of a shared app, and its newest remixes. */
export type Lineage = Omit<Remixes, "items" | "nextCursor" | "ancestors"> & {
  remixes: SharedRelative[];
  ancestors: (SharedRelative | null)[];
};

/** Response of `POST /apps/{id}/runs`. The token identifies this run to the egress proxy; the frame never sees it. */
export const appRunResponse = z.object({ runId: z.string(), runToken: z.string(), counts: appCountsSchema });
export type AppRunResponse = z.infer<typeof appRunResponse>;

/** What a run needs beside the app: the version this user ran last, if any, and its permissions. */
export const appRunStartSchema = z.object({
  lastVersion: z.string().nullable(),
  /** The manifest of that version, where it is not the current one. */
  lastManifest: storedManifest.nullable(),
  /** Whether that version can still run. */
  canStay: z.boolean(),
  /** The user declined the current version and stays with that one. */
  declined: z.boolean(),
  /**
   * Which data that version has: changes with each revert; null before the first. Servers of the previous release do not send it.
   */
  dataId: z.string().nullable().optional(),
});
export type AppRunStart = z.infer<typeof appRunStartSchema>;

/** Query of `GET /apps` and `GET /apps/public`. */
export const listAppsQuery = listQuery.extend({
  search: z.string().trim().max(APP_SEARCH_MAX_CHARS).optional(),
  category: z.enum(["", "all", ...APP_CATEGORIES]).optional(),
  /** An engine, framework or library; its version and case do not count. */
  madeWith: z
    .string()
    .trim()
    .check(maxGraphemes(APP_MADE_WITH_MAX_CHARS))
    .refine((text) => !hasHiddenCharacterOrBreak(text))
    .optional(),
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

const description = z.string().trim().check(maxGraphemes(APP_DESCRIPTION_MAX_CHARS));
const category = z.enum(APP_CATEGORIES);
const tags = z.array(z.string().trim().min(1).check(maxGraphemes(APP_TAG_MAX_CHARS))).max(APP_TAGS_MAX);
const APP_NOTES_MAX_CHARS = 2_000;

/**
 * The field `metadata` of `POST /apps`. Defaults come from the manifest; a name or version given here is written into the
 * package's manifest. `uploadKey` is an idempotency key that the client makes for one upload; it also identifies the parts
 * of an upload in parts. `appId` makes this a new version of that app, whatever its name; without it, the upload is a new app.
 * `force` makes it the version of a published app although it does not start (`app_does_not_start`).
 */
export const appUploadMetadata = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  version: z.string().refine(isSemver, { message: "version must be a version such as 1.0.0." }).optional(),
  description: description.optional(),
  category: category.optional(),
  tags: tags.optional(),
  notes: z.string().trim().check(maxGraphemes(APP_NOTES_MAX_CHARS)).default(""),
  appId: idSchema.optional(),
  uploadKey: idSchema.optional(),
  force: z.boolean().optional(),
});
export type AppUploadMetadata = z.input<typeof appUploadMetadata>;

/**
 * Query of `POST /apps`. With `lookFirst=1`, a new version of a published app is tried and refused with `trial_unseen`, whose
 * details have what was found. Sent again without it, that version becomes public.
 */
export const uploadAppQuery = z.object({ lookFirst: z.literal("1").optional() });

/** Body of `PATCH /apps/{id}`. */
export const updateAppSchema = z.strictObject({
  description: description.optional(),
  category: category.optional(),
  tags: tags.optional(),
  /** Allowances for the code of the current version, in addition to those found at the upload. */
  allow: z.array(z.enum(FRAME_ALLOWANCES)).max(FRAME_ALLOWANCES.length).optional(),
});
export type UpdateApp = z.infer<typeof updateAppSchema>;

/** Body of `PATCH /apps/{id}/publish`. */
export const publishAppSchema = z.strictObject({
  isPublic: z.boolean(),
  noindex: z.boolean().optional(),
  /** Publishes an app although it does not start (`app_does_not_start`). */
  force: z.boolean().optional(),
});
export type PublishApp = z.infer<typeof publishAppSchema>;

/** Body of `POST /apps/{id}/rollback`. */
export const rollbackAppSchema = z.strictObject({ versionId: idSchema });

/** Body of `POST /apps/{id}/runs`: which version starts. */
export const startRunSchema = z.strictObject({
  version: z.string().max(SEMVER_MAX_CHARS).optional(),
  /** The current version, which the user has seen and does not want. */
  declined: z.string().max(SEMVER_MAX_CHARS).optional(),
});

/**
 * Query of `GET /apps/{id}/package`: an older version, for users who declined the newer one's permissions, and where its
 * license lets others see its source.
 */
export const packageQuery = z.object({
  version: z.string().max(SEMVER_MAX_CHARS).optional(),
  v: z.string().optional(),
});

/** Query of `GET /users/me/apps`. */
export const listInstalledQuery = z.object({
  orderBy: z.enum(["added", "used", "name"]).default("added"),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export type InstalledOrder = z.infer<typeof listInstalledQuery>["orderBy"];

/** Body of `PUT /apps/uploads/{id}`: begins or resumes an upload in parts. The id is its `uploadKey`. */
export const beginPartialUpload = z.strictObject({
  bytes: z.int().min(1),
});

/** The next part begins at `received`. */
export const partialUploadSchema = z.object({ id: z.string(), bytes: z.number(), received: z.number() });
export type PartialUpload = z.infer<typeof partialUploadSchema>;

/** Query of `PATCH /apps/uploads/{id}`: where the part belongs. */
export const uploadPartQuery = z.object({
  offset: z.coerce.number().int().min(0),
});
