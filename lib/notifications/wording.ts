import { KINDS, subjectPage, type MessageKey, type NotificationKind, type Subject } from "./kinds";

type Notified = Subject & { kind: NotificationKind };

/** The message of the namespace `notifications` that says it: in the list, in a push message, in a digest. */
export function messageKeyOf(notification: Notified & { count: number }): MessageKey {
  const kind = KINDS[notification.kind];
  if (!kind.grouped) return typeof kind.message === "function" ? kind.message(notification) : kind.message;
  const { count } = notification;
  return `${kind.grouped}${count === 1 ? "One" : count === 2 ? "Two" : "Many"}`;
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
