import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { CollectionsView } from "@/components/apps/collections/collections-view";
import { requireUser } from "@/lib/auth/viewer.server";
import { getQueryClient } from "@/lib/browser/query-client";
import { ownCollectionsQuery, savedCollectionsQuery } from "@/lib/collections/queries";
import { listOwnCollections, listSavedCollections } from "@/lib/collections/service";
import { PAGE_SIZE } from "@/lib/config/limits";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("collections.title");

export default async function CollectionsPage({ searchParams }: PageProps<"/collections">) {
  const viewer = await requireUser();
  const tab = (await searchParams).tab === "saved" ? "saved" : "yours";
  const client = getQueryClient();
  if (tab === "yours")
    client.setQueryData(ownCollectionsQuery().queryKey, await listOwnCollections({ viewer }));
  else {
    const first = await listSavedCollections({ viewer, query: { limit: PAGE_SIZE } });
    client.setQueryData(savedCollectionsQuery().queryKey, { pages: [first], pageParams: [null] });
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CollectionsView initialTab={tab} />
    </HydrationBoundary>
  );
}
