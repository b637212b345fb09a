import {
  KINDS,
  kindsOf,
  NOTIFICATION_GROUP_NAMES,
  type NotificationGroup,
  type NotificationKind,
} from "./kinds";

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

/**
 * Which groups are on. Only the first kind of each counts: a group is turned off as a whole, and an archive of an earlier
 * release does not know the newer kinds.
 */
export function groupsWithout(quiet: readonly string[]): Record<NotificationGroup, boolean> {
  return Object.fromEntries(
    NOTIFICATION_GROUP_NAMES.map((group) => [group, !quiet.includes(kindsOf(group)[0]!)]),
  ) as Record<NotificationGroup, boolean>;
}

/** Notifications of one kind about one subject are grouped within this time. */
const GROUP_WINDOW_MS = 48 * 60 * 60_000;

/** Whether notifications of this kind about one subject are shown as one. */
export const isGrouped = (kind: NotificationKind): boolean => KINDS[kind].grouped !== undefined;

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
