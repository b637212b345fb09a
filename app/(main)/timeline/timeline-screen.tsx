import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { TimelineView } from "@/components/timeline/timeline-view";
import { postKeys, type PostPages } from "@/lib/posts/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import type { AppShort } from "@/lib/apps/contract";
import type { Feed } from "@/lib/posts/rules";
import { PAGE_SIZE } from "@/lib/config/limits";
import type { Viewer } from "@/lib/auth/viewer.server";
import { describeViewer } from "@/lib/people/service";
import { readTimeline } from "@/lib/posts/timeline-service";
import { TimelineSlots } from "../_slots/timeline-slots";

type Props = {
  viewer: Viewer;
  feed: Feed;
  /** The app to attach to the composer. */
  attach?: AppShort;
};

/** The timeline with a server-rendered first page. */
export async function TimelineScreen({ viewer, feed, attach }: Props) {
  const client = getQueryClient();
  const page = await readTimeline({ viewer, query: { feed, limit: PAGE_SIZE, after: undefined } });
  client.setQueryData<PostPages>(postKeys.timeline(feed), { pages: [page], pageParams: [null] });
  return (
    <TimelineSlots me={describeViewer(viewer)}>
      <HydrationBoundary state={dehydrate(client)}>
        <TimelineView initialFeed={feed} attach={attach} />
      </HydrationBoundary>
    </TimelineSlots>
  );
}
