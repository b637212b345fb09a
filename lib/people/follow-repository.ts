import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";

type Pair = { followerId: string; followeeId: string };

/**
 * Locks both people's rows, always in the same order, so that two who follow each other concurrently do not deadlock.
 * @returns how many of the two exist
 */
export async function lockPair(userId: string, otherId: string, tx: Db): Promise<number> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id IN (${userId}::uuid, ${otherId}::uuid) ORDER BY id FOR NO KEY UPDATE`;
  return rows.length;
}

/** Locks several people at once, in the order of lockPair. */
export async function lockPeople(ids: string[], tx: Db): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}

async function addToCounts({ followerId, followeeId }: Pair, by: 1 | -1, tx: Db): Promise<void> {
  await tx.$executeRaw`
    UPDATE users SET following_count = following_count + CASE WHEN id = ${followerId}::uuid THEN ${by}::int ELSE 0 END,
                     followers_count = followers_count + CASE WHEN id = ${followeeId}::uuid THEN ${by}::int ELSE 0 END
     WHERE id IN (${followerId}::uuid, ${followeeId}::uuid)`;
}

/** Inserts a follow and updates both counters; the caller must have locked the pair. @returns false if it existed */
export async function insertFollow(pair: Pair & { createdAt: Date }, tx: Db): Promise<boolean> {
  const { count } = await tx.follow.createMany({ data: [pair], skipDuplicates: true });
  if (count === 0) return false;
  await addToCounts(pair, 1, tx);
  return true;
}

/** Deletes a follow and updates both counters; the caller must have locked the pair. @returns false if there was none */
export async function deleteFollow(pair: Pair, tx: Db): Promise<boolean> {
  const { count } = await tx.follow.deleteMany({ where: pair });
  if (count === 0) return false;
  await addToCounts(pair, -1, tx);
  return true;
}

export async function countFollowers(userId: string, client: Db = db()): Promise<number> {
  const rows = await client.$queryRaw<{ count: number }[]>`
    SELECT followers_count AS count FROM users WHERE id = ${userId}::uuid`;
  return rows[0]?.count ?? 0;
}

/** True if either blocks the other. */
export async function isBlockedPair(userId: string, otherId: string, client: Db = db()): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`
    SELECT 1 FROM blocks WHERE (blocker_id = ${userId}::uuid AND blocked_id = ${otherId}::uuid)
        OR (blocker_id = ${otherId}::uuid AND blocked_id = ${userId}::uuid) LIMIT 1`;
  return rows.length > 0;
}

/** @returns false if it existed */
export async function insertBlock(blockerId: string, blockedId: string, tx: Db): Promise<boolean> {
  return (await tx.block.createMany({ data: [{ blockerId, blockedId }], skipDuplicates: true })).count > 0;
}

/** @returns false if there was none */
export async function deleteBlock(blockerId: string, blockedId: string, client: Db = db()): Promise<boolean> {
  return (await client.block.deleteMany({ where: { blockerId, blockedId } })).count > 0;
}

/** @returns false if it existed */
export async function insertMute(muterId: string, mutedId: string, client: Db = db()): Promise<boolean> {
  return (await client.mute.createMany({ data: [{ muterId, mutedId }], skipDuplicates: true })).count > 0;
}

/** @returns false if there was none */
export async function deleteMute(muterId: string, mutedId: string, client: Db = db()): Promise<boolean> {
  return (await client.mute.deleteMany({ where: { muterId, mutedId } })).count > 0;
}

/** The people hidden from somebody: those they block or mute, and those who block them. */
export function findHiddenPeople(userId: string): Promise<{ id: string; isBlocked: boolean }[]> {
  return db().$queryRaw`
    SELECT id, bool_or(blocked) AS "isBlocked" FROM (
      SELECT blocked_id AS id, true AS blocked FROM blocks WHERE blocker_id = ${userId}::uuid
      UNION ALL SELECT blocker_id, true FROM blocks WHERE blocked_id = ${userId}::uuid
      UNION ALL SELECT muted_id, false FROM mutes WHERE muter_id = ${userId}::uuid) hidden
     GROUP BY id`;
}

/** Reads at most this many followers; beyond, looks up `userIds` one by one. */
const FEW_FOLLOWERS = 2_000;

/** The followers of somebody: at least those among `userIds`. Reads the shorter of the two lists. */
export async function findFollowersAmong(followeeId: string, userIds: string[]): Promise<string[]> {
  const few = await readRows<{ id: string }>(Prisma.sql`
    SELECT follower_id AS id FROM follows WHERE followee_id = ${followeeId}::uuid
     LIMIT ${Prisma.raw(String(FEW_FOLLOWERS + 1))}`);
  const rows =
    few.length <= FEW_FOLLOWERS
      ? few
      : await readRows<{ id: string }>(Prisma.sql`
          SELECT follower_id AS id FROM follows
           WHERE followee_id = ${followeeId}::uuid AND follower_id = ANY (${userIds}::uuid[])`);
  return rows.map(({ id }) => id);
}
