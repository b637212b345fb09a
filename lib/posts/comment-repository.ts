import "server-only";
import type { CommentSubject } from "./comment-contract";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import { blockedPeople, hiddenPeople } from "./card-repository";
import { shownText } from "./label-repository";

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

type NewComment = {
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
    SELECT p.id, p.parent_id AS subject, p.parent_id AS post_id, NULL::uuid AS app_id, p.author_id,
           ${shownText("p")} AS content, p.client_key, p.created_at
      FROM posts p WHERE p.parent_id IS NOT NULL`,
};

const COLUMNS = Prisma.sql`
  c.id, c.post_id AS "postId", c.app_id AS "appId", c.content, c.client_key AS "clientKey",
  c.created_at AS "createdAt", u.id AS "authorId",
  u.username AS "authorUsername", u.display_name AS "authorDisplayName", u.avatar_key AS "authorAvatarKey"`;

/**
 * Stores a comment on an app and counts it.
 * @returns the app's owner, and whether others see the app; null if the author may not see it, or there is a block between
 * them and the owner
 */
export async function insertComment(
  comment: NewComment,
  tx: Db,
): Promise<{ ownerId: string; isPublic: boolean } | null> {
  const { id, appId, authorId, content, clientKey, createdAt } = comment;
  const rows = await tx.$queryRaw<{ ownerId: string; isPublic: boolean }[]>`
    WITH counted AS (
      UPDATE apps SET comments_count = comments_count + 1
       WHERE id = ${appId}::uuid AND deleted_at IS NULL AND (is_public OR owner_id = ${authorId}::uuid)
         AND owner_id <> ALL (${blockedPeople(authorId)}::uuid[])
      RETURNING id, owner_id, is_public),
    made AS (
      INSERT INTO comments (id, app_id, author_id, content, client_key, created_at)
      SELECT ${id}::uuid, id, ${authorId}::uuid, ${content}, ${clientKey}::uuid, ${createdAt} FROM counted)
    SELECT owner_id AS "ownerId", is_public AS "isPublic" FROM counted`;
  return rows[0] ?? null;
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
  // Apps are public, and so is what people say there.
  const isOpen =
    subject.type === "post"
      ? Prisma.sql`AND ${maySeePostsOf(Prisma.sql`c.author_id`, viewerId)}`
      : Prisma.empty;
  return db().$queryRaw<CommentRecord[]>`
    SELECT ${COLUMNS} FROM (${SOURCES[subject.type]}) c JOIN users u ON u.id = c.author_id
     WHERE c.subject = ${subject.id}::uuid AND c.id > ${from}::uuid
       AND c.author_id <> ALL (${hiddenPeople(viewerId)}::uuid[]) ${isOpen}
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
): Promise<{ ownerId: string; isPublic: boolean } | null> {
  const rows = await client.$queryRaw<{ ownerId: string; isPublic: boolean }[]>`
    WITH gone AS (
      DELETE FROM comments WHERE id = ${id}::uuid AND app_id = ${appId}::uuid AND author_id = ${authorId}::uuid
      RETURNING app_id),
    counted AS (
      UPDATE apps SET comments_count = comments_count - 1 WHERE id = (SELECT app_id FROM gone))
    SELECT a.owner_id AS "ownerId", a.is_public AS "isPublic" FROM gone JOIN apps a ON a.id = gone.app_id`;
  return rows[0] ?? null;
}
