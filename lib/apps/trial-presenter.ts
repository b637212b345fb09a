import "server-only";
import { apiPathOf, versionOf, type AppAddress } from "./presenter";
import type { Trial } from "./trial-contract";
import type { TrialRecord } from "./trial-repository";
import type { TrialPicture } from "./trial-rules";

/**
 * @param isOwner whether the viewer made the app: the texts of its errors are for them
 * @param unpublished the package of a version that the app does not have yet
 */
export function presentTrial(
  { outcome, cause, facts, triedAt, desktopKey, phoneKey }: TrialRecord,
  {
    appId,
    address,
    isOwner,
    unpublished,
  }: { appId: string; address: AppAddress; isOwner: boolean; unpublished?: string },
): Trial {
  const { errors, ...others } = facts;
  const urlOf = (picture: TrialPicture, key: string | null) =>
    key &&
    `${apiPathOf(appId, address)}/trial/${picture}?v=${versionOf(key)}${unpublished ? `&package=${unpublished}` : ""}`;
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
