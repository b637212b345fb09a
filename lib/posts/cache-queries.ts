import type { QueryClient } from "@tanstack/react-query";
import type { Post } from "./contract";
import { postKeys, type PostPages } from "./queries";
import { placeOf } from "./rules";

// Changes of posts in the query cache. Only what runs after the page needs them.

function mapPages(data: PostPages, change: (items: Post[]) => Post[]): PostPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) };
}

/** Changes posts everywhere in the cache. */
export function patchCachedPosts(
  client: QueryClient,
  isMeant: (post: Post) => boolean,
  change: (post: Post) => Post,
): void {
  const changed = (post: Post) => (isMeant(post) ? change(post) : post);
  client.setQueriesData<Post>({ queryKey: postKeys.details }, (post) => post && changed(post));
  // Inactive lists are left alone: writing to one counts as a fetch, and it would no longer be refetched.
  const hasMeant = ({ state }: { state: { data: unknown } }) =>
    (state.data as PostPages | undefined)?.pages.some((page) => page.items.some(isMeant)) ?? false;
  client.setQueriesData<PostPages>(
    { queryKey: postKeys.lists, predicate: hasMeant },
    (data) => data && mapPages(data, (items) => items.map(changed)),
  );
}

export function patchCachedPost(client: QueryClient, id: string, change: (post: Post) => Post): void {
  patchCachedPosts(client, (post) => post.id === id, change);
}

/** Removes posts from every cached list. */
export function dropCachedPosts(client: QueryClient, isDropped: (post: Post) => boolean): void {
  client.setQueriesData<PostPages>({ queryKey: postKeys.lists }, (data) => {
    if (!data?.pages.some((page) => page.items.some(isDropped))) return data;
    return mapPages(data, (items) => items.filter((post) => !isDropped(post)));
  });
}

const isProfile = (queryKey: readonly unknown[]) => queryKey[2] === "user";

/** Adds new posts to the top of a cached list. A post that it already has moves there if it was reposted since. */
export function prependCachedPosts(client: QueryClient, queryKey: readonly unknown[], posts: Post[]): void {
  client.setQueryData<PostPages>(queryKey, (data) => {
    if (!data) return data;
    const known = new Map(
      data.pages.flatMap((page) => page.items.map((post) => [post.id, placeOf(post)] as const)),
    );
    const added = posts.filter((post) => (known.get(post.id) ?? "") < placeOf(post));
    const moved = new Set(added.map(({ id }) => id));
    const [first, ...others] = mapPages(data, (items) => items.filter(({ id }) => !moved.has(id))).pages;
    if (!first || added.length === 0) return data;
    // On a profile, the pinned post stays first.
    const pinned = first.items.slice(0, Number(first.items[0]?.pinned && isProfile(queryKey)));
    const items = [...pinned, ...added, ...first.items.slice(pinned.length)];
    return { ...data, pages: [{ ...first, items }, ...others] };
  });
}
