import { z } from "zod";
import { idSchema } from "@/lib/shared/contract";

const REPORT_SUBJECTS = ["post", "comment", "user", "app"] as const;
const REPORT_REASONS = [
  "spam",
  "harassment",
  "hate",
  "sexual",
  "violence",
  "illegal",
  "malware",
  "other",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
const REPORT_NOTE_MAX_CHARS = 1_000;

/** Body of `POST /v1/reports`. */
export const reportBody = z.strictObject({
  subjectType: z.enum(REPORT_SUBJECTS),
  subjectId: idSchema,
  reason: z.enum(REPORT_REASONS),
  note: z.string().trim().max(REPORT_NOTE_MAX_CHARS).default(""),
});
export type ReportBody = z.input<typeof reportBody>;
export const reportResponse = z.object({ id: z.string(), received: z.literal(true) });
export type ReportResponse = z.infer<typeof reportResponse>;
