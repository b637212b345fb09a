import "server-only";
import { NESTED_REPLIES, THREAD_ANCESTORS_MAX } from "@/lib/config/limits";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import {
  blockedPeople,
  findPostCards,
  hiddenPeople,
  itself,
  mayReply,
  type PostCard,
} from "./card-repository";
import type { ReplyPolicy } from "./rules";
import { COUNTED_AT, COUNTS, type CountsChange } from "./counts-repository";

const MIN_ID = "00000000-0000-0000-0000-000000000000";

/** The post to reply to. */
export type Parent = {
  id: string;
  rootId: string;
  authorId: string;
  replyPolicy: ReplyPolicy;
  canReply: boolean;
};

/** Null if the post is not there, or not for the viewer. */
export async function findParent(viewerId: string, id: string): Promise<Parent | null> {
  const rows = await db().$queryRaw<Parent[]>`
    SELECT p.id, COALESCE(p.root_id, p.id) AS "rootId", p.author_id AS "authorId", p.reply_policy AS "replyPolicy",
           ${mayReply(viewerId)} AS "canReply"
      FROM posts p WHERE p.id = ${id}::uuid AND p.author_id <> ALL (${blockedPeople(viewerId)}::uuid[])`;
  return rows[0] ?? null;
}

/** What a reply replies to, and whose reply it is. Null if there is no such reply. */
export async function findReply(id: string): Promise<{ parentId: string; authorId: string } | null> {
  const rows = await db().$queryRaw<{ parentId: string; authorId: string }[]>`
    SELECT parent_id AS "parentId", author_id AS "authorId" FROM posts
     WHERE id = ${id}::uuid AND parent_id IS NOT NULL`;
  return rows[0] ?? null;
}

/** Counts a reply to a post (1), or that it is deleted (-1). Null if the post is gone. */
export async function countReply(id: string, by: 1 | -1, client: Db = db()): Promise<CountsChange | null> {
  const rows = await client.$queryRaw<CountsChange[]>`
    UPDATE posts p SET comments_count = greatest(0, p.comments_count + ${by}::int) WHERE p.id = ${id}::uuid
    RETURNING p.author_id AS "authorId", ${COUNTS}, ${COUNTED_AT} AS "countedAt"`;
  return rows[0] ?? null;
}

/** The posts above one, from the one that it replies to upwards, until one is gone or not for the viewer. */
export function listAncestors(viewerId: string, id: string): Promise<PostCard[]> {
  const ctes = Prisma.sql`RECURSIVE above AS (
    SELECT parent_id AS id, 1 AS height FROM posts WHERE id = ${id}::uuid
    UNION ALL
    SELECT p.parent_id, above.height + 1 FROM above JOIN posts p ON p.id = above.id
     WHERE above.height < ${THREAD_ANCESTORS_MAX}::int AND p.author_id <> ALL (${blockedPeople(viewerId)}::uuid[]))`;
  const ids = Prisma.sql`
    SELECT p.id, p.id AS entry, NULL::uuid AS by FROM above JOIN posts p ON p.id = above.id
     WHERE p.author_id <> ALL (${blockedPeople(viewerId)}::uuid[])`;
  return findPostCards({ viewerId, ids, ctes });
}

export type RepliesPage = { viewerId: string; postId: string; after: string | undefined; take: number };

/**
 * The replies to a post, oldest first, each followed by the first replies to it, and by theirs. In no order: see
 * `threadOf` in rules.ts.
 */
export function listReplies({ viewerId, postId, after, take }: RepliesPage): Promise<PostCard[]> {
  const hidden = Prisma.sql`(SELECT hidden FROM me)::uuid[]`;
  const below = (level: Prisma.Sql, first: number) => Prisma.sql`
    SELECT child.id FROM ${level} above CROSS JOIN LATERAL (
      SELECT id FROM posts WHERE parent_id = above.id AND author_id <> ALL (${hidden})
       ORDER BY id LIMIT ${first}::int) child`;
  const [children, grandchildren] = NESTED_REPLIES;
  const ctes = Prisma.sql`
    me AS MATERIALIZED (SELECT ${hiddenPeople(viewerId)} AS hidden),
    direct AS MATERIALIZED (
      SELECT id FROM posts
       WHERE parent_id = ${postId}::uuid AND id > ${after ?? MIN_ID}::uuid AND author_id <> ALL (${hidden})
       ORDER BY id LIMIT ${take}::int),
    second AS MATERIALIZED (${below(Prisma.sql`direct`, children)}),
    third AS MATERIALIZED (${below(Prisma.sql`second`, grandchildren)})`;
  const ids = Prisma.sql`
    SELECT ${itself(Prisma.sql`id`)} FROM (
      SELECT id FROM direct UNION ALL SELECT id FROM second UNION ALL SELECT id FROM third) every`;
  return findPostCards({ viewerId, ids, ctes });
}
