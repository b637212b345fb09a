"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { NothingFound, type SearchResultsProps } from "@/components/search/search-view";
import { PostList } from "@/components/timeline/post-list";
import { searchQuery } from "@/lib/search/queries";
import { stale } from "./stale";

export function PostsFound({ q }: SearchResultsProps) {
  const t = useTranslations("search");
  const query = useInfiniteQuery(searchQuery("posts", q));
  return (
    <div className={stale(query.isPlaceholderData)}>
      <PostList query={query} listKey={`search-${q}`} label={t("posts")} empty={<NothingFound q={q} />} />
    </div>
  );
}
