import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CollectionView } from "@/components/apps/collections/collection-view";
import { GuestCollection } from "@/components/apps/collections/guest-collection";
import { findPageReader } from "@/lib/auth/viewer.server";
import { getQueryClient } from "@/lib/browser/query-client";
import type { Collection } from "@/lib/collections/contract";
import { collectionAppsQuery, collectionQuery } from "@/lib/collections/queries";
import { listCollectionApps } from "@/lib/collections/service";
import { COLLECTION_APPS_MAX } from "@/lib/config/collection-limits";
import { serverEnv } from "@/lib/config/env.server";
import { PAGE_SIZE } from "@/lib/config/limits";
import { shortDescription } from "@/lib/guests/preview";
import { nameOf } from "@/lib/people/rules";
import { isAnyUnlisted } from "@/lib/people/service";
import { NOBODY } from "@/lib/shared/contract";
import { GuestPage } from "../../_slots/guest-page";
import { readCollectionOrNotFound } from "./read-collection";

type Props = PageProps<"/collections/[collectionId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [viewer, t, { collectionId }] = await Promise.all([
    findPageReader(),
    getTranslations("collections"),
    params,
  ]);
  const collection = await readCollectionOrNotFound(viewer ?? NOBODY, collectionId);
  const { id, title, owner, apps: count, icons } = collection;
  const description =
    shortDescription(collection.description) || t("previewText", { count, name: nameOf(owner) });
  if (viewer) return { title, description };
  const url = `/collections/${id}`;
  const images = icons.slice(0, 1).map((icon) => ({ url: icon, width: 512, height: 512, alt: title }));
  return {
    title,
    description,
    ...(!(await mayBeIndexed(collection)) && { robots: { index: false, follow: false } }),
    alternates: {
      canonical: url,
      types: {
        "application/json+oembed": `/api/oembed?url=${encodeURIComponent(serverEnv().APP_URL + url)}`,
      },
    },
    openGraph: { type: "website", title, description, url, siteName: "Gum", images },
    twitter: { card: "summary" },
  };
}

/** Not if its owner or one of its apps' makers is unlisted, or an app is kept out of search engines. */
async function mayBeIndexed({ id, owner }: Collection): Promise<boolean> {
  const { items } = await listCollectionApps({ viewer: NOBODY, id, query: { limit: COLLECTION_APPS_MAX } });
  if (items.some(({ app }) => app.noindex)) return false;
  return !(await isAnyUnlisted([owner.id, ...items.map(({ app }) => app.owner.id)]));
}

export default async function CollectionPage({ params }: Props) {
  const viewer = await findPageReader();
  const collection = await readCollectionOrNotFound(viewer ?? NOBODY, (await params).collectionId);
  const { id } = collection;
  if (!viewer) {
    const apps = await listCollectionApps({ viewer: NOBODY, id, query: { limit: COLLECTION_APPS_MAX } });
    return (
      <GuestPage path={`/collections/${id}`}>
        <GuestCollection collection={collection} apps={apps.items} />
      </GuestPage>
    );
  }
  const client = getQueryClient();
  const apps = await listCollectionApps({ viewer, id, query: { limit: PAGE_SIZE } });
  client.setQueryData(collectionQuery(id).queryKey, collection);
  client.setQueryData(collectionAppsQuery(id).queryKey, { pages: [apps], pageParams: [null] });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CollectionView key={id} id={id} />
    </HydrationBoundary>
  );
}
