"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { appCollectionsQuery } from "@/lib/collections/queries";
import { CollectionCard } from "./collection-card";

/** A few collections that have the app; nothing where there are none. */
export function AppCollections({ appId }: { appId: string }) {
  const t = useTranslations("collections");
  const { data } = useQuery(appCollectionsQuery(appId));
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="in-collections-title">
      <h2 id="in-collections-title" className="mb-3 text-lg">
        {t("inCollections")}
      </h2>
      <ul className="grid gap-3">
        {data.items.map((collection) => (
          <li key={collection.id} className="min-w-0">
            <CollectionCard collection={collection} />
          </li>
        ))}
      </ul>
    </section>
  );
}
