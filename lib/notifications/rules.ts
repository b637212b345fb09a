export const NOTIFICATION_KINDS = [
  "like",
  "comment",
  "follow",
  "follow_request",
  "follow_accepted",
  "mention",
  "app_like",
  "app_comment",
  "app_review",
  "review_answer",
  "room",
  "remix",
  "repost",
  "quote",
  "emoji",
  "decision",
  "appeal",
  "report",
  "export",
  "schedule",
  "featured",
  "feature_refused",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Why a post could not be published on schedule. */
export const SCHEDULE_PROBLEMS = [
  "account_limited",
  "account_suspended",
  "unknown_app",
  "media_gone",
  "reply_gone",
  "replies_limited",
  "quote_gone",
  "invalid",
] as const;
export type ScheduleProblem = (typeof SCHEDULE_PROBLEMS)[number];

/** Related kinds that a person turns on and off together. */
export const NOTIFICATION_GROUPS = {
  likes: ["like", "emoji", "app_like"],
  comments: ["comment", "app_comment", "app_review", "review_answer"],
  mentions: ["mention"],
  reposts: ["repost", "quote"],
  follows: ["follow", "follow_request", "follow_accepted"],
  apps: ["room", "remix"],
} as const satisfies Record<string, readonly NotificationKind[]>;
export type NotificationGroup = keyof typeof NOTIFICATION_GROUPS;
export const NOTIFICATION_GROUP_NAMES = Object.keys(NOTIFICATION_GROUPS) as [
  NotificationGroup,
  ...NotificationGroup[],
];

/**
 * Which groups are on. Only the first kind of each counts: a group is turned off as a whole, and an archive of an earlier
 * release does not know the newer kinds.
 */
export function groupsWithout(quiet: readonly string[]): Record<NotificationGroup, boolean> {
  return Object.fromEntries(
    NOTIFICATION_GROUP_NAMES.map((group) => [group, !quiet.includes(NOTIFICATION_GROUPS[group][0])]),
  ) as Record<NotificationGroup, boolean>;
}

/** Kinds that show what the actor did or wrote, which a private person lets only followers see. */
export const NOTIFICATION_KINDS_OF_POSTS = [
  "like",
  "emoji",
  "repost",
  "quote",
  "comment",
  "mention",
] as const satisfies readonly NotificationKind[];

/** Notifications of one kind about one subject are grouped within this time. */
const GROUP_WINDOW_MS = 48 * 60 * 60_000;
/** Comments, mentions and what apps say are not grouped: each has its own text. */
const GROUPED = new Set<NotificationKind>(["like", "emoji", "repost", "follow", "app_like"]);

/** Whether notifications of this kind about one subject are shown as one. */
export const isGrouped = (kind: NotificationKind): boolean => GROUPED.has(kind);

export type Groupable = {
  kind: NotificationKind;
  postId: string | null;
  appId: string | null;
  createdAt: Date;
  readAt: Date | null;
};

/** Groups notifications (newest first), read and unread apart. A group has the position of its newest notification. */
export function groupNotifications<N extends Groupable>(notifications: readonly N[]): [N, ...N[]][] {
  const groups: [N, ...N[]][] = [];
  const open = new Map<string, [N, ...N[]]>();
  for (const notification of notifications) {
    const { kind, postId, appId, createdAt, readAt } = notification;
    const key = `${kind} ${postId ?? appId ?? ""} ${readAt === null}`;
    const group = isGrouped(kind) ? open.get(key) : undefined;
    if (group && group[0].createdAt.getTime() - createdAt.getTime() <= GROUP_WINDOW_MS) {
      group.push(notification);
      continue;
    }
    const next: [N] = [notification];
    groups.push(next);
    open.set(key, next);
  }
  return groups;
}
