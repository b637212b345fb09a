/** What moderators decide about a person or something of theirs, who is told of it. */
export const DECISION_ACTIONS = [
  "warn",
  "label",
  "hide",
  "remove",
  "remove_version",
  "limit",
  "suspend",
  // Actions on rooms.
  "close_room",
  "remove_card",
  "remove_member",
] as const;
export type DecisionAction = (typeof DECISION_ACTIONS)[number];
