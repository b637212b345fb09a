import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { AppError } from "@/lib/shared/errors";
import { requireUser } from "@/lib/auth/viewer.server";
import { getProfile } from "@/lib/people/service";
import { ProfileScreen, tabOf } from "./profile-screen";

type Props = {
  params: Promise<{ userId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The person, by id or username, read once for title and page. */
const readProfile = cache(async (userId: string) => {
  const viewer = await requireUser();
  try {
    return await getProfile({ viewer, idOrName: decodeURIComponent(userId) });
  } catch (error) {
    if (error instanceof URIError || (error instanceof AppError && error.code === "not_found")) notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const profile = await readProfile((await params).userId);
  return { title: `${profile.displayName || profile.username} (@${profile.username})` };
}

export default async function ProfilePage({ params, searchParams }: Props) {
  const viewer = await requireUser();
  const profile = await readProfile((await params).userId);
  return <ProfileScreen viewer={viewer} profile={profile} tab={tabOf((await searchParams).tab)} />;
}
