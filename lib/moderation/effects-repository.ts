import "server-only";
import type { Db } from "@/lib/db/client";
import type { SubjectType } from "./rules";

type Blocked = { packages: string[]; hosts: string[] };

/** @returns those that were not blocked before */
export async function blockEverywhere({ packages, hosts }: Blocked, tx: Db): Promise<Blocked> {
  const newPackages = await tx.$queryRaw<{ key: string }[]>`
    INSERT INTO blocked_packages (sha256) SELECT DISTINCT unnest(${packages}::text[])
    ON CONFLICT DO NOTHING RETURNING sha256 AS key`;
  const newHosts = await tx.$queryRaw<{ key: string }[]>`
    INSERT INTO blocked_hosts (host) SELECT DISTINCT unnest(${hosts}::text[])
    ON CONFLICT DO NOTHING RETURNING host AS key`;
  return { packages: newPackages.map(({ key }) => key), hosts: newHosts.map(({ key }) => key) };
}

export async function unblock({ packages, hosts }: Blocked, tx: Db): Promise<void> {
  await tx.blockedPackage.deleteMany({ where: { sha256: { in: packages } } });
  await tx.blockedHost.deleteMany({ where: { host: { in: hosts } } });
}

/**
 * Gives a post the content warning of the newest decision that stands, or takes it away.
 * @returns its author; null if the post is gone
 */
export async function setLabel(postId: string, tx: Db): Promise<string | null> {
  const rows = await tx.$queryRaw<{ authorId: string }[]>`
    UPDATE posts SET label = (
      SELECT d.reason FROM decisions d
       WHERE d.subject_type = 'post' AND d.subject_id = posts.id AND d.action = 'label' AND d.undone_at IS NULL
       ORDER BY d.id DESC LIMIT 1)
     WHERE id = ${postId}::uuid RETURNING author_id AS "authorId"`;
  return rows[0]?.authorId ?? null;
}

/** Recomputes the counters that include a restored post or comment. */
export async function recountMaker(
  { type, id, personId }: { type: SubjectType; id: string; personId: string },
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
