/** The name to show for a person. */
export function nameOf(user: { displayName: string; username: string }): string {
  return user.displayName || user.username;
}

/** The tabs of a profile, in their order; `likes` is on one's own only. */
export const PROFILE_TABS = ["posts", "replies", "media", "apps", "likes"] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];
