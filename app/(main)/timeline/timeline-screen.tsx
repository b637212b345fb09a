import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { TimelineView } from "@/components/timeline/timeline-view";
import { postKeys, type PostPages } from "@/lib/posts/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import type { AppShort } from "@/lib/apps/contract";
import { listOfFeed, type AnyFeed } from "@/lib/posts/rules";
import { getLists } from "@/lib/people/list-service";
import { peopleKeys } from "@/lib/people/queries";
import { PAGE_SIZE } from "@/lib/config/limits";
import type { Viewer } from "@/lib/auth/viewer.server";
import { describeViewer } from "@/lib/people/service";
import { readTimeline } from "@/lib/posts/timeline-service";
import { TimelineSlots } from "../_slots/timeline-slots";

type Props = {
  viewer: Viewer;
  feed: AnyFeed;
  /** The app to attach to the composer. */
  attach?: AppShort;
};

/** The timeline with a server-rendered first page. */
export async function TimelineScreen({ viewer, feed: wanted, attach }: Props) {
  const client = getQueryClient();
  const readingLists = getLists({ viewer });
  const wantedList = listOfFeed(wanted);
  // The URL may name a list that was deleted.
  const isGone = wantedList && !(await readingLists).some(({ id }) => id === wantedList);
  const feed = isGone ? "home" : wanted;
  const which = { feed: feed === "all" ? feed : ("home" as const), list: listOfFeed(feed) };
  const [lists, page] = await Promise.all([
    readingLists,
    readTimeline({ viewer, query: { ...which, limit: PAGE_SIZE, after: undefined } }),
  ]);
  client.setQueryData(peopleKeys.myLists, { items: lists });
  client.setQueryData<PostPages>(postKeys.timeline(feed), { pages: [page], pageParams: [null] });
  return (
    <TimelineSlots me={describeViewer(viewer)}>
      <HydrationBoundary state={dehydrate(client)}>
        <TimelineView initialFeed={feed} initialLists={lists} attach={attach} />
      </HydrationBoundary>
    </TimelineSlots>
  );
}
