import "server-only";
import { db, type Db } from "@/lib/db/client";

/** The editable content of a post. */
type PostText = { body: string; warning: string };
type PostVersionRecord = PostText & { writtenAt: Date };

/** The current content, for its author to change; the row is locked. Null if they have no such post. */
export async function lockForEdit(
  { id, authorId }: { id: string; authorId: string },
  tx: Db,
): Promise<(PostText & { createdAt: Date; hasMore: boolean; replyPolicy: string; isReply: boolean }) | null> {
  const rows = await tx.$queryRaw<
    (PostText & { createdAt: Date; hasMore: boolean; replyPolicy: string; isReply: boolean })[]
  >`
    SELECT p.body, p.warning, p.created_at AS "createdAt", p.reply_policy AS "replyPolicy",
           p.parent_id IS NOT NULL AS "isReply",
           p.app_id IS NOT NULL OR EXISTS (SELECT 1 FROM media m WHERE m.post_id = p.id) AS "hasMore"
      FROM posts p WHERE p.id = ${id}::uuid AND p.author_id = ${authorId}::uuid FOR NO KEY UPDATE`;
  return rows[0] ?? null;
}

type PostEdit = PostText & {
  id: string;
  /** The id of the row that stores the previous version. */
  versionId: string;
  title: string;
  terms: string[];
  /** False removes the link card. */
  keepsLink: boolean;
  /** Null keeps the current reply policy. */
  replyAllowed: string[] | null;
  editedAt: Date;
};

/** Replaces the content of a post and stores the previous version. */
export async function updateText(edit: PostEdit, tx: Db): Promise<void> {
  const { id, versionId, body, warning, title, terms, keepsLink, replyAllowed, editedAt } = edit;
  await tx.$executeRaw`
    INSERT INTO post_versions (id, post_id, body, warning, written_at)
    SELECT ${versionId}::uuid, id, body, warning, COALESCE(edited_at, created_at) FROM posts WHERE id = ${id}::uuid`;
  await tx.$executeRaw`
    UPDATE posts SET body = ${body}, warning = ${warning}, edited_at = ${editedAt},
           render = jsonb_set(render, '{slots,title}', to_jsonb(${title}::text)),
           reply_allowed = COALESCE(${replyAllowed}::uuid[], reply_allowed),
           link_id = CASE WHEN ${keepsLink} THEN link_id END,
           search = array_to_tsvector(${terms}::text[])
     WHERE id = ${id}::uuid`;
}

/** The previous versions of a post, newest first. */
export function listVersions(postId: string): Promise<PostVersionRecord[]> {
  return db().postVersion.findMany({
    where: { postId },
    orderBy: { id: "desc" },
    take: 100,
    select: { body: true, warning: true, writtenAt: true },
  });
}
