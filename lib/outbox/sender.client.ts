import { notifyManager, type QueryClient } from "@tanstack/react-query";
import { api, ApiError, type ApiRequest } from "@/lib/browser/api";
import { SERVER_BACK_EVENT } from "@/lib/browser/wait-to-retry";
import { settleAppInstall, settleAppLike } from "@/lib/apps/mutations";
import type { App } from "@/lib/apps/contract";
import type { FollowResponse } from "@/lib/people/contract";
import { settleFollow } from "@/lib/people/mutations";
import type { Comment } from "@/lib/posts/comment-contract";
import { commentsPath, settleComment } from "@/lib/posts/comment-queries";
import type { Bookmark, EmojiReactions, Post, Reaction, Repost } from "@/lib/posts/contract";
import type { StoredPost } from "@/lib/posts/draft-storage";
import { settleEmojis } from "@/lib/posts/emoji-queries";
import { settleBookmark, settleLike, settlePost, settleRepost } from "@/lib/posts/mutations";
import { moveEarlierPosts } from "./earlier-posts.client";
import { isUnsent, SENDER_HEADER, type Problem } from "./rules";
import { isTemporary, withNextSending } from "./sending";
import { changeOutbox, outboxChannel, readOutbox, useOutbox, type OutboxEntry } from "./store";

/** Messages between tabs. */
type OutboxMessage =
  | { type: "changed" }
  | { type: "sent"; userId: string; entry: OutboxEntry; response: unknown }
  | { type: "refused"; userId: string; entry: OutboxEntry; problem: Problem };

const RETRY_MIN_MS = 2_000;
const RETRY_MAX_MS = 60_000;

function send(entry: OutboxEntry, userId: string): Promise<unknown> {
  const call = (path: string, request: ApiRequest) =>
    api(path, { ...request, headers: { [SENDER_HEADER]: userId } });
  const { clientKey } = entry;
  switch (entry.kind) {
    case "post": {
      const { moment, quote, replyTo, draftId, thread } = entry;
      const body = {
        kind: "text",
        ...partOf(entry),
        moment,
        quote: quote?.id,
        draft: draftId,
        thread: thread?.map(partOf),
        clientKey,
      };
      return call(replyTo ? `/posts/${replyTo.id}/replies` : "/v1/posts", { method: "POST", body });
    }
    case "comment":
      return call(commentsPath(entry.subject), {
        method: "POST",
        body: { content: entry.content, clientKey },
      });
    case "post-like":
      return call("/v1/reactions", {
        method: "POST",
        body: { postId: entry.id, action: entry.on ? "like" : "unlike" },
      });
    case "post-repost":
      return call(`/posts/${entry.id}/repost`, { method: entry.on ? "POST" : "DELETE" });
    case "post-emoji":
      return call(`/posts/${entry.id}/emojis`, {
        method: "POST",
        body: { emoji: entry.emoji, on: entry.on },
      });
    case "post-bookmark":
      return call(`/posts/${entry.id}/bookmark`, { method: entry.on ? "POST" : "DELETE" });
    case "app-like":
      return call(`/apps/${entry.id}/like`, { method: entry.on ? "POST" : "DELETE" });
    case "app-install":
      return call(`/apps/${entry.id}/install`, { method: entry.on ? "PUT" : "DELETE" });
    case "follow":
      return call(`/users/${entry.id}/follow`, { method: entry.on ? "POST" : "DELETE" });
  }
}

function partOf({ text, media, app, options }: StoredPost) {
  return {
    body: text,
    appRef: app && { appId: app.id, version: app.version },
    media: media.map(({ id, alt }) => ({ id, alt })),
    ...options,
  };
}

/** Writes the server's answer to the query cache. */
function settle(client: QueryClient, userId: string, entry: OutboxEntry, response: unknown): void {
  switch (entry.kind) {
    case "post":
      return settlePost(client, response as Post);
    case "comment":
      return settleComment(client, entry.subject, response as Comment);
    case "post-like":
      return settleLike(client, response as Reaction);
    case "post-repost":
      return settleRepost(client, userId, response as Repost);
    case "post-emoji":
      return settleEmojis(client, response as EmojiReactions);
    case "post-bookmark":
      return settleBookmark(client, response as Bookmark);
    case "app-like":
      return settleAppLike(client, response as App);
    case "app-install":
      return settleAppInstall(client, entry);
    case "follow":
      return settleFollow(client, entry.id, response as FollowResponse);
  }
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { code: "internal", message: String(error), status: 500 };
  const { code, message, status } = error;
  return { code, message, status };
}

