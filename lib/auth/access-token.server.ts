import "server-only";
import { ACCESS_TOKEN_SECONDS } from "@/lib/config/limits";
import { readToken, signToken } from "./signed-token.server";

const ISSUER = "gum";
const AUDIENCE = "gum-api";

/** Issues a bearer token for an API client's session, valid for ACCESS_TOKEN_SECONDS. */
export async function issueAccessToken({
  userId,
  sessionId,
  claims,
}: {
  userId: string;
  sessionId: string;
  /** Claims for clients; nothing here depends on them. */
  claims?: Record<string, unknown>;
}): Promise<{ accessToken: string; expiresAt: Date }> {
  const expiresAt = new Date(Date.now() + ACCESS_TOKEN_SECONDS * 1_000);
  const accessToken = await signToken(
    "access-token",
    { ...claims, sid: sessionId, sub: userId, iss: ISSUER },
    { audience: AUDIENCE, seconds: ACCESS_TOKEN_SECONDS },
  );
  return { accessToken, expiresAt };
}

/** The session of a bearer token, or null if the token is forged, malformed or expired. */
export async function readAccessToken(token: string): Promise<{ userId: string; sessionId: string } | null> {
  const payload = await readToken("access-token", token, AUDIENCE);
  if (!payload?.sub || payload.iss !== ISSUER || typeof payload.sid !== "string") return null;
  return { userId: payload.sub, sessionId: payload.sid };
}
