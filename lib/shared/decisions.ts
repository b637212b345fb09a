/** Moderation decisions about a reported case, mildest first. */
export const CASE_DECISIONS = [
  "warn",
  "label",
  "hide",
  "remove",
  "remove_version",
  "limit",
  "suspend",
] as const;

/** Moderation decisions about an app in a post. */
export const ROOM_DECISIONS = ["close_room", "remove_card", "remove_member"] as const;

/** Moderation decisions about what a maker says to a review. */
export const REVIEW_DECISIONS = ["remove_answer"] as const;

/** Decisions that notify the person concerned. */
export const DECISION_ACTIONS = [...CASE_DECISIONS, ...ROOM_DECISIONS, ...REVIEW_DECISIONS] as const;
export type DecisionAction = (typeof DECISION_ACTIONS)[number];
