"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, type ReactNode } from "react";
import { AppColumn } from "@/components/apps/app-column";
import { CollectionList } from "@/components/apps/collections/collection-list";
import { PersonRowSkeletons } from "@/components/profile/person-row";
import { PeopleList } from "@/components/profile/people-list";
import { NothingFound, SearchView, type SearchResultsProps } from "@/components/search/search-view";
import { PostList } from "@/components/timeline/post-list";
import { useTimeline } from "@/components/timeline/timeline-context";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { LoadFailed } from "@/components/ui/load-failed";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { searchAllQuery, searchQuery } from "@/lib/search/queries";
import type { SearchType, SearchView as View } from "@/lib/search/rules";

const RESULTS = {
  all: AllFound,
  users: PeopleFound,
  posts: PostsFound,
  apps: AppsFound,
  collections: CollectionsFound,
};

/** The search, with each kind of result listed by its own feature. */
export function SearchScreen({ initial }: { initial: { q: string; type: View } }) {
  return <SearchView initial={initial} results={RESULTS} />;
}

/** Results of the previous text fade until the new ones arrive. */
function stale(isStale: boolean): string {
  return cn("transition-opacity", isStale && "opacity-60");
}

/** So many of each kind are in the view of all. */
const ALL_SHOWN = 3;

function AllFound({ q, onSeeAll }: SearchResultsProps) {
  const errors = useErrorTexts();
  const query = useQuery(searchAllQuery(q));
  if (query.isPending) return <PersonRowSkeletons />;
  if (query.isError) return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  if (query.data.isEmpty) return <NothingFound q={query.data.q} />;
  const shown = { q: query.data.q, onSeeAll };
  return (
    <div className={stale(query.isPlaceholderData)}>
      <PeopleSection {...shown} />
      <PostsSection {...shown} />
      <AppsSection {...shown} />
      <CollectionsSection {...shown} />
    </div>
  );
}

function Section({
  type,
  count,
  onSeeAll,
  children,
}: {
  type: SearchType;
  /** Of the first page. */
  count: number;
  onSeeAll: (type: SearchType) => void;
  children: ReactNode;
}) {
  const t = useTranslations("search");
  const id = useId();
  if (count === 0) return null;
  return (
    <section aria-labelledby={id} className="border-b border-border last:border-b-0">
      <div className="flex min-h-11 items-center justify-between gap-3 px-4 pt-3">
        <h2 id={id} className="text-base">
          {t(type)}
        </h2>
        {count > ALL_SHOWN && (
          <Button variant="ghost" size="sm" onClick={() => onSeeAll(type)}>
            {t("seeAll")} <span className="sr-only">{t(type)}</span>
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

const countOf = (query: { data?: { pages: { items: unknown[] }[] } | undefined }) =>
  query.data?.pages[0]?.items.length ?? 0;

function PeopleSection({ q, onSeeAll }: SearchResultsProps) {
  const t = useTranslations("search");
  const { me } = useTimeline();
  const query = useInfiniteQuery(searchQuery("users", q));
  return (
    <Section type="users" count={countOf(query)} onSeeAll={onSeeAll}>
      <PeopleList query={query} meId={me.id} label={t("users")} empty={null} max={ALL_SHOWN} />
    </Section>
  );
}

function PostsSection({ q, onSeeAll }: SearchResultsProps) {
  const t = useTranslations("search");
  const query = useInfiniteQuery(searchQuery("posts", q));
  return (
    <Section type="posts" count={countOf(query)} onSeeAll={onSeeAll}>
      <PostList query={query} listKey={`search-${q}`} label={t("posts")} empty={null} max={ALL_SHOWN} />
    </Section>
  );
}

function AppsSection({ q, onSeeAll }: SearchResultsProps) {
  const t = useTranslations("search");
  const query = useInfiniteQuery(searchQuery("apps", q));
  return (
    <Section type="apps" count={countOf(query)} onSeeAll={onSeeAll}>
      <AppColumn query={query} label={t("apps")} empty={null} max={ALL_SHOWN} />
    </Section>
  );
}

function CollectionsSection({ q, onSeeAll }: SearchResultsProps) {
  const t = useTranslations("search");
  const query = useInfiniteQuery(searchQuery("collections", q));
  return (
    <Section type="collections" count={countOf(query)} onSeeAll={onSeeAll}>
      <CollectionList query={query} label={t("collections")} empty={null} max={ALL_SHOWN} className="p-4" />
    </Section>
  );
}

function PeopleFound({ q }: SearchResultsProps) {
  const t = useTranslations("search");
  const { me } = useTimeline();
  const query = useInfiniteQuery(searchQuery("users", q));
  return (
    <div className={stale(query.isPlaceholderData)}>
      <PeopleList query={query} meId={me.id} label={t("users")} empty={<NothingFound q={q} />} />
    </div>
  );
}

function PostsFound({ q }: SearchResultsProps) {
  const t = useTranslations("search");
  const query = useInfiniteQuery(searchQuery("posts", q));
  return (
    <div className={stale(query.isPlaceholderData)}>
      <PostList query={query} listKey={`search-${q}`} label={t("posts")} empty={<NothingFound q={q} />} />
    </div>
  );
}

function AppsFound({ q }: SearchResultsProps) {
  const t = useTranslations("search");
  const query = useInfiniteQuery(searchQuery("apps", q));
  return (
    <div className={stale(query.isPlaceholderData)}>
      <AppColumn query={query} label={t("apps")} empty={<NothingFound q={q} />} />
    </div>
  );
}

function CollectionsFound({ q }: SearchResultsProps) {
  const t = useTranslations("search");
  const query = useInfiniteQuery(searchQuery("collections", q));
  return (
    <div className={stale(query.isPlaceholderData)}>
      <CollectionList query={query} label={t("collections")} empty={<NothingFound q={q} />} className="p-4" />
    </div>
  );
}
