import "server-only";
import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import { keysFor, type TokenPurpose } from "./secret-service";

/**
 * Claims that leave the server, and come back signed.
 *
 * Trust model. Outside: whoever sends a token. Its claims count only if this instance signed them for this purpose and
 * audience, and until they expire.
 */

type Signing = {
  audience: string;
  /** Without it the token never expires. */
  seconds?: number;
};

export function signToken(
  purpose: TokenPurpose,
  claims: JWTPayload,
  { audience, seconds }: Signing,
): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setAudience(audience).setIssuedAt();
  if (seconds !== undefined) token.setExpirationTime(Math.floor(Date.now() / 1_000) + seconds);
  return token.sign(keysFor(purpose)[0]);
}

/** The claims of a token; null if it is forged, malformed, expired or meant for something else. */
export async function readToken(
  purpose: TokenPurpose,
  token: string,
  audience: string,
): Promise<JWTPayload | null> {
  for (const key of keysFor(purpose)) {
    if (!key) continue;
    const verified = await jwtVerify(token, key, { audience, algorithms: ["HS256"] }).catch(() => null);
    if (verified) return verified.payload;
  }
  return null;
}
