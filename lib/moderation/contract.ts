import { z } from "zod";
import { idSchema } from "@/lib/shared/contract";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { REPORT_NOTE_MAX_CHARS, REPORT_REASONS, SUBJECT_TYPES } from "./rules";

/** Body of `POST /v1/reports`. */
export const reportBody = z.strictObject({
  subjectType: z.enum(SUBJECT_TYPES),
  subjectId: idSchema,
  reason: z.enum(REPORT_REASONS),
  note: z.string().trim().check(maxGraphemes(REPORT_NOTE_MAX_CHARS)).default(""),
});
export type ReportBody = z.input<typeof reportBody>;
/** Body of a report whose path names its subject. */
export const reportWords = reportBody.pick({ reason: true, note: true });
export const reportResponse = z.object({ id: z.string(), received: z.literal(true) });
export type ReportResponse = z.infer<typeof reportResponse>;
