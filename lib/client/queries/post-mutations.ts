import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api/client";
import { API_BASE } from "@/lib/config/env.client";
import type { Comment } from "@/lib/contracts/comment";
import type { Post, PostPayloadInput, Reaction } from "@/lib/contracts/post";
import type { UserShort } from "@/lib/contracts/user";
import {
  dropCachedPosts,
  patchCachedPost,
  postKeys,
  prependCachedPosts,
  type CommentPages,
  type PostPages,
} from "./post-queries";

/** Likes a post or takes the like back; shown at once, taken back where the server refuses. */
export function useLikePost(id: string) {
  const client = useQueryClient();
  const show = (liked: boolean) =>
    patchCachedPost(client, id, (post) =>
      post.viewer.liked === liked
        ? post
        : {
            ...post,
            counts: { ...post.counts, likes: Math.max(0, post.counts.likes + (liked ? 1 : -1)) },
            viewer: { liked },
          },
    );
  const mutationKey = ["posts", "like", id];
  return useMutation({
    mutationKey,
    // One after the other: the last press is what holds.
    scope: { id: `post-like-${id}` },
    mutationFn: (liked: boolean) =>
      api<Reaction>("/v1/reactions", {
        method: "POST",
        body: { postId: id, action: liked ? "like" : "unlike" },
      }),
    onMutate: show,
    onError: (_error, liked) => show(!liked),
    onSuccess: ({ liked, likes }) => {
      if (client.isMutating({ mutationKey }) > 1) return;
      patchCachedPost(client, id, (post) => ({
        ...post,
        counts: { ...post.counts, likes },
        viewer: { liked },
      }));
    },
  });
}

/** Publishes a post and puts it on top of the lists it belongs to. */
export async function publishPost(client: QueryClient, payload: PostPayloadInput): Promise<Post> {
  const post = await api<Post>("/v1/posts", { method: "POST", body: payload });
  client.setQueryData(postKeys.detail(post.id), post);
  for (const key of [postKeys.timeline("home"), postKeys.timeline("all"), postKeys.ofUser(post.author.id)]) {
    prependCachedPosts(client, key, [post]);
  }
  return post;
}

/** Deletions that wait until they can no longer be taken back, by their address. */
const leaving = new Map<
  string,
  { timer: ReturnType<typeof setTimeout>; now: (keepalive?: boolean) => void }
>();

if (typeof window !== "undefined") {
  // The page goes: what was deleted is deleted.
  addEventListener("pagehide", () => leaving.forEach(({ now }) => now(true)));
}

type LaterDeletion = {
  path: string;
  delayMs: number;
  /** Puts what was taken off the screen back. */
  restore: () => void;
  onDone?: () => void;
  onFailure: (error: unknown) => void;
};

/** @returns a function that takes the deletion back */
function deleteLater({ path, delayMs, restore, onDone, onFailure }: LaterDeletion): () => void {
  const now = (keepalive = false) => {
    clearTimeout(leaving.get(path)?.timer);
    leaving.delete(path);
    if (keepalive) {
      void fetch(`${API_BASE}${path}`, { method: "DELETE", credentials: "include", keepalive: true });
      return;
    }
    api(path, { method: "DELETE" }).then(onDone, (error: unknown) => {
      if ((error as { code?: string }).code === "not_found") return;
      restore();
      onFailure(error);
    });
  };
  leaving.set(path, { timer: setTimeout(() => now(), delayMs), now });
  return () => {
    clearTimeout(leaving.get(path)?.timer);
    if (leaving.delete(path)) restore();
  };
}

type Deletion = { id: string; delayMs: number; onFailure: (error: unknown) => void };

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

/** The same for a comment and its thread. */
export function deleteCommentLater(
  client: QueryClient,
  { postId, id, delayMs, onFailure }: Deletion & { postId: string },
): () => void {
  const key = postKeys.comments(postId);
  const before = client.getQueryData<CommentPages>(key);
  const lost = before?.pages.flatMap((page) => page.items).find((one) => one.id === id);
  const count = (by: number) =>
    patchCachedPost(client, postId, (post) => ({
      ...post,
      counts: { ...post.counts, comments: Math.max(0, post.counts.comments + by) },
    }));
  dropCachedComment(client, postId, id);
  count(-1);
  const restore = () => {
    count(1);
    client.setQueryData<CommentPages>(key, (data) => {
      if (!data || !lost) return data;
      const at = data.pages.findIndex((page) => page.items.some((one) => one.id > id));
      const pages = data.pages.map((page, index) =>
        index === (at === -1 ? data.pages.length - 1 : at)
          ? { ...page, items: [...page.items, lost].sort((a, b) => (a.id < b.id ? -1 : 1)) }
          : page,
      );
      return { ...data, pages };
    });
  };
  return deleteLater({ path: `/posts/${postId}/comments/${id}`, delayMs, restore, onFailure });
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

/** A comment that is on its way: its id is the browser's own, and begins so. */
export const PENDING_COMMENT = "pending-";

/** Comments on a post; shown at once. */
export function useAddComment(postId: string, me: UserShort) {
  const client = useQueryClient();
  const key = postKeys.comments(postId);
  const change = (items: (items: Comment[], last: boolean) => Comment[]) =>
    client.setQueryData<CommentPages>(
      key,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page, at) => ({
            ...page,
            items: items(page.items, at === data.pages.length - 1),
          })),
        },
    );
  const count = (by: number) =>
    patchCachedPost(client, postId, (post) => ({
      ...post,
      counts: { ...post.counts, comments: Math.max(0, post.counts.comments + by) },
    }));
  return useMutation({
    mutationFn: (content: string) =>
      api<Comment>(`/posts/${postId}/comments`, { method: "POST", body: { content } }),
    onMutate: async (content) => {
      await client.cancelQueries({ queryKey: key });
      const id = `${PENDING_COMMENT}${crypto.randomUUID()}`;
      const pending: Comment = { id, postId, content, author: me, createdAt: new Date().toISOString() };
      change((items, last) => (last ? [...items, pending] : items));
      count(1);
      return id;
    },
    onSuccess: (comment, _content, id) =>
      change((items) => {
        const known = items.some((one) => one.id === comment.id);
        return items.flatMap((one) => (one.id === id ? (known ? [] : [comment]) : [one]));
      }),
    onError: (_error, _content, id) => {
      change((items) => items.filter((one) => one.id !== id));
      count(-1);
    },
  });
}

/** Takes a comment out of its thread. */
export function dropCachedComment(client: QueryClient, postId: string, id: string): void {
  client.setQueryData<CommentPages>(
    postKeys.comments(postId),
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.filter((one) => one.id !== id) })),
      },
  );
}

/** True if a thread on the screen has this comment. */
export function isCommentCached(client: QueryClient, postId: string, id: string): boolean {
  const data = client.getQueryData<CommentPages>(postKeys.comments(postId));
  return data?.pages.some((page) => page.items.some((one) => one.id === id)) ?? false;
}
