import "server-only";
import type { Trial } from "./trial-contract";
import type { TrialRecord } from "./trial-repository";
import type { TrialPicture } from "./trial-rules";

/** @param isOwner whether the viewer made the app: the texts of its errors are for them */
export function presentTrial(
  { outcome, cause, facts, triedAt, desktopKey, phoneKey }: TrialRecord,
  { appId, isOwner }: { appId: string; isOwner: boolean },
): Trial {
  const { errors, ...others } = facts;
  const urlOf = (picture: TrialPicture, key: string | null) =>
    // A prefix of the random key, which changes with the picture.
    key && `/api/apps/${appId}/trial/${picture}?v=${key.slice(key.indexOf("/") + 1, key.indexOf("/") + 9)}`;
  return {
    ...others,
    outcome,
    cause,
    triedAt: triedAt.toISOString(),
    errorCount: errors.length,
    errors: isOwner ? errors : [],
    pictures: { desktop: urlOf("desktop", desktopKey), phone: urlOf("phone", phoneKey) },
  };
}
