"use client";

import { useTranslations } from "next-intl";
import { SideSuggestions } from "@/components/profile/suggestions";
import { TrendingTags } from "@/components/search/trending-tags";

/** What is talked about, and whom one might follow. */
export function SideContent({ meId }: { meId: string }) {
  const t = useTranslations("profile");
  return (
    <aside aria-label={t("around")} className="flex flex-col gap-4">
      <TrendingTags />
      <SideSuggestions meId={meId} />
    </aside>
  );
}
