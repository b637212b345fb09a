import { z } from "zod";
import { LISTS_MAX, WATCHED_PER_STREAM } from "@/lib/config/limits";
import type { NotificationKind } from "@/lib/notifications/kinds";
import { postCountsSchema, type PostTotals } from "@/lib/posts/contract";
import type { PostRoom } from "@/lib/rooms/card-contract";
import type { BoardCard } from "@/lib/scores/card-contract";
import { idSchema, listOf } from "@/lib/shared/contract";
import type { RowView } from "@/lib/shared/row-views";
import { ROW_TOPIC, type RowChange } from "./row-events";

/** Query of `GET /realtime/v1/stream`: replaces the header for clients that cannot set it. */
export const streamQuery = z.object({ lastEventId: z.string().max(100).optional() });

/** Body of `PUT /api/realtime/v1/watch`: what the tabs of a stream show; replaces the previous state. */
const watchBody = z.strictObject({
  /** From the stream's `hello`. */
  stream: idSchema,
  /** Increases with each call, because requests can arrive out of order. */
  serial: z.int().min(0),
  /** Posts to send changes of. */
  posts: z.array(idSchema).max(WATCHED_PER_STREAM),
  /** Apps to send best scores of. */
  apps: z.array(idSchema).max(WATCHED_PER_STREAM),
  /** Whether to send new posts of everyone, not only those of the home feed. */
  everyone: z.boolean(),
  /** The viewer's lists whose feeds are shown. */
  lists: z.array(idSchema).max(LISTS_MAX).default([]),
  /** Rows of the hosted interface to send changes of: `posts`, or `posts:author_id:{id}`. */
  rows: z.array(z.string().regex(ROW_TOPIC)).max(WATCHED_PER_STREAM).optional(),
});
export type WatchBody = z.infer<typeof watchBody>;
export type Watch = Omit<WatchBody, "stream" | "rows">;

/** The current state of those of `posts` that were not watched before. */
export const watchRequest = watchBody.extend({ fresh: z.array(idSchema).max(WATCHED_PER_STREAM) });
export type WatchRequest = z.infer<typeof watchRequest>;
export const watchResponse = listOf(postCountsSchema);

/** Server-sent events of `GET /api/realtime/v1/stream`. They carry ids and counts; the browser fetches what it needs. */
export type StreamEvent =
  /** The first event. `resumed`: no post of the home feed and no notification since the last event was missed. */
  | { type: "hello"; stream: string; resumed: boolean; unread: number }
  /** `home`: the post belongs to the viewer's home feed. Other posts are sent only to streams that watch everyone. */
  | { type: "post"; id: string; authorId: string; home: boolean }
  /** A post or repost by a member of a watched list; `id` is its sort key there. */
  | { type: "list_post"; listId: string; id: string; authorId: string; repostOf?: string }
  | { type: "post_edited"; id: string }
  | { type: "post_deleted"; id: string }
  | ({ type: "counts"; postId: string } & PostTotals)
  /** Somebody whom the viewer follows reposted a post; `id` is its sort key in the home feed. */
  | { type: "repost"; id: string; postId: string }
  | { type: "repost_undone"; postId: string; authorId: string }
  /** A reply to a post. Like other posts, it is removed by `post_deleted`. */
  | { type: "reply"; id: string; parentId: string; authorId: string }
  | { type: "notification"; id: string; kind: NotificationKind; unread: number }
  /** Notifications were read, here or elsewhere. */
  | { type: "unread"; unread: number }
  /** Whom the viewer follows, blocks or mutes changed: lists are stale. */
  | { type: "relations" }
  /** What an app shows in a post: the card itself, because hundreds who see it would fetch it at once. */
  | { type: "card"; postId: string; room: PostRoom }
  /** The best scores of an app changed; null if it has none left. */
  | { type: "board"; appId: string; board: BoardCard | null }
  /** The viewer may not use this app any more: it is unpublished or deleted. */
  | { type: "app_gone"; appId: string }
  /** For hosted clients: a row changed. `row` has its key, and columns by which it can be watched. */
  | { type: "row"; view: RowView; change: RowChange; row: Readonly<Record<string, string>> }
  | ({ type: "app_storage" } & AppStorageNews)
  /** A project of the playground was saved, here or elsewhere. */
  | { type: "project"; id: string; revision: number };

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
