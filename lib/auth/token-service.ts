import "server-only";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { lockUser } from "@/lib/account/user-repository";
import { PERSONAL_TOKENS_MAX } from "@/lib/config/limits";
import { inTransaction } from "@/lib/db/client";
import { runLater } from "@/lib/infra/late-work";
import type { Locale } from "@/lib/i18n/locales";
import { sendNotice } from "@/lib/mail/service";
import { AppError } from "@/lib/shared/errors";
import { hashFor } from "./secret-service";
import type { SessionUser } from "./session-repository";
import { publishEnded, requireRecentProof } from "./session-service";
import type { CreatedToken, TokenInfo } from "./token-contract";
import {
  countTokens,
  deleteToken,
  findLiveToken,
  insertToken,
  listTokens,
  type LiveToken,
  touchToken,
} from "./token-repository";
import { TOKEN_SCOPES, type TokenScope } from "./token-scopes";

/**
 * Personal access tokens: `gum_pat_` followed by the token's id and 256 random bits.
 *
 * Trust model. Untrusted: whoever sends a token, and whoever reads a copy of the database. The database stores only a
 * keyed hash, compared in constant time after a lookup by the id, which is not secret. Every request reads the row, so
 * a revoked token stops working everywhere at once. Creating a token requires a recently reauthenticated session; a
 * token is not enough.
 */
const PREFIX = "gum_pat_";
const ID_BYTES = 16;
const SECRET_BYTES = 32;
const FORMAT = /^gum_pat_([A-Za-z0-9_-]{64})$/;
const TOUCH_AFTER_MS = 5 * 60_000;

export function isPersonalToken(bearer: string): boolean {
  return bearer.startsWith(PREFIX);
}

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

type TokenUser = { id: string; scopes: TokenScope[]; user: SessionUser };

/** The user a token belongs to; null if it is malformed, forged, expired or revoked. */
export async function readPersonalToken(token: string): Promise<TokenUser | null> {
  const text = FORMAT.exec(token)?.[1];
  const bytes = text ? Buffer.from(text, "base64url") : null;
  if (bytes?.length !== ID_BYTES + SECRET_BYTES) return null;
  const found = await findLiveToken(idOf(bytes.subarray(0, ID_BYTES)));
  if (!found) return null;
  // Hashes the text, not the bytes: another encoding of the same bytes is another token.
  const given = Buffer.from(hashFor("personal-token", token));
  const stored = Buffer.from(found.tokenHash);
  if (given.length !== stored.length || !timingSafeEqual(given, stored)) return null;
  noteUse(found);
  return { id: found.id, scopes: knownScopes(found.scopes), user: found.user };
}

function noteUse({ id, lastUsedAt }: LiveToken): void {
  if (lastUsedAt && Date.now() - lastUsedAt.getTime() < TOUCH_AFTER_MS) return;
  runLater(touchToken(id), "updating a token's last use failed");
}

function knownScopes(stored: readonly string[]): TokenScope[] {
  return TOKEN_SCOPES.filter((scope) => stored.includes(scope));
}

function present(row: Awaited<ReturnType<typeof listTokens>>[number]): TokenInfo {
  return {
    id: row.id,
    name: row.name,
    scopes: knownScopes(row.scopes),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

/** A person's tokens, newest first. */
export async function getTokens(userId: string): Promise<TokenInfo[]> {
  return (await listTokens(userId)).map(present);
}

type Actor = { userId: string; sessionId: string; email: string; language: Locale };

/**
 * Creates a token. Only this response contains it.
 * @throws AppError reauthentication_required; quota_exceeded beyond PERSONAL_TOKENS_MAX
 */
export async function createToken(
  { userId, sessionId, email, language }: Actor,
  { name, scopes, expiresInDays }: { name: string; scopes: TokenScope[]; expiresInDays: number | null },
): Promise<CreatedToken> {
  await requireRecentProof(sessionId);
  const id = uuidv7();
  const bytes = Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), randomBytes(SECRET_BYTES)]);
  const token = `${PREFIX}${bytes.toString("base64url")}`;
  const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * 86_400_000);
  const row = await inTransaction(async (tx) => {
    // Serializes a person's creations, so that the limit holds.
    await lockUser(userId, tx);
    if ((await countTokens(userId, tx)) >= PERSONAL_TOKENS_MAX) throw new AppError("quota_exceeded");
    const tokenHash = hashFor("personal-token", token);
    await sendNotice({ to: email, kind: "token_created", language, tx });
    return insertToken({ id, userId, name, tokenHash, scopes, expiresAt }, tx);
  });
  return { ...present(row), token };
}

/** Revokes a token everywhere at once, including open streams. @throws AppError not_found */
export async function revokeToken(token: { id: string; userId: string }): Promise<void> {
  if (!(await deleteToken(token))) throw new AppError("not_found");
  publishEnded(token.userId);
}
