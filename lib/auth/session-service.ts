import "server-only";
import { uuidv7 } from "uuidv7";
import { REAUTHENTICATION_SECONDS, REFRESH_GRACE_SECONDS, SESSION_IDLE_DAYS } from "@/lib/config/limits";
import type { SessionInfo } from "./contract";
import { AppError } from "@/lib/shared/errors";
import { inTransaction, type Db } from "@/lib/db/client";
import {
  insertRefreshToken,
  isRefreshTokenFresh,
  lockRefreshToken,
  markRefreshTokenUsed,
} from "./refresh-token-repository";
import {
  endSession,
  endSessions,
  extendSession,
  findReauthenticatedAt,
  insertSession,
  listSessions,
} from "./session-repository";
import { hashFor, randomToken } from "./secret-service";

/**
 * Trust model. Outside: whoever holds a refresh token, its owner or a thief. A token works once. The next one is
 * derived from it with the instance's key, so that two callers who present the same token within the grace get the
 * same successor and one token is live; presenting an older one ends the session for everybody, thief included.
 */
export type SessionKind = "web" | "api";
export type NewSession = { sessionId: string; refreshToken: string | null };

const USER_AGENT_MAX = 300;

function idleEnd(): Date {
  return new Date(Date.now() + SESSION_IDLE_DAYS * 24 * 60 * 60 * 1_000);
}

/** Starts a session; one of kind `api` comes with a refresh token, a browser's lives in its cookie. */
export async function startSession(
  { userId, kind, userAgent }: { userId: string; kind: SessionKind; userAgent: string },
  tx: Db,
): Promise<NewSession> {
  const sessionId = uuidv7();
  const expiresAt = idleEnd();
  await insertSession(
    { id: sessionId, userId, kind, userAgent: userAgent.slice(0, USER_AGENT_MAX), expiresAt },
    tx,
  );
  if (kind === "web") return { sessionId, refreshToken: null };
  const refreshToken = randomToken();
  await insertRefreshToken(
    { id: uuidv7(), sessionId, tokenHash: hashFor("refresh-token", refreshToken), expiresAt },
    tx,
  );
  return { sessionId, refreshToken };
}

export type Rotated = { userId: string; sessionId: string; refreshToken: string };

/**
 * Exchanges a refresh token for its successor.
 * @throws AppError invalid_token; the session has then ended where the token had been used before
 */
export async function rotateRefreshToken(token: string): Promise<Rotated> {
  const successor = hashFor("refresh-successor", token);
  const rotated = await inTransaction(async (tx): Promise<Rotated | null> => {
    const held = await lockRefreshToken(hashFor("refresh-token", token), tx);
    if (!held || held.expired || held.sessionEnded) return null;
    const answer = { userId: held.userId, sessionId: held.sessionId, refreshToken: successor };
    const successorHash = hashFor("refresh-token", successor);
    if (held.usedAt === null) {
      const expiresAt = idleEnd();
      if (!(await extendSession(held.sessionId, expiresAt, tx))) return null;
      await markRefreshTokenUsed(held.id, tx);
      await insertRefreshToken(
        { id: uuidv7(), sessionId: held.sessionId, tokenHash: successorHash, expiresAt },
        tx,
      );
      return answer;
    }
    const inGrace = Date.now() - held.usedAt.getTime() <= REFRESH_GRACE_SECONDS * 1_000;
    if (inGrace && (await isRefreshTokenFresh(successorHash, tx))) return answer;
    // Committed, not thrown: the family ends.
    await endSession({ id: held.sessionId, userId: held.userId }, tx);
    return null;
  });
  if (!rotated) throw new AppError("invalid_token");
  return rotated;
}

/** Renews a browser's session. @throws AppError invalid_token where it has ended */
export async function renewSession(sessionId: string): Promise<void> {
  if (!(await extendSession(sessionId, idleEnd()))) throw new AppError("invalid_token");
}

/** Ends one session of a person; that it had ended already is no failure. */
export async function signOutSession(session: { id: string; userId: string }): Promise<void> {
  await endSession(session);
}

/** Ends one of a person's sessions from the list. @throws AppError not_found */
export async function endListedSession(session: { id: string; userId: string }): Promise<void> {
  if (!(await endSession(session))) throw new AppError("not_found");
}

/** Ends every session of a person but the one they use now. */
export async function endOtherSessions({
  userId,
  currentId,
}: {
  userId: string;
  currentId: string;
}): Promise<number> {
  return endSessions({ userId, except: currentId });
}

/** A person's live sessions, the one used last first. */
export async function getSessions({
  userId,
  currentId,
}: {
  userId: string;
  currentId: string;
}): Promise<SessionInfo[]> {
  const rows = await listSessions(userId);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind === "web" ? "web" : "api",
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === currentId,
  }));
}

/**
 * Lets a sensitive change pass only shortly after its person proved who they are.
 * @throws AppError reauthentication_required
 */
export async function requireRecentProof(sessionId: string): Promise<void> {
  const at = await findReauthenticatedAt(sessionId);
  if (!at || Date.now() - at.getTime() > REAUTHENTICATION_SECONDS * 1_000) {
    throw new AppError("reauthentication_required");
  }
}
