import "server-only";
import type { Me, User, UserShort } from "./user-contract";
import { computeOnboarding } from "@/lib/account/onboarding";
import { fileUrl } from "@/lib/files/file-url";
import type { UserRecord, UserShortRecord } from "./repository";

type MeRecord = UserRecord & {
  email: string;
  emailVerifiedAt: Date | null;
  consentVersion: string | null;
  profileCompletedAt: Date | null;
};

export function presentUserShort(record: UserShortRecord): UserShort {
  return {
    id: record.id,
    username: record.username,
    displayName: record.displayName,
    avatarUrl: fileUrl(record.avatarKey),
  };
}

export function presentUser(record: UserRecord, viewer: User["viewer"]): User {
  return {
    ...presentUserShort(record),
    bio: record.bio,
    bannerUrl: fileUrl(record.bannerKey),
    createdAt: record.createdAt.toISOString(),
    counts: {
      posts: record.postsCount,
      followers: record.followersCount,
      following: record.followingCount,
      apps: record.appsCount,
    },
    viewer,
  };
}

export function presentMe(record: MeRecord): Me {
  const onboarding = computeOnboarding(record);
  return {
    ...presentUser(record, { following: false, followedBy: false }),
    email: record.email,
    onboarding,
    onboarding_completed: onboarding.isOnboarded,
  };
}
