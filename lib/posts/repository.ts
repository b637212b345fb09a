import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import type { PostRoomRecord } from "@/lib/rooms/card-repository";
import type { PostTotals } from "./contract";
import { COUNTS, ownReactions, type OwnReactions } from "./counts-repository";
import {
  blockedPeople,
  boardOfPost,
  findPostCards,
  itself,
  roomOfPost,
  type PostCard,
} from "./card-repository";
import { LINK_OF_POST, type LinkRecord } from "@/lib/links/repository";
import { fileKeysOf } from "./media-repository";
import type { ReplyPolicy } from "./rules";
import type { BoardCardRecord } from "@/lib/scores/card-contract";

export type NewPost = {
  id: string;
  authorId: string;
  body: string;
  appId: string | null;
  appVersion: string | null;
  sharesApp: boolean;
  render: Prisma.InputJsonValue;
  clientKey: string | null;
  /** The caller updates its counter: see countQuote. */
  quoteId?: string | null;
  /** The caller updates its counter: see countReply. */
  parent?: { id: string; rootId: string } | null;
  /** Everyone by default. */
  replyPolicy?: ReplyPolicy;
  /** For the policy `mentioned`. */
  replyAllowed?: string[];
  warning?: string;
  sensitive?: boolean;
  linkId?: string | null;
  createdAt: Date;
  importedAt?: Date | null;
  /** From textTerms(body). */
  terms: string[];
};

/**
 * Stores a post and counts it, unless it is a reply.
 * @returns false if its author already has a post with this client key
 */
export async function insertPost(post: NewPost, client: Db = db()): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`
    WITH made AS (
      INSERT INTO posts (id, author_id, kind, body, app_id, app_version, shares_app, render, client_key, quote_id,
                         parent_id, root_id, reply_policy, reply_allowed, warning, sensitive, link_id, search, created_at,
                         imported_at)
      VALUES (${post.id}::uuid, ${post.authorId}::uuid, 'text', ${post.body}, ${post.appId}::uuid, ${post.appVersion},
              ${post.sharesApp}, ${JSON.stringify(post.render)}::jsonb, ${post.clientKey}::uuid,
              ${post.quoteId ?? null}::uuid, ${post.parent?.id ?? null}::uuid, ${post.parent?.rootId ?? null}::uuid,
              ${post.replyPolicy ?? "everyone"}, ${post.replyAllowed ?? []}::uuid[], ${post.warning ?? ""},
              ${post.sensitive ?? false}, ${post.linkId ?? null}::uuid,
              array_to_tsvector(${post.terms}::text[]), ${post.createdAt}, ${post.importedAt ?? null})
      ON CONFLICT (author_id, client_key) DO NOTHING RETURNING parent_id),
    counted AS (
      UPDATE users SET posts_count = posts_count + 1
       WHERE id = ${post.authorId}::uuid AND EXISTS (SELECT 1 FROM made WHERE parent_id IS NULL))
    SELECT 1 FROM made`;
  return rows.length === 1;
}

export async function findPostIdByClientKey(authorId: string, clientKey: string): Promise<string | null> {
  const post = await db().post.findUnique({
    where: { authorId_clientKey: { authorId, clientKey } },
    select: { id: true },
  });
  return post?.id ?? null;
}

/** Which of these client keys the author's posts have. */
export async function findClientKeys(authorId: string, clientKeys: string[]): Promise<string[]> {
  const posts = await db().post.findMany({
    where: { authorId, clientKey: { in: clientKeys } },
    select: { clientKey: true },
  });
  return posts.flatMap(({ clientKey }) => clientKey ?? []);
}

/** The cards of these posts, newest first, without those that the viewer may not see. */
export function findPosts(viewerId: string | null, ids: string[]): Promise<PostCard[]> {
  const notBlocked = viewerId
    ? Prisma.sql`AND author_id <> ALL (${blockedPeople(viewerId)}::uuid[])`
    : Prisma.empty;
  const isOpen = maySeePostsOf(Prisma.sql`author_id`, viewerId);
  return findPostCards({
    viewerId,
    ids: Prisma.sql`SELECT ${itself(Prisma.sql`id`)} FROM posts WHERE id = ANY (${ids}::uuid[]) ${notBlocked} AND ${isOpen}`,
  });
}

/** The author of a post, or null if the viewer may not see it. */
export async function findPostAuthor(viewerId: string, id: string): Promise<string | null> {
  const rows = await db().$queryRaw<{ authorId: string }[]>`
    SELECT author_id AS "authorId" FROM posts
     WHERE id = ${id}::uuid AND author_id <> ALL (${blockedPeople(viewerId)}::uuid[])
       AND ${maySeePostsOf(Prisma.sql`author_id`, viewerId)}`;
  return rows[0]?.authorId ?? null;
}

/**
 * Deletes a post and counts it.
 * @returns the file keys of its pictures or recording, and its quoted and parent posts, for countQuote and countReply; null if it is
 * not the author's
 */
export async function deletePost(
  { id, authorId }: { id: string; authorId: string },
  tx: Db,
): Promise<{ files: string[]; quoteId: string | null; parentId: string | null } | null> {
  const media = await tx.media.findMany({
    where: { postId: id, ownerId: authorId },
    select: { fileKey: true, posterKey: true, captionsKey: true },
  });
  const rows = await tx.$queryRaw<{ quoteId: string | null; parentId: string | null }[]>`
    WITH gone AS (
      DELETE FROM posts WHERE id = ${id}::uuid AND author_id = ${authorId}::uuid RETURNING quote_id, parent_id),
    counted AS (
      UPDATE users SET posts_count = posts_count - 1
       WHERE id = ${authorId}::uuid AND EXISTS (SELECT 1 FROM gone WHERE parent_id IS NULL))
    SELECT quote_id AS "quoteId", parent_id AS "parentId" FROM gone`;
  return rows[0] ? { files: media.flatMap(fileKeysOf), ...rows[0] } : null;
}

export type PostCountsRow = PostTotals &
  OwnReactions & {
    postId: string;
    link: LinkRecord | null;
    room: PostRoomRecord | null;
    board: BoardCardRecord | null;
  };

export function findPostCounts(viewerId: string, ids: string[]): Promise<PostCountsRow[]> {
  return db().$queryRaw<PostCountsRow[]>`
    SELECT p.id AS "postId", ${COUNTS}, ${ownReactions(viewerId)}, ${LINK_OF_POST} AS link, ${roomOfPost(viewerId)} AS room, ${boardOfPost(viewerId)} AS board
      FROM posts p
     WHERE p.id = ANY (${ids}::uuid[]) AND p.author_id <> ALL (${blockedPeople(viewerId)}::uuid[])
       AND ${maySeePostsOf(Prisma.sql`p.author_id`, viewerId)}`;
}

export async function updateSharesApp(id: string, sharesApp: boolean): Promise<void> {
  await db().post.updateMany({ where: { id }, data: { sharesApp } });
}

export async function findPostBody(id: string): Promise<string | null> {
  return (await db().post.findUnique({ where: { id }, select: { body: true } }))?.body ?? null;
}

/** Sets the link card of a post, if the post still contains the link. @returns false if not */
export async function setPostLink({
  postId,
  body,
  linkId,
}: {
  postId: string;
  body: string;
  linkId: string | null;
}): Promise<boolean> {
  const { count } = await db().post.updateMany({ where: { id: postId, body }, data: { linkId } });
  return count === 1;
}
