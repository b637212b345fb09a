/** The fields of a profile that two devices may change at the same time. */
export const PROFILE_FIELDS = ["displayName", "username", "bio"] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileValues = Record<ProfileField, string>;

/**
 * Joins what was changed here with what was changed elsewhere since `base` was read. A field changed on one side only
 * takes that side's value; one changed on both to different values is a conflict, which a person decides.
 */
export function mergeProfile({
  base,
  mine,
  theirs,
}: {
  base: ProfileValues;
  mine: ProfileValues;
  theirs: ProfileValues;
}): { merged: ProfileValues; conflicts: ProfileField[] } {
  const merged = { ...theirs };
  const conflicts: ProfileField[] = [];
  for (const field of PROFILE_FIELDS) {
    if (mine[field] === base[field] || mine[field] === theirs[field]) continue;
    merged[field] = mine[field];
    if (theirs[field] !== base[field]) conflicts.push(field);
  }
  return { merged, conflicts };
}
