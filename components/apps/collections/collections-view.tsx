"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Bookmark, LibraryBig, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ownCollectionsQuery, savedCollectionsQuery } from "@/lib/collections/queries";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { leave } from "@/components/ui/leave";
import { LoadFailed } from "@/components/ui/load-failed";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import { CollectionCard } from "./collection-card";
import { CollectionList, CollectionListSkeleton } from "./collection-list";

const CollectionDialog = dynamic(() =>
  import("./collection-dialog").then((module) => module.CollectionDialog),
);

const COLLECTION_TABS = ["yours", "saved"] as const;
export type CollectionTab = (typeof COLLECTION_TABS)[number];

const GRID = "sm:grid-cols-2";

/** The viewer's own collections, and those they saved. */
export function CollectionsView({ initialTab }: { initialTab: CollectionTab }) {
  const t = useTranslations("collections");
  const router = useRouter();
  const [tab, setTab] = useState(initialTab);
  const [isMaking, setIsMaking] = useState(false);
  const make = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setIsMaking(true)}>
      {t("new")}
    </Button>
  );
  const choose = (next: CollectionTab) => {
    setTab(next);
    history.replaceState(null, "", next === "yours" ? location.pathname : `${location.pathname}?tab=${next}`);
  };
  return (
    <Page width="medium">
      <PageHeader
        title={t("title")}
        description={t("subtitle")}
        back={{ href: "/apps", label: t("toStore") }}
        actions={make}
      />
      <Tabs
        label={t("title")}
        value={tab}
        onValueChange={choose}
        tabs={COLLECTION_TABS.map((value) => ({ value, label: t(value === "yours" ? "yours" : "isSaved") }))}
        panelClassName="pt-4"
      >
        {tab === "yours" ? <Own /> : <Saved />}
      </Tabs>
      {isMaking && (
        <CollectionDialog
          collection={null}
          onClose={() => setIsMaking(false)}
          onMade={({ id }) => leave(() => router.push(`/collections/${id}`))}
        />
      )}
    </Page>
  );
}

function Own() {
  const t = useTranslations("collections");
  const errors = useErrorTexts();
  const query = useQuery(ownCollectionsQuery());
  if (query.isPending) return <CollectionListSkeleton className={GRID} />;
  if (query.isError) return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  if (query.data.items.length === 0)
    return <EmptyState icon={<LibraryBig />} title={t("emptyTitle")} description={t("emptyText")} />;
  return (
    <ul aria-label={t("yours")} className={`grid gap-3 ${GRID}`}>
      {query.data.items.map((collection) => (
        <li key={collection.id} className="min-w-0">
          <CollectionCard collection={collection} ownerHidden />
        </li>
      ))}
    </ul>
  );
}

function Saved() {
  const t = useTranslations("collections");
  const query = useInfiniteQuery(savedCollectionsQuery());
  return (
    <CollectionList
      query={query}
      label={t("isSaved")}
      className={GRID}
      empty={
        <EmptyState
          icon={<Bookmark />}
          title={t("noneSavedTitle")}
          description={t("noneSavedText")}
          action={<ButtonLink href="/apps">{t("toStore")}</ButtonLink>}
        />
      }
    />
  );
}
