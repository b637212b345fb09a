"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { LibraryBig } from "lucide-react";
import { useTranslations } from "next-intl";
import { userCollectionsQuery } from "@/lib/collections/queries";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { CollectionList } from "./collection-list";

/** The tab of a profile. */
export function UserCollections({ userId, own }: { userId: string; own: boolean }) {
  const t = useTranslations("collections");
  const query = useInfiniteQuery(userCollectionsQuery(userId));
  return (
    <CollectionList
      query={query}
      label={t("title")}
      ownerHidden
      className="p-4"
      empty={
        <EmptyState
          icon={<LibraryBig />}
          title={t(own ? "emptyTitle" : "noneOfPerson")}
          description={own ? t("emptyText") : undefined}
          action={own && <ButtonLink href="/collections">{t("toYours")}</ButtonLink>}
        />
      }
    />
  );
}
