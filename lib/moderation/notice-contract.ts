import { z } from "zod";
import { idSchema, pageOf } from "@/lib/shared/contract";
import { DECISION_ACTIONS } from "@/lib/shared/decisions";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { APPEAL_MAX_CHARS, REPORT_REASONS, SUBJECT_TYPES } from "./rules";

/** A moderation decision as its subject sees it, without the moderator. */
export const noticeSchema = z.object({
  id: z.string(),
  action: z.enum(DECISION_ACTIONS),
  type: z.enum(SUBJECT_TYPES),
  reason: z.enum(REPORT_REASONS),
  message: z.string(),
  excerpt: z.string(),
  /** Null if it is permanent or has no duration. */
  until: z.string().nullable(),
  createdAt: z.string(),
  isUndone: z.boolean(),
  appeal: z
    .object({
      text: z.string(),
      at: z.string(),
      answer: z.string().nullable(),
      answeredAt: z.string().nullable(),
    })
    .nullable(),
});
export type Notice = z.infer<typeof noticeSchema>;

export const noticesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  after: idSchema.optional(),
});
export type NoticesQuery = z.infer<typeof noticesQuery>;

export const noticePageSchema = pageOf(noticeSchema);
export type NoticePage = z.infer<typeof noticePageSchema>;

const appealText = z.string().trim().min(1).check(maxGraphemes(APPEAL_MAX_CHARS));

/** Body of `POST /v1/notices/{id}/appeal`. */
export const appealBody = z.strictObject({ text: appealText });

/** Body of `POST /v2/auth/appeal`, for a person who cannot sign in; the token is from the refused sign-in. */
export const suspendedAppealBody = z.strictObject({ token: z.string().min(1).max(2_000), text: appealText });
