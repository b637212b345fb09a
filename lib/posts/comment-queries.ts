import { infiniteQueryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Comment, CommentSubject } from "./comment-contract";
import type { Page } from "@/lib/shared/contract";
import { COMMENTS_PAGE_SIZE } from "@/lib/config/limits";
import { patchCachedApp } from "@/lib/apps/queries";
import { deleteLater, type Deletion } from "@/lib/browser/delete-later";
import { postKeys } from "./queries";

export type CommentPages = InfiniteData<Page<Comment>, string | null>;

export const commentKeys = {
  all: ["comments"] as const,
  of: ({ type, id }: CommentSubject) => ["comments", type, id] as const,
};

export const commentsPath = ({ type, id }: CommentSubject): string => `/${type}s/${id}/comments`;

/** The comments on an app, oldest first. Those on posts are replies: see thread-queries.ts. */
export const commentsQuery = (subject: CommentSubject) =>
  infiniteQueryOptions({
    queryKey: commentKeys.of(subject),
    queryFn: ({ pageParam, signal }) =>
      api<Page<Comment>>(commentsPath(subject), {
        query: { limit: COMMENTS_PAGE_SIZE, after: pageParam },
        signal,
      }),
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

function addToCount(client: QueryClient, { id }: CommentSubject, by: number): void {
  patchCachedApp(client, id, (app) => ({
    ...app,
    counts: { ...app.counts, comments: Math.max(0, app.counts.comments + by) },
  }));
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
  return deleteLater({ path: `${commentsPath(subject)}/${id}`, delayMs, restore, onFailure });
}

/** Writes a comment that the server has to the cache. */
export function settleComment(client: QueryClient, subject: CommentSubject, comment: Comment): void {
  if (subject.type === "post") {
    // Queued by an earlier release.
    void client.invalidateQueries({ queryKey: postKeys.replies(subject.id) });
    return;
  }
  const key = commentKeys.of(subject);
  // A fetch in flight may predate this comment.
  const { fetchStatus, isInvalidated } = client.getQueryState(key) ?? {};
  if (!isCommentCached(client, subject, comment.id)) addToCount(client, subject, 1);
  insertCachedComment(client, subject, comment);
  if (fetchStatus === "fetching" || isInvalidated) void client.invalidateQueries({ queryKey: key });
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

function dropCachedComment(client: QueryClient, subject: CommentSubject, id: string): void {
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

function isCommentCached(client: QueryClient, subject: CommentSubject, id: string): boolean {
  const data = client.getQueryData<CommentPages>(commentKeys.of(subject));
  return data?.pages.some((page) => page.items.some((comment) => comment.id === id)) ?? false;
}
