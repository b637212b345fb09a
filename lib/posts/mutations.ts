import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Post, PostPayloadInput, Reaction } from "./contract";
import { deleteLater, type Deletion } from "@/lib/browser/delete-later";
import { likeMutation } from "@/lib/browser/like-mutation";
import { dropCachedPosts, prependCachedPosts } from "./post-cache.client";
import { patchCachedPost, postKeys, showLiked, type PostPages } from "./queries";

/**
 * Tells the server of a like, or that one was taken back; the screen shows it already (showLiked), and no more where
 * the server refuses.
 */
export async function sendLike(client: QueryClient, id: string, liked: boolean): Promise<void> {
  const mutation = client.getMutationCache().build(
    client,
    likeMutation({
      client,
      key: ["posts", "like", id],
      send: () =>
        api<Reaction>("/v1/reactions", {
          method: "POST",
          body: { postId: id, action: liked ? "like" : "unlike" },
        }),
      show: (shown) => showLiked(client, id, shown),
      settle: (answer) =>
        patchCachedPost(client, id, (post) => ({
          ...post,
          counts: { ...post.counts, likes: answer.likes },
          viewer: { liked: answer.liked },
        })),
    }),
  );
  await mutation.execute(liked);
}

/** Publishes a post and puts it on top of the lists it belongs to. */
export async function publishPost(client: QueryClient, payload: PostPayloadInput): Promise<Post> {
  const post = await api<Post>("/v1/posts", { method: "POST", body: payload });
  client.setQueryData(postKeys.detail(post.id), post);
  for (const key of [postKeys.timeline("home"), postKeys.timeline("all"), postKeys.ofUser(post.author.id)]) {
    prependCachedPosts(client, key, [post]);
    // A list that is on its way may have been read before the post was there.
    void client.invalidateQueries({
      queryKey: key,
      fetchStatus: "fetching",
      predicate: ({ state }) => state.data === undefined,
    });
  }
  return post;
}

/**
 * Takes a post away from every list at once, and from the server once `delayMs` have passed.
 * @returns a function that takes it back
 */
export function deletePostLater(client: QueryClient, { id, delayMs, onFailure }: Deletion): () => void {
  const before = client.getQueriesData<PostPages>({ queryKey: postKeys.lists });
  dropCachedPosts(client, (post) => post.id === id);
  const restore = () => {
    for (const [key, data] of before) {
      const post = data?.pages.flatMap((page) => page.items).find((one) => one.id === id);
      if (post) insertByAge(client, key, post);
    }
  };
  const onDone = () => client.removeQueries({ queryKey: postKeys.detail(id) });
  return deleteLater({ path: `/posts/${id}`, delayMs, restore, onDone, onFailure });
}

/** Puts a post back where its age has it: lists may have changed meanwhile. */
function insertByAge(client: QueryClient, key: readonly unknown[], post: Post): void {
  client.setQueryData<PostPages>(key, (data) => {
    if (!data || data.pages.some((page) => page.items.some((one) => one.id === post.id))) return data;
    const at = data.pages.findIndex((page) => page.items.some((one) => one.id < post.id));
    const pages = data.pages.map((page, index) => {
      if (index !== (at === -1 ? data.pages.length - 1 : at)) return page;
      const items = [...page.items, post].sort((a, b) => (a.id < b.id ? 1 : -1));
      return { ...page, items };
    });
    return { ...data, pages };
  });
}
