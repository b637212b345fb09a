import "server-only";
import { db, type Db } from "@/lib/db/client";
import { NOT_SUSPENDED } from "./session-repository";

type LockedRefreshToken = {
  id: string;
  sessionId: string;
  userId: string;
  usedAt: Date | null;
  expired: boolean;
  sessionEnded: boolean;
};

/** Locks a refresh token for the transaction, so that concurrent uses are serialized. */
export async function lockRefreshToken(tokenHash: string, tx: Db): Promise<LockedRefreshToken | null> {
  const rows = await tx.$queryRaw<LockedRefreshToken[]>`
    SELECT t.id, t.session_id AS "sessionId", s.user_id AS "userId", t.used_at AS "usedAt",
           t.expires_at <= now() AS "expired",
           (s.revoked_at IS NOT NULL OR s.expires_at <= now() OR NOT ${NOT_SUSPENDED}) AS "sessionEnded"
    FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
    WHERE t.token_hash = ${tokenHash} FOR UPDATE OF t`;
  return rows[0] ?? null;
}

/** True if the token is neither used nor expired. */
export async function isRefreshTokenFresh(tokenHash: string, tx: Db): Promise<boolean> {
  const row = await tx.refreshToken.findUnique({
    where: { tokenHash },
    select: { usedAt: true, expiresAt: true },
  });
  return row !== null && row.usedAt === null && row.expiresAt > new Date();
}

export async function insertRefreshToken(
  token: { id: string; sessionId: string; tokenHash: string; expiresAt: Date },
  client: Db = db(),
): Promise<void> {
  await client.refreshToken.create({ data: token, select: { id: true } });
}

export async function markRefreshTokenUsed(id: string, tx: Db): Promise<void> {
  await tx.refreshToken.update({ where: { id }, data: { usedAt: new Date() }, select: { id: true } });
}

/** Deletes up to `limit` tokens that expired before `before`. @returns how many */
export function deleteExpiredRefreshTokens(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM refresh_tokens WHERE id IN
      (SELECT id FROM refresh_tokens WHERE expires_at < ${before} LIMIT ${limit})`;
}
