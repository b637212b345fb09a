import "server-only";
import { CHALLENGE_SECONDS } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";
import { type SignInMethod, SIGN_IN_METHODS } from "./sign-in-methods";
import { hashFor } from "./secret-service";
import { readToken, signToken } from "./signed-token.server";

const AUDIENCE = "second-factor";

type Person = { id: string; email: string; passwordHash: string | null; emailVerifiedAt: Date | null };

/** Changes with the password, the address and its first confirmation, which makes earlier challenges void. */
const stampOf = ({ email, passwordHash, emailVerifiedAt }: Person): string =>
  hashFor(
    "challenge-stamp",
    `${email}\n${passwordHash ?? ""}${emailVerifiedAt === null ? "\nunconfirmed" : ""}`,
  );

/** A token that proves the first factor for CHALLENGE_SECONDS; it is useless without the second. */
export function issueChallenge(person: Person, method: SignInMethod): Promise<string> {
  // Clients of the hosted interface read from `aal` that a second factor is required.
  return signToken(
    "challenge",
    { stamp: stampOf(person), method, aal: "aal1", sub: person.id },
    { audience: AUDIENCE, seconds: CHALLENGE_SECONDS },
  );
}

export type Challenge = {
  userId: string;
  /** The first factor. */
  method: SignInMethod;
  /** False once the password or the address has changed, or the address has been confirmed. */
  isOf: (person: Person) => boolean;
};

/** Returns who proved the first factor. @throws AppError invalid_token */
export async function readChallenge(challenge: string): Promise<Challenge> {
  const payload = await readToken("challenge", challenge, AUDIENCE);
  const method = SIGN_IN_METHODS.find((known) => known === payload?.method);
  if (payload?.sub && method)
    return { userId: payload.sub, method, isOf: (person) => payload.stamp === stampOf(person) };
  throw new AppError("invalid_token");
}
