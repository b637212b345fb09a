import { z } from "zod";
import { SEMVER_MAX_CHARS } from "@/lib/package/semver";

/** How many changed files a comparison lists; the rest is counted. */
export const COMPARED_FILES_MAX = 500;

const version = z.string().min(1).max(SEMVER_MAX_CHARS);
/** Query of `GET /apps/{id}/versions/compare`. */
export const compareQuery = z.object({ from: version, to: version });

const sideSchema = z.object({
  version: z.string(),
  packedBytes: z.number(),
  unpackedBytes: z.number(),
  files: z.number(),
});

const permissionNames = z.object({ capabilities: z.array(z.string()), hosts: z.array(z.string()) });

const fileChangeSchema = z.object({
  path: z.string(),
  kind: z.enum(["added", "removed", "changed"]),
  /** Its size before and after in bytes; null where it was not there, or is not. */
  before: z.number().nullable(),
  after: z.number().nullable(),
});
export type ComparedFile = z.infer<typeof fileChangeSchema>;

/** Response of `GET /apps/{id}/versions/compare`. */
export const versionComparisonSchema = z.object({
  from: sideSchema,
  to: sideSchema,
  permissions: z.object({ added: permissionNames, removed: permissionNames }),
  /** Up to `COMPARED_FILES_MAX`, ordered by path. */
  files: z.array(fileChangeSchema),
  counts: z.object({ added: z.number(), removed: z.number(), changed: z.number(), unchanged: z.number() }),
});
export type VersionComparison = z.infer<typeof versionComparisonSchema>;
