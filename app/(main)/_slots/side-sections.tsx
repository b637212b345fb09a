"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SideSuggestions } from "@/components/profile/suggestions";
import { TrendingTags } from "@/components/search/trending-tags";
import { trendingTagsQuery } from "@/lib/search/completion-queries";

/** Trending tags and people to follow. */
export function SideSections({ meId }: { meId: string }) {
  const t = useTranslations("profile");
  // Renders the second section once the first has its height, to avoid a layout shift.
  const { isPending } = useQuery(trendingTagsQuery());
  return (
    <aside aria-label={t("around")} className="flex flex-col gap-4">
      <TrendingTags />
      {!isPending && <SideSuggestions meId={meId} />}
    </aside>
  );
}
