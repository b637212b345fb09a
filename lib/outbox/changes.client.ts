import type { QueryClient } from "@tanstack/react-query";
import type { App } from "@/lib/apps/contract";
import { settleAppInstall, settleAppLike } from "@/lib/apps/mutations";
import type { ApiRequest } from "@/lib/browser/api";
import type { FollowResponse } from "@/lib/people/contract";
import { settleFollow } from "@/lib/people/mutations";
import type { Comment, CommentSubject } from "@/lib/posts/comment-contract";
import { commentsPath, settleComment } from "@/lib/posts/comment-queries";
import type { Bookmark, EmojiReactions, Post, Reaction, Repost } from "@/lib/posts/contract";
import type { NewPostDraft, StoredPost } from "@/lib/posts/draft-storage";
import { settleEmojis } from "@/lib/posts/emoji-queries";
import { settleBookmark, settleReaction, settlePost, settleRepost } from "@/lib/posts/mutations";

type Kept = { clientKey: string };

/** How a change is sent, and how the server's answer gets into the query cache. */
export type Sending<Change, Answer = unknown> = {
  request: (change: Change & Kept) => [path: string, request: ApiRequest];
  settle: (client: QueryClient, answer: Answer, change: Change, userId: string) => void;
};

type OnOff = { id: string; on: boolean };
type ToggleSending<Change extends OnOff, Answer> = Sending<Change, Answer> & {
  /** The message of `shell.outbox` that says that it was refused. */
  refusal: "like" | "repost" | "reaction" | "bookmark" | "follow" | "install";
};

/** Sends a toggle to one path with two methods. */
const onAndOff =
  (path: (id: string) => string, method: "POST" | "PUT" = "POST") =>
  ({ id, on }: OnOff): [string, ApiRequest] => [path(id), { method: on ? method : "DELETE" }];

/** What is on or off, by kind. */
export const TOGGLES = {
  "post-like": {
    request: ({ id, on }) => [
      "/v1/reactions",
      { method: "POST", body: { postId: id, action: on ? "like" : "unlike" } },
    ],
    settle: settleReaction,
    refusal: "like",
  } satisfies ToggleSending<OnOff, Reaction>,
  "post-repost": {
    request: onAndOff((id) => `/posts/${id}/repost`),
    settle: (client, repost, _change, userId) => settleRepost(client, userId, repost),
    refusal: "repost",
  } satisfies ToggleSending<OnOff, Repost>,
  /** Each emoji is on or off separately. */
  "post-emoji": {
    request: ({ id, emoji, on }) => [`/posts/${id}/emojis`, { method: "POST", body: { emoji, on } }],
    settle: settleEmojis,
    refusal: "reaction",
  } satisfies ToggleSending<OnOff & { emoji: string }, EmojiReactions>,
  "post-bookmark": {
    request: onAndOff((id) => `/posts/${id}/bookmark`),
    settle: settleBookmark,
    refusal: "bookmark",
  } satisfies ToggleSending<OnOff, Bookmark>,
  "app-like": {
    request: onAndOff((id) => `/apps/${id}/like`),
    settle: settleAppLike,
    refusal: "like",
  } satisfies ToggleSending<OnOff, App>,
  "app-install": {
    request: onAndOff((id) => `/apps/${id}/install`, "PUT"),
    settle: (client, _answer, change) => settleAppInstall(client, change),
    refusal: "install",
  } satisfies ToggleSending<OnOff, unknown>,
  follow: {
    request: onAndOff((id) => `/users/${id}/follow`),
    settle: (client, answer, { id }) => settleFollow(client, id, answer),
    refusal: "follow",
  } satisfies ToggleSending<OnOff, FollowResponse>,
};

export type ToggleKind = keyof typeof TOGGLES;
export type Toggle = {
  [Kind in ToggleKind]: { kind: Kind } & Omit<Parameters<(typeof TOGGLES)[Kind]["request"]>[0], keyof Kept>;
}[ToggleKind];

const post: Sending<NewPostDraft, Post> = {
  request: ({ clientKey, ...draft }) => {
    const { moment, quote, replyTo, draftId, thread } = draft;
    const body = {
      kind: "text",
      ...bodyOf(draft),
      moment,
      quote: quote?.id,
      draft: draftId,
      thread: thread?.map(bodyOf),
      clientKey,
    };
    return [replyTo ? `/posts/${replyTo.id}/replies` : "/v1/posts", { method: "POST", body }];
  },
  settle: settlePost,
};

function bodyOf({ text, media, app, options }: StoredPost) {
  return {
    body: text,
    appRef: app && { appId: app.id, version: app.version },
    media: media.map(({ id, alt }) => ({ id, alt })),
    ...options,
  };
}

const comment: Sending<{ subject: CommentSubject; content: string }, Comment> = {
  request: ({ subject, content, clientKey }) => [
    commentsPath(subject),
    { method: "POST", body: { content, clientKey } },
  ],
  settle: (client, answer, { subject }) => settleComment(client, subject, answer),
};

export const CHANGES = { ...TOGGLES, post, comment };
