import {
  infiniteQueryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/client/api/client";
import type { Comment } from "@/lib/contracts/comment";
import type { Page } from "@/lib/contracts/common";
import type { UserShort } from "@/lib/contracts/user";
import type { CommentSubject } from "@/lib/domain/comment";
import { COMMENTS_PAGE_SIZE } from "@/lib/domain/page-sizes";
import { patchCachedApp } from "./app-queries";
import { deleteLater, type Deletion } from "./delete-later";
import { patchCachedPost } from "./post-queries";

export type CommentPages = InfiniteData<Page<Comment>, string | null>;

export const commentKeys = {
  all: ["comments"] as const,
  of: ({ type, id }: CommentSubject) => ["comments", type, id] as const,
};

const pathOf = ({ type, id }: CommentSubject): string => `/${type}s/${id}/comments`;

/** What is said about a post or an app, oldest first. */
export const commentsQuery = (subject: CommentSubject) =>
  infiniteQueryOptions({
    queryKey: commentKeys.of(subject),
    queryFn: ({ pageParam, signal }) =>
      api<Page<Comment>>(pathOf(subject), { query: { limit: COMMENTS_PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

function count(client: QueryClient, { type, id }: CommentSubject, by: number): void {
  const change = <T extends { counts: { comments: number } }>(thing: T): T => ({
    ...thing,
    counts: { ...thing.counts, comments: Math.max(0, thing.counts.comments + by) },
  });
  if (type === "post") patchCachedPost(client, id, change);
  else patchCachedApp(client, id, change);
}

/** Takes a comment away at once, and from the server later. @returns a function that takes it back */
export function deleteCommentLater(
  client: QueryClient,
  { subject, id, delayMs, onFailure }: Deletion & { subject: CommentSubject },
): () => void {
  const key = commentKeys.of(subject);
  const before = client.getQueryData<CommentPages>(key);
  const lost = before?.pages.flatMap((page) => page.items).find((one) => one.id === id);
  dropCachedComment(client, subject, id);
  count(client, subject, -1);
  const restore = () => {
    count(client, subject, 1);
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
  return deleteLater({ path: `${pathOf(subject)}/${id}`, delayMs, restore, onFailure });
}

/** A comment that is on its way: its id is the browser's own, and begins so. */
export const PENDING_COMMENT = "pending-";

/** Comments on a post or an app; shown at once. */
export function useAddComment(subject: CommentSubject, me: UserShort) {
  const client = useQueryClient();
  const key = commentKeys.of(subject);
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
  return useMutation({
    mutationFn: (content: string) => api<Comment>(pathOf(subject), { method: "POST", body: { content } }),
    onMutate: async (content) => {
      await client.cancelQueries({ queryKey: key });
      const id = `${PENDING_COMMENT}${crypto.randomUUID()}`;
      const pending: Comment = {
        id,
        postId: subject.type === "post" ? subject.id : null,
        appId: subject.type === "app" ? subject.id : null,
        content,
        author: me,
        createdAt: new Date().toISOString(),
      };
      change((items, last) => (last ? [...items, pending] : items));
      count(client, subject, 1);
      return id;
    },
    onSuccess: (comment, _content, id) =>
      change((items) => {
        const known = items.some((one) => one.id === comment.id);
        return items.flatMap((one) => (one.id === id ? (known ? [] : [comment]) : [one]));
      }),
    onError: (_error, _content, id) => {
      change((items) => items.filter((one) => one.id !== id));
      count(client, subject, -1);
    },
  });
}

/** Takes a comment out of its thread. */
export function dropCachedComment(client: QueryClient, subject: CommentSubject, id: string): void {
  client.setQueryData<CommentPages>(
    commentKeys.of(subject),
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.filter((one) => one.id !== id) })),
      },
  );
}

/** True if a thread on the screen has this comment. */
export function isCommentCached(client: QueryClient, subject: CommentSubject, id: string): boolean {
  const data = client.getQueryData<CommentPages>(commentKeys.of(subject));
  return data?.pages.some((page) => page.items.some((one) => one.id === id)) ?? false;
}
