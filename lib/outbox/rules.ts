import { OUTBOX_MAX } from "@/lib/config/limits";

/** Names the person who made a change; the server refuses to take it as another's. */
export const SENDER_HEADER = "x-gum-sender";

/** Likes, reposts, reactions, bookmarks, follows, installs: on or off. */
export type Toggle = { id: string; on: boolean } & (
  | {
      kind: "post-like" | "post-repost" | "post-bookmark" | "app-like" | "follow" | "app-install";
      emoji?: undefined;
    }
  /** Each emoji is on or off separately. */
  | { kind: "post-emoji"; emoji: string }
);

type Other = { kind: "post" | "comment" };

/** What the server said, or that it did not answer. */
export type Problem = { code: string; message: string; status: number };

/** What the outbox keeps beside the change itself. */
export type Kept = {
  /** The idempotency key. */
  clientKey: string;
  /** Milliseconds since 1970. */
  at: number;
  /** `failed`: a post that the server refused; it waits for the person. */
  state: "waiting" | "sending" | "failed";
  /** Whether it was ever sent: it may have arrived without an answer. */
  tried: boolean;
  problem: Problem | null;
};

export type Entry = Kept & (Toggle | Other);

const isSame = (a: Entry, b: Toggle): boolean =>
  a.kind === b.kind && "id" in a && a.id === b.id && a.emoji === b.emoji;

/**
 * Adds an entry at the end. A toggle replaces an earlier one of the same thing that is not in flight; if that
 * one never left the browser, both cancel out.
 * @returns the same array if the outbox is full
 */
export function withAdded<E extends Entry>(entries: readonly E[], entry: E): readonly E[] {
  if (!("on" in entry)) return entries.length < OUTBOX_MAX ? [...entries, entry] : entries;
  const last = entries.findLast((other) => isSame(other, entry));
  if (last?.state !== "waiting") return entries.length < OUTBOX_MAX ? [...entries, entry] : entries;
  const others = entries.filter((other) => other !== last);
  const isUndone = !last.tried && (last as Toggle).on !== entry.on;
  return isUndone ? others : [...others, entry];
}

export const isUnsent = ({ state }: Kept): boolean => state !== "failed";

/** What a toggle shows: the last queued value, undefined if none is queued. */
export function queuedValue(
  entries: readonly Entry[],
  kind: Toggle["kind"],
  id: string,
): Toggle["on"] | undefined {
  const last = entries.findLast((entry) => entry.kind === kind && "id" in entry && entry.id === id);
  return last && "on" in last ? last.on : undefined;
}

type Likeable = { counts: { likes: number }; viewer: { liked: boolean } };

/** The post or app with its like set or removed and counted; unchanged if it was so already. */
export function asLiked<T extends Likeable>(item: T, liked = item.viewer.liked): T {
  if (item.viewer.liked === liked) return item;
  const likes = Math.max(0, item.counts.likes + (liked ? 1 : -1));
  return { ...item, counts: { ...item.counts, likes }, viewer: { ...item.viewer, liked } };
}

type Repostable = { counts: { reposts: number }; viewer: { reposted: boolean } };

/** Like {@link asLiked}. */
export function asReposted<T extends Repostable>(item: T, reposted = item.viewer.reposted): T {
  if (item.viewer.reposted === reposted) return item;
  const reposts = Math.max(0, item.counts.reposts + (reposted ? 1 : -1));
  return { ...item, counts: { ...item.counts, reposts }, viewer: { ...item.viewer, reposted } };
}