/**
 * Sends what the outbox keeps for `userId`, one by one; of several tabs one at a time. Starts with what an earlier visit
 * left.
 * @returns the cleanup
 */
export function startOutbox(client: QueryClient, userId: string): () => void {
  const channel = outboxChannel();
  let isStopped = false;
  let isSending = false;
  let retryMs = RETRY_MIN_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const patch = (clientKey: string, change: Partial<OutboxEntry>) =>
    changeOutbox((entries) =>
      entries.map((entry) =>
        entry.clientKey === clientKey ? ({ ...entry, ...change } as OutboxEntry) : entry,
      ),
    );
  const remove = ({ clientKey }: OutboxEntry) =>
    changeOutbox((entries) => entries.filter((entry) => entry.clientKey !== clientKey));

  /** In one render: the entry is never seen beside the server's answer, nor neither of them. */
  const settleAndRemove = (entry: OutboxEntry, response: unknown) =>
    new Promise((resolve) =>
      notifyManager.batch(() => {
        settle(client, userId, entry, response);
        notifyManager.schedule(() => resolve(remove(entry)));
      }),
    );

  /** Sends the first entry. @returns false if there is none, or if it has to wait */
  const sendNext = async (): Promise<boolean> => {
    if (isStopped || !navigator.onLine) return false;
    const entry = (await changeOutbox(withNextSending)).find(({ state }) => state === "sending");
    if (!entry || isStopped) return false;
    try {
      const response = await send(entry, userId);
      channel.postMessage({ type: "sent", userId, entry, response } satisfies OutboxMessage);
      await settleAndRemove(entry, response);
    } catch (error) {
      const problem = problemOf(error);
      if (isTemporary(problem)) {
        await patch(entry.clientKey, { state: "waiting", problem });
        const retryAfterMs = ((error as ApiError).retryAfter ?? 0) * 1000;
        timer = setTimeout(start, Math.max(retryMs, retryAfterMs));
        retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
        return false;
      }
      if (entry.kind === "post") await patch(entry.clientKey, { state: "failed", problem });
      else {
        await remove(entry);
        useOutbox.setState({ refused: { entry, problem, isShown: false } });
        channel.postMessage({ type: "refused", userId, entry, problem } satisfies OutboxMessage);
      }
    }
    retryMs = RETRY_MIN_MS;
    return true;
  };

  const sendAll = async () => {
    while (await sendNext());
  };
  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    if (isSending || isStopped || !navigator.onLine) return;
    isSending = true;
    const sent = "locks" in navigator ? navigator.locks.request(`gum-outbox:${userId}`, sendAll) : sendAll();
    void sent.finally(() => {
      isSending = false;
      // What came after the last look.
      if (!timer && useOutbox.getState().entries.some(isUnsent)) start();
    });
  };

  const onMessage = ({ data }: MessageEvent<OutboxMessage>) => {
    if (data.type === "changed") return void readOutbox();
    if (data.userId !== userId) return;
    if (data.type === "sent") void settleAndRemove(data.entry, data.response);
    else {
      const { entry } = data;
      // Together: as long as the entry is here, it shows as done.
      useOutbox.setState(({ entries }) => ({
        entries: entries.filter(({ clientKey }) => clientKey !== entry.clientKey),
        refused: { ...data, isShown: true },
      }));
    }
  };
  // What another tab queued is sent here if that tab is closed before: this one waits for the lock.
  const unsubscribe = useOutbox.subscribe(({ asked, entries }, before) => {
    if (asked !== before.asked || (!timer && entries.some(isUnsent))) start();
  });
  channel.addEventListener("message", onMessage);
  addEventListener("online", start);
  addEventListener(SERVER_BACK_EVENT, start);
  void moveEarlierPosts().then(readOutbox).then(start);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
    channel.removeEventListener("message", onMessage);
    removeEventListener("online", start);
    removeEventListener(SERVER_BACK_EVENT, start);
  };
}
