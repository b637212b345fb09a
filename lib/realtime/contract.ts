import { z } from "zod";
import type { NotificationKind } from "@/lib/notifications/rules";
import type { Post } from "@/lib/posts/contract";
import type { PostRoom } from "@/lib/rooms/card-contract";
import type { BoardCard } from "@/lib/scores/card-contract";

/** Query of `GET /realtime/v1/stream`: replaces the header for clients that cannot set it. */
export const streamQuery = z.object({ lastEventId: z.string().max(100).optional() });

/** Server-sent events of `GET /api/realtime/v1/stream`. They carry ids and counts; the browser fetches what it needs. */
export type StreamEvent =
  /** The first event. `resumed`: no event since the last one was lost. */
  | { type: "hello"; resumed: boolean; unread: number }
  /** `home`: the post belongs to the viewer's home feed. */
  | { type: "post"; id: string; authorId: string; home: boolean }
  | { type: "post_edited"; id: string }
  | { type: "post_deleted"; id: string }
  | ({ type: "counts"; postId: string } & Post["counts"])
  /** Somebody whom the viewer follows reposted a post; `id` is its place in the home feed. */
  | { type: "repost"; id: string; postId: string }
  | { type: "repost_undone"; postId: string; authorId: string }
  /** A reply to a post. Like other posts, it is gone with `post_deleted`. */
  | { type: "reply"; id: string; parentId: string; authorId: string }
  | { type: "notification"; id: string; kind: NotificationKind; unread: number }
  /** Notifications were read, here or elsewhere. */
  | { type: "unread"; unread: number }
  /** Whom the viewer follows, blocks or mutes changed: lists are stale. */
  | { type: "relations" }
  /** What an app shows in a post: the card itself, because hundreds who see it would fetch it at once. */
  | { type: "card"; postId: string; room: PostRoom }
  /** The best scores of an app changed; null if it has none any more. */
  | { type: "board"; appId: string; board: BoardCard | null }
  /** The viewer may not use this app any more: it is unpublished or deleted. */
  | { type: "app_gone"; appId: string }
  | ({ type: "app_storage" } & AppStorageNews);

/** Another copy of an app took over, or has closed it, or saved; see lib/storage/rules.ts. */
export type AppStorageNews = {
  appId: string;
  cause: "claimed" | "saved" | "released";
  /** The browser that did it; null if it did not say. */
  by: string | null;
  /** The browser that has the app open now. */
  holder: string | null;
  revision: number;
};
