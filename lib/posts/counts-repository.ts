import "server-only";
import { Prisma } from "@/lib/db/generated/client";
import { EMOJIS, REACTIONS } from "@/lib/shared/reactions";
import type { PostTotals } from "./contract";
import type { Own } from "./totals";

/** The counters after a change, and the post's author. */
export type CountsChange = PostTotals & { authorId: string; countedAt: number };

/** SQL for the columns of the PostTotals of the posts row `p`. */
export const COUNTS = Prisma.sql`${Prisma.raw(
  Object.values(REACTIONS)
    .map(({ total }) => `p.${total}_count AS ${total}`)
    .join(),
)}, p.comments_count AS comments, p.quotes_count AS quotes, p.${Prisma.raw(EMOJIS.counter)} AS emojis`;

/**
 * For RETURNING of a counter update: Unix seconds, read while the row is locked. Events of a counter can
 * arrive out of order; this shows which one is newer.
 */
export const COUNTED_AT = Prisma.sql`extract(epoch FROM clock_timestamp())::float8`;

/** The viewer's own reactions to a post. `ownEmojis` is null if there are no reactions with an emoji. */
export type OwnReactions = Own & { ownEmojis: string[] | null };

/** SQL for the columns of the OwnReactions to the posts row `p`. `viewerId`: null for a guest. */
export function ownReactions(viewerId: string | null): Prisma.Sql {
  // Most posts have none of a kind, and need no lookup.
  const flags = Object.values(REACTIONS).map(
    ({ total, own }) =>
      Prisma.sql`p.${Prisma.raw(`${total}_count`)} > 0 AND ${isOwn(Prisma.raw(total), viewerId)} AS ${Prisma.raw(own)}`,
  );
  return Prisma.sql`${Prisma.join(flags)}, CASE WHEN p.${Prisma.raw(EMOJIS.counter)} <> '{}' THEN ARRAY(
      SELECT e.emoji FROM ${Prisma.raw(EMOJIS.table)} e WHERE e.user_id = ${viewerId}::uuid AND e.post_id = p.id) END AS "ownEmojis"`;
}

/** SQL: the viewer has a row for the post `p` in a table. */
export function isOwn(table: Prisma.Sql, viewerId: string | null): Prisma.Sql {
  // LIMIT makes each row look up its own; without it the planner reads every row of the viewer.
  return viewerId
    ? Prisma.sql`COALESCE(
        (SELECT true FROM ${table} o WHERE o.user_id = ${viewerId}::uuid AND o.post_id = p.id LIMIT 1), false)`
    : Prisma.sql`false`;
}
