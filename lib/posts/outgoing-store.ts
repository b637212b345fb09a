import { useShallow } from "zustand/react/shallow";
import { queue, useOutbox, type OutboxEntry } from "@/lib/outbox/store";
import type { CountedReaction } from "@/lib/shared/reactions";
import type { CommentSubject } from "./comment-contract";
import type { NewPostDraft } from "./draft-storage";

// The part of the outbox that pages need at once; the code that handles responses loads with the sender.

/** Adds (true) or removes a reaction. */
export function reactToPost(id: string, kind: CountedReaction, on: boolean): void {
  queue({ kind: `post-${kind}`, id, on });
}

/** Bookmarks a post (true) or removes the bookmark. */
export function bookmarkPost(id: string, on: boolean): void {
  queue({ kind: "post-bookmark", id, on });
}

/** Queues a post. */
export function sendDraft(draft: NewPostDraft): void {
  queue({ kind: "post", ...draft });
}

/** Queues a comment. {@link useQueuedComments} returns it until the server has it. @returns its client key */
export function addComment(subject: CommentSubject, content: string): string {
  return queue({ kind: "comment", subject, content });
}

export type QueuedComment = Extract<OutboxEntry, { kind: "comment" }>;

const isAbout =
  ({ type, id }: CommentSubject) =>
  (entry: OutboxEntry): entry is QueuedComment =>
    entry.kind === "comment" && entry.subject.type === type && entry.subject.id === id;

/** Comments that the server has not confirmed, oldest first. */
export function useQueuedComments(subject: CommentSubject): QueuedComment[] {
  return useOutbox(useShallow(({ entries }) => entries.filter(isAbout(subject))));
}

/** How many comments are queued. */
export function useQueuedCommentCount(subject: CommentSubject): number {
  return useOutbox(({ entries }) => entries.filter(isAbout(subject)).length);
}

const isReplyTo =
  (postId: string) =>
  (entry: OutboxEntry): boolean =>
    entry.kind === "post" && entry.replyTo?.id === postId;

/** How many replies to a post are queued. */
export function useQueuedReplyCount(postId: string): number {
  return useOutbox(
    ({ entries }) => entries.filter((entry) => isReplyTo(postId)(entry) && entry.state !== "failed").length,
  );
}

/** How many replies to a post are being sent; the server may already count them. */
export function countRepliesSending(postId: string): number {
  const { entries } = useOutbox.getState();
  return entries.filter((entry) => isReplyTo(postId)(entry) && entry.state === "sending").length;
}
