import "server-only";
import { emailKey } from "@/lib/account/email";
import {
  type Credentials,
  findCredentialsById,
  setEmailVerified,
  setPasswordHash,
} from "@/lib/account/user-repository";
import type { Db } from "@/lib/db/client";
import { appointFirstAdmin } from "@/lib/moderation/role-service";
import { AppError } from "@/lib/shared/errors";
import { consume, type FoundCode } from "./code-service";
import { deleteFactors } from "./factor-repository";
import { deleteIdentitiesOf } from "./identity-repository";
import { deletePasskeysOf } from "./passkey-repository";
import { endAccess } from "./session-service";

/**
 * Gives an account to whoever reads its mailbox: with a code to sign in, or to choose a new password.
 *
 * Trust model. Outside: whoever signed up first. Until the address is confirmed, they may have typed that of somebody
 * else, and wait for its owner. The owner of the mailbox has proven nothing but that, so of an account whose address
 * was not confirmed nothing that opened it before may open it afterwards.
 */

/**
 * Consumes a code and confirms the address that it was sent to. Its first confirmation removes every way to sign in,
 * and ends all access; the caller calls publishEnded after its commit.
 * @returns the person as they were before
 * @throws AppError invalid_code
 */
export async function consumeMailboxProof(code: FoundCode, tx: Db): Promise<Credentials> {
  await consume(code, tx);
  const person = await findCredentialsById(code.userId, tx);
  // The code was sent to the previous address if the person has changed it since.
  if (!person || !(await setEmailVerified(person.id, emailKey(code.email), tx)))
    throw new AppError("invalid_code");
  await appointFirstAdmin(tx);
  if (!person.emailVerifiedAt) await removeWaysIn(person.id, tx);
  return person;
}

async function removeWaysIn(userId: string, tx: Db): Promise<void> {
  await setPasswordHash(userId, null, tx);
  await deleteIdentitiesOf(userId, tx);
  await deletePasskeysOf(userId, tx);
  await deleteFactors({ userId }, tx);
  await endAccess({ userId }, tx);
}
