import { z } from "zod";
import { PACKAGE_LIMITS } from "@/lib/package/limits";

/** Body of `PUT /apps/uploads/{id}`: begins an upload in parts, or goes on with it. The id is the upload's key. */
export const beginPartialUpload = z.strictObject({
  bytes: z.int().min(1).max(PACKAGE_LIMITS.packedBytes),
});

/** How far it is: the next part begins at `received`. */
export const partialUploadSchema = z.object({ id: z.string(), bytes: z.number(), received: z.number() });
export type PartialUpload = z.infer<typeof partialUploadSchema>;

/** Query of `PATCH /apps/uploads/{id}`: where the part of the form belongs. */
export const uploadPartQuery = z.object({
  offset: z.coerce.number().int().min(0).max(PACKAGE_LIMITS.packedBytes),
});
