"use client";

import { useTranslations } from "next-intl";
import { Button } from "./button";

interface LoadMoreProps {
  /** The result of useInfiniteQuery. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

export function LoadMore({ query }: LoadMoreProps) {
  const t = useTranslations("common");
  if (!query.hasNextPage) return null;
  return (
    <div className="grid place-items-center p-4">
      <Button variant="ghost" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t("loadMore")}
      </Button>
    </div>
  );
}
