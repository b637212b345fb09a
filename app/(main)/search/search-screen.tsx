"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AppCard, AppCardSkeleton } from "@/components/apps/app-card";
import { PeopleList } from "@/components/profile/people-list";
import { NothingFound, SearchView, type SearchResultsProps } from "@/components/search/search-view";
import { PostSkeletons } from "@/components/timeline/post-skeleton";
import { useTimelineSlots } from "@/components/timeline/timeline-context";
import { later } from "@/components/ui/later";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import { searchQuery } from "@/lib/client/queries/search-queries";
import type { SearchType } from "@/lib/contracts/search";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { stale } from "./stale";

const PostsFound = later<SearchResultsProps>(
  () => import("./posts-found").then((module) => module.PostsFound),
  <PostSkeletons />,
);

const RESULTS = { users: PeopleFound, posts: PostsFound, apps: AppsFound };

/** The search with each kind of result as its own feature lists it. */
export function SearchScreen({ initial }: { initial: { q: string; type: SearchType } }) {
  return <SearchView initial={initial} results={RESULTS} />;
}

function PeopleFound({ q }: SearchResultsProps) {
  const t = useTranslations("search");
  const { me } = useTimelineSlots();
  const query = useInfiniteQuery(searchQuery("users", q));
  return (
    <div className={stale(query.isPlaceholderData)}>
      <PeopleList query={query} meId={me.id} label={t("users")} empty={<NothingFound q={q} />} />
    </div>
  );
}

function AppsFound({ q }: SearchResultsProps) {
  const t = useTranslations("search");
  const errors = useErrorTexts();
  const query = useInfiniteQuery(searchQuery("apps", q));
  const apps = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) {
    return (
      <div className="flex flex-col gap-3 p-4">
        <AppCardSkeleton />
        <AppCardSkeleton />
      </div>
    );
  }
  if (query.isError && apps.length === 0) {
    return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  }
  if (apps.length === 0) return <NothingFound q={q} />;
  return (
    <div className={stale(query.isPlaceholderData)}>
      <ul aria-label={t("apps")} className="flex flex-col gap-3 p-4">
        {apps.map((app) => (
          <li key={app.id} className="min-w-0">
            <AppCard app={app} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </div>
  );
}
