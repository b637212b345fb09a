export const NOTIFICATION_KINDS = [
  "like",
  "comment",
  "follow",
  "mention",
  "app_like",
  "app_comment",
  "room",
  "repost",
  "quote",
  "decision",
  "appeal",
  "report",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What a person can turn on and off: kinds that belong together. */
export const NOTIFICATION_GROUPS = {
  likes: ["like", "app_like"],
  comments: ["comment", "app_comment"],
  mentions: ["mention"],
  reposts: ["repost", "quote"],
  follows: ["follow"],
  apps: ["room"],
} as const satisfies Record<string, readonly NotificationKind[]>;
export type NotificationGroup = keyof typeof NOTIFICATION_GROUPS;
export const NOTIFICATION_GROUP_NAMES = Object.keys(NOTIFICATION_GROUPS) as [
  NotificationGroup,
  ...NotificationGroup[],
];

/** Notifications of one kind about one subject are grouped within this time. */
const GROUP_WINDOW_MS = 48 * 60 * 60_000;
/** Comments, mentions and what apps say are not grouped: each has its own text. */
const GROUPED = new Set<NotificationKind>(["like", "repost", "follow", "app_like"]);

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
    const group = GROUPED.has(kind) ? open.get(key) : undefined;
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
