import type { QueryClient } from "@tanstack/react-query";
import { announcePost, checkFreshPosts, retractPost, retractReposts } from "@/lib/posts/fresh-posts-queries";
import { announceProjectNews } from "@/lib/projects/news.client";
import { notificationKeys, setUnread } from "@/lib/notifications/queries";
import { peopleKeys } from "@/lib/people/queries";
import { postKeys } from "@/lib/posts/queries";
import { dropCachedPosts, patchCachedPost, patchCachedPosts } from "@/lib/posts/cache-queries";
import { FEEDS } from "@/lib/posts/rules";
import { applyTotals } from "@/lib/posts/counts-queries";
import { refreshEdited } from "@/lib/posts/edit-queries";
import { refreshThreads } from "@/lib/posts/thread-queries";
import { announceStorageNews } from "@/lib/storage/news.client";
import type { StreamEvent } from "./contract";

/**
 * Applies an event of the stream to the query cache. Idempotent: events can be delivered twice.
 * @param userId the viewer
 */
export function applyEvent(client: QueryClient, event: StreamEvent, userId: string): void {
  switch (event.type) {
    case "hello":
      setUnread(client, event.unread);
      // The stream does not replay replies. A fetch in flight is recent enough and continues.
      void client.invalidateQueries({ queryKey: postKeys.everyReplies }, { cancelRefetch: false });
      if (!event.resumed) void checkFreshPosts(client, userId).catch(() => undefined);
      // Nor events about apps' data.
      announceStorageNews(null);
      announceProjectNews(null);
      return;
    case "post":
      for (const feed of event.home ? FEEDS : (["all"] as const)) {
        // One's own post is new only to a feed in another tab or on another device.
        const own = event.authorId === userId;
        const isNews = !own || client.getQueryData(postKeys.timeline(feed)) !== undefined;
        if (isNews) announcePost(client, feed, { id: event.id, own });
      }
      return;
    case "list_post": {
      const { id, listId, authorId, repostOf } = event;
      const own = !repostOf && authorId === userId;
      announcePost(client, `list:${listId}`, { id, own, ...(repostOf && { repostOf }) });
      return;
    }
    case "post_edited":
      void refreshEdited(client, event.id).catch(() => undefined);
      return;
    case "post_deleted":
      retractPost(client, event.id);
      dropCachedPosts(client, (post) => post.id === event.id);
      patchCachedPosts(
        client,
        (post) => post.quote?.id === event.id,
        (post) => ({ ...post, quote: { id: event.id, post: null } }),
      );
      return;
    case "counts":
      applyTotals(client, event.postId, event);
      return;
    case "repost":
      announcePost(client, "home", { id: event.id, own: false, repostOf: event.postId });
      return;
    case "repost_undone":
      retractReposts(client, event.postId);
      dropCachedPosts(client, (post) => post.id === event.postId && post.repost?.by.id === event.authorId);
      return;
    case "card":
      patchCachedPost(client, event.postId, (post) =>
        event.room.version > (post.room?.version ?? -1) ? { ...post, room: event.room } : post,
      );
      return;
    case "board":
      patchCachedPosts(
        client,
        (post) => post.app?.id === event.appId,
        (post) => ({ ...post, board: event.board ?? undefined }),
      );
      return;
    case "app_gone":
      patchCachedPosts(
        client,
        (post) => post.app?.id === event.appId,
        (post) => ({ ...post, room: null }),
      );
      return;
    case "reply":
      refreshThreads(client, event);
      return;
    case "notification":
      setUnread(client, event.unread);
      void client.invalidateQueries({ queryKey: notificationKeys.list });
      return;
    case "unread":
      setUnread(client, event.unread);
      return;
    case "app_storage":
      announceStorageNews(event);
      return;
    case "project":
      announceProjectNews(event);
      return;
    case "relations":
      void client.invalidateQueries({
        queryKey: peopleKeys.all,
        // People just followed stay among the suggestions until the next visit.
        predicate: ({ queryKey }) => queryKey[1] !== peopleKeys.suggestions[1],
      });
      void client.invalidateQueries({ queryKey: postKeys.lists, refetchType: "none" });
      return;
  }
}
