"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { queuedValue } from "@/lib/outbox/rules";
import { useOutbox } from "@/lib/outbox/store";
import { bookmarksQuery, type PostPages } from "@/lib/posts/queries";
import { PostList } from "./post-list";

/** The viewer's bookmarks. A removed one disappears immediately; undo restores it in its place. */
export function BookmarksView() {
  const t = useTranslations("timeline");
  const entries = useOutbox((outbox) => outbox.entries);
  const query = useInfiniteQuery({
    ...bookmarksQuery(),
    select: (data: PostPages): PostPages => ({
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        items: page.items.filter(
          ({ id, viewer }) => queuedValue(entries, "post-bookmark", id) ?? viewer.bookmarked,
        ),
      })),
    }),
  });
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const isEmpty = query.data?.pages.every((page) => page.items.length === 0) ?? false;
  useEffect(() => {
    // All loaded bookmarks were removed, but there are more.
    if (isEmpty && hasNextPage && !isFetching) void fetchNextPage();
  }, [isEmpty, hasNextPage, isFetching, fetchNextPage]);
  return (
    <div className="timeline-page">
      <div className="timeline-column overflow-clip">
        <div className="border-b border-border px-4 py-3">
          <h1 className="text-lg">{t("bookmarks")}</h1>
          <p className="text-sm text-muted">{t("bookmarksText")}</p>
        </div>
        <PostList
          query={query}
          listKey="bookmarks"
          label={t("bookmarks")}
          empty={
            <EmptyState
              icon={<Bookmark />}
              title={t("emptyBookmarksTitle")}
              description={t("emptyBookmarksText")}
            />
          }
        />
      </div>
    </div>
  );
}
