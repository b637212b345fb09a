import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { ProfileView } from "@/components/profile/profile-view";
import { Messages } from "@/components/shell/messages";
import { UserPosts } from "@/components/timeline/user-posts";
import { appKeys } from "@/lib/apps/queries";
import { peopleKeys } from "@/lib/people/queries";
import { postKeys } from "@/lib/posts/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import type { Profile } from "@/lib/people/contract";
import { canSeePosts, PROFILE_TABS, type ProfileTab } from "@/lib/people/rules";
import { PAGE_SIZE } from "@/lib/config/limits";
import type { Viewer } from "@/lib/auth/viewer.server";
import { listUserApps } from "@/lib/apps/service";
import { collectionKeys } from "@/lib/collections/queries";
import { countCollectionsOf, listCollectionsOf } from "@/lib/collections/service";
import { describeViewer, listUserPosts } from "@/lib/people/service";
import { TimelineSlots } from "../../_slots/timeline-slots";
import { UserApps } from "../../_slots/user-apps";
import { UserCollections } from "../../_slots/user-collections";

/** A profile with the first page of its initial tab. */
export async function ProfileScreen({
  viewer,
  profile,
  tab: asked,
}: {
  viewer: Viewer;
  profile: Profile;
  tab: ProfileTab;
}) {
  const isOwn = profile.id === viewer.id;
  const collections = await countCollectionsOf({ viewer, userId: profile.id });
  const isThere = isOwn || (asked !== "likes" && (asked !== "collections" || collections > 0));
  const tab = isThere ? asked : "posts";
  const client = getQueryClient();
  client.setQueryData(peopleKeys.profile(profile.id), profile);
  if (!profile.relation.blocking && (canSeePosts(profile, viewer.id) || tab === "apps")) {
    const query = { limit: PAGE_SIZE, after: undefined };
    const of = { viewer, userId: profile.id, query };
    const [key, first] =
      tab === "apps"
        ? [appKeys.ofUser(profile.id), await listUserApps(of)]
        : tab === "collections"
          ? [collectionKeys.ofUser(profile.id), await listCollectionsOf(of)]
          : [
              postKeys.ofUser(profile.id, tab),
              await listUserPosts({ viewer, idOrName: profile.id, query: { ...query, tab } }),
            ];
    client.setQueryData<unknown>(key, { pages: [first], pageParams: [null] });
  }
  return (
    <TimelineSlots me={describeViewer(viewer)}>
      <Messages of={["apps", "collections"]}>
        <HydrationBoundary state={dehydrate(client)}>
          <ProfileView
            key={profile.id}
            userId={profile.id}
            meId={viewer.id}
            initialTab={tab}
            collections={collections}
            tabs={{
              posts: <UserPosts key="posts" userId={profile.id} tab="posts" />,
              replies: <UserPosts key="replies" userId={profile.id} tab="replies" />,
              media: <UserPosts key="media" userId={profile.id} tab="media" />,
              apps: <UserApps userId={profile.id} own={isOwn} />,
              collections: <UserCollections userId={profile.id} own={isOwn} />,
              likes: <UserPosts key="likes" userId={profile.id} tab="likes" />,
            }}
          />
        </HydrationBoundary>
      </Messages>
    </TimelineSlots>
  );
}

/** Parses the `tab` search parameter. */
export function tabOf(value: string | string[] | undefined): ProfileTab {
  return PROFILE_TABS.find((tab) => tab === value) ?? "posts";
}
