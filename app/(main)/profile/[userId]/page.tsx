import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { avatarOf, shortDescription } from "@/lib/guests/preview";
import { orNotFound } from "@/lib/http/or-not-found";
import { findPageReader } from "@/lib/auth/viewer.server";
import { nameOf } from "@/lib/people/rules";
import { findRenamed, getProfile, isAnyUnlisted } from "@/lib/people/service";
import { NOBODY } from "@/lib/shared/contract";
import { guestMetadata } from "../../_slots/guest-metadata";
import { GuestProfilePage } from "./guest-profile-page";
import { ProfileScreen, tabOf } from "./profile-screen";

/** The profile by id or username, read once for both title and page. */
const readProfile = cache(async (userId: string) => {
  const viewer = (await findPageReader()) ?? NOBODY;
  return orNotFound(async () => {
    const idOrName = decodeURIComponent(userId);
    try {
      return await getProfile({ viewer, idOrName });
    } catch (error) {
      const username = await findRenamed({ viewer, name: idOrName });
      if (username === null) throw error;
      redirect(`/profile/${encodeURIComponent(username)}`);
    }
  });
});

export async function generateMetadata({ params }: PageProps<"/profile/[userId]">): Promise<Metadata> {
  const [viewer, t, profile] = await Promise.all([
    findPageReader(),
    getTranslations("guest"),
    params.then(({ userId }) => readProfile(userId)),
  ]);
  const name = nameOf(profile);
  const title = `${name} (@${profile.username})`;
  if (viewer) return { title };
  const { posts, apps } = profile.counts;
  return guestMetadata({
    title,
    description:
      shortDescription(profile.bio) || t("profileText", { name, username: profile.username, posts, apps }),
    path: `/profile/${profile.id}`,
    type: "profile",
    images: avatarOf(profile),
    isLarge: false,
    ...(!profile.isPrivate && { feed: `/profile/${profile.id}/feed.xml` }),
    isHidden: await isAnyUnlisted([profile.id]),
  });
}

export default async function ProfilePage({ params, searchParams }: PageProps<"/profile/[userId]">) {
  const viewer = await findPageReader();
  const [profile, { tab, after }] = await Promise.all([
    params.then(({ userId }) => readProfile(userId)),
    searchParams,
  ]);
  if (!viewer) return <GuestProfilePage profile={profile} after={after} />;
  return <ProfileScreen viewer={viewer} profile={profile} tab={tabOf(tab)} />;
}
