import "server-only";
import { AppError } from "@/lib/shared/errors";
import type { Locale } from "@/lib/i18n/locales";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { requireHuman } from "./turnstile.server";
import { inTransaction } from "@/lib/db/client";
import { findCredentialsById } from "@/lib/account/user-repository";
import { requireSignInConfigured } from "./credential-service";
import {
  accountLimitKey,
  resetLoginLimits,
  signInVerified,
  type SignedIn,
  type SignInFacts,
} from "./service";
import { queueCode } from "./code-request-service";
import { consumeMailboxProof } from "./mailbox-service";
import { publishEnded } from "./session-service";
import { findProven, type Proof } from "./verification-service";

export type CodeRequest = {
  email: string;
  humanToken: string | undefined;
  address: string;
  language: Locale;
  /** The address of the mail's link, from its token; for hosted clients. */
  linkOf?: ((token: string) => string) | undefined;
};

/** Mails a sign-in code; see requestCode. */
export function requestSignInCode(request: CodeRequest): Promise<void> {
  return requestCode("sign_in", request);
}

/**
 * Mails a code to an address. Neither the response nor its time reveals whether the address has an account.
 * @throws AppError rate_limited, human_check_failed
 */
export async function requestCode(
  purpose: "sign_in" | "recover_password",
  { email, humanToken, address, language, linkOf }: CodeRequest,
): Promise<void> {
  requireSignInConfigured();
  await consumeLimit("mailAddress", address);
  await consumeLimit("mailAccount", `${purpose}:${accountLimitKey(email)}`);
  await requireHuman({ action: purpose, token: humanToken, address });
  await queueCode({ purpose, email, language, linkOf });
}

/**
 * Signs in with a mailed code or link, which also confirms the address. If it was not confirmed before, nothing else
 * opens the account from then on; see consumeMailboxProof.
 * @throws AppError rate_limited, invalid_code, second_factor_required
 */
export async function signInWithCode(proof: Proof, facts: SignInFacts): Promise<SignedIn> {
  const code = await findProven(proof, "sign_in", facts.address);
  const before = await inTransaction((tx) => consumeMailboxProof(code, tx));
  if (!before.emailVerifiedAt) publishEnded(code.userId);
  const person = await findCredentialsById(code.userId);
  if (!person) throw new AppError("invalid_code");
  await resetLoginLimits({ email: person.email, address: facts.address });
  return signInVerified(person, facts, "token" in proof ? "link" : "code");
}
