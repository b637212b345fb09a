import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { EditBody, Post, PostVersion } from "./contract";
import { patchCachedPosts, postKeys } from "./queries";

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ["posts", "versions", id] as const,
    queryFn: ({ signal }) => api<{ items: PostVersion[] }>(`/posts/${id}/versions`, { signal }),
    staleTime: 0,
  });

/** Writes the present text of a post to the cache, also where another one quotes it. */
function settleText(client: QueryClient, { id, body, warning, render, editedAt }: Post): void {
  patchCachedPosts(
    client,
    (post) => post.id === id || post.quote?.post?.id === id,
    (post) =>
      post.id === id
        ? { ...post, body, warning, render, editedAt }
        : { ...post, quote: { id, post: { ...post.quote!.post!, body, warning } } },
  );
}

/** @throws ApiError */
export async function editPost(client: QueryClient, id: string, body: EditBody): Promise<void> {
  settleText(client, await api<Post>(`/posts/${id}`, { method: "PATCH", body }));
}

/** Reads a post again that was edited, if it is in the cache. */
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
