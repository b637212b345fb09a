import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { TimelineView } from "@/components/timeline/timeline-view";
import { postKeys, type PostPages } from "@/lib/client/queries/post-queries";
import { getQueryClient } from "@/lib/client/queries/query-client";
import type { AppShort } from "@/lib/contracts/app";
import type { Feed } from "@/lib/contracts/timeline";
import { PAGE_SIZE } from "@/lib/domain/page-sizes";
import type { Viewer } from "@/lib/server/auth/viewer";
import { describeViewer } from "@/lib/server/services/people-service";
import { readTimeline } from "@/lib/server/services/timeline-service";
import { TimelineSlots } from "../parts/timeline-slots";

type Props = {
  viewer: Viewer;
  feed: Feed;
  /** The app that the composer begins with. */
  attach?: AppShort;
};

/** The timeline with its first page in the markup. */
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
