import type { RowView } from "@/lib/shared/row-views";

export type RowChange = "INSERT" | "UPDATE" | "DELETE";

/** A change of a row that no other event reports. */
export type RowEvent = {
  type: "row";
  view: RowView;
  change: RowChange;
  /** Its key, and the columns by which subscriptions find it. */
  row: Readonly<Record<string, string>>;
  /** It is not sent to people who hide one of these, or who may not see what one of these posts. */
  authorIds: readonly string[];
  /** Whose app it is about: it is not sent to people with a block between them. */
  ownerId?: string;
  /** Private accounts show it, too. */
  isOpen?: boolean;
  /** It is sent only to these people, or not to these. */
  onlyTo?: readonly string[];
  notTo?: readonly string[];
  /** It is sent only to streams that name the row, not to those that watch all of its view. */
  isNamedOnly?: boolean;
};

/** The columns that subscriptions can name to get changes of some rows only. */
const WATCHED_COLUMNS: Readonly<Record<RowView, readonly string[]>> = {
  profiles: ["id"],
  posts: ["id", "author_id", "parent_id"],
  comments: ["id", "author_id", "post_id", "app_id"],
  reactions: ["post_id", "user_id"],
  follows: ["follower_id", "following_id"],
  apps: ["id", "owner_id"],
  app_versions: ["id", "app_id"],
  notifications: ["id"],
  bookmarks: ["id", "post_id"],
};

/** `posts`, all of a view, or `posts:author_id:{id}`. */
export const ROW_TOPIC = /^[a-z_]{1,20}(?::[a-z_]{1,20}:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$/;

/** The topics of an event; a stream that watches one of them gets it. */
export function topicsOf({ view, row, isNamedOnly }: RowEvent): string[] {
  const named = WATCHED_COLUMNS[view].filter((column) => row[column] !== undefined);
  return [...(isNamedOnly ? [] : [view]), ...named.map((column) => `${view}:${column}:${row[column]!}`)];
}

export function likeChanged(change: RowChange, like: { postId: string; userId: string; authorId: string }) {
  const row = { post_id: like.postId, user_id: like.userId };
  return { type: "row", view: "reactions", change, row, authorIds: [like.userId, like.authorId] } as const;
}

export function followChanged(change: RowChange, pair: { followerId: string; followeeId: string }): RowEvent {
  const row = { follower_id: pair.followerId, following_id: pair.followeeId };
  return { type: "row", view: "follows", change, row, authorIds: [pair.followerId, pair.followeeId] };
}

/**
 * Not everybody could see a profile that is gone; who names its id knows of it. Without `isOpen`: people may be listed for
 * their followers only.
 */
export function profileChanged(change: RowChange, id: string): RowEvent {
  const isNamedOnly = change === "DELETE";
  return { type: "row", view: "profiles", change, row: { id }, authorIds: [id], isNamedOnly };
}

type ChangedApp = { id: string; ownerId: string; isPublic: boolean };

/** `isPublic`: whether others see the app, or saw it until now. */
export function appChanged(change: RowChange, { id, ownerId, isPublic }: ChangedApp): RowEvent {
  const row = { id, owner_id: ownerId };
  const audience = isPublic ? {} : { onlyTo: [ownerId] };
  return { type: "row", view: "apps", change, row, authorIds: [ownerId], isOpen: true, ...audience };
}

/** The app is its owner's alone from now on. */
export function appUnpublished({ id, ownerId }: Omit<ChangedApp, "isPublic">): RowEvent[] {
  const others = { ...appChanged("DELETE", { id, ownerId, isPublic: true }), notTo: [ownerId] };
  return [others, appChanged("UPDATE", { id, ownerId, isPublic: false })];
}

export function versionChanged(change: RowChange, id: string, app: ChangedApp): RowEvent {
  const row = { id, app_id: app.id };
  return { ...appChanged(change, app), view: "app_versions", row };
}

export function appCommentChanged(
  change: RowChange,
  comment: { id: string; appId: string; authorId: string },
  { ownerId, isPublic }: { ownerId: string; isPublic: boolean },
): RowEvent {
  const row = { id: comment.id, app_id: comment.appId, author_id: comment.authorId };
  const audience = isPublic ? {} : { onlyTo: [ownerId, comment.authorId] };
  return { type: "row", view: "comments", change, row, authorIds: [comment.authorId], ownerId, ...audience };
}

export function bookmarkChanged(
  change: RowChange,
  { id, userId, postId }: { id: string; userId: string; postId: string },
): RowEvent {
  const row = { id, post_id: postId };
  return { type: "row", view: "bookmarks", change, row, authorIds: [], onlyTo: [userId] };
}

export function notificationChanged(change: RowChange, id: string, userId: string): RowEvent {
  return { type: "row", view: "notifications", change, row: { id }, authorIds: [], onlyTo: [userId] };
}
