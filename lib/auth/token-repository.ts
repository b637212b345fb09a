import "server-only";
import { PERSONAL_TOKENS_MAX } from "@/lib/config/limits";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";
import { NOT_SUSPENDED, SESSION_USER_COLUMNS, type SessionUser } from "./session-repository";

const LISTED = {
  id: true,
  name: true,
  scopes: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
} as const;

export type LiveToken = {
  id: string;
  tokenHash: string;
  scopes: string[];
  lastUsedAt: Date | null;
  user: SessionUser;
};

/** The token and its user, unless it is revoked or expired, or the user is suspended. */
export async function findLiveToken(id: string): Promise<LiveToken | null> {
  // One query, because every request with a token runs it.
  const rows = await readRows<Omit<LiveToken, "user"> & SessionUser & { userId: string }>(Prisma.sql`
    SELECT t.id, t.token_hash AS "tokenHash", t.scopes, t.last_used_at AS "lastUsedAt",
           ${SESSION_USER_COLUMNS}
    FROM personal_tokens t JOIN users u ON u.id = t.user_id
    WHERE t.id = ${id}::uuid AND (t.expires_at IS NULL OR t.expires_at > now()) AND ${NOT_SUSPENDED}`);
  const row = rows[0];
  if (!row) return null;
  const { tokenHash, scopes, lastUsedAt, userId, ...user } = row;
  return { id: row.id, tokenHash, scopes, lastUsedAt, user: { ...user, id: userId } };
}

/** When a live token expires; null if there is no such token. A token without an expiry has the maximum date. */
export async function findTokenEnd(id: string): Promise<Date | null> {
  const row = await db().personalToken.findFirst({
    where: {
      id,
      user: { OR: [{ suspendedUntil: null }, { suspendedUntil: { lte: new Date() } }] },
    },
    select: { expiresAt: true },
  });
  return row && (row.expiresAt ?? new Date(8.64e15));
}

export async function touchToken(id: string): Promise<void> {
  await db().personalToken.updateMany({ where: { id }, data: { lastUsedAt: new Date() } });
}

/** A person's tokens, newest first, including expired ones until a job deletes them. */
export function listTokens(userId: string) {
  return db().personalToken.findMany({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PERSONAL_TOKENS_MAX,
    select: LISTED,
  });
}

export function countTokens(userId: string, tx: Db): Promise<number> {
  return tx.personalToken.count({ where: { userId } });
}

export function insertToken(
  token: {
    id: string;
    userId: string;
    name: string;
    tokenHash: string;
    scopes: string[];
    expiresAt: Date | null;
  },
  tx: Db,
) {
  return tx.personalToken.create({ data: token, select: LISTED });
}

/** Deletes a person's token; false if they have no such token. */
export async function deleteToken({ id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { count } = await db().personalToken.deleteMany({ where: { id, userId } });
  return count > 0;
}

export async function deleteTokensOf(userId: string, tx: Db): Promise<void> {
  await tx.personalToken.deleteMany({ where: { userId } });
}

/** Deletes up to `limit` tokens that expired before `before`. @returns how many */
export function deleteExpiredTokens(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM personal_tokens WHERE id IN
      (SELECT id FROM personal_tokens WHERE expires_at < ${before} LIMIT ${limit})`;
}
