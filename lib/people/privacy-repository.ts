import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";
import { NOBODY } from "@/lib/shared/contract";

/**
 * Trust model. Outside: everybody whom a private person has not accepted as a follower, including guests. What must hold:
 * no list, event or count shows them anything of that person but the profile. Every statement that reads posts, or what
 * people did with them, has the condition below for each author; tests/integration/private-accounts.test.ts calls them all.
 */

/**
 * SQL: the viewer may see the posts of `author`, a uuid; null is nobody's.
 * @param viewer an id, SQL for one, or null for a guest
 */
export function maySeePostsOf(author: Prisma.Sql, viewer: string | Prisma.Sql | null): Prisma.Sql {
  const id = viewer instanceof Prisma.Sql ? viewer : Prisma.sql`${viewer ?? NOBODY.id}::uuid`;
  // A scalar subquery looks up the small index users_private_idx for each row; the planner might join an EXISTS.
  return Prisma.sql`COALESCE((
    SELECT x.id = ${id} OR EXISTS (SELECT 1 FROM follows y WHERE y.follower_id = ${id} AND y.followee_id = x.id)
      FROM users x WHERE x.id = ${author} AND x.is_private LIMIT 1), true)`;
}

export async function findPrivate(userId: string, client: Db = db()): Promise<boolean> {
  const user = await client.user.findUnique({ where: { id: userId }, select: { isPrivate: true } });
  return user?.isPrivate ?? false;
}

/** Which of these people are private. */
export async function findPrivateAmong(userIds: string[]): Promise<string[]> {
  const rows = await readRows<{ id: string }>(Prisma.sql`
    SELECT id FROM users WHERE id = ANY (${userIds}::uuid[]) AND is_private`);
  return rows.map(({ id }) => id);
}

/** Which of these people are private, or are found by their followers only. */
export async function findUnlistedAmong(userIds: string[]): Promise<string[]> {
  const rows = await readRows<{ id: string }>(Prisma.sql`
    SELECT id FROM users WHERE id = ANY (${userIds}::uuid[]) AND (is_private OR unlisted)`);
  return rows.map(({ id }) => id);
}

type Pair = { followerId: string; followeeId: string };

/** How the follower stands to the followee. Null if the followee does not exist. */
export async function findStanding(
  { followerId, followeeId }: Pair,
  client: Db = db(),
): Promise<{ isPrivate: boolean; following: boolean; requested: boolean } | null> {
  const rows = await client.$queryRaw<{ isPrivate: boolean; following: boolean; requested: boolean }[]>`
    SELECT u.is_private AS "isPrivate",
           EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = ${followerId}::uuid AND f.followee_id = u.id) AS following,
           EXISTS (SELECT 1 FROM follow_requests r WHERE r.follower_id = ${followerId}::uuid AND r.followee_id = u.id)
             AS requested
      FROM users u WHERE u.id = ${followeeId}::uuid`;
  return rows[0] ?? null;
}

export async function insertRequest(request: Pair & { createdAt: Date }, tx: Db): Promise<void> {
  await tx.followRequest.createMany({ data: [request], skipDuplicates: true });
}

/** Deletes a request; its notification stays, hidden, so that another request causes none. @returns false if there was none */
export async function deleteRequest({ followerId, followeeId }: Pair, tx: Db): Promise<boolean> {
  const { count } = await tx.followRequest.deleteMany({ where: { followerId, followeeId } });
  return count > 0;
}

/** How many wait for an answer, `max` at most. */
export async function countRequests(followeeId: string, max: number, client: Db = db()): Promise<number> {
  const rows = await client.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM follow_requests WHERE followee_id = ${followeeId}::uuid LIMIT ${max}) waiting`;
  return rows[0]?.count ?? 0;
}

/** Locks a person and all who want to follow them, in the order of lockPair. */
export async function lockWithRequesters(followeeId: string, tx: Db): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM users WHERE id = ${followeeId}::uuid
        OR id IN (SELECT follower_id FROM follow_requests WHERE followee_id = ${followeeId}::uuid)
     ORDER BY id FOR NO KEY UPDATE`;
}

/** Makes followers of all who wait for an answer, and counts them. @returns their ids */
export async function acceptRequests(followeeId: string, tx: Db): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH gone AS (DELETE FROM follow_requests WHERE followee_id = ${followeeId}::uuid RETURNING follower_id),
    made AS (
      INSERT INTO follows (follower_id, followee_id) SELECT follower_id, ${followeeId}::uuid FROM gone
      ON CONFLICT DO NOTHING RETURNING follower_id),
    counted AS (
      UPDATE users SET following_count = following_count + CASE WHEN id = ${followeeId}::uuid THEN 0 ELSE 1 END,
             followers_count = followers_count
               + CASE WHEN id = ${followeeId}::uuid THEN (SELECT count(*)::int FROM made) ELSE 0 END
       WHERE id = ${followeeId}::uuid OR id IN (SELECT follower_id FROM made))
    SELECT follower_id AS id FROM made`;
  return rows.map(({ id }) => id);
}
