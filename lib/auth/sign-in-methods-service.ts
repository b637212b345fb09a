import "server-only";
import { findCredentialsById, lockUser } from "@/lib/account/user-repository";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import { canRemoveSignInMethod } from "./providers";

/**
 * Locks the person, so that two concurrent removals cannot remove both.
 * @throws AppError last_sign_in if removing one passkey or identity would leave no way to sign in
 */
export async function requireOtherSignInMethod(userId: string, tx: Db): Promise<void> {
  await lockUser(userId, tx);
  const person = await findCredentialsById(userId, tx);
  if (!person) throw new AppError("unauthenticated");
  const { passkeys, identities } = person._count;
  if (!canRemoveSignInMethod({ hasPassword: person.passwordHash !== null, passkeys, identities }))
    throw new AppError("last_sign_in");
}
