export const PROFILE_FIELDS = ["displayName", "username", "bio"] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileValues = Record<ProfileField, string>;

/**
 * Three-way merge of local and remote changes since `base`. A field changed on both sides to different values is a
 * conflict, which the person resolves.
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
