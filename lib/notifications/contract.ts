import { z } from "zod";
import { NOTIFICATION_GROUP_NAMES, NOTIFICATION_KINDS } from "./kinds";
import { SCHEDULE_PROBLEMS } from "./rules";
import { idSchema, pageOf } from "@/lib/shared/contract";
import { userShortSchema } from "@/lib/people/user-contract";

/** A group of events: several people who like one post are one notification. */
const notificationSchema = z.object({
  /** Of the newest event. */
  id: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** Newest first, at most `ACTORS_SHOWN`; `count` is their full number. None for `room`: members know each other by address. */
  actors: z.array(userShortSchema),
  count: z.number(),
  post: z.object({ id: z.string(), body: z.string(), imageUrl: z.string().nullable() }).nullable(),
  /** Also a reply, and a review of an app or the answer to it. */
  comment: z.object({ id: z.string(), content: z.string() }).nullable(),
  app: z.object({ id: z.string(), name: z.string(), iconUrl: z.string() }).nullable(),
  /** The emoji of a reaction. */
  emoji: z.string().nullable(),
  /**
   * A notification that an app sends to a room; only the app knows who wrote its text. `href` is an address in the app.
   */
  says: z.object({ text: z.string(), roomId: z.string(), href: z.string().nullable() }).nullable(),
  /** A moderation decision about the viewer or their report, without the moderator. */
  moderation: z
    .union([
      z.object({ decisionId: z.string(), action: z.string(), isUndone: z.boolean() }),
      z.object({ reportId: z.string(), isUpheld: z.boolean() }),
    ])
    .nullable(),
  /** For `schedule`: why the viewer's post is a draft again. */
  problem: z.enum(SCHEDULE_PROBLEMS).optional(),
  read: z.boolean(),
  createdAt: z.string(),
});
export type Notification = z.infer<typeof notificationSchema>;

export const ACTORS_SHOWN = 5;

export const notificationPageSchema = pageOf(notificationSchema).extend({ unread: z.number() });
export type NotificationPage = z.infer<typeof notificationPageSchema>;

/** Query of `GET /v1/notifications`. */
export const notificationsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  after: idSchema.optional(),
  /** Filters by kind. */
  group: z.enum(NOTIFICATION_GROUP_NAMES).optional(),
});
export type NotificationsQuery = z.infer<typeof notificationsQuery>;

/** Body of `POST /v1/notifications/read`: up to and including this one, or all. */
export const markReadBody = z.strictObject({ upTo: idSchema.optional() });
export const unreadResponse = z.object({ unread: z.number() });
export type UnreadResponse = z.infer<typeof unreadResponse>;
