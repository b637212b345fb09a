import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { BookmarksView } from "@/components/timeline/bookmarks-view";
import { requireUser } from "@/lib/auth/viewer.server";
import { getQueryClient } from "@/lib/browser/query-client";
import { PAGE_SIZE } from "@/lib/config/limits";
import { pageTitle } from "@/lib/i18n/page-title";
import { describeViewer } from "@/lib/people/service";
import { listBookmarks } from "@/lib/posts/bookmark-service";
import { postKeys, type PostPages } from "@/lib/posts/queries";
import { TimelineSlots } from "../_slots/timeline-slots";

export const generateMetadata = pageTitle("timeline.bookmarks");

export default async function BookmarksPage() {
  const viewer = await requireUser();
  const page = await listBookmarks({ viewer, query: { limit: PAGE_SIZE, after: undefined } });
  const client = getQueryClient();
  client.setQueryData<PostPages>(postKeys.bookmarks, { pages: [page], pageParams: [null] });
  return (
    <TimelineSlots me={describeViewer(viewer)}>
      <HydrationBoundary state={dehydrate(client)}>
        <BookmarksView />
      </HydrationBoundary>
    </TimelineSlots>
  );
}
