"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";
import { trendingTagsQuery } from "@/lib/search/completion-queries";

/** The trending hashtags, linked to their posts. Renders nothing if there are none. */
export function TrendingTags() {
  const t = useTranslations("profile");
  const format = useFormatter();
  const { data, isPending } = useQuery(trendingTagsQuery());
  const tags = data?.items ?? [];
  if (!isPending && tags.length === 0) return null;
  return (
    <section aria-labelledby="trending-tags" className="card overflow-clip pb-1.5">
      <h2 id="trending-tags" className="px-4 pt-3 pb-1.5 text-base">
        {t("trendingTags")}
      </h2>
      {isPending ? (
        Array.from({ length: 4 }, (_, index) => (
          <div key={index} aria-hidden className="px-4 py-2.5">
            <Skeleton className="h-4 w-28" />
          </div>
        ))
      ) : (
        <ol>
          {tags.map(({ tag, posts }) => (
            <li key={tag}>
              <Link
                href={`/search?type=posts&q=${encodeURIComponent(`#${tag}`)}`}
                prefetch={false}
                className="flex min-h-9 items-baseline justify-between gap-3 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span dir="auto" className="min-w-0 truncate text-sm font-semibold">
                  #{tag}
                </span>
                <span className="flex-none text-xs text-muted">
                  {t("tagPosts", { count: posts, shown: format.number(posts, { notation: "compact" }) })}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
