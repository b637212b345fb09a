import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { orNotFound } from "@/lib/http/or-not-found";
import { requireUser } from "@/lib/auth/viewer.server";
import { findRenamed, getProfile } from "@/lib/people/service";
import { ProfileScreen, tabOf } from "./profile-screen";

/** The profile by id or username, read once for both title and page. */
const readProfile = cache(async (userId: string) => {
  const viewer = await requireUser();
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
  const profile = await readProfile((await params).userId);
  return { title: `${profile.displayName || profile.username} (@${profile.username})` };
}

export default async function ProfilePage({ params, searchParams }: PageProps<"/profile/[userId]">) {
  const viewer = await requireUser();
  const profile = await readProfile((await params).userId);
  return <ProfileScreen viewer={viewer} profile={profile} tab={tabOf((await searchParams).tab)} />;
}
