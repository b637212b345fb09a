import "server-only";
import { jwtVerify, SignJWT } from "jose";
import { serverEnv } from "@/lib/config/env.server";

const AUDIENCE = "gum-run";
/** How long a run may stay open. */
const RUN_TOKEN_SECONDS = 24 * 60 * 60;

export type RunClaims = { userId: string; appId: string; runId: string };

function key(): Uint8Array {
  return new TextEncoder().encode(`run-token:${serverEnv().NEXTAUTH_SECRET}`);
}

/** A token for one run of one app by one user. The shell holds it; the frame never sees it. */
export async function issueRunToken({ userId, appId, runId }: RunClaims): Promise<string> {
  return new SignJWT({ app: appId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setJti(runId)
    .setAudience(AUDIENCE)
    .setExpirationTime(Math.floor(Date.now() / 1_000) + RUN_TOKEN_SECONDS)
    .sign(key());
}

/** The claims of a run token; null where it is forged, malformed or expired. */
export async function readRunToken(token: string): Promise<RunClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key(), { audience: AUDIENCE, algorithms: ["HS256"] });
    if (!payload.sub || !payload.jti || typeof payload.app !== "string") return null;
    return { userId: payload.sub, appId: payload.app, runId: payload.jti };
  } catch {
    return null;
  }
}
