import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { patchCachedApp } from "@/lib/apps/queries";
import { api } from "@/lib/browser/api";
import type { DeletedReview, OwnReview, Review, ReviewBody, SavedReview } from "./contract";
import { reviewKeys, reviewsPath, type ReviewPages } from "./queries";

/** Changes one review where it stands; a list keeps its order until it is refetched. */
function patchCachedReview(
  client: QueryClient,
  { appId, id }: Pick<Review, "appId" | "id">,
  change: (review: Review) => Review,
): void {
  client.setQueriesData<ReviewPages>(
    { queryKey: reviewKeys.lists(appId) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((review) => (review.id === id ? change(review) : review)),
        })),
      },
  );
}

function settleOwn(
  client: QueryClient,
  appId: string,
  { review, rating }: { review: Review | null } & DeletedReview,
): Promise<void> {
  client.setQueryData<OwnReview>(reviewKeys.own(appId), (own) => own && { ...own, review });
  patchCachedApp(client, appId, (app) => ({ ...app, rating }));
  return client.invalidateQueries({ queryKey: reviewKeys.lists(appId) });
}

export function useSaveReview(appId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ReviewBody) => api<SavedReview>(`${reviewsPath(appId)}/mine`, { method: "PUT", body }),
    onSuccess: (saved) => void settleOwn(client, appId, saved),
  });
}

export function useDeleteReview(appId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api<DeletedReview>(`${reviewsPath(appId)}/mine`, { method: "DELETE" }),
    onSuccess: ({ rating }) => void settleOwn(client, appId, { review: null, rating }),
  });
}

/** Says that a review is helpful (true), or takes that back; shown at once. */
export function useHelpful(review: Review) {
  const client = useQueryClient();
  const { appId, id } = review;
  const show = (on: boolean) =>
    patchCachedReview(client, review, (shown) =>
      shown.viewer.helpful === on
        ? shown
        : { ...shown, helpful: Math.max(0, shown.helpful + (on ? 1 : -1)), viewer: { helpful: on } },
    );
  return useMutation({
    // One after the other: the last press stands.
    scope: { id: `helpful ${id}` },
    mutationFn: (on: boolean) =>
      api<Review>(`${reviewsPath(appId)}/${id}/helpful`, { method: on ? "POST" : "DELETE" }),
    onMutate: show,
    onError: (_error, on) => show(!on),
  });
}

/** Writes the maker's answer to a review; null deletes it. */
export function useAnswer({ appId, id }: Pick<Review, "appId" | "id">) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string | null) =>
      api<Review>(`${reviewsPath(appId)}/${id}/answer`, {
        method: text === null ? "DELETE" : "PUT",
        ...(text !== null && { body: { text } }),
      }),
    onSuccess: ({ answer }) => patchCachedReview(client, { appId, id }, (review) => ({ ...review, answer })),
  });
}
