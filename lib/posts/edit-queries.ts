import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { EditBody, Post, PostVersion } from "./contract";
import { postKeys } from "./queries";
import { patchCachedPosts } from "./cache-queries";

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ["posts", "versions", id] as const,
    queryFn: ({ signal }) => api<{ items: PostVersion[] }>(`/posts/${id}/versions`, { signal }),
    staleTime: 0,
  });

/** Updates the text and link card of a post in the cache, also where another post quotes it. */
function settleText(client: QueryClient, { id, body, warning, render, editedAt, link }: Post): void {
  patchCachedPosts(
    client,
    (post) => post.id === id || post.quote?.post?.id === id,
    (post) =>
      post.id === id
        ? { ...post, body, warning, render, editedAt, link }
        : { ...post, quote: { id, post: { ...post.quote!.post!, body, warning } } },
  );
}

/** @throws ApiError */
export async function editPost(client: QueryClient, id: string, body: EditBody): Promise<void> {
  settleText(client, await api<Post>(`/posts/${id}`, { method: "PATCH", body }));
}

/** Refetches an edited post, if it is in the cache. */
export async function refreshEdited(client: QueryClient, id: string): Promise<void> {
  let isCached = client.getQueryData(postKeys.detail(id)) !== undefined;
  patchCachedPosts(
    client,
    (post) => {
      isCached ||= post.id === id || post.quote?.id === id;
      return false;
    },
    (post) => post,
  );
  if (isCached) settleText(client, await api<Post>(`/posts/${id}`));
}
