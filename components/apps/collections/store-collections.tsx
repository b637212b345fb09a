"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { storeCollectionsQuery } from "@/lib/collections/queries";
import { CollectionCard } from "./collection-card";

/** The store's row of what people put together. */
export function StoreCollections() {
  const t = useTranslations("collections");
  const { data } = useQuery(storeCollectionsQuery());
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="collections-title" className="mb-7">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id="collections-title" className="text-lg">
          {t("byPeople")}
        </h2>
        <Link
          href="/collections"
          prefetch={false}
          className="inline-flex min-h-6 items-center rounded-xs text-sm text-muted hover:text-text hover:underline touch:min-h-11"
        >
          {t("yours")}
        </Link>
      </div>
      {/* A row that scrolls on phones, columns elsewhere. */}
      <ul className="-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none] sm:mx-0 sm:grid sm:grid-cols-2 sm:px-0 xl:grid-cols-3">
        {data.items.map((collection) => (
          <li key={collection.id} className="min-w-0 max-sm:w-[82vw] max-sm:flex-none max-sm:snap-start">
            <CollectionCard collection={collection} />
          </li>
        ))}
      </ul>
    </section>
  );
}
