"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AppCard, AppCardSkeleton } from "@/components/apps/app-card";
import { PeopleList } from "@/components/profile/people-list";
import { NothingFound, SearchView, type SearchResultsProps } from "@/components/search/search-view";
import { PostSkeletons } from "@/components/timeline/post-skeleton";
import { useTimelineSlots } from "@/components/timeline/timeline-context";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import { searchQuery } from "@/lib/client/queries/search-queries";
import type { SearchType } from "@/lib/contracts/search";
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
  const common = useTranslations("common");
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
    return (
      <div className="grid place-items-center p-10">
        <Button variant="outline" onClick={() => void query.refetch()}>
          {common("retry")}
        </Button>
      </div>
    );
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
      {query.hasNextPage && (
        <div className="grid place-items-center pb-4">
          <Button
            variant="ghost"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {common("loadMore")}
          </Button>
        </div>
      )}
    </div>
  );
}
