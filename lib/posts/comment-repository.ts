import "server-only";
import type { CommentSubject } from "./comment-contract";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { blockedPeople, hiddenPeople } from "./card-repository";
import { COUNTED_AT, COUNTS, type CountsRow } from "./counts-repository";

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
  subject: CommentSubject;
  authorId: string;
  content: string;
  clientKey: string | null;
  createdAt: Date;
};

/** The counters of a post or app after a comment was added or removed; `authorId` is its owner. */
export type SubjectCounts = CountsRow & { authorId: string; countedAt: number };

/** For each kind of subject: the column in `comments`, its table with the owner's column, and who may see it. */
const SUBJECTS: Record<
  CommentSubject["type"],
  {
    column: Prisma.Sql;
    table: Prisma.Sql;
    owner: Prisma.Sql;
    counts: Prisma.Sql;
    open: (viewerId: string) => Prisma.Sql;
  }
> = {
  post: {
    column: Prisma.sql`post_id`,
    table: Prisma.sql`posts`,
    owner: Prisma.sql`author_id`,
    counts: COUNTS,
    open: () => Prisma.sql`true`,
  },
  app: {
    column: Prisma.sql`app_id`,
    table: Prisma.sql`apps`,
    owner: Prisma.sql`owner_id`,
    counts: Prisma.sql`p.likes_count AS likes, p.comments_count AS comments, 0 AS reposts, 0 AS quotes`,
    open: (viewerId) => Prisma.sql`deleted_at IS NULL AND (is_public OR owner_id = ${viewerId}::uuid)`,
  },
};

const COLUMNS = Prisma.sql`
  c.id, c.post_id AS "postId", c.app_id AS "appId", c.content, c.client_key AS "clientKey",
  c.created_at AS "createdAt", u.id AS "authorId",
  u.username AS "authorUsername", u.display_name AS "authorDisplayName", u.avatar_key AS "authorAvatarKey"`;

/** Stores a comment and counts it. Null if the author may not see the subject, or its owner and they are blocked. */
export async function insertComment(comment: NewComment, client: Db = db()): Promise<SubjectCounts | null> {
  const { column, table, owner, counts, open } = SUBJECTS[comment.subject.type];
  const rows = await client.$queryRaw<SubjectCounts[]>`
    WITH counted AS (
      UPDATE ${table} p SET comments_count = comments_count + 1
       WHERE id = ${comment.subject.id}::uuid AND ${open(comment.authorId)}
         AND ${owner} <> ALL (${blockedPeople(comment.authorId)}::uuid[])
      RETURNING id, ${owner} AS "authorId", ${counts}, ${COUNTED_AT} AS "countedAt"),
    made AS (
      INSERT INTO comments (id, ${column}, author_id, content, client_key, created_at)
      SELECT ${comment.id}::uuid, id, ${comment.authorId}::uuid, ${comment.content}, ${comment.clientKey}::uuid,
             ${comment.createdAt} FROM counted)
    SELECT "authorId", likes, comments, reposts, quotes, "countedAt" FROM counted`;
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
  return db().$queryRaw<CommentRecord[]>`
    SELECT ${COLUMNS} FROM comments c JOIN users u ON u.id = c.author_id
     WHERE c.${SUBJECTS[subject.type].column} = ${subject.id}::uuid AND c.id > ${from}::uuid
       AND c.author_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
     ORDER BY c.id LIMIT ${take} OFFSET ${skip}`;
}

export async function findComment(id: string, client: Db = db()): Promise<CommentRecord | null> {
  const rows = await client.$queryRaw<CommentRecord[]>`
    SELECT ${COLUMNS} FROM comments c JOIN users u ON u.id = c.author_id WHERE c.id = ${id}::uuid`;
  return rows[0] ?? null;
}

/** The comment that an author sent with a client key. */
export async function findCommentByClientKey(
  authorId: string,
  clientKey: string,
): Promise<CommentRecord | null> {
  const rows = await db().$queryRaw<CommentRecord[]>`
    SELECT ${COLUMNS} FROM comments c JOIN users u ON u.id = c.author_id
     WHERE c.author_id = ${authorId}::uuid AND c.client_key = ${clientKey}::uuid`;
  return rows[0] ?? null;
}

/** Deletes a comment and counts it. Null if this author has no such comment on that subject. */
export async function deleteComment({
  id,
  subject,
  authorId,
}: Omit<NewComment, "content" | "clientKey" | "createdAt">): Promise<SubjectCounts | null> {
  const { column, table, owner, counts } = SUBJECTS[subject.type];
  const rows = await db().$queryRaw<SubjectCounts[]>`
    WITH gone AS (
      DELETE FROM comments
       WHERE id = ${id}::uuid AND ${column} = ${subject.id}::uuid AND author_id = ${authorId}::uuid
      RETURNING ${column} AS subject),
    counted AS (
      UPDATE ${table} p SET comments_count = comments_count - 1 WHERE id = (SELECT subject FROM gone)
      RETURNING ${owner} AS "authorId", ${counts}, ${COUNTED_AT} AS "countedAt")
    SELECT "authorId", likes, comments, reposts, quotes, "countedAt" FROM counted`;
  return rows[0] ?? null;
}
