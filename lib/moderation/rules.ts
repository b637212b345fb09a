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

/** What can be reported and judged. */
export const THING_TYPES = ["post", "comment", "app", "user"] as const;
export type ThingType = (typeof THING_TYPES)[number];

/** What can be done about a report, mildest first. */
export const CASE_ACTIONS = [
  "dismiss",
  "warn",
  "hide",
  "remove",
  "remove_version",
  "limit",
  "suspend",
  "delete",
] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];
/** Decisions that notify the person concerned. */
export const DECISION_ACTIONS = [
  "warn",
  "hide",
  "remove",
  "remove_version",
  "limit",
  "suspend",
  // In rooms.
  "close_room",
  "remove_card",
  "remove_member",
] as const;
export type DecisionAction = (typeof DECISION_ACTIONS)[number];
/** What is taken back where it was done. */
export const IN_ROOMS: ReadonlySet<string> = new Set(["close_room", "remove_card", "remove_member"]);

/** Which end after a while. */
export const TIMED: ReadonlySet<CaseAction> = new Set(["limit", "suspend"]);
export const LIMIT_DAYS_MAX = 365;
/** Without a number of days a suspension has no end. */
export const FOREVER = new Date("9999-12-31T00:00:00Z");
/** How long what was removed can be brought back. */
export const REMOVAL_KEPT_DAYS = 30;
export const MESSAGE_MAX_CHARS = 1_000;
export const APPEAL_MAX_CHARS = 2_000;

/** What is waiting, and what was decided. */
export const QUEUES = ["open", "appeals", "done"] as const;
export type QueueName = (typeof QUEUES)[number];
