import {
  infiniteQueryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Comment, CommentSubject } from "./comment-contract";
import type { Page } from "@/lib/shared/contract";
import type { UserShort } from "@/lib/people/user-contract";
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

/** The comments on a post or an app, oldest first. */
export const commentsQuery = (subject: CommentSubject) =>
  infiniteQueryOptions({
    queryKey: commentKeys.of(subject),
    queryFn: ({ pageParam, signal }) =>
      api<Page<Comment>>(pathOf(subject), { query: { limit: COMMENTS_PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** The loaded comments of a thread, oldest first. Pages can overlap, so duplicates are dropped. */
export function commentsOf(data: Pick<CommentPages, "pages"> | undefined): Comment[] {
  const all = data?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(all.map((comment) => [comment.id, comment])).values()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
}

function addToCount(client: QueryClient, { type, id }: CommentSubject, by: number): void {
  const change = <T extends { counts: { comments: number } }>(item: T): T => ({
    ...item,
    counts: { ...item.counts, comments: Math.max(0, item.counts.comments + by) },
  });
  if (type === "post") patchCachedPost(client, id, change);
  else patchCachedApp(client, id, change);
}

/** Removes a comment from the cache now and from the server after `delayMs`. @returns the undo */
export function deleteCommentLater(
  client: QueryClient,
  { subject, id, delayMs, onFailure }: Deletion & { subject: CommentSubject },
): () => void {
  const comment = commentsOf(client.getQueryData<CommentPages>(commentKeys.of(subject))).find(
    (other) => other.id === id,
  );
  dropCachedComment(client, subject, id);
  addToCount(client, subject, -1);
  const restore = () => {
    addToCount(client, subject, 1);
    if (comment) insertCachedComment(client, subject, comment);
  };
  return deleteLater({ path: `${pathOf(subject)}/${id}`, delayMs, restore, onFailure });
}

/** Adds a comment. While the request is pending, {@link usePendingComments} has it. */
export function useAddComment(subject: CommentSubject) {
  const client = useQueryClient();
  const key = commentKeys.of(subject);
  return useMutation({
    mutationKey: key,
    mutationFn: (content: string) => api<Comment>(pathOf(subject), { method: "POST", body: { content } }),
    onMutate: () => addToCount(client, subject, 1),
    onError: () => addToCount(client, subject, -1),
    onSettled: (comment) => {
      // A fetch in flight may predate this comment, and refreshThread defers to pending mutations.
      const { fetchStatus, isInvalidated } = client.getQueryState(key) ?? {};
      if (comment) insertCachedComment(client, subject, comment);
      if (fetchStatus === "fetching" || isInvalidated) void client.invalidateQueries({ queryKey: key });
    },
  });
}

/** Comments whose requests are pending, in the order of writing. Their ids are local. */
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

/** Refetches a thread, but not while a comment is being sent: it would be shown twice. */
export function refreshThread(client: QueryClient, subject: CommentSubject): void {
  const queryKey = commentKeys.of(subject);
  const sending = client.isMutating({ mutationKey: queryKey }) > 0;
  void client.invalidateQueries({ queryKey, refetchType: sending ? "none" : "active" });
}

/** Adds a comment to the last loaded page; commentsOf sorts. */
function insertCachedComment(client: QueryClient, subject: CommentSubject, comment: Comment): void {
  if (isCommentCached(client, subject, comment.id)) return;
  client.setQueryData<CommentPages>(commentKeys.of(subject), (data) => {
    const last = data?.pages.at(-1);
    if (!data || !last) return data;
    const pages = [...data.pages.slice(0, -1), { ...last, items: [...last.items, comment] }];
    return { ...data, pages };
  });
}

export function dropCachedComment(client: QueryClient, subject: CommentSubject, id: string): void {
  client.setQueryData<CommentPages>(
    commentKeys.of(subject),
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.filter((comment) => comment.id !== id),
        })),
      },
  );
}

export function isCommentCached(client: QueryClient, subject: CommentSubject, id: string): boolean {
  const data = client.getQueryData<CommentPages>(commentKeys.of(subject));
  return data?.pages.some((page) => page.items.some((comment) => comment.id === id)) ?? false;
}
