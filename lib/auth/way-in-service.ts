import "server-only";
import { findCredentialsById, lockUser } from "@/lib/account/user-repository";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import { canRemoveWayIn } from "./providers";

/**
 * Locks the person, so that two removals at once do not each count on the other.
 * @throws AppError last_sign_in if one passkey or identity less leaves no way in
 */
export async function requireOtherWayIn(userId: string, tx: Db): Promise<void> {
  await lockUser(userId, tx);
  const person = await findCredentialsById(userId, tx);
  if (!person) throw new AppError("unauthenticated");
  const { passkeys, identities } = person._count;
  if (!canRemoveWayIn({ hasPassword: person.passwordHash !== null, passkeys, identities }))
    throw new AppError("last_sign_in");
}
