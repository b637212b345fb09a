import "server-only";
import { db } from "@/lib/server/db/client";

export const SESSION_USER_SELECT = {
  id: true,
  username: true,
  displayName: true,
  email: true,
  avatarKey: true,
  emailVerifiedAt: true,
  consentVersion: true,
  profileCompletedAt: true,
} as const;

export type SessionUser = {
  id: string;
  username: string;
  displayName: string;
  email: string;
  avatarKey: string | null;
  emailVerifiedAt: Date | null;
  consentVersion: string | null;
  profileCompletedAt: Date | null;
};

export type LiveSession = {
  id: string;
  kind: string;
  lastUsedAt: Date;
  expiresAt: Date;
  reauthenticatedAt: Date;
  user: SessionUser;
};

/** The session with its person, if it is neither ended nor past its time. */
export async function findLiveSession(id: string): Promise<LiveSession | null> {
  // One statement: this runs before every request's own work.
  const rows = await db().$queryRaw<(Omit<LiveSession, "user"> & SessionUser & { userId: string })[]>`
    SELECT s.id, s.kind, s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt",
           s.reauthenticated_at AS "reauthenticatedAt", u.id AS "userId", u.username, u.display_name AS "displayName",
           u.email, u.avatar_key AS "avatarKey", u.email_verified_at AS "emailVerifiedAt",
           u.consent_version AS "consentVersion", u.profile_completed_at AS "profileCompletedAt"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${id}::uuid AND s.revoked_at IS NULL AND s.expires_at > now()`;
  const row = rows[0];
  if (!row) return null;
  const { kind, lastUsedAt, expiresAt, reauthenticatedAt, userId, ...rest } = row;
  return { id: row.id, kind, lastUsedAt, expiresAt, reauthenticatedAt, user: { ...rest, id: userId } };
}

/** Notes that a session was used now. */
export async function touchSession(id: string): Promise<void> {
  await db().session.updateMany({ where: { id, revokedAt: null }, data: { lastUsedAt: new Date() } });
}
