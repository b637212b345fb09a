import { NEW_ACCOUNT_MS } from "@/lib/config/limits";

/** Whether the limits of the first day are this person's. */
export function isNewMember({ role, createdAt }: { role: string; createdAt: Date }): boolean {
  return role === "member" && Date.now() - createdAt.getTime() < NEW_ACCOUNT_MS;
}

/** The name to show for a person. */
export function nameOf(user: { displayName: string; username: string }): string {
  return user.displayName || user.username;
}

/** The tabs of a profile, in order; `likes` is only on one's own, `collections` also where there are any. */
export const PROFILE_TABS = ["posts", "replies", "media", "apps", "collections", "likes"] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** Whether somebody may see what this person posts, and whom they follow: maySeePostsOf for a person who was read already. */
export function canSeePosts(
  person: { id: string; isPrivate: boolean; following?: boolean; relation?: { following: boolean } },
  viewerId: string,
): boolean {
  return (
    !person.isPrivate || person.id === viewerId || (person.following ?? person.relation?.following ?? false)
  );
}
