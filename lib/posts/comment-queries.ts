import {
  infiniteQueryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Comment } from "./comment-contract";
import type { Page } from "@/lib/shared/contract";
import type { UserShort } from "@/lib/people/user-contract";
import type { CommentSubject } from "./comment-rules";
import { COMMENTS_PAGE_SIZE } from "@/lib/config/limits";
import { patchCachedApp } from "@/lib/apps/queries";
import { deleteLater, type Deletion } from "@/lib/browser/delete-later";
import { patchCachedPost } from "./queries";

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

/** All comments of a thread that have been read, each once: a page may bring what stands in one before it. */
export function commentsOf(data: Pick<CommentPages, "pages"> | undefined): Comment[] {
  const all = data?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(all.map((comment) => [comment.id, comment])).values()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
}

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
  const before = client.getQueryData<CommentPages>(commentKeys.of(subject));
  const lost = before?.pages.flatMap((page) => page.items).find((one) => one.id === id);
  dropCachedComment(client, subject, id);
  count(client, subject, -1);
  const restore = () => {
    count(client, subject, 1);
    if (lost) insertCachedComment(client, subject, lost);
  };
  return deleteLater({ path: `${pathOf(subject)}/${id}`, delayMs, restore, onFailure });
}

/** Comments on a post or an app. Until it is there it is shown by {@link usePendingComments}. */
export function useAddComment(subject: CommentSubject) {
  const client = useQueryClient();
  const key = commentKeys.of(subject);
  return useMutation({
    mutationKey: key,
    mutationFn: (content: string) => api<Comment>(pathOf(subject), { method: "POST", body: { content } }),
    onMutate: () => count(client, subject, 1),
    onError: () => count(client, subject, -1),
    onSettled: (comment) => {
      // What is being read may be from before this comment; what was told meanwhile waited for it.
      const { fetchStatus, isInvalidated } = client.getQueryState(key) ?? {};
      if (comment) insertCachedComment(client, subject, comment);
      if (fetchStatus === "fetching" || isInvalidated) void client.invalidateQueries({ queryKey: key });
    },
  });
}

/** What somebody has written in a thread and has not arrived yet, in the order of writing; the ids are not the server's. */
export function usePendingComments(subject: CommentSubject, author: UserShort): Comment[] {
  return useMutationState({
    filters: { mutationKey: commentKeys.of(subject), status: "pending" },
    select: ({ mutationId, state }) => ({
      id: `${mutationId}`,
      postId: subject.type === "post" ? subject.id : null,
      appId: subject.type === "app" ? subject.id : null,
      content: state.variables as string,
      author,
      createdAt: new Date(state.submittedAt).toISOString(),
    }),
  });
}

/** Reads a thread again, once what is being sent to it has arrived: it would stand there twice. */
export function refreshThread(client: QueryClient, subject: CommentSubject): void {
  const queryKey = commentKeys.of(subject);
  const sending = client.isMutating({ mutationKey: queryKey }) > 0;
  void client.invalidateQueries({ queryKey, refetchType: sending ? "none" : "active" });
}

/** Puts a comment where it belongs in its thread: after the last one that is shown, where it is newer. */
function insertCachedComment(client: QueryClient, subject: CommentSubject, comment: Comment): void {
  if (isCommentCached(client, subject, comment.id)) return;
  client.setQueryData<CommentPages>(commentKeys.of(subject), (data) => {
    if (!data) return data;
    const later = data.pages.findIndex((page) => page.items.some((one) => one.id > comment.id));
    const at = later === -1 ? data.pages.length - 1 : later;
    const pages = data.pages.map((page, index) =>
      index === at
        ? { ...page, items: [...page.items, comment].sort((a, b) => (a.id < b.id ? -1 : 1)) }
        : page,
    );
    return { ...data, pages };
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
