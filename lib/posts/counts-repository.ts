import "server-only";
import { Prisma } from "@/lib/db/generated/client";

/** The counters of a post. */
export type CountsRow = { likes: number; comments: number; reposts: number; quotes: number };

/** The counters after a change, and whose post it is. */
export type CountsChange = CountsRow & { authorId: string; countedAt: number };

/** SQL for the columns of a CountsRow of the posts row `p`. */
export const COUNTS = Prisma.sql`p.likes_count AS likes, p.comments_count AS comments, p.reposts_count AS reposts,
  p.quotes_count AS quotes`;

/**
 * For RETURNING of a counter update: seconds since 1970, read while the row is locked. Events of the same counter can
 * arrive out of order; this says which one is newer.
 */
export const COUNTED_AT = Prisma.sql`extract(epoch FROM clock_timestamp())::float8`;
