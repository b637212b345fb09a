"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AppColumn } from "@/components/apps/app-column";
import { PeopleList } from "@/components/profile/people-list";
import { NothingFound, SearchView, type SearchResultsProps } from "@/components/search/search-view";
import { PostList } from "@/components/timeline/post-list";
import { useTimeline } from "@/components/timeline/timeline-context";
import { cn } from "@/components/ui/cn";
import { searchQuery } from "@/lib/search/queries";
import type { SearchType } from "@/lib/search/contract";

const RESULTS = { users: PeopleFound, posts: PostsFound, apps: AppsFound };

/** The search, with each kind of result listed by its own feature. */
export function SearchScreen({ initial }: { initial: { q: string; type: SearchType } }) {
  return <SearchView initial={initial} results={RESULTS} />;
}

/** Results of the previous text fade until the new ones arrive. */
function stale(isStale: boolean): string {
  return cn("transition-opacity", isStale && "opacity-60");
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
