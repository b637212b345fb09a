import "server-only";
import { Prisma } from "@/lib/db/generated/client";

/** The counters of a post. */
export type CountsRow = {
  likes: number;
  comments: number;
  reposts: number;
  quotes: number;
  /** Number of reactions by emoji. */
  emojis: Record<string, number>;
};

/** The counters after a change, and the post's author. */
export type CountsChange = CountsRow & { authorId: string; countedAt: number };

/** SQL for the columns of a CountsRow of the posts row `p`. */
export const COUNTS = Prisma.sql`p.likes_count AS likes, p.comments_count AS comments, p.reposts_count AS reposts,
  p.quotes_count AS quotes, p.emojis`;

/**
 * For RETURNING of a counter update: Unix seconds, read while the row is locked. Events of a counter can
 * arrive out of order; this shows which one is newer.
 */
export const COUNTED_AT = Prisma.sql`extract(epoch FROM clock_timestamp())::float8`;
