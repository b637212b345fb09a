import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import { emailKey } from "@/lib/account/email";
import { AppError } from "@/lib/shared/errors";
import type { Locale } from "@/lib/i18n/locales";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { inTransaction } from "@/lib/db/client";
import { findCredentialsByEmail, findMeById, setEmailVerified } from "@/lib/account/user-repository";
import { presentMe } from "@/lib/people/user-presenter";
import type { Me } from "@/lib/people/user-contract";
import { accountLimitKey } from "./service";
import { queueCode } from "./code-request-service";
import { findByDigits, findByToken, type FoundCode, consume } from "./code-service";
import { appointFirstAdmin } from "@/lib/moderation/role-service";

/** A mailed code: the token of its link, or its digits. */
export type Proof = { token: string } | { email: string; code: string };

/** The minimum time of a failed attempt in ms, so that it does not reveal whether the account exists. */
export const WRONG_CODE_MS = 50;

/**
 * Finds a proof's code; attempts are limited per account and per network address. Neither the error nor its time reveals
 * whether the address has an account.
 * @throws AppError rate_limited, invalid_code
 */
export async function findProven(
  proof: Proof,
  purpose: "verify_email" | "recover_password" | "sign_in",
  address: string,
): Promise<FoundCode> {
  await consumeLimit("codeAddress", address);
  if ("token" in proof) return findByToken(proof.token, purpose);
  await consumeLimit("codeAccount", `${purpose}:${accountLimitKey(proof.email)}`);
  const answerTime = wait(WRONG_CODE_MS);
  try {
    const person = await findCredentialsByEmail(emailKey(proof.email));
    return await findByDigits(person?.id, proof.code, purpose);
  } catch (error) {
    await answerTime;
    throw error;
  }
}

/** Confirms the address that a code was sent to. @throws AppError rate_limited, invalid_code */
export async function verifyEmail(proof: Proof, address: string): Promise<Me> {
  const code = await findProven(proof, "verify_email", address);
  await inTransaction(async (tx) => {
    await consume(code, tx);
    // The code was sent to the previous address if the person has changed it since.
    if (!(await setEmailVerified(code.userId, emailKey(code.email), tx))) throw new AppError("invalid_code");
    await appointFirstAdmin(tx);
  });
  const record = await findMeById(code.userId);
  if (!record) throw new AppError("invalid_code");
  return presentMe(record);
}

/**
 * Resends the confirmation mail. Neither the response nor its time reveals whether there is anything to confirm.
 * @throws AppError rate_limited
 */
export async function resendVerification({
  email,
  address,
  language,
}: {
  email: string;
  address: string;
  language: Locale;
}): Promise<void> {
  await consumeLimit("mailAddress", address);
  await consumeLimit("mailAccount", `verify_email:${accountLimitKey(email)}`);
  await queueCode({ purpose: "verify_email", email, language });
}
