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
  findTaken,
  keepFormerUsername,
  lockUser,
  setConsent,
  type ProfileChange,
} from "./user-repository";
import { requireUsername } from "@/lib/auth/credential-service";
import { usernameTaken } from "@/lib/auth/service";
import { publishedTerms } from "@/lib/instance/page-file.server";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { publish } from "@/lib/notifications/notify-service";
import { profileChanged } from "@/lib/realtime/row-events";
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

/** Guards changes that others see; onboarding stays open to all. @throws AppError account_limited */
export async function requireUnlimitedProfile(userId: string): Promise<void> {
  const current = await findMeById(userId);
  if (current?.profileCompletedAt) await requireUnlimited(current);
}

/** Changes a profile with its row locked. @throws AppError precondition_failed with `details.current` */
async function change(
  update: ProfileUpdate,
  make: () => ProfileChange,
): Promise<{ me: Me; revision: number }> {
  try {
    const { isNew, ...changed } = await inTransaction(async (tx) => {
      const current = await lockProfile(update, tx);
      const changes = make();
      if (changes.usernameKey !== undefined) await keepFormerUsername(update.userId, changes.usernameKey, tx);
      const record = await changeProfile(
        update.userId,
        { ...changes, profileCompletedAt: current.profileCompletedAt ?? new Date() },
        tx,
      );
      await indexPerson(record, tx);
      return { me: presentMe(record), revision: record.revision, isNew: !current.profileCompletedAt };
    });
    publish(profileChanged(isNew ? "INSERT" : "UPDATE", update.userId));
    return changed;
  } catch (error) {
    if (isUniqueViolation(error, "username_key")) throw usernameTaken();
    throw error;
  }
}

/**
 * What a change of a profile must pass; the database decides a race for a username.
 * @throws AppError account_limited, validation_error, username_taken
 */
export async function requireProfileChange(
  userId: string,
  { username }: { username: string | undefined },
): Promise<void> {
  await requireUnlimitedProfile(userId);
  if (username === undefined) return;
  const { key: usernameKey } = requireUsername(username);
  const taken = await findTaken({ emailKey: "", usernameKey, exceptId: userId });
  if (taken.username) throw usernameTaken();
}

/**
 * Changes a profile; the first change completes the onboarding step `profile_min`.
 * @throws AppError account_limited, validation_error, username_taken, precondition_failed
 */
export async function updateProfile(
  request: ProfileUpdate & { patch: UpdateProfile },
): Promise<{ me: Me; revision: number }> {
  await requireUnlimitedProfile(request.userId);
  const { username, displayName, bio } = request.patch;
  const name = username === undefined ? undefined : requireUsername(username);
  return change(request, () => ({
    ...(name && { username: name.username, usernameKey: name.key }),
    ...(displayName !== undefined && { displayName }),
    ...(bio !== undefined && { bio }),
  }));
}

/**
 * Records consent to the terms and the privacy notice.
 * @param terms the version that the person has read; without it, the published one
 * @throws AppError conflict if another version has been published meanwhile
 */
export async function giveConsent({
  userId,
  version,
  terms,
}: {
  userId: string;
  version: "v1";
  terms?: number | undefined;
}): Promise<Me> {
  const termsVersion = await publishedTerms();
  if (terms !== undefined && terms !== termsVersion)
    throw new AppError("conflict", { message: `The terms have changed to version ${termsVersion}.` });
  return presentMe(await setConsent({ id: userId, version, termsVersion }));
}
