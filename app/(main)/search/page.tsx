import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Messages } from "@/components/shell/messages";
import { getQueryClient } from "@/lib/browser/query-client";
import { searchAllQuery, searchKeys } from "@/lib/search/queries";
import { searchQuerySchema } from "@/lib/search/contract";
import { namesPerson, SEARCH_TYPES } from "@/lib/search/rules";
import { requireUser } from "@/lib/auth/viewer.server";
import { describeViewer } from "@/lib/people/service";
import { search } from "@/lib/search/service";
import { pageTitle } from "@/lib/i18n/page-title";
import { TimelineSlots } from "../_slots/timeline-slots";
import { SearchScreen } from "./search-screen";

export const generateMetadata = pageTitle("search.title");

export default async function SearchPage({ searchParams }: PageProps<"/search">) {
  const viewer = await requireUser();
  const given = await searchParams;
  const type = typeof given.q === "string" && namesPerson(given.q) ? "users" : "all";
  const parsed = searchQuerySchema.safeParse({
    q: "",
    type,
    ...given,
    after: undefined,
    limit: undefined,
  });
  const query = parsed.success ? parsed.data : searchQuerySchema.parse({ q: "", type });
  const client = getQueryClient();
  if (query.q) {
    const found = await search({ viewer, query });
    const pages = "users" in found ? found : { [query.type]: found };
    for (const type of SEARCH_TYPES)
      if (pages[type])
        client.setQueryData(searchKeys[type](query.q), { pages: [pages[type]], pageParams: [null] });
    if ("users" in found) {
      const isEmpty = SEARCH_TYPES.every((type) => found[type].items.length === 0);
      client.setQueryData(searchAllQuery(query.q).queryKey, { q: query.q, isEmpty });
    }
  }
  return (
    <TimelineSlots me={describeViewer(viewer)}>
      <Messages of={["apps", "collections", "search"]}>
        <HydrationBoundary state={dehydrate(client)}>
          <SearchScreen key={`${query.type} ${query.q}`} initial={{ q: query.q, type: query.type }} />
        </HydrationBoundary>
      </Messages>
    </TimelineSlots>
  );
}
