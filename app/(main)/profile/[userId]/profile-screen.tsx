import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { ProfileView, type ProfileTab } from "@/components/profile/profile-view";
import { Messages } from "@/components/shell/messages";
import { UserPosts } from "@/components/timeline/user-posts";
import { appKeys } from "@/lib/apps/queries";
import { peopleKeys } from "@/lib/people/queries";
import { postKeys } from "@/lib/posts/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import type { Profile } from "@/lib/people/contract";
import { PAGE_SIZE } from "@/lib/config/limits";
import type { Viewer } from "@/lib/auth/viewer.server";
import { listUserApps } from "@/lib/apps/service";
import { describeViewer, listUserPosts } from "@/lib/people/service";
import { TimelineSlots } from "../../_slots/timeline-slots";
import { UserApps } from "../../_slots/user-apps";

/** A profile with the first page of its initial tab. */
export async function ProfileScreen({
  viewer,
  profile,
  tab,
}: {
  viewer: Viewer;
  profile: Profile;
  tab: ProfileTab;
}) {
  const client = getQueryClient();
  client.setQueryData(peopleKeys.profile(profile.id), profile);
  if (!profile.relation.blocking) {
    const query = { limit: PAGE_SIZE, after: undefined };
    const first =
      tab === "posts"
        ? await listUserPosts({ viewer, idOrName: profile.id, query })
        : await listUserApps({ viewer, userId: profile.id, query });
    const key = tab === "posts" ? postKeys.ofUser(profile.id) : appKeys.ofUser(profile.id);
    client.setQueryData(key, { pages: [first], pageParams: [null] });
  }
  return (
    <TimelineSlots me={describeViewer(viewer)}>
      <Messages of={["apps"]}>
        <HydrationBoundary state={dehydrate(client)}>
          <ProfileView
            key={profile.id}
            userId={profile.id}
            meId={viewer.id}
            initialTab={tab}
            posts={<UserPosts userId={profile.id} />}
            apps={<UserApps userId={profile.id} own={profile.id === viewer.id} />}
          />
        </HydrationBoundary>
      </Messages>
    </TimelineSlots>
  );
}

/** Parses the `tab` search parameter. */
export function tabOf(value: string | string[] | undefined): ProfileTab {
  return value === "apps" ? "apps" : "posts";
}
