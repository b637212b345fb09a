import { uuidv7 } from "uuidv7";
import { beforeEach, describe, expect, it } from "vitest";
import { issueAccessToken, readAccessToken } from "@/lib/auth/access-token.server";
import { db } from "@/lib/db/client";
import { findLiveSession } from "@/lib/auth/session-repository";
import { signInWithPassword, signUp } from "@/lib/auth/service";
import {
  endListedSession,
  endOtherSessions,
  getSessions,
  renewSession,
  rotateRefreshToken,
} from "@/lib/auth/session-service";

const password = "a handful of words";
let count = 0;
let email = "";
let userId = "";

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: { code?: string }) => error.code,
  );

function signIn(kind: "web" | "api" = "api") {
  return signInWithPassword({
    kind,
    userAgent: "test",
    device: null,
    language: "en",
    address: `a${count}`,
    email,
    password,
    humanToken: undefined,
  });
}

beforeEach(async () => {
  count++;
  email = `s${count}@gum.test`;
  const { user } = await signUp({
    kind: "api",
    userAgent: "test",
    device: null,
    language: "en",
    address: `a${count}`,
    email,
    password,
    username: `somebody${count}`,
    displayName: "Somebody",
    humanToken: undefined,
  });
  userId = user.id;
});

const liveTokens = (sessionId: string) =>
  db().refreshToken.count({ where: { sessionId, usedAt: null, session: { revokedAt: null } } });

describe("refresh tokens", () => {
  it("rotate: the next one works, and the session goes on", async () => {
    const { sessionId, refreshToken } = await signIn();
    const once = await rotateRefreshToken(refreshToken!);
    const twice = await rotateRefreshToken(once.refreshToken);
    expect(new Set([refreshToken, once.refreshToken, twice.refreshToken]).size).toBe(3);
    expect(twice).toMatchObject({ userId, sessionId });
    expect(await liveTokens(sessionId)).toBe(1);
  });

  it("leave one live of ten parallel refreshes, and sign nobody out", async () => {
    const { sessionId, refreshToken } = await signIn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotateRefreshToken(refreshToken!)));
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
    expect(await liveTokens(sessionId)).toBe(1);
    expect(await findLiveSession(sessionId)).not.toBeNull();
    expect(await codeOf(rotateRefreshToken(answers[0]!.refreshToken))).toBe("ok");
  });

  it("end the family when one older than the immediate predecessor is used again", async () => {
    const { sessionId, refreshToken } = await signIn();
    const once = await rotateRefreshToken(refreshToken!);
    const twice = await rotateRefreshToken(once.refreshToken);
    expect(await codeOf(rotateRefreshToken(refreshToken!))).toBe("invalid_token");
    expect(await findLiveSession(sessionId)).toBeNull();
    expect(await codeOf(rotateRefreshToken(twice.refreshToken))).toBe("invalid_token");
  });

  it("end the family when the predecessor is used after the grace of ten seconds", async () => {
    const { sessionId, refreshToken } = await signIn();
    const once = await rotateRefreshToken(refreshToken!);
    await db().$executeRaw`
      UPDATE refresh_tokens SET used_at = used_at - interval '11 seconds' WHERE session_id = ${sessionId}::uuid`;
    expect(await codeOf(rotateRefreshToken(refreshToken!))).toBe("invalid_token");
    expect(await codeOf(rotateRefreshToken(once.refreshToken))).toBe("invalid_token");
    expect(await findLiveSession(sessionId)).toBeNull();
  });

  it("leave other sessions of the same person alone", async () => {
    const one = await signIn();
    const other = await signIn();
    const next = await rotateRefreshToken(one.refreshToken!);
    await rotateRefreshToken(next.refreshToken);
    await codeOf(rotateRefreshToken(one.refreshToken!));
    expect(await codeOf(rotateRefreshToken(other.refreshToken!))).toBe("ok");
  });

  it("are refused when forged or past their time", async () => {
    const { sessionId, refreshToken } = await signIn();
    expect(await codeOf(rotateRefreshToken("x".repeat(43)))).toBe("invalid_token");
    await db()
      .$executeRaw`UPDATE refresh_tokens SET expires_at = now() - interval '1 second' WHERE session_id = ${sessionId}::uuid`;
    expect(await codeOf(rotateRefreshToken(refreshToken!))).toBe("invalid_token");
  });
});

describe("sessions", () => {
  it("of browsers have no refresh token and are renewed by their cookie", async () => {
    const { sessionId, refreshToken } = await signIn("web");
    expect(refreshToken).toBeNull();
    await db()
      .$executeRaw`UPDATE sessions SET expires_at = now() + interval '1 minute' WHERE id = ${sessionId}::uuid`;
    await renewSession(sessionId);
    const live = await findLiveSession(sessionId);
    expect(live!.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 24 * 3_600_000);
  });

  it("are listed with the one in use marked, and ended one by one or all but that", async () => {
    const current = await signIn("web");
    const phone = await signIn("api");
    await signIn("web");
    const before = await getSessions({ userId, currentId: current.sessionId });
    expect(before).toHaveLength(4);
    expect(before.filter((session) => session.current).map(({ id }) => id)).toEqual([current.sessionId]);
    await endListedSession({ id: phone.sessionId, userId });
    expect(await codeOf(rotateRefreshToken(phone.refreshToken!))).toBe("invalid_token");
    expect(await endOtherSessions({ userId, currentId: current.sessionId })).toBe(2);
    expect((await getSessions({ userId, currentId: current.sessionId })).map(({ id }) => id)).toEqual([
      current.sessionId,
    ]);
  });

  it("are at most a hundred: a further one ends the one used least recently", async () => {
    const first = await signIn();
    const past = () => new Date(Date.now() - 60_000);
    const rows = Array.from({ length: 99 }, () => ({
      id: uuidv7(),
      userId,
      kind: "web",
      userAgent: "many",
      expiresAt: new Date(Date.now() + 3_600_000),
      lastUsedAt: past(),
    }));
    await db().session.createMany({ data: rows });
    await db().session.update({ where: { id: first.sessionId }, data: { lastUsedAt: new Date(0) } });
    const latest = await signIn();
    expect(await getSessions({ userId, currentId: latest.sessionId })).toHaveLength(100);
    expect(await findLiveSession(first.sessionId)).toBeNull();
    expect(await findLiveSession(latest.sessionId)).not.toBeNull();
  });

  it("of somebody else cannot be ended", async () => {
    const { sessionId } = await signIn();
    const stranger = "0190a0a0-0000-7000-8000-000000000000";
    expect(await codeOf(endListedSession({ id: sessionId, userId: stranger }))).toBe("not_found");
    expect(await findLiveSession(sessionId)).not.toBeNull();
  });

  it("are not renewed once they have ended", async () => {
    const { sessionId } = await signIn("web");
    await endListedSession({ id: sessionId, userId });
    expect(await codeOf(renewSession(sessionId))).toBe("invalid_token");
  });
});

describe("access tokens", () => {
  it("name their session, and nothing that was changed is believed", async () => {
    const { sessionId } = await signIn();
    const { accessToken, expiresAt } = await issueAccessToken({ userId, sessionId });
    expect(await readAccessToken(accessToken)).toEqual({ userId, sessionId });
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    const [head, body, signature] = accessToken.split(".");
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body!, "base64url").toString()), sub: "x" }),
    );
    expect(await readAccessToken(`${head}.${other.toString("base64url")}.${signature}`)).toBeNull();
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    expect(await readAccessToken(`${none}.${body}.`)).toBeNull();
  });
});
