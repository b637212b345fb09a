import "server-only";
import { SESSIONS_MAX } from "@/lib/config/limits";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";
import type { Role } from "@/lib/moderation/roles";

export type SessionUser = {
  id: string;
  username: string;
  displayName: string;
  email: string;
  avatarKey: string | null;
  /** Read from the database for each request. */
  role: Role;
  emailVerifiedAt: Date | null;
  consentVersion: string | null;
  /** The version of the terms that they agreed to. */
  termsVersion: number;
  profileCompletedAt: Date | null;
  mutedWords: string[];
  singleKeys: boolean;
  dismissedAnnouncementId: string | null;
  followingCount: number;
  createdAt: Date;
};

type LiveSession = {
  id: string;
  lastUsedAt: Date;
  expiresAt: Date;
  /** What its browser asked for last. */
  language: string | null;
  /** When its person last proved who they are. */
  reauthenticatedAt: Date;
  user: SessionUser;
};

/** The user `u` of a session or a token as a SessionUser, for both kinds of credentials. */
export const SESSION_USER_COLUMNS = Prisma.sql`
  u.id AS "userId", u.username, u.display_name AS "displayName", u.email, u.avatar_key AS "avatarKey", u.role,
  u.email_verified_at AS "emailVerifiedAt", u.consent_version AS "consentVersion",
  u.terms_version AS "termsVersion",
  u.profile_completed_at AS "profileCompletedAt", u.muted_words AS "mutedWords", u.single_keys AS "singleKeys",
  u.dismissed_announcement_id AS "dismissedAnnouncementId", u.following_count AS "followingCount", u.created_at AS "createdAt"`;

/** Sessions and tokens of a suspended user `u` are invalid. */
export const NOT_SUSPENDED = Prisma.sql`(u.suspended_until IS NULL OR u.suspended_until <= now())`;

/** The session and its user, unless it is revoked or expired, or the user is suspended. */
export async function findLiveSession(id: string): Promise<LiveSession | null> {
  // A single query, because every authenticated request runs it.
  const rows = await readRows<Omit<LiveSession, "user"> & SessionUser & { userId: string }>(Prisma.sql`
    SELECT s.id, s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt", s.language,
           s.reauthenticated_at AS "reauthenticatedAt", ${SESSION_USER_COLUMNS}
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${id}::uuid AND s.revoked_at IS NULL AND s.expires_at > now() AND ${NOT_SUSPENDED}`);
  const row = rows[0];
  if (!row) return null;
  const { lastUsedAt, expiresAt, language, reauthenticatedAt, userId, ...user } = row;
  return { id: row.id, lastUsedAt, expiresAt, language, reauthenticatedAt, user: { ...user, id: userId } };
}

/** @param language what the browser asks for now, the language of push messages and mails from then on; null: as before */
export async function touchSession({ id, language }: { id: string; language: string | null }): Promise<void> {
  await db().$executeRaw`
    WITH used AS (
      UPDATE sessions SET last_used_at = now(), language = COALESCE(${language}, language)
       WHERE id = ${id}::uuid AND revoked_at IS NULL RETURNING user_id, language)
    UPDATE users u SET language = used.language FROM used
     WHERE u.id = used.user_id AND used.language IS NOT NULL AND u.language IS DISTINCT FROM used.language`;
}

export async function insertSession(
  session: {
    id: string;
    userId: string;
    kind: string;
    userAgent: string;
    openedBy: string;
    expiresAt: Date;
  },
  client: Db = db(),
): Promise<void> {
  await client.session.create({ data: session, select: { id: true } });
}

/** Extends a live session; false if it has ended. */
export async function extendSession(id: string, expiresAt: Date, client: Db = db()): Promise<boolean> {
  const { count } = await client.session.updateMany({
    where: { id, revokedAt: null, expiresAt: { gt: new Date() } },
    data: { expiresAt, lastUsedAt: new Date() },
  });
  return count > 0;
}

/** A browser that is signed out gets no more push messages. */
async function endPushes(userId: string, client: Db): Promise<void> {
  await client.pushSubscription.deleteMany({ where: { userId, session: { revokedAt: { not: null } } } });
}

/** Ends a person's session; false if they have no such live session. */
export async function endSession(
  { id, userId }: { id: string; userId: string },
  client: Db = db(),
): Promise<boolean> {
  const { count } = await client.session.updateMany({
    where: { id, userId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  await endPushes(userId, client);
  return count > 0;
}

/** Ends a person's sessions, except one if given. @returns how many */
export async function endSessions(
  { userId, except }: { userId: string; except?: string },
  client: Db = db(),
): Promise<number> {
  const { count } = await client.session.updateMany({
    where: { userId, revokedAt: null, ...(except && { id: { not: except } }) },
    data: { revokedAt: new Date() },
  });
  await endPushes(userId, client);
  return count;
}

/** Ends the least recently used of a person's sessions, so that `max` are left. */
export async function endSessionsBeyond(userId: string, max: number, tx: Db): Promise<void> {
  await tx.$executeRaw`
    UPDATE sessions SET revoked_at = now() WHERE id IN
      (SELECT id FROM sessions WHERE user_id = ${userId}::uuid AND revoked_at IS NULL AND expires_at > now()
        ORDER BY last_used_at DESC, id DESC OFFSET ${max})`;
  await endPushes(userId, tx);
}

/** A person's live sessions, most recently used first. */
export function listSessions(userId: string) {
  return db().session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: new Date() } },
    orderBy: { lastUsedAt: "desc" },
    take: SESSIONS_MAX,
    select: { id: true, kind: true, userAgent: true, openedBy: true, createdAt: true, lastUsedAt: true },
  });
}

/** When the newest of a person's sessions began, ended ones too. */
export async function findNewestSession(userId: string): Promise<Date | null> {
  const { _max } = await db().session.aggregate({ where: { userId }, _max: { createdAt: true } });
  return _max.createdAt;
}

export async function findReauthenticatedAt(id: string): Promise<Date | null> {
  const row = await db().session.findFirst({
    where: { id, revokedAt: null },
    select: { reauthenticatedAt: true },
  });
  return row?.reauthenticatedAt ?? null;
}

export async function setReauthenticated(id: string, client: Db = db()): Promise<void> {
  await client.session.updateMany({
    where: { id, revokedAt: null },
    data: { reauthenticatedAt: new Date() },
  });
}

/** Deletes up to `limit` sessions that ended before `before`, with their refresh tokens. @returns how many */
export function deleteEndedSessions(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM sessions WHERE id IN
      (SELECT id FROM sessions WHERE expires_at < ${before} OR revoked_at < ${before} LIMIT ${limit})`;
}
