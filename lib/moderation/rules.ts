import { CASE_DECISIONS, REVIEW_DECISIONS, ROOM_DECISIONS } from "@/lib/shared/decisions";

export const REPORT_REASONS = [
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
export const REPORT_NOTE_MAX_CHARS = 1_000;

/** What can be reported. */
export const SUBJECT_TYPES = ["post", "comment", "review", "collection", "app", "user"] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** Moderation actions, mildest first. */
export const CASE_ACTIONS = ["dismiss", ...CASE_DECISIONS, "delete"] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];
/** Actions outside cases. They are undone where they were taken, if at all. */
export const ON_THE_SPOT: ReadonlySet<string> = new Set([...ROOM_DECISIONS, ...REVIEW_DECISIONS]);

/** Actions with a duration. */
export const TIMED: ReadonlySet<CaseAction> = new Set(["limit", "suspend"]);
export const LIMIT_DAYS_MAX = 365;
/** A suspension without a number of days is permanent. */
export const FOREVER = new Date("9999-12-31T00:00:00Z");
/** How long removed content can be restored. */
export const REMOVAL_KEPT_DAYS = 30;
export const MESSAGE_MAX_CHARS = 1_000;
export const APPEAL_MAX_CHARS = 2_000;

/** Open and closed cases. */
export const QUEUES = ["open", "appeals", "done"] as const;
export type QueueName = (typeof QUEUES)[number];
