import "server-only";
import { db, type Db } from "@/lib/db/client";

/** What a post says. */
export type PostText = { body: string; warning: string };
export type PostVersionRecord = PostText & { writtenAt: Date };

/** What an author is about to change; their row is locked. Null if they have no such post. */
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

export type PostEdit = PostText & {
  id: string;
  /** Of the row that keeps what the post said before. */
  versionId: string;
  title: string;
  terms: string[];
  /** Null leaves those who may reply as they are. */
  replyAllowed: string[] | null;
  editedAt: Date;
};

/** Replaces what a post says, and keeps what it said. */
export async function updateText(edit: PostEdit, tx: Db): Promise<void> {
  const { id, versionId, body, warning, title, terms, replyAllowed, editedAt } = edit;
  await tx.$executeRaw`
    INSERT INTO post_versions (id, post_id, body, warning, written_at)
    SELECT ${versionId}::uuid, id, body, warning, COALESCE(edited_at, created_at) FROM posts WHERE id = ${id}::uuid`;
  await tx.$executeRaw`
    UPDATE posts SET body = ${body}, warning = ${warning}, edited_at = ${editedAt},
           render = jsonb_set(render, '{slots,title}', to_jsonb(${title}::text)),
           reply_allowed = COALESCE(${replyAllowed}::uuid[], reply_allowed),
           search = array_to_tsvector(${terms}::text[])
     WHERE id = ${id}::uuid`;
}

/** What a post said before, the newest first. */
export function listVersions(postId: string): Promise<PostVersionRecord[]> {
  return db().postVersion.findMany({
    where: { postId },
    orderBy: { id: "desc" },
    take: 100,
    select: { body: true, warning: true, writtenAt: true },
  });
}
