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
  THING_TYPES,
} from "./rules";

/** Query of `GET /v1/moderation/cases`. */
export const queueQuery = z.strictObject({
  queue: z.enum(QUEUES).default("open"),
  type: z.enum(THING_TYPES).optional(),
  reason: z.enum(REPORT_REASONS).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(30),
  after: idSchema.optional(),
});
export type QueueQuery = z.infer<typeof queueQuery>;

/** The reports about one thing, or an appeal against what was decided about it. */
const caseShortSchema = z.object({
  type: z.enum(THING_TYPES),
  id: z.string(),
  /** Of the newest report or the decision; the cursor of a page. */
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
  byType: z.record(z.enum(THING_TYPES), z.number()),
});

export const queuePageSchema = pageOf(caseShortSchema).extend({ counts: queueCountsSchema });
export type QueuePage = z.infer<typeof queuePageSchema>;

export const caseParams = z.strictObject({ type: z.enum(THING_TYPES), id: idSchema });
export type CaseRef = z.infer<typeof caseParams>;

/** What a moderator sees of a thing: as it is, or as the report kept it. */
const contentSchema = z.object({
  title: z.string().nullable(),
  text: z.string(),
  pictures: z.array(z.object({ url: z.string(), alt: z.string() })),
  /** Words that an app shows in the post, or a score. */
  extra: z.string().nullable(),
  /** The page of the thing, while it is there. */
  href: z.string().nullable(),
  createdAt: z.string().nullable(),
});
export type CaseContent = z.infer<typeof contentSchema>;

const casePersonSchema = userShortSchema.extend({
  role: z.enum(ROLES),
  createdAt: z.string(),
  limitedUntil: z.string().nullable(),
  suspendedUntil: z.string().nullable(),
  /** Reports about them and what they made, and what was decided about them. */
  reports: z.number(),
  decisions: z.number(),
});

const caseReportSchema = z.object({
  id: z.string(),
  reporter: userShortSchema.nullable(),
  reason: z.enum(REPORT_REASONS),
  note: z.string(),
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
  type: z.enum(THING_TYPES),
  id: z.string(),
  exists: z.boolean(),
  content: contentSchema,
  person: casePersonSchema.nullable(),
  /** Newest first, at most 50. */
  reports: z.array(caseReportSchema),
  /** What was decided about it and its person, newest first, at most 20. */
  decisions: z.array(noticeSchema.extend({ canReview: z.boolean(), canUndo: z.boolean() })),
  /** The audit log about it and its person, newest first, at most 30. */
  history: z.array(historySchema),
  /** What the viewer may do. */
  actions: z.array(z.enum(CASE_ACTIONS)),
});
export type Case = z.infer<typeof caseSchema>;

/** Body of `POST /v1/moderation/cases/{type}/{id}`. */
export const actBody = z.strictObject({
  action: z.enum(CASE_ACTIONS),
  reason: z.enum(REPORT_REASONS).default("other"),
  /** To the person. */
  message: z.string().trim().check(maxGraphemes(MESSAGE_MAX_CHARS)).default(""),
  /** For other moderators. */
  note: z.string().trim().check(maxGraphemes(REPORT_NOTE_MAX_CHARS)).default(""),
  days: z.int().min(1).max(LIMIT_DAYS_MAX).optional(),
  /** Of an app: nobody may upload this package again. */
  blockPackage: z.boolean().default(false),
  /** Of an app: no app may reach the hosts that it names. */
  blockHosts: z.boolean().default(false),
});
export type ActBody = z.input<typeof actBody>;
export const actResponse = z.object({ decisionId: z.string().nullable() });
export type ActResponse = z.infer<typeof actResponse>;

/** Body of `POST /v1/moderation/decisions/{id}/answer`. */
export const answerBody = z.strictObject({
  /** Whether the decision is taken back. */
  undo: z.boolean(),
  text: z.string().trim().min(1).check(maxGraphemes(APPEAL_MAX_CHARS)),
});
export type AnswerBody = z.input<typeof answerBody>;
