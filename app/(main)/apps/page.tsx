import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { StoreView } from "@/components/apps/store-view";
import { featuredQuery, storeQuery, type StoreFilter } from "@/lib/apps/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import { listAppsQuery } from "@/lib/apps/contract";
import { requireUser } from "@/lib/auth/viewer.server";
import { listApps, listFeaturedApps } from "@/lib/apps/service";
import { storeCollectionsQuery } from "@/lib/collections/queries";
import { listStoreCollections } from "@/lib/collections/service";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("apps.title");

export default async function AppsPage({ searchParams }: PageProps<"/apps">) {
  const viewer = await requireUser();
  // Invalid parameters fall back to the whole store.
  const parsed = listAppsQuery.safeParse(await searchParams);
  const query = parsed.success ? parsed.data : listAppsQuery.parse({});
  const filter: StoreFilter = {
    search: query.search ?? "",
    category: query.category || "all",
    madeWith: query.madeWith ?? "",
    orderBy: query.orderBy,
  };
  const client = getQueryClient();
  const [page, featured, collections] = await Promise.all([
    listApps({ viewer, query: { ...query, after: undefined, page: undefined, offset: undefined } }),
    listFeaturedApps({ viewer }),
    listStoreCollections({ viewer }),
  ]);
  client.setQueryData(storeQuery(filter).queryKey, { pages: [page], pageParams: [null] });
  client.setQueryData(featuredQuery().queryKey, featured);
  client.setQueryData(storeCollectionsQuery().queryKey, collections);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <StoreView initial={filter} />
    </HydrationBoundary>
  );
}
