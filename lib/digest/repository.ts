import "server-only";
import { db, type Db } from "@/lib/db/client";
import { hiddenPeople } from "@/lib/posts/card-repository";
import { idBefore } from "@/lib/shared/time-id";

export type DigestRecord = { every: "daily" | "weekly"; timeZone: string; nextAt: Date };

export async function findDigest(userId: string): Promise<DigestRecord | null> {
  const record = await db().digest.findUnique({
    where: { userId },
    select: { every: true, timeZone: true, nextAt: true },
  });
  return record as DigestRecord | null;
}

export async function saveDigest({
  userId,
  since,
  ...digest
}: DigestRecord & { userId: string; language: string; since: Date }): Promise<void> {
  await db().digest.upsert({
    where: { userId },
    create: { userId, since, ...digest },
    update: digest,
    select: { userId: true },
  });
}

/** @returns false if it was off */
export async function deleteDigest(userId: string, client: Db = db()): Promise<boolean> {
  return (await client.digest.deleteMany({ where: { userId } })).count > 0;
}

/** Whether the person's address is confirmed; null if there is no such person. */
export async function isConfirmed(userId: string): Promise<boolean | null> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { emailVerifiedAt: true } });
  return user && user.emailVerifiedAt !== null;
}

/** Those that are due; `nextAt` is when. */
export function listDueDigests(now: Date, limit: number): Promise<(DigestRecord & { userId: string })[]> {
  return db().$queryRaw`
    SELECT user_id AS "userId", every, time_zone AS "timeZone", next_at AS "nextAt"
      FROM digests WHERE next_at <= ${now} ORDER BY next_at LIMIT ${limit}`;
}

/** @returns false if another process was faster, or it was changed meanwhile */
export async function postponeDigest(
  { userId, from, to }: { userId: string; from: Date; to: Date },
  tx: Db,
): Promise<boolean> {
  const { count } = await tx.digest.updateMany({ where: { userId, nextAt: from }, data: { nextAt: to } });
  return count > 0;
}

export type DueDigest = {
  userId: string;
  every: "daily" | "weekly";
  language: string;
  /** What happened since then is not in a digest yet. */
  since: Date;
  email: string;
  mutedWords: string[];
  /** The address is confirmed, and the person not suspended. */
  mayReceive: boolean;
};

export async function findDueDigest(userId: string): Promise<DueDigest | null> {
  const rows = await db().$queryRaw<DueDigest[]>`
    SELECT d.user_id AS "userId", d.every, COALESCE(u.language, d.language) AS language, d.since, u.email,
           u.muted_words AS "mutedWords",
           u.email_verified_at IS NOT NULL AND (u.suspended_until IS NULL OR u.suspended_until <= now()) AS "mayReceive"
      FROM digests d JOIN users u ON u.id = d.user_id WHERE d.user_id = ${userId}::uuid`;
  return rows[0] ?? null;
}

/** Notes what the digest under way covers. @returns false if another did already */
export async function endDigest(
  { userId, from, to }: { userId: string; from: Date; to: Date },
  tx: Db,
): Promise<boolean> {
  const { count } = await tx.digest.updateMany({ where: { userId, since: from }, data: { since: to } });
  return count > 0;
}

export type DigestPost = {
  id: string;
  body: string;
  username: string;
  displayName: string;
  likes: number;
  replies: number;
};

/** The posts of a time that had the most reactions, by people whom the reader follows; none that moderators labelled. */
export function listTopPosts({
  readerId,
  since,
  until,
  take,
}: {
  readerId: string;
  since: Date;
  until: Date;
  take: number;
}): Promise<DigestPost[]> {
  return db().$queryRaw`
    SELECT p.id, left(COALESCE(NULLIF(p.warning, ''), p.body), 300) AS body, u.username, u.display_name AS "displayName",
           p.likes_count AS likes, p.comments_count AS replies
      FROM follows f JOIN posts p ON p.author_id = f.followee_id JOIN users u ON u.id = p.author_id
     WHERE f.follower_id = ${readerId}::uuid AND p.id >= ${idBefore(since)}::uuid AND p.id < ${idBefore(until)}::uuid
       AND p.parent_id IS NULL AND p.label IS NULL
       AND p.author_id <> ALL (${hiddenPeople(readerId)}::uuid[])
     ORDER BY p.likes_count + 2 * (p.comments_count + p.reposts_count + p.quotes_count) DESC, p.id DESC LIMIT ${take}`;
}
