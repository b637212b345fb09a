import { z } from "zod";
import type { NotificationKind } from "@/lib/domain/notification";
import { idSchema } from "./common";
import type { UserShort } from "./user";

/** What happened, told once: several people who like one post are one notification. */
export type Notification = {
  /** The newest of the group. */
  id: string;
  kind: NotificationKind;
  /** Newest first, at most `ACTORS_SHOWN`; `count` says how many there are. */
  actors: UserShort[];
  count: number;
  post: { id: string; body: string; imageUrl: string | null } | null;
  comment: { id: string; content: string } | null;
  app: { id: string; name: string; iconUrl: string } | null;
  read: boolean;
  createdAt: string;
};

export const ACTORS_SHOWN = 5;

export type NotificationPage = { items: Notification[]; nextCursor: string | null; unread: number };

/** Query of `GET /v1/notifications`. */
export const notificationsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  after: idSchema.optional(),
});
export type NotificationsQuery = z.infer<typeof notificationsQuery>;

/** Body of `POST /v1/notifications/read`: everything up to this one, or all. */
export const markReadBody = z.strictObject({ upTo: idSchema.optional() });
export type UnreadAnswer = { unread: number };
