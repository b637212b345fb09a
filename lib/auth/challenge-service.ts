import "server-only";
import { jwtVerify, SignJWT } from "jose";
import { CHALLENGE_SECONDS } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";
import { type SignInMethod, SIGN_IN_METHODS } from "./sign-in-methods";
import { hashFor, keyFor } from "./secret-service";

const AUDIENCE = "second-factor";

type Person = { id: string; email: string; passwordHash: string | null };

/** Changes with the password and the address, which makes earlier challenges void. */
const stampOf = ({ email, passwordHash }: Person): string =>
  hashFor("challenge", `${email}\n${passwordHash ?? ""}`);

/** A token that proves the first factor for CHALLENGE_SECONDS; it is useless without the second. */
export function issueChallenge(person: Person, method: SignInMethod): Promise<string> {
  return new SignJWT({ stamp: stampOf(person), method })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(person.id)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(new Date(Date.now() + CHALLENGE_SECONDS * 1_000))
    .sign(keyFor("challenge"));
}

export type Challenge = {
  userId: string;
  /** The first factor. */
  method: SignInMethod;
  /** False once the password or the address has changed. */
  isOf: (person: Person) => boolean;
};

/** Tells who proved the first factor. @throws AppError invalid_token */
export async function readChallenge(challenge: string): Promise<Challenge> {
  try {
    const { payload } = await jwtVerify(challenge, keyFor("challenge"), {
      audience: AUDIENCE,
      algorithms: ["HS256"],
    });
    const method = SIGN_IN_METHODS.find((known) => known === payload.method);
    if (payload.sub && method)
      return { userId: payload.sub, method, isOf: (person) => payload.stamp === stampOf(person) };
  } catch {
    // Forged, malformed and expired tokens get the same error.
  }
  throw new AppError("invalid_token");
}
