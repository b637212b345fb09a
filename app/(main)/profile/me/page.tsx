import { requireUser } from "@/lib/auth/viewer.server";
import { getProfile } from "@/lib/people/service";
import { pageTitle } from "@/lib/i18n/page-title";
import { ProfileScreen, tabOf } from "../[userId]/profile-screen";

export const generateMetadata = pageTitle("profile.ownTitle");

export default async function OwnProfilePage({ searchParams }: PageProps<"/profile/me">) {
  const viewer = await requireUser();
  const profile = await getProfile({ viewer, idOrName: viewer.id });
  return <ProfileScreen viewer={viewer} profile={profile} tab={tabOf((await searchParams).tab)} />;
}
