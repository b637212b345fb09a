import { useShallow } from "zustand/react/shallow";
import { queue, useOutbox, type OutboxEntry } from "@/lib/outbox/store";
import type { CommentSubject } from "./comment-contract";
import type { NewPostDraft } from "./draft-storage";

// What pages need at once; the code for the server's answers comes with the sender of the outbox.

/** Likes a post (true) or takes the like back (false). */
export function likePost(id: string, on: boolean): void {
  queue({ kind: "post-like", id, on });
}

/** Reposts a post (true) or takes the repost back (false). */
export function repostPost(id: string, on: boolean): void {
  queue({ kind: "post-repost", id, on });
}

/** Keeps a post for oneself (true), or no longer. */
export function bookmarkPost(id: string, on: boolean): void {
  queue({ kind: "post-bookmark", id, on });
}

/** Queues what was written. */
export function sendDraft(draft: NewPostDraft): void {
  queue({ kind: "post", ...draft });
}

/** Queues a comment. Until the server has it, {@link useQueuedComments} does. @returns its client key */
export function addComment(subject: CommentSubject, content: string): string {
  return queue({ kind: "comment", subject, content });
}

export type QueuedComment = Extract<OutboxEntry, { kind: "comment" }>;

const isAbout =
  ({ type, id }: CommentSubject) =>
  (entry: OutboxEntry): entry is QueuedComment =>
    entry.kind === "comment" && entry.subject.type === type && entry.subject.id === id;

/** Comments that the server has not confirmed, in the order of writing. */
export function useQueuedComments(subject: CommentSubject): QueuedComment[] {
  return useOutbox(useShallow(({ entries }) => entries.filter(isAbout(subject))));
}

/** How many comments wait to be sent. */
export function useQueuedCommentCount(subject: CommentSubject): number {
  return useOutbox(({ entries }) => entries.filter(isAbout(subject)).length);
}

const isReplyTo =
  (postId: string) =>
  (entry: OutboxEntry): boolean =>
    entry.kind === "post" && entry.replyTo?.id === postId;

/** How many replies to a post wait to be sent. */
export function useQueuedReplyCount(postId: string): number {
  return useOutbox(
    ({ entries }) => entries.filter((entry) => isReplyTo(postId)(entry) && entry.state !== "failed").length,
  );
}

/** How many replies to a post are on their way; the server may count them already. */
export function countRepliesSending(postId: string): number {
  const { entries } = useOutbox.getState();
  return entries.filter((entry) => isReplyTo(postId)(entry) && entry.state === "sending").length;
}
