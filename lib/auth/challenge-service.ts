import "server-only";
import { jwtVerify, SignJWT } from "jose";
import { CHALLENGE_SECONDS } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";
import { keyFor } from "./secret-service";

const AUDIENCE = "second-factor";

/** A token that proves the first factor for CHALLENGE_SECONDS; it is useless without the second. */
export function issueChallenge(userId: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(new Date(Date.now() + CHALLENGE_SECONDS * 1_000))
    .sign(keyFor("challenge"));
}

/** Returns the id of the user who proved the first factor. @throws AppError invalid_token */
export async function readChallenge(challenge: string): Promise<string> {
  try {
    const { payload } = await jwtVerify(challenge, keyFor("challenge"), {
      audience: AUDIENCE,
      algorithms: ["HS256"],
    });
    if (payload.sub) return payload.sub;
  } catch {
    // Forged, malformed and expired tokens get the same error.
  }
  throw new AppError("invalid_token");
}
