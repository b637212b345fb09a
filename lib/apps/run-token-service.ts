import "server-only";
import { jwtVerify, SignJWT } from "jose";
import { serverEnv } from "@/lib/config/env.server";

const AUDIENCE = "gum-run";
/** A run may stay open for a day before its host has to begin a new one. */
const RUN_TOKEN_SECONDS = 24 * 60 * 60;

export type RunClaims = { userId: string; appId: string; runId: string };

function key(): Uint8Array {
  return new TextEncoder().encode(`run-token:${serverEnv().NEXTAUTH_SECRET}`);
}

/** A token that names one run of one app by one person. The shell holds it; the frame never sees it. */
export async function issueRunToken({ userId, appId, runId }: RunClaims): Promise<string> {
  return new SignJWT({ app: appId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setJti(runId)
    .setAudience(AUDIENCE)
    .setExpirationTime(Math.floor(Date.now() / 1_000) + RUN_TOKEN_SECONDS)
    .sign(key());
}

/** The run a token names, or null if it is forged, malformed or past its time. */
export async function readRunToken(token: string): Promise<RunClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key(), { audience: AUDIENCE, algorithms: ["HS256"] });
    if (!payload.sub || !payload.jti || typeof payload.app !== "string") return null;
    return { userId: payload.sub, appId: payload.app, runId: payload.jti };
  } catch {
    return null;
  }
}
