/**
 * Reactions to posts, and how the API names the number of each and the viewer's own. The table of a reaction (`user_id`,
 * `post_id`) is named after the number, and its counter in `posts` is the number with `_count`. Adding and removing, what a
 * card shows, the recount, the deletion of an account and its archive follow from this table, and that a notification
 * disappears when its reaction is undone.
 */
export const REACTIONS = {
  like: { total: "likes", own: "liked" },
  repost: { total: "reposts", own: "reposted" },
} as const;

/** Beside them, any number of emojis by one person, counted by emoji in a JSON object. */
export const EMOJIS = { table: "post_emojis", counter: "emojis" } as const;

type Reactions = typeof REACTIONS;
export type CountedReaction = keyof Reactions;
export type ReactionKind = CountedReaction | "emoji";
export type ReactionTotal = Reactions[CountedReaction]["total"];
export type OwnReaction = Reactions[CountedReaction]["own"];

export const reactionKinds = (): ReactionKind[] => [
  ...(Object.keys(REACTIONS) as CountedReaction[]),
  "emoji",
];
export const tableOf = (kind: ReactionKind): string =>
  kind === "emoji" ? EMOJIS.table : REACTIONS[kind].total;

type Reacted<Kind extends CountedReaction> = {
  counts: Record<Reactions[Kind]["total"], number>;
  viewer: Record<Reactions[Kind]["own"], boolean>;
};

/** A post, or an app, with a reaction set or removed and counted; unchanged if it was so already. */
export function asReacted<Kind extends CountedReaction, Item extends Reacted<Kind>>(
  item: Item,
  kind: Kind,
  on: boolean | undefined,
): Item {
  const { total, own }: { total: Reactions[Kind]["total"]; own: Reactions[Kind]["own"] } = REACTIONS[kind];
  if (on === undefined || item.viewer[own] === on) return item;
  const count = Math.max(0, item.counts[total] + (on ? 1 : -1));
  return { ...item, counts: { ...item.counts, [total]: count }, viewer: { ...item.viewer, [own]: on } };
}
