import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { requireUser } from "@/lib/auth/viewer.server";
import { getQueryClient } from "@/lib/browser/query-client";
import { PAGE_SIZE } from "@/lib/config/limits";
import { orNotFound } from "@/lib/http/or-not-found";
import { peopleKeys } from "@/lib/people/queries";
import { describeViewer, listReactors } from "@/lib/people/service";
import { postKeys } from "@/lib/posts/queries";
import { listQuotes } from "@/lib/posts/timeline-service";
import { idSchema } from "@/lib/shared/contract";
import { TimelineSlots } from "../../_slots/timeline-slots";
import { SharesScreen, type ShareList } from "./shares-screen";

/** Renders one of the lists with its first page. */
export function sharesPage(list: ShareList) {
  return async function SharesPage({ params }: { params: Promise<{ postId: string }> }) {
    const viewer = await requireUser();
    const id = idSchema.safeParse((await params).postId);
    if (!id.success) notFound();
    const postId = id.data;
    const client = getQueryClient();
    const query = { limit: PAGE_SIZE, after: undefined };
    const page = await orNotFound<unknown>(() =>
      list === "quotes"
        ? listQuotes({ viewer, postId, query })
        : listReactors({ viewer, postId, list, query }),
    );
    const key = list === "quotes" ? postKeys.quotes(postId) : peopleKeys.reactors(postId, list);
    client.setQueryData(key, { pages: [page], pageParams: [null] });
    return (
      <TimelineSlots me={describeViewer(viewer)}>
        <HydrationBoundary state={dehydrate(client)}>
          <SharesScreen postId={postId} meId={viewer.id} initial={list} />
        </HydrationBoundary>
      </TimelineSlots>
    );
  };
}
