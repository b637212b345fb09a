import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Post, PostCounts } from "./contract";
import { mapPages, patchCachedPost, postKeys, type PostPages } from "./queries";

/** Takes posts out of every list. */
export function dropCachedPosts(client: QueryClient, drops: (post: Post) => boolean): void {
  client.setQueriesData<PostPages>({ queryKey: postKeys.lists }, (data) => {
    if (!data?.pages.some((page) => page.items.some(drops))) return data;
    return mapPages(data, (items) => items.filter((post) => !drops(post)));
  });
}

/** Puts new posts on top of one list; those that it shows already stay where they are. */
export function prependCachedPosts(client: QueryClient, queryKey: readonly unknown[], posts: Post[]): void {
  client.setQueryData<PostPages>(queryKey, (data) => {
    if (!data) return data;
    const known = new Set(data.pages.flatMap((page) => page.items.map((post) => post.id)));
    const fresh = posts.filter((post) => !known.has(post.id));
    const [first, ...rest] = data.pages;
    if (!first || fresh.length === 0) return data;
    return { ...data, pages: [{ ...first, items: [...fresh, ...first.items] }, ...rest] };
  });
}

/** Ids of the posts that the screen may show, newest lists first, at most a hundred. */
function listedPostIds(client: QueryClient): string[] {
  const ids = new Set<string>();
  for (const query of client.getQueryCache().findAll({ queryKey: postKeys.all, type: "active" })) {
    const data = query.state.data as PostPages | Post | undefined;
    if (!data) continue;
    if ("pages" in data) for (const post of data.pages.flatMap((page) => page.items)) ids.add(post.id);
    else if ("counts" in data) ids.add(data.id);
  }
  return [...ids].slice(0, 100);
}

/** Brings counts in line with the server, after live updates were away. */
export async function refreshCounts(client: QueryClient): Promise<void> {
  const ids = listedPostIds(client);
  if (ids.length === 0) return;
  const { items } = await api<{ items: PostCounts[] }>("/v1/posts/counts", { query: { ids: ids.join(",") } });
  for (const { postId, likes, comments, liked } of items) {
    patchCachedPost(client, postId, (post) => ({ ...post, counts: { likes, comments }, viewer: { liked } }));
  }
  const there = new Set(items.map(({ postId }) => postId));
  dropCachedPosts(client, (post) => ids.includes(post.id) && !there.has(post.id));
}
