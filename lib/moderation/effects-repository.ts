import "server-only";
import type { Db } from "@/lib/db/client";
import type { SubjectType } from "./rules";

type Blocked = { packages: string[]; hosts: string[] };

/** Those of the names that a decision in force blocks. */
async function listDecided(kind: keyof Blocked, names: string[], tx: Db): Promise<string[]> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT name FROM decisions, jsonb_array_elements_text(context->'blocked'->${kind}::text) AS name
     WHERE subject_type = 'app' AND undone_at IS NULL AND name = ANY (${names}::text[])`;
  return rows.map(({ name }) => name);
}

/**
 * @returns what the decision is to unblock when it is undone: not what something else blocked before, such as the deletion
 * of an account
 */
export async function blockEverywhere({ packages, hosts }: Blocked, tx: Db): Promise<Blocked> {
  const newPackages = await tx.$queryRaw<{ key: string }[]>`
    INSERT INTO blocked_packages (sha256) SELECT DISTINCT unnest(${packages}::text[])
    ON CONFLICT DO NOTHING RETURNING sha256 AS key`;
  const newHosts = await tx.$queryRaw<{ key: string }[]>`
    INSERT INTO blocked_hosts (host) SELECT DISTINCT unnest(${hosts}::text[])
    ON CONFLICT DO NOTHING RETURNING host AS key`;
  return {
    packages: [...newPackages.map(({ key }) => key), ...(await listDecided("packages", packages, tx))],
    hosts: [...newHosts.map(({ key }) => key), ...(await listDecided("hosts", hosts, tx))],
  };
}

/** Unblocks what no other decision blocks. */
export async function unblock({ packages, hosts }: Blocked, tx: Db): Promise<void> {
  const decided = [
    ...(await listDecided("packages", packages, tx)),
    ...(await listDecided("hosts", hosts, tx)),
  ];
  const free = (names: string[]) => names.filter((name) => !decided.includes(name));
  await tx.blockedPackage.deleteMany({ where: { sha256: { in: free(packages) } } });
  await tx.blockedHost.deleteMany({ where: { host: { in: free(hosts) } } });
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

/** Recomputes the counters that include a restored post, comment, review or collection. */
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
  if (type === "review") {
    // Of the votes, only those whose people are still here came back.
    await tx.$executeRaw`
      UPDATE reviews r SET helpful_count = (SELECT count(*) FROM review_votes v WHERE v.review_id = r.id)
       WHERE id = ${id}::uuid`;
    await tx.$executeRaw`
      UPDATE apps a SET star_counts = ARRAY(
        SELECT count(r.id)::int FROM generate_series(1, 5) AS s LEFT JOIN reviews r ON r.app_id = a.id AND r.stars = s
         GROUP BY s ORDER BY s)
       WHERE id = (SELECT app_id FROM reviews WHERE id = ${id}::uuid)`;
    return;
  }
  if (type === "collection") {
    // Of the saves, too.
    await tx.$executeRaw`
      UPDATE collections c SET saved_count = (SELECT count(*) FROM collection_saves s WHERE s.collection_id = c.id)
       WHERE id = ${id}::uuid`;
    return;
  }
  await tx.$executeRaw`
    UPDATE apps a SET comments_count = (SELECT count(*) FROM comments c WHERE c.app_id = a.id)
     WHERE id = (SELECT app_id FROM comments WHERE id = ${id}::uuid)`;
}
