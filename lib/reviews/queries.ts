import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { REVIEWS_PAGE_SIZE } from "@/lib/config/review-limits";
import type { Page } from "@/lib/shared/contract";
import type { OwnReview, Review } from "./contract";
import type { ReviewOrder } from "./rules";

export type ReviewPages = InfiniteData<Page<Review>, string | null>;

export const reviewKeys = {
  lists: (appId: string) => ["reviews", "list", appId] as const,
  list: (appId: string, orderBy: ReviewOrder) => ["reviews", "list", appId, orderBy] as const,
  own: (appId: string) => ["reviews", "own", appId] as const,
};

export const reviewsPath = (appId: string): string => `/apps/${appId}/reviews`;

export const reviewsQuery = (appId: string, orderBy: ReviewOrder) =>
  infiniteQueryOptions({
    queryKey: reviewKeys.list(appId, orderBy),
    queryFn: ({ pageParam, signal }) =>
      api<Page<Review>>(reviewsPath(appId), {
        query: { orderBy, limit: REVIEWS_PAGE_SIZE, after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const ownReviewQuery = (appId: string) =>
  queryOptions({
    queryKey: reviewKeys.own(appId),
    queryFn: ({ signal }) => api<OwnReview>(`${reviewsPath(appId)}/mine`, { signal }),
  });

/** The loaded reviews. A vote between two pages can move one to both. */
export function reviewsOf(data: Pick<ReviewPages, "pages"> | undefined): Review[] {
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  return [...new Map(all.map((review) => [review.id, review])).values()];
}
