import { z } from "zod";
import { listOf } from "@/lib/shared/contract";

export const EXPORT_STATUSES = ["waiting", "running", "ready", "failed"] as const;

/** A copy of all that a person has here. */
const exportSchema = z.object({
  id: z.string(),
  status: z.enum(EXPORT_STATUSES),
  /** Per cent. */
  progress: z.number(),
  /** Of the archive, once it is ready. */
  bytes: z.number(),
  createdAt: z.string(),
  /** When a ready one is deleted. */
  expiresAt: z.string().nullable(),
});
export type Export = z.infer<typeof exportSchema>;

/** Response of `GET` and `POST /v2/users/me/exports`: at most one, the newest. */
export const exportsResponse = listOf(exportSchema).extend({
  /** When the next one can be made; null for now. */
  nextAt: z.string().nullable(),
});
export type Exports = z.infer<typeof exportsResponse>;
