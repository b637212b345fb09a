import { z } from "zod";
import { userShortSchema } from "@/lib/people/user-contract";
import { idSchema, pageOf } from "@/lib/shared/contract";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { noticeSchema } from "./notice-contract";
import { ROLES } from "./roles";
import {
  APPEAL_MAX_CHARS,
  CASE_ACTIONS,
  LIMIT_DAYS_MAX,
  MESSAGE_MAX_CHARS,
  QUEUES,
  REPORT_NOTE_MAX_CHARS,
  REPORT_REASONS,
  SUBJECT_TYPES,
} from "./rules";

/** Query of `GET /v1/moderation/cases`. */
export const queueQuery = z.strictObject({
  queue: z.enum(QUEUES).default("open"),
  type: z.enum(SUBJECT_TYPES).optional(),
  reason: z.enum(REPORT_REASONS).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(30),
  after: idSchema.optional(),
});
export type QueueQuery = z.infer<typeof queueQuery>;

/** A case: the reports about one subject, or an appeal. */
const caseShortSchema = z.object({
  type: z.enum(SUBJECT_TYPES),
  id: z.string(),
  /** When the newest report or the decision was made; the cursor of a page. */
  key: z.string(),
  excerpt: z.string(),
  person: z.object({ id: z.string(), username: z.string() }).nullable(),
  reasons: z.array(z.enum(REPORT_REASONS)),
  reports: z.number(),
  at: z.string(),
});
export type CaseShort = z.infer<typeof caseShortSchema>;

const queueCountsSchema = z.object({
  open: z.number(),
  appeals: z.number(),
  byType: z.record(z.enum(SUBJECT_TYPES), z.number()),
});

export const queuePageSchema = pageOf(caseShortSchema).extend({ counts: queueCountsSchema });
export type QueuePage = z.infer<typeof queuePageSchema>;

export const caseParams = z.strictObject({ type: z.enum(SUBJECT_TYPES), id: idSchema });
export type CaseRef = z.infer<typeof caseParams>;

/** The subject of a case: its current state, or the snapshot in the report. */
const contentSchema = z.object({
  title: z.string().nullable(),
  text: z.string(),
  pictures: z.array(z.object({ url: z.string(), alt: z.string() })),
  /** Videos and sound. */
  recordings: z.array(z.object({ url: z.string(), type: z.string(), alt: z.string() })).optional(),
  /** The text of an app's card, a score, or the answer to a review. */
  extra: z.string().nullable(),
  /** The page of the subject, while it exists. */
  href: z.string().nullable(),
  createdAt: z.string().nullable(),
});
export type CaseContent = z.infer<typeof contentSchema>;

const casePersonSchema = userShortSchema.extend({
  role: z.enum(ROLES),
  createdAt: z.string(),
  limitedUntil: z.string().nullable(),
  suspendedUntil: z.string().nullable(),
  /** Counts of reports about them and their content, and of decisions about them. */
  reports: z.number(),
  decisions: z.number(),
});

const caseReportSchema = z.object({
  id: z.string(),
  reporter: userShortSchema.nullable(),
  reason: z.enum(REPORT_REASONS),
  note: z.string(),
  /** What an app showed, the score, or the answer to a review, if the report is about that. */
  said: z.string().nullable(),
  createdAt: z.string(),
  resolved: z.boolean(),
});

const historySchema = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  reason: z.string(),
  note: z.string(),
});

export const caseSchema = z.object({
  type: z.enum(SUBJECT_TYPES),
  id: z.string(),
  exists: z.boolean(),
  content: contentSchema,
  person: casePersonSchema.nullable(),
  /** Newest first, at most 50. */
  reports: z.array(caseReportSchema),
  /** Decisions about it and its author, newest first, at most 20. */
  decisions: z.array(noticeSchema.extend({ canReview: z.boolean(), canUndo: z.boolean() })),
  /** Audit log entries about it and its author, newest first, at most 30. */
  history: z.array(historySchema),
  /** The actions that the viewer may take. */
  actions: z.array(z.enum(CASE_ACTIONS)),
});
export type Case = z.infer<typeof caseSchema>;

/** Body of `POST /v1/moderation/cases/{type}/{id}`. */
export const actBody = z.strictObject({
  action: z.enum(CASE_ACTIONS),
  reason: z.enum(REPORT_REASONS).default("other"),
  /** Shown to the person. */
  message: z.string().trim().check(maxGraphemes(MESSAGE_MAX_CHARS)).default(""),
  /** Visible to moderators only. */
  note: z.string().trim().check(maxGraphemes(REPORT_NOTE_MAX_CHARS)).default(""),
  days: z.int().min(1).max(LIMIT_DAYS_MAX).optional(),
  /** For an app: blocks its package from being uploaded again. */
  blockPackage: z.boolean().default(false),
  /** For an app: blocks its hosts for all apps. */
  blockHosts: z.boolean().default(false),
});
export type ActBody = z.input<typeof actBody>;
export const actResponse = z.object({ decisionId: z.string().nullable() });
export type ActResponse = z.infer<typeof actResponse>;

/** Body of `POST /v1/moderation/decisions/{id}/answer`. */
export const answerBody = z.strictObject({
  /** Whether to undo the decision. */
  undo: z.boolean(),
  text: z.string().trim().min(1).check(maxGraphemes(APPEAL_MAX_CHARS)),
});
export type AnswerBody = z.input<typeof answerBody>;
