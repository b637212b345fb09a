import "server-only";
import { NESTED_REPLIES, POST_THREAD_MAX, THREAD_ANCESTORS_MAX } from "@/lib/config/limits";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
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

/** Null if the post does not exist or is not visible to the viewer. */
export async function findParent(viewerId: string, id: string): Promise<Parent | null> {
  const rows = await db().$queryRaw<Parent[]>`
    SELECT p.id, COALESCE(p.root_id, p.id) AS "rootId", p.author_id AS "authorId", p.reply_policy AS "replyPolicy",
           ${mayReply(viewerId)} AS "canReply"
      FROM posts p WHERE p.id = ${id}::uuid AND p.author_id <> ALL (${blockedPeople(viewerId)}::uuid[])
       AND ${maySeePostsOf(Prisma.sql`p.author_id`, viewerId)}`;
  return rows[0] ?? null;
}

/** The parent and the author of a reply. Null if there is no such reply. */
export async function findReply(id: string): Promise<{ parentId: string; authorId: string } | null> {
  const rows = await db().$queryRaw<{ parentId: string; authorId: string }[]>`
    SELECT parent_id AS "parentId", author_id AS "authorId" FROM posts
     WHERE id = ${id}::uuid AND parent_id IS NOT NULL`;
  return rows[0] ?? null;
}

/** Adds 1 to the reply count of a post, or -1 after a deletion. Null if the post is gone. */
export async function countReply(id: string, by: 1 | -1, client: Db = db()): Promise<CountsChange | null> {
  const rows = await client.$queryRaw<CountsChange[]>`
    UPDATE posts p SET comments_count = greatest(0, p.comments_count + ${by}::int) WHERE p.id = ${id}::uuid
    RETURNING p.author_id AS "authorId", ${COUNTS}, ${COUNTED_AT} AS "countedAt"`;
  return rows[0] ?? null;
}

/** The ancestors of a post, nearest first, up to the first one that is gone or not visible to the viewer. */
export function listAncestors(viewerId: string, id: string): Promise<PostCard[]> {
  const ctes = Prisma.sql`RECURSIVE above AS (
    SELECT parent_id AS id, 1 AS height FROM posts WHERE id = ${id}::uuid
    UNION ALL
    SELECT p.parent_id, above.height + 1 FROM above JOIN posts p ON p.id = above.id
     WHERE above.height < ${THREAD_ANCESTORS_MAX}::int AND p.author_id <> ALL (${blockedPeople(viewerId)}::uuid[])
       AND ${maySeePostsOf(Prisma.sql`p.author_id`, viewerId)})`;
  const ids = Prisma.sql`
    SELECT p.id, p.id AS entry, NULL::uuid AS by FROM above JOIN posts p ON p.id = above.id
     WHERE p.author_id <> ALL (${blockedPeople(viewerId)}::uuid[]) AND ${maySeePostsOf(Prisma.sql`p.author_id`, viewerId)}`;
  return findPostCards({ viewerId, ids, ctes });
}

/** The thread that the author of a post continues below it, unordered; at most POST_THREAD_MAX posts. */
export function listContinuation(viewerId: string, id: string): Promise<PostCard[]> {
  const ctes = Prisma.sql`RECURSIVE below AS (
    SELECT p.id, p.author_id, 0 AS depth FROM posts p WHERE p.id = ${id}::uuid
    UNION ALL
    SELECT next.id, below.author_id, below.depth + 1 FROM below CROSS JOIN LATERAL (
      SELECT c.id FROM posts c WHERE c.parent_id = below.id AND c.author_id = below.author_id
       ORDER BY c.id LIMIT 1) next
     WHERE below.depth < ${POST_THREAD_MAX}::int)`;
  const ids = Prisma.sql`SELECT ${itself(Prisma.sql`id`)} FROM below WHERE depth > 0`;
  return findPostCards({ viewerId, ids, ctes });
}

type RepliesPage = { viewerId: string; postId: string; after: string | undefined; take: number };

/** The replies to a post, oldest first, each with its first nested replies. Unordered: see `threadOf` in rules.ts. */
export function listReplies({ viewerId, postId, after, take }: RepliesPage): Promise<PostCard[]> {
  const hidden = Prisma.sql`(SELECT hidden FROM me)::uuid[]`;
  const isOpen = maySeePostsOf(Prisma.sql`author_id`, viewerId);
  const below = (level: Prisma.Sql, first: number) => Prisma.sql`
    SELECT child.id FROM ${level} above CROSS JOIN LATERAL (
      SELECT id FROM posts WHERE parent_id = above.id AND author_id <> ALL (${hidden}) AND ${isOpen}
       ORDER BY id LIMIT ${first}::int) child`;
  const [children, grandchildren] = NESTED_REPLIES;
  const ctes = Prisma.sql`
    me AS MATERIALIZED (SELECT ${hiddenPeople(viewerId)} AS hidden),
    direct AS MATERIALIZED (
      SELECT id FROM posts
       WHERE parent_id = ${postId}::uuid AND id > ${after ?? MIN_ID}::uuid AND author_id <> ALL (${hidden})
         AND ${isOpen}
       ORDER BY id LIMIT ${take}::int),
    second AS MATERIALIZED (${below(Prisma.sql`direct`, children)}),
    third AS MATERIALIZED (${below(Prisma.sql`second`, grandchildren)})`;
  const ids = Prisma.sql`
    SELECT ${itself(Prisma.sql`id`)} FROM (
      SELECT id FROM direct UNION ALL SELECT id FROM second UNION ALL SELECT id FROM third) every`;
  return findPostCards({ viewerId, ids, ctes });
}
