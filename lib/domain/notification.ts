/** What people are told about. */
export const NOTIFICATION_KINDS = ["like", "comment", "follow", "mention", "app_like"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
