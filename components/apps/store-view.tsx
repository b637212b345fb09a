"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus, Library, SearchX, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { featuredQuery, storeQuery, type StoreFilter } from "@/lib/apps/queries";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadFailed } from "@/components/ui/load-failed";
import { LazyBoundary } from "@/components/ui/lazy-boundary";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { AppGrid, AppGridSkeleton } from "./app-grid";
import { FeaturedRow } from "./featured-row";
import { MadeWithChip, madeWithName } from "./made-with";
import { StoreFilters } from "./store-filters";

const StoreCollections = dynamic(() =>
  import("./collections/store-collections").then((module) => module.StoreCollections),
);

const SEARCH_DEBOUNCE_MS = 180;
const FEATURED = 8;

/** The filter as chosen, the filter to query (its search is debounced), and a setter. The URL follows the latter. */
function useFilter(initial: StoreFilter): [StoreFilter, StoreFilter, (change: Partial<StoreFilter>) => void] {
  const [filter, setFilter] = useState(initial);
  const [settled, setSettled] = useState(initial);
  useEffect(() => {
    const typing = filter.search !== settled.search;
    const timer = setTimeout(
      () => {
        setSettled(filter);
        const query = new URLSearchParams();
        if (filter.search.trim()) query.set("search", filter.search.trim());
        if (filter.category !== "all") query.set("category", filter.category);
        if (filter.madeWith) query.set("madeWith", filter.madeWith);
        if (filter.orderBy !== "newest") query.set("orderBy", filter.orderBy);
        const address = `${location.pathname}${query.size > 0 ? `?${query}` : ""}`;
        if (address !== location.pathname + location.search) history.replaceState(null, "", address);
      },
      typing ? SEARCH_DEBOUNCE_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [filter, settled.search]);
  return [filter, settled, (change) => setFilter((before) => ({ ...before, ...change }))];
}

export function StoreView({ initial }: { initial: StoreFilter }) {
  const t = useTranslations("apps");
  const errors = useErrorTexts();
  const [filter, settled, change] = useFilter(initial);
  const search = settled.search.trim();
  const list = useInfiniteQuery(storeQuery({ ...settled, search }));
  const featuredApps = useQuery(featuredQuery());
  const apps = list.data?.pages.flatMap((page) => page.items) ?? [];
  const featured = featuredApps.data?.items.slice(0, FEATURED) ?? [];
  const madeWith = settled.madeWith && madeWithName(settled.madeWith, apps);
  const filtered = search !== "" || settled.category !== "all" || madeWith !== "";

  return (
    <Page width="wide">
      <PageHeader
        title={t("title")}
        description={t("subtitle")}
        actions={
          <>
            <ButtonLink href="/apps-list" variant="outline" icon={<Library aria-hidden />}>
              {t("installed.title")}
            </ButtonLink>
            <ButtonLink href="/add-app" variant="primary" icon={<Plus aria-hidden />}>
              {t("add")}
            </ButtonLink>
          </>
        }
      />
      <StoreFilters filter={filter} onChange={change} />
      {madeWith && <MadeWithChip name={madeWith} short={!search} onClear={() => change({ madeWith: "" })} />}
      {!filtered && featured.length > 0 && <FeaturedRow apps={featured} />}
      {!filtered && (
        <LazyBoundary>
          <StoreCollections />
        </LazyBoundary>
      )}
      <section aria-labelledby="store-list">
        <h2 id="store-list" className={filtered || featured.length > 0 ? "mb-3 text-lg" : "sr-only"}>
          {search
            ? t("resultsFor", { search })
            : madeWith
              ? t("madeWith.title", { name: madeWith })
              : t(`listTitle.${settled.orderBy}`)}
        </h2>
        {list.isPending ? (
          <AppGridSkeleton />
        ) : list.isError && apps.length === 0 ? (
          <LoadFailed text={errors.text(list.error)} onRetry={list.refetch} />
        ) : apps.length === 0 ? (
          <EmptyStore
            filtered={filtered}
            search={search}
            madeWith={madeWith}
            onClear={() => change({ search: "", category: "all", madeWith: "" })}
          />
        ) : (
          <AppGrid apps={apps} label={t("title")} query={list} />
        )}
        <p role="status" className="sr-only">
          {filtered &&
            !list.isFetching &&
            t("found", { count: apps.length, more: list.hasNextPage ? "yes" : "no" })}
        </p>
      </section>
    </Page>
  );
}

function EmptyStore({
  filtered,
  search,
  madeWith,
  onClear,
}: {
  filtered: boolean;
  search: string;
  madeWith: string;
  onClear: () => void;
}) {
  const t = useTranslations("apps");
  if (!filtered) {
    return (
      <EmptyState
        icon={<Store />}
        title={t("empty.title")}
        description={t("empty.description")}
        action={
          <ButtonLink href="/add-app" variant="primary">
            {t("add")}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<SearchX />}
      title={
        search
          ? t("nothing.title", { search })
          : madeWith
            ? t("nothing.madeWith", { name: madeWith })
            : t("nothing.category")
      }
      description={t("nothing.description")}
      action={<Button onClick={onClear}>{t("nothing.clear")}</Button>}
    />
  );
}
