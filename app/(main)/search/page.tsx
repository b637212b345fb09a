import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Messages } from "@/components/shell/messages";
import { getQueryClient } from "@/lib/browser/query-client";
import { searchKeys } from "@/lib/search/queries";
import { searchQuerySchema } from "@/lib/search/contract";
import { requireUser } from "@/lib/auth/viewer.server";
import { describeViewer } from "@/lib/people/service";
import { search } from "@/lib/search/service";
import { pageTitle } from "@/lib/i18n/page-title";
import { TimelineSlots } from "../_slots/timeline-slots";
import { SearchScreen } from "./search-screen";

export const generateMetadata = pageTitle("search.title");

export default async function SearchPage({ searchParams }: PageProps<"/search">) {
  const viewer = await requireUser();
  const parsed = searchQuerySchema.safeParse({
    q: "",
    ...(await searchParams),
    after: undefined,
    limit: undefined,
  });
  const query = parsed.success ? parsed.data : searchQuerySchema.parse({ q: "" });
  const client = getQueryClient();
  if (query.q) {
    const page = await search({ viewer, query });
    client.setQueryData(searchKeys[query.type](query.q), { pages: [page], pageParams: [null] });
  }
  return (
    <TimelineSlots me={describeViewer(viewer)}>
      <Messages of={["apps", "search"]}>
        <HydrationBoundary state={dehydrate(client)}>
          <SearchScreen key={`${query.type} ${query.q}`} initial={{ q: query.q, type: query.type }} />
        </HydrationBoundary>
      </Messages>
    </TimelineSlots>
  );
}
