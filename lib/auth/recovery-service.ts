import "server-only";
import { AppError } from "@/lib/shared/errors";
import type { Locale } from "@/lib/i18n/locales";
import { hashPassword } from "./password-hasher.server";
import { inTransaction } from "@/lib/db/client";
import { endAccess, publishEnded } from "./session-service";
import { findCredentialsById, setPasswordHash } from "@/lib/account/user-repository";
import { requireNewPassword } from "./credential-service";
import { resetLoginLimits } from "./service";
import { consumeMailboxProof } from "./mailbox-service";
import { sendNotice } from "@/lib/mail/service";
import { requestCode, type CodeRequest } from "./sign-in-code-service";
import { findProven, type Proof } from "./verification-service";

/** Mails a code to reset the password; see requestCode. */
export function requestRecovery(request: CodeRequest): Promise<void> {
  return requestCode("recover_password", request);
}

/**
 * Sets a new password with a mailed code, and ends all sessions. A second factor stays active if the address was
 * confirmed before: access to a mailbox alone does not sign in.
 * @throws AppError rate_limited, invalid_code, validation_error
 */
export async function recoverPassword({
  proof,
  password,
  address,
  language,
}: {
  proof: Proof;
  password: string;
  address: string;
  language: Locale;
}): Promise<void> {
  const code = await findProven(proof, "recover_password", address);
  const person = await findCredentialsById(code.userId);
  if (!person) throw new AppError("invalid_code");
  // Before the code is consumed, so that a refused password can be corrected.
  requireNewPassword(password, person);
  const passwordHash = await hashPassword(password);
  await inTransaction(async (tx) => {
    await consumeMailboxProof(code, tx);
    await setPasswordHash(person.id, passwordHash, tx);
    await endAccess({ userId: person.id }, tx);
    await sendNotice({ to: person.email, kind: "password_changed", language, tx });
  });
  publishEnded(person.id);
  await resetLoginLimits({ email: person.email, address });
}
