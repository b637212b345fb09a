import "server-only";
import type { UpdateProfile } from "./contract";
import type { Me } from "@/lib/people/user-contract";
import { AppError } from "@/lib/shared/errors";
import { inTransaction, type Db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { presentMe } from "@/lib/people/user-presenter";
import {
  changeProfile,
  findMeById,
  keepFormerUsername,
  lockUser,
  setConsent,
  type ProfileChange,
} from "./user-repository";
import { requireUsername } from "@/lib/auth/credential-service";
import { usernameTaken } from "@/lib/auth/service";
import { indexPerson } from "@/lib/search/index-service";

export type ProfileUpdate = {
  userId: string;
  /** Checks the caller's precondition (If-Match) against the current profile. */
  allows: (current: { id: string; revision: number }) => boolean;
};

/** Locks a profile for a change. @throws AppError precondition_failed with `details.current` */
export async function lockProfile({ userId, allows }: ProfileUpdate, tx: Db) {
  await lockUser(userId, tx);
  const current = await findMeById(userId, tx);
  if (!current) throw new AppError("unauthenticated");
  if (!allows(current))
    throw new AppError("precondition_failed", { details: { current: presentMe(current) } });
  return current;
}

/** Changes a profile with its row locked. @throws AppError precondition_failed with `details.current` */
async function change(
  update: ProfileUpdate,
  make: () => ProfileChange,
): Promise<{ me: Me; revision: number }> {
  try {
    return await inTransaction(async (tx) => {
      const current = await lockProfile(update, tx);
      const changes = make();
      if (changes.usernameKey !== undefined) await keepFormerUsername(update.userId, changes.usernameKey, tx);
      const record = await changeProfile(
        update.userId,
        { ...changes, profileCompletedAt: current.profileCompletedAt ?? new Date() },
        tx,
      );
      await indexPerson(record, tx);
      return { me: presentMe(record), revision: record.revision };
    });
  } catch (error) {
    if (isUniqueViolation(error, "username_key")) throw usernameTaken();
    throw error;
  }
}

/**
 * Changes a profile; the first change completes the onboarding step `profile_min`.
 * @throws AppError validation_error, username_taken, precondition_failed
 */
export async function updateProfile(
  request: ProfileUpdate & { patch: UpdateProfile },
): Promise<{ me: Me; revision: number }> {
  const { username, displayName, bio } = request.patch;
  const name = username === undefined ? undefined : requireUsername(username);
  return change(request, () => ({
    ...(name && { username: name.username, usernameKey: name.key }),
    ...(displayName !== undefined && { displayName }),
    ...(bio !== undefined && { bio }),
  }));
}

/** Records consent to the terms of `version`. */
export async function giveConsent({ userId, version }: { userId: string; version: "v1" }): Promise<Me> {
  return presentMe(await setConsent(userId, version));
}
