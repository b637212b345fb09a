import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import { COUNTED_AT, COUNTS, type CountsChange } from "./counts-repository";
import { labelOf, type LabelRecord, shownWarning } from "./label-repository";
import { MEDIA_JSON, type MediaRecord } from "./media-repository";

/** A quoted post. `createdAt` is in JSON's format. */
export type QuotedRecord = {
  id: string;
  body: string;
  warning: string;
  label: LabelRecord | null;
  sensitive: boolean;
  createdAt: string;
  author: { id: string; username: string; displayName: string; avatarKey: string | null };
  media: MediaRecord[] | null;
  app: { id: string; name: string; iconKey: string } | null;
};

/**
 * SQL for the QuotedRecord of the posts row `p`; null if it is deleted or not visible to the viewer.
 * @param hidden the people whom the viewer does not see
 * @param visible SQL: the viewer may see the row `a` of apps
 */
export function quotedPostSql({
  viewerId,
  hidden,
  visible,
}: {
  viewerId: string | null;
  hidden: Prisma.Sql;
  visible: Prisma.Sql;
}): Prisma.Sql {
  return Prisma.sql`CASE WHEN p.quote_id IS NOT NULL THEN
    (SELECT json_build_object('id', q.id, 'body', q.body, 'warning', ${shownWarning("q")},
              'label', ${labelOf("q")}, 'sensitive', q.sensitive, 'createdAt', q.created_at,
              'author', json_build_object('id', w.id, 'username', w.username, 'displayName', w.display_name,
                                          'avatarKey', w.avatar_key),
              'media', (SELECT json_agg(${MEDIA_JSON} ORDER BY m.position) FROM media m WHERE m.post_id = q.id),
              'app', (SELECT json_build_object('id', a.id, 'name', a.name, 'iconKey', a.icon_key) FROM apps a
                       WHERE a.id = q.app_id AND a.deleted_at IS NULL AND ${visible}))
       FROM posts q JOIN users w ON w.id = q.author_id
      WHERE q.id = p.quote_id AND q.author_id <> ALL (${hidden}::uuid[])
        AND ${maySeePostsOf(Prisma.sql`q.author_id`, viewerId)})
    END`;
}

/**
 * Locks the posts whose counters a new or deleted post changes (quoted and parent posts), before anything else in the
 * transaction. Parents are older than their replies and always locked by age, so that two transactions cannot deadlock.
 * @param by the ids of those posts, or that of the post they count
 */
export async function lockCounting(by: { ids: string[] } | { post: string }, tx: Db): Promise<void> {
  const ids =
    "ids" in by
      ? Prisma.sql`${by.ids}::uuid[]`
      : Prisma.sql`(SELECT ARRAY[quote_id, parent_id] FROM posts WHERE id = ${by.post}::uuid)::uuid[]`;
  await tx.$queryRaw`SELECT 1 FROM posts WHERE id = ANY (${ids}) ORDER BY id FOR NO KEY UPDATE`;
}

/** Adds 1 to the quote count of a post, or -1 after a deletion. Null if the quoted post is gone. */
export async function countQuote(id: string, by: 1 | -1, client: Db = db()): Promise<CountsChange | null> {
  const rows = await client.$queryRaw<CountsChange[]>`
    UPDATE posts p SET quotes_count = greatest(0, p.quotes_count + ${by}::int) WHERE p.id = ${id}::uuid
    RETURNING p.author_id AS "authorId", ${COUNTS}, ${COUNTED_AT} AS "countedAt"`;
  return rows[0] ?? null;
}
