import type { QueryClient } from "@tanstack/react-query";
import type { Bookmark, Pin, Post, Repost } from "./contract";
import { api } from "@/lib/browser/api";
import { deleteLater, type Deletion } from "@/lib/browser/delete-later";
import { placeOf } from "./rules";
import { countInCache, settleReply } from "./thread-queries";
import { postKeys, type PostPages } from "./queries";
import { ownOf, totalsOf, type Own, type Totals } from "./totals";
import { dropCachedPosts, patchCachedPost, patchCachedPosts, prependCachedPosts } from "./cache-queries";

/** Writes the server's answer to a reaction to the cache: `postId`, its new number, and whether it is the viewer's own. */
export function settleReaction(
  client: QueryClient,
  { postId, ...answer }: { postId: string } & Partial<Totals & Own>,
): void {
  patchCachedPost(client, postId, (post) => ({
    ...post,
    counts: totalsOf({ ...post.counts, ...answer }),
    viewer: { ...post.viewer, ...ownOf({ ...post.viewer, ...answer }) },
  }));
}

/** Likewise for a repost, which the viewer's own profile lists. */
export function settleRepost(client: QueryClient, userId: string, repost: Repost): void {
  settleReaction(client, repost);
  void client.invalidateQueries({ queryKey: postKeys.ofUser(userId), refetchType: "none" });
}

/** Writes the server's response to a bookmark to the cache. */
export function settleBookmark(client: QueryClient, { postId, bookmarked }: Bookmark): void {
  patchCachedPost(client, postId, (post) => ({ ...post, viewer: { ...post.viewer, bookmarked } }));
  // A mounted list keeps its order until it is opened again.
  void client.invalidateQueries({ queryKey: postKeys.bookmarks, refetchType: "none" });
}

/** Adds a published post to the top of its lists, or a reply to its thread. */
export function settlePost(client: QueryClient, post: Post): void {
  client.setQueryData(postKeys.detail(post.id), post);
  if (post.reply) {
    void client.invalidateQueries({
      queryKey: postKeys.ofUser(post.author.id, "replies"),
      refetchType: "none",
    });
    return settleReply(client, post);
  }
  for (const key of [postKeys.timeline("home"), postKeys.timeline("all"), postKeys.ofUser(post.author.id)]) {
    prependCachedPosts(client, key, [post]);
    // A first fetch in flight may predate the post.
    void client.invalidateQueries({
      queryKey: key,
      fetchStatus: "fetching",
      predicate: ({ state }) => state.data === undefined,
    });
  }
}

/**
 * Removes a post from every cached list now and from the server after `delayMs`.
 * @returns the undo
 */
export function deletePostLater(
  client: QueryClient,
  { id, parentId, delayMs, onFailure }: Deletion & { parentId: string | undefined },
): () => void {
  const before = client.getQueriesData<PostPages>({ queryKey: postKeys.lists });
  dropCachedPosts(client, (post) => post.id === id);
  if (parentId) countInCache(client, parentId, -1);
  const restore = () => {
    if (parentId) countInCache(client, parentId, 1);
    for (const [key, data] of before) {
      const post = data?.pages.flatMap((page) => page.items).find((other) => other.id === id);
      if (post) insertByAge(client, key, post);
    }
  };
  const onDone = () => client.removeQueries({ queryKey: postKeys.detail(id) });
  return deleteLater({ path: `/posts/${id}`, delayMs, restore, onDone, onFailure });
}

/** Puts a post back by its age: the list may have changed since. */
function insertByAge(client: QueryClient, key: readonly unknown[], post: Post): void {
  client.setQueryData<PostPages>(key, (data) => {
    if (!data || data.pages.some((page) => page.items.some(({ id }) => id === post.id))) return data;
    const found = data.pages.findIndex((page) => page.items.some((other) => placeOf(other) < placeOf(post)));
    const target = found === -1 ? data.pages.length - 1 : found;
    const pages = data.pages.map((page, index) => {
      if (index !== target) return page;
      const items = [...page.items, post].sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
      return { ...page, items };
    });
    return { ...data, pages };
  });
}

/** Pins one's own post to one's profile, or unpins it. @throws ApiError */
export async function pinPost(client: QueryClient, post: Post, on: boolean): Promise<Pin> {
  const pin = await api<Pin>(`/posts/${post.id}/pin`, { method: on ? "PUT" : "DELETE" });
  patchCachedPosts(
    client,
    ({ author }) => author.id === post.author.id,
    (own) => ({ ...own, pinned: own.id === pin.pinned }),
  );
  await client.invalidateQueries({ queryKey: postKeys.ofUser(post.author.id) });
  return pin;
}

/** Lets people share the app of one's post, or have it each alone. @throws ApiError */
export async function setPostRoom(client: QueryClient, id: string, isOn: boolean): Promise<void> {
  const { sharesApp } = await api<Post>(`/posts/${id}/room`, { method: "PATCH", body: { isOn } });
  patchCachedPost(client, id, (post) => ({ ...post, sharesApp }));
}
