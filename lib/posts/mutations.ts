import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Post, PostPayloadInput, Reaction } from "./contract";
import { deleteLater, type Deletion } from "@/lib/browser/delete-later";
import { asLiked, likeMutation } from "@/lib/browser/like-mutation";
import { draftStorage, type StoredDraft, type StoredOutgoing } from "./draft-storage";
import { addOutgoing, markOutgoing, removeOutgoing } from "./outbox-store";
import { dropCachedPosts, patchCachedPost, postKeys, prependCachedPosts, type PostPages } from "./queries";

/** Likes a post (true) or takes the like back (false), optimistically. */
export function likePost(client: QueryClient, id: string, liked: boolean): Promise<Reaction> {
  const mutation = client.getMutationCache().build(
    client,
    likeMutation({
      client,
      key: ["posts", "like", id],
      send: (liked) =>
        api<Reaction>("/v1/reactions", {
          method: "POST",
          body: { postId: id, action: liked ? "like" : "unlike" },
        }),
      show: (liked) => patchCachedPost(client, id, (post) => asLiked(post, liked)),
      settle: ({ likes, liked }) =>
        patchCachedPost(client, id, (post) => ({
          ...post,
          counts: { ...post.counts, likes },
          viewer: { liked },
        })),
    }),
  );
  return mutation.execute(liked);
}

/** Sends what was written. The outbox holds it until the server has it. */
export function sendDraft(client: QueryClient, draft: StoredDraft): void {
  const item = { ...draft, clientKey: crypto.randomUUID(), createdAt: new Date().toISOString() };
  addOutgoing(item);
  draftStorage.remove();
  void sendOutgoing(client, item);
}

/** Sends a post of the outbox, which drops it on success and marks it as failed otherwise. */
export async function sendOutgoing(client: QueryClient, item: StoredOutgoing): Promise<void> {
  markOutgoing(item.clientKey, "sending");
  try {
    await publishPost(client, {
      kind: "text",
      body: item.text,
      appRef: item.app && { appId: item.app.id, version: item.app.version },
      media: item.media.map(({ id, alt }) => ({ id, alt })),
      clientKey: item.clientKey,
    });
    removeOutgoing(item.clientKey);
  } catch (error) {
    markOutgoing(item.clientKey, "failed", error);
  }
}

/** Publishes a post and puts it on top of the lists it belongs to. */
async function publishPost(client: QueryClient, payload: PostPayloadInput): Promise<void> {
  const post = await api<Post>("/v1/posts", { method: "POST", body: payload });
  client.setQueryData(postKeys.detail(post.id), post);
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
export function deletePostLater(client: QueryClient, { id, delayMs, onFailure }: Deletion): () => void {
  const before = client.getQueriesData<PostPages>({ queryKey: postKeys.lists });
  dropCachedPosts(client, (post) => post.id === id);
  const restore = () => {
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
    const found = data.pages.findIndex((page) => page.items.some(({ id }) => id < post.id));
    const target = found === -1 ? data.pages.length - 1 : found;
    const pages = data.pages.map((page, index) => {
      if (index !== target) return page;
      const items = [...page.items, post].sort((a, b) => (a.id < b.id ? 1 : -1));
      return { ...page, items };
    });
    return { ...data, pages };
  });
}
