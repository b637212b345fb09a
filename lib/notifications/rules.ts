/** What people are told about. */
export const NOTIFICATION_KINDS = [
  "like",
  "comment",
  "follow",
  "mention",
  "app_like",
  "app_comment",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Happenings of one kind on one thing, this close together, are told as one. */
const GROUP_WINDOW_MS = 48 * 60 * 60_000;
/** Words are told one by one: each says something else. */
const GROUPED = new Set<NotificationKind>(["like", "follow", "app_like"]);

export type Groupable = {
  kind: NotificationKind;
  postId: string | null;
  appId: string | null;
  createdAt: Date;
  readAt: Date | null;
};

/**
 * Puts notifications (newest first) together: several likes of one post are one group, read and unread apart. Groups
 * stand where their newest stands.
 */
export function groupNotifications<N extends Groupable>(notifications: readonly N[]): N[][] {
  const groups: N[][] = [];
  const open = new Map<string, N[]>();
  for (const one of notifications) {
    const key = `${one.kind} ${one.postId ?? one.appId ?? ""} ${one.readAt === null}`;
    const group = GROUPED.has(one.kind) ? open.get(key) : undefined;
    const newest = group?.[0];
    if (group && newest && newest.createdAt.getTime() - one.createdAt.getTime() <= GROUP_WINDOW_MS) {
      group.push(one);
      continue;
    }
    const fresh = [one];
    groups.push(fresh);
    open.set(key, fresh);
  }
  return groups;
}
