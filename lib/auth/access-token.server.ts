import "server-only";
import { jwtVerify, SignJWT } from "jose";
import { serverEnv } from "@/lib/config/env.server";
import { ACCESS_TOKEN_SECONDS } from "@/lib/config/limits";

const ISSUER = "gum";
const AUDIENCE = "gum-api";

function key(): Uint8Array {
  return new TextEncoder().encode(`access-token:${serverEnv().NEXTAUTH_SECRET}`);
}

/** Issues a bearer token for an API client's session, valid for ACCESS_TOKEN_SECONDS. */
export async function issueAccessToken({
  userId,
  sessionId,
}: {
  userId: string;
  sessionId: string;
}): Promise<{ accessToken: string; expiresAt: Date }> {
  const expiresAt = new Date(Date.now() + ACCESS_TOKEN_SECONDS * 1_000);
  const accessToken = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key());
  return { accessToken, expiresAt };
}

/** The session of a bearer token, or null if the token is forged, malformed or expired. */
export async function readAccessToken(token: string): Promise<{ userId: string; sessionId: string } | null> {
  try {
    const { payload } = await jwtVerify(token, key(), {
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ["HS256"],
    });
    if (!payload.sub || typeof payload.sid !== "string") return null;
    return { userId: payload.sub, sessionId: payload.sid };
  } catch {
    return null;
  }
}
