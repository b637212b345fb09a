import "server-only";
import type { Db } from "@/lib/db/client";
import type { ThingType } from "./rules";

export async function blockPackage(sha256: string, tx: Db): Promise<void> {
  await tx.$executeRaw`INSERT INTO blocked_packages (sha256) VALUES (${sha256}) ON CONFLICT DO NOTHING`;
}

/** Counts again what counts a post or a comment that came back. */
export async function recountMaker(
  { type, id, personId }: { type: ThingType; id: string; personId: string },
  tx: Db,
): Promise<void> {
  if (type === "post") {
    await tx.$executeRaw`
      UPDATE users u SET posts_count = (SELECT count(*) FROM posts p WHERE p.author_id = u.id AND p.parent_id IS NULL)
       WHERE id = ${personId}::uuid`;
    await tx.$executeRaw`
      UPDATE posts q SET quotes_count = (SELECT count(*) FROM posts p WHERE p.quote_id = q.id)
       WHERE id = (SELECT quote_id FROM posts WHERE id = ${id}::uuid)`;
    await tx.$executeRaw`
      UPDATE posts q SET comments_count = (SELECT count(*) FROM posts p WHERE p.parent_id = q.id)
       WHERE id = (SELECT parent_id FROM posts WHERE id = ${id}::uuid)`;
    return;
  }
  await tx.$executeRaw`
    UPDATE apps a SET comments_count = (SELECT count(*) FROM comments c WHERE c.app_id = a.id)
     WHERE id = (SELECT app_id FROM comments WHERE id = ${id}::uuid)`;
}
