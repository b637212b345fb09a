import type { Onboarding } from "@/lib/domain/onboarding";

/** A person as part of something else: an author, an owner, a search result. */
export type UserShort = {
  id: string;
  username: string;
  displayName: string;
  avatarUrl: string | null;
};

/** A person as anyone signed in may see them. Never holds a mail address. */
export type User = UserShort & {
  bio: string;
  bannerUrl: string | null;
  createdAt: string;
  counts: { posts: number; followers: number; following: number; apps: number };
  viewer: { following: boolean; followedBy: boolean };
};

/** Oneself. */
export type Me = User & {
  email: string;
  onboarding: Onboarding;
  onboarding_completed: boolean;
};
