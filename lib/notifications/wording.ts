import { KINDS, subjectPage, type NotificationKind, type Subject } from "./kinds";

type Notified = Subject & { kind: NotificationKind };

/** The message that says it: in the list, in a push message, in a digest. */
export function messageKeyOf(notification: Notified & { count: number }) {
  const kind = KINDS[notification.kind];
  const { count } = notification;
  const people = count === 1 ? "One" : count === 2 ? "Two" : "Many";
  if (kind.message)
    return `notifications.${typeof kind.message === "function" ? kind.message(notification) : kind.message}` as const;
  if (kind.isReaction) return `reactions.${kind.grouped}.notified${people}` as const;
  return `notifications.${kind.grouped}${people}` as const;
}

/** The page of its subject. */
export function hrefOf(notification: Notified): string {
  const { href = subjectPage } = KINDS[notification.kind];
  return typeof href === "string" ? href : href(notification);
}

/** What its message mentions, without the markup of `b`. `names`: of its actors. */
export function valuesOf(
  { count, app, emoji }: { count: number; app: { name: string } | null; emoji: string | null },
  names: readonly string[],
) {
  const [name = "", second = ""] = names;
  return { name, second, count, others: count - 1, app: app?.name ?? "", emoji: emoji ?? "" };
}
