import "server-only";
import { uuidv7 } from "uuidv7";
import {
  REAUTHENTICATION_SECONDS,
  REFRESH_GRACE_SECONDS,
  SESSION_IDLE_DAYS,
  SESSIONS_MAX,
} from "@/lib/config/limits";
import type { SessionInfo } from "./contract";
import { AppError } from "@/lib/shared/errors";
import { inTransaction, type Db } from "@/lib/db/client";
import { deleteDevices } from "./device-repository";
import { deleteAccessCodes } from "./one-time-code-repository";
import {
  insertRefreshToken,
  isRefreshTokenFresh,
  lockRefreshToken,
  markRefreshTokenUsed,
} from "./refresh-token-repository";
import {
  endSession,
  endSessions,
  endSessionsBeyond,
  extendSession,
  findLiveSession,
  findNewestSession,
  findReauthenticatedAt,
  insertSession,
  listSessions,
} from "./session-repository";
import { hashFor, randomToken } from "./secret-service";
import { SIGN_IN_METHODS, type SignInMethod } from "./sign-in-methods";
import { deleteTokensOf, findTokenEnd } from "./token-repository";
import { publish } from "@/lib/notifications/notify-service";

/**
 * Trust model. Untrusted: whoever holds a refresh token, its owner or a thief. Tokens are single-use. The
 * successor is derived with the instance's key, so that concurrent callers within the grace period get the
 * same one and only one token is live. Reuse of an older token ends the session, for the thief too.
 */
export type SessionKind = "web" | "api";
type NewSession = { sessionId: string; refreshToken: string | null };

type CurrentSession = { userId: string; currentId: string };

const USER_AGENT_MAX = 300;

function idleEnd(): Date {
  return new Date(Date.now() + SESSION_IDLE_DAYS * 24 * 60 * 60 * 1_000);
}

/** Starts a session; only kind `api` gets a refresh token, browsers use the cookie. */
export async function startSession(
  {
    userId,
    kind,
    userAgent,
    openedBy,
  }: { userId: string; kind: SessionKind; userAgent: string; openedBy: SignInMethod },
  tx: Db,
): Promise<NewSession> {
  const sessionId = uuidv7();
  const expiresAt = idleEnd();
  await insertSession(
    { id: sessionId, userId, kind, userAgent: userAgent.slice(0, USER_AGENT_MAX), openedBy, expiresAt },
    tx,
  );
  await endSessionsBeyond(userId, SESSIONS_MAX, tx);
  if (kind === "web") return { sessionId, refreshToken: null };
  const refreshToken = randomToken();
  await insertRefreshToken(
    { id: uuidv7(), sessionId, tokenHash: hashFor("refresh-token", refreshToken), expiresAt },
    tx,
  );
  return { sessionId, refreshToken };
}

type Rotated = { userId: string; sessionId: string; refreshToken: string };

/**
 * Exchanges a refresh token for its successor.
 * @throws AppError invalid_token; if the token was reused, its session has ended
 */
export async function rotateRefreshToken(token: string): Promise<Rotated> {
  const successor = hashFor("refresh-successor", token);
  let reusedBy: string | undefined;
  const rotated = await inTransaction(async (tx): Promise<Rotated | null> => {
    const locked = await lockRefreshToken(hashFor("refresh-token", token), tx);
    if (!locked || locked.expired || locked.sessionEnded) return null;
    const result = { userId: locked.userId, sessionId: locked.sessionId, refreshToken: successor };
    const successorHash = hashFor("refresh-token", successor);
    if (locked.usedAt === null) {
      const expiresAt = idleEnd();
      if (!(await extendSession(locked.sessionId, expiresAt, tx))) return null;
      await markRefreshTokenUsed(locked.id, tx);
      await insertRefreshToken(
        { id: uuidv7(), sessionId: locked.sessionId, tokenHash: successorHash, expiresAt },
        tx,
      );
      return result;
    }
    const inGrace = Date.now() - locked.usedAt.getTime() <= REFRESH_GRACE_SECONDS * 1_000;
    if (inGrace && (await isRefreshTokenFresh(successorHash, tx))) return result;
    // Returned, not thrown, so that the transaction commits.
    await endSession({ id: locked.sessionId, userId: locked.userId }, tx);
    reusedBy = locked.userId;
    return null;
  });
  if (reusedBy) publishEnded(reusedBy);
  if (!rotated) throw new AppError("invalid_token");
  return rotated;
}

/** Renews a browser's session. @throws AppError invalid_token if it has ended */
export async function renewSession(sessionId: string): Promise<void> {
  if (!(await extendSession(sessionId, idleEnd()))) throw new AppError("invalid_token");
}

/** Ends a person's session; a no-op if it has ended. */
export async function signOutSession(session: { id: string; userId: string }): Promise<void> {
  if (await endSession(session)) publishEnded(session.userId);
}

/** Ends a listed session. @throws AppError not_found */
export async function endListedSession(session: { id: string; userId: string }): Promise<void> {
  if (!(await endSession(session))) throw new AppError("not_found");
  publishEnded(session.userId);
}

/** Makes streams check their sessions; after the commit that ended some of the person's. */
export function publishEnded(userId: string): void {
  publish({ type: "sessions_ended", userId });
}

/** When a session, or a personal access token, will end unless it is renewed; null if it has ended. */
export async function findSessionEnd(id: string): Promise<Date | null> {
  return (await findLiveSession(id))?.expiresAt ?? findTokenEnd(id);
}

/**
 * Ends a person's sessions, except one if given, and deletes their tokens and pending codes: after a change of password
 * or address, everyone has to authenticate again. The caller calls publishEnded after its commit.
 */
export async function endAccess(person: { userId: string; except?: string }, tx: Db): Promise<void> {
  await endSessions(person, tx);
  if (!person.except) await deleteDevices({ userId: person.userId }, tx);
  await deleteTokensOf(person.userId, tx);
  await deleteAccessCodes(person.userId, tx);
}

export async function endOtherSessions({ userId, currentId }: CurrentSession): Promise<number> {
  const ended = await endSessions({ userId, except: currentId });
  publishEnded(userId);
  return ended;
}

/** A person's live sessions, most recently used first. */
export async function getSessions({ userId, currentId }: CurrentSession): Promise<SessionInfo[]> {
  const rows = await listSessions(userId);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind === "web" ? "web" : "api",
    userAgent: row.userAgent,
    openedBy: SIGN_IN_METHODS.find((known) => known === row.openedBy) ?? null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === currentId,
  }));
}

/** When a person signed in last; null once that session's row is deleted. */
export const getLastSignIn = findNewestSession;

/**
 * Guards sensitive changes: they require a recent reauthentication.
 * @throws AppError reauthentication_required
 */
export async function requireRecentProof(sessionId: string): Promise<void> {
  const provenAt = await findReauthenticatedAt(sessionId);
  if (!provenAt || Date.now() - provenAt.getTime() > REAUTHENTICATION_SECONDS * 1_000) {
    throw new AppError("reauthentication_required");
  }
}
