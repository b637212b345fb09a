import { z } from "zod";
import type { NotificationKind } from "@/lib/notifications/rules";

/** Query of `GET /realtime/v1/stream`: the header, for readers that cannot set one. */
export const streamQuery = z.object({ lastEventId: z.string().max(100).optional() });

/**
 * What the stream tells a browser (`GET /api/realtime/v1/stream`, server-sent events). Each event carries little: what
 * changed, not how it looks; the browser asks for the rest where it needs it.
 */
export type StreamEvent =
  /** The stream stands. `resumed`: nothing that happened since the last event was missed. */
  | { type: "hello"; resumed: boolean; unread: number }
  /** A new post; `home` where it belongs to the viewer's home feed. */
  | { type: "post"; id: string; authorId: string; home: boolean }
  | { type: "post_deleted"; id: string }
  | { type: "counts"; postId: string; likes: number; comments: number }
  | { type: "comment"; postId: string; commentId: string; authorId: string }
  | { type: "comment_deleted"; postId: string; commentId: string }
  | { type: "notification"; id: string; kind: NotificationKind; unread: number }
  /** Notifications were read, here or elsewhere. */
  | { type: "unread"; unread: number }
  /** Whom the viewer follows, blocks or mutes changed: lists are to be asked for anew. */
  | { type: "relations" };
