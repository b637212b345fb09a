import "server-only";
import type { CommentSubject } from "./comment-contract";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { blockedPeople, hiddenPeople } from "./card-repository";

export type CommentRecord = {
  id: string;
  postId: string | null;
  appId: string | null;
  content: string;
  clientKey: string | null;
  createdAt: Date;
  authorId: string;
  authorUsername: string;
  authorDisplayName: string;
  authorAvatarKey: string | null;
};

export type NewComment = {
  id: string;
  appId: string;
  authorId: string;
  content: string;
  clientKey: string | null;
  createdAt: Date;
};

/** SQL for the columns of `c`: comments on apps, or replies to posts, which are read as comments. */
const SOURCES: Record<CommentSubject["type"], Prisma.Sql> = {
  app: Prisma.sql`
    SELECT id, app_id AS subject, NULL::uuid AS post_id, app_id, author_id, content, client_key, created_at
      FROM comments`,
  post: Prisma.sql`
    SELECT id, parent_id AS subject, parent_id AS post_id, NULL::uuid AS app_id, author_id, body AS content,
           client_key, created_at
      FROM posts WHERE parent_id IS NOT NULL`,
};

const COLUMNS = Prisma.sql`
  c.id, c.post_id AS "postId", c.app_id AS "appId", c.content, c.client_key AS "clientKey",
  c.created_at AS "createdAt", u.id AS "authorId",
  u.username AS "authorUsername", u.display_name AS "authorDisplayName", u.avatar_key AS "authorAvatarKey"`;

/**
 * Stores a comment on an app and counts it. @returns the app's owner; null if the author may not see the app, or its owner
 * and they are blocked
 */
export async function insertComment(comment: NewComment, tx: Db): Promise<string | null> {
  const { id, appId, authorId, content, clientKey, createdAt } = comment;
  const rows = await tx.$queryRaw<{ ownerId: string }[]>`
    WITH counted AS (
      UPDATE apps SET comments_count = comments_count + 1
       WHERE id = ${appId}::uuid AND deleted_at IS NULL AND (is_public OR owner_id = ${authorId}::uuid)
         AND owner_id <> ALL (${blockedPeople(authorId)}::uuid[])
      RETURNING id, owner_id),
    made AS (
      INSERT INTO comments (id, app_id, author_id, content, client_key, created_at)
      SELECT ${id}::uuid, id, ${authorId}::uuid, ${content}, ${clientKey}::uuid, ${createdAt} FROM counted)
    SELECT owner_id AS "ownerId" FROM counted`;
  return rows[0]?.ownerId ?? null;
}

/** Comments, oldest first, without those of people hidden from the viewer. */
export function listComments({
  viewerId,
  subject,
  after,
  skip,
  take,
}: {
  viewerId: string;
  subject: CommentSubject;
  after: string | undefined;
  skip: number;
  take: number;
}): Promise<CommentRecord[]> {
  const from = after ?? "00000000-0000-0000-0000-000000000000";
  return db().$queryRaw<CommentRecord[]>`
    SELECT ${COLUMNS} FROM (${SOURCES[subject.type]}) c JOIN users u ON u.id = c.author_id
     WHERE c.subject = ${subject.id}::uuid AND c.id > ${from}::uuid
       AND c.author_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
     ORDER BY c.id LIMIT ${take} OFFSET ${skip}`;
}

/** A comment on an app. */
export async function findComment(id: string, client: Db = db()): Promise<CommentRecord | null> {
  const rows = await client.$queryRaw<CommentRecord[]>`
    SELECT ${COLUMNS} FROM (${SOURCES.app}) c JOIN users u ON u.id = c.author_id WHERE c.id = ${id}::uuid`;
  return rows[0] ?? null;
}

/** The comment on an app that an author sent with a client key. */
export async function findCommentByClientKey(
  authorId: string,
  clientKey: string,
): Promise<CommentRecord | null> {
  const rows = await db().$queryRaw<CommentRecord[]>`
    SELECT ${COLUMNS} FROM (${SOURCES.app}) c JOIN users u ON u.id = c.author_id
     WHERE c.author_id = ${authorId}::uuid AND c.client_key = ${clientKey}::uuid`;
  return rows[0] ?? null;
}

/** Deletes a comment on an app and counts it. @returns false if this author has no such comment there */
export async function deleteComment(
  { id, appId, authorId }: Pick<NewComment, "id" | "appId" | "authorId">,
  client: Db = db(),
): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`
    WITH gone AS (
      DELETE FROM comments WHERE id = ${id}::uuid AND app_id = ${appId}::uuid AND author_id = ${authorId}::uuid
      RETURNING app_id),
    counted AS (
      UPDATE apps SET comments_count = comments_count - 1 WHERE id = (SELECT app_id FROM gone))
    SELECT 1 FROM gone`;
  return rows.length === 1;
}
