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

export type DueDigest = DigestRecord & {
  userId: string;
  language: string;
  /** What happened since then is not in a digest yet. */
  since: Date;
  attempts: number;
  email: string;
  mutedWords: string[];
  /** The address is confirmed, and the person not suspended. */
  mayReceive: boolean;
};

export function listDueDigests(now: Date, limit: number): Promise<DueDigest[]> {
  return db().$queryRaw`
    SELECT d.user_id AS "userId", d.every, d.time_zone AS "timeZone", COALESCE(u.language, d.language) AS language, d.next_at AS "nextAt", d.since, d.attempts,
           u.email, u.muted_words AS "mutedWords",
           u.email_verified_at IS NOT NULL AND (u.suspended_until IS NULL OR u.suspended_until <= ${now}) AS "mayReceive"
      FROM digests d JOIN users u ON u.id = d.user_id
     WHERE d.next_at <= ${now} ORDER BY d.next_at LIMIT ${limit}`;
}

/**
 * Moves a due digest on before it is sent: of several processes only one sends it, and never twice.
 * @returns false if another process was faster, or it was changed meanwhile
 */
export async function claimDigest(
  { userId, nextAt }: DueDigest,
  change: { nextAt: Date; since: Date; attempts: number },
): Promise<boolean> {
  const { count } = await db().digest.updateMany({ where: { userId, nextAt }, data: change });
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

/** The posts since a time that had the most reactions, by people whom the reader follows; none that moderators labelled. */
export function listTopPosts(readerId: string, since: Date, take: number): Promise<DigestPost[]> {
  return db().$queryRaw`
    SELECT p.id, left(COALESCE(NULLIF(p.warning, ''), p.body), 300) AS body, u.username, u.display_name AS "displayName",
           p.likes_count AS likes, p.comments_count AS replies
      FROM follows f JOIN posts p ON p.author_id = f.followee_id JOIN users u ON u.id = p.author_id
     WHERE f.follower_id = ${readerId}::uuid AND p.id >= ${idBefore(since)}::uuid AND p.parent_id IS NULL AND p.label IS NULL
       AND p.author_id <> ALL (${hiddenPeople(readerId)}::uuid[])
     ORDER BY p.likes_count + 2 * (p.comments_count + p.reposts_count + p.quotes_count) DESC, p.id DESC LIMIT ${take}`;
}
