import { z } from "zod";
import { idSchema } from "@/lib/shared/contract";
import { SEMVER_MAX_CHARS } from "@/lib/package/semver";

/** Response of `GET|POST /apps/{id}/snapshot`. */
export const appSnapshotSchema = z.object({
  /** The version that the viewer runs; null if they never ran the app. */
  runs: z.string().nullable(),
  /** What the app had stored when that changed; null where nothing is kept, or its version is gone. */
  kept: z
    .object({
      id: z.string(),
      version: z.string(),
      keptAt: z.string(),
      bytes: z.number(),
      /** A newer version than the one that runs: the way is forward. */
      isForward: z.boolean(),
    })
    .nullable(),
});
export type AppSnapshot = z.infer<typeof appSnapshotSchema>;

/** Body of `POST /apps/{id}/snapshot`: the id of the snapshot, which makes the request idempotent. */
export const restoreSnapshotSchema = z.strictObject({ id: idSchema });

/** Body of `POST /apps/{id}/update`: the version that the viewer takes. */
export const takeUpdateSchema = z.strictObject({ version: z.string().max(SEMVER_MAX_CHARS) });
