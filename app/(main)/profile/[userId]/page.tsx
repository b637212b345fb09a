import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound } from "@/lib/http/or-not-found";
import { requireUser } from "@/lib/auth/viewer.server";
import { getProfile } from "@/lib/people/service";
import { ProfileScreen, tabOf } from "./profile-screen";

/** The profile by id or username, read once for both title and page. */
const readProfile = cache(async (userId: string) => {
  const viewer = await requireUser();
  return orNotFound(async () => getProfile({ viewer, idOrName: decodeURIComponent(userId) }));
});

export async function generateMetadata({ params }: PageProps<"/profile/[userId]">): Promise<Metadata> {
  const profile = await readProfile((await params).userId);
  return { title: `${profile.displayName || profile.username} (@${profile.username})` };
}

export default async function ProfilePage({ params, searchParams }: PageProps<"/profile/[userId]">) {
  const viewer = await requireUser();
  const profile = await readProfile((await params).userId);
  return <ProfileScreen viewer={viewer} profile={profile} tab={tabOf((await searchParams).tab)} />;
}
