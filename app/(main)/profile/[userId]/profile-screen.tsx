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

type ProfileScreenProps = { viewer: Viewer; profile: Profile; tab: ProfileTab };

/** A profile with the first page of its initial tab. */
export async function ProfileScreen({ viewer, profile, tab: asked }: ProfileScreenProps) {
  const isOwn = profile.id === viewer.id;
  const counting = countCollectionsOf({ viewer, userId: profile.id });
  // The other tabs are there whatever the number is.
  const isThere = isOwn || (asked !== "likes" && (asked !== "collections" || (await counting) > 0));
  const tab = isThere ? asked : "posts";
  const client = getQueryClient();
  client.setQueryData(peopleKeys.profile(profile.id), profile);
  const isShown = !profile.relation.blocking && (canSeePosts(profile, viewer.id) || tab === "apps");
  const [collections, first] = await Promise.all([counting, isShown && readFirst({ viewer, profile, tab })]);
  if (first) client.setQueryData<unknown>(first.key, { pages: [first.page], pageParams: [null] });
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

/** The first page of a tab, and its key in the query cache. */
async function readFirst({ viewer, profile: { id }, tab }: ProfileScreenProps) {
  const query = { limit: PAGE_SIZE, after: undefined };
  const of = { viewer, userId: id, query };
  if (tab === "apps") return { key: appKeys.ofUser(id), page: await listUserApps(of) };
  if (tab === "collections") return { key: collectionKeys.ofUser(id), page: await listCollectionsOf(of) };
  const page = await listUserPosts({ viewer, idOrName: id, query: { ...query, tab } });
  return { key: postKeys.ofUser(id, tab), page };
}

/** Parses the `tab` search parameter. */
export function tabOf(value: string | string[] | undefined): ProfileTab {
  return PROFILE_TABS.find((tab) => tab === value) ?? "posts";
}
