import { z } from "zod";
import { PROJECT_FILES_MAX, PROJECT_NAME_MAX_CHARS } from "@/lib/config/project-limits";
import { idSchema } from "@/lib/shared/contract";
import { isUsablePath } from "./rules";

/**
 * Projects of the playground: `GET /api/v2/projects`, `GET|PUT|DELETE /api/v2/projects/{id}`,
 * `POST /api/v2/projects/{id}/restore`, `GET /api/v2/projects/{id}/versions`.
 *
 * A save lists all files by hash and includes only the contents that the server does not have yet.
 */
const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const pathSchema = z.string().refine(isUsablePath, { params: { code: "bad_path" } });

export const saveProjectSchema = z.strictObject({
  /**
   * The revision that the change is based on, 0 for a new project; rejected with 409 `conflict` if there is a newer
   * one.
   */
  base: z.int().nonnegative(),
  name: z.string().max(PROJECT_NAME_MAX_CHARS),
  title: z.string().trim().min(1).max(PROJECT_NAME_MAX_CHARS).nullable(),
  trusted: z.boolean(),
  files: z
    .array(z.strictObject({ path: pathSchema, sha256: sha256Schema }))
    .min(1)
    .max(PROJECT_FILES_MAX)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length, {
      params: { code: "duplicate_path" },
    }),
  /** In base64, by hash. */
  contents: z.record(sha256Schema, z.base64()),
  /** Keeps the previous state as a version, even if it is recent. */
  asVersion: z.boolean().default(false),
});
export type SaveProject = z.input<typeof saveProjectSchema>;
export type SaveProjectBody = z.output<typeof saveProjectSchema>;

export const savedProjectSchema = z.object({ revision: z.int(), savedAt: z.iso.datetime() });
export type SavedProject = z.infer<typeof savedProjectSchema>;

export const projectSummarySchema = z.object({
  id: idSchema,
  name: z.string(),
  revision: z.int(),
  files: z.int(),
  bytes: z.int(),
  savedAt: z.iso.datetime(),
});
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

export const projectSchema = projectSummarySchema.omit({ files: true }).extend({
  title: z.string().nullable(),
  trusted: z.boolean(),
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
  /** In base64, by hash. */
  contents: z.record(z.string(), z.string()),
});
export type Project = z.infer<typeof projectSchema>;

export const projectQuery = z.object({
  version: z.coerce.number().pipe(z.int32()).pipe(z.number().positive()).optional(),
});

/** Newest first; the first is the current state. */
export const projectVersionSchema = z.object({
  number: z.int(),
  files: z.int(),
  bytes: z.int(),
  savedAt: z.iso.datetime(),
});
export type ProjectVersion = z.infer<typeof projectVersionSchema>;
