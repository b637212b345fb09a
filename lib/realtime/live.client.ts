import type { QueryClient } from "@tanstack/react-query";
import { leadOneTab, tabsAgree } from "@/lib/browser/one-tab";
import { applyCounts } from "@/lib/posts/counts-queries";
import { checkFreshPosts } from "@/lib/posts/fresh-posts-queries";
import { idAt } from "@/lib/shared/time-id";
import { uuidv7 } from "uuidv7";
import { applyEvent } from "./apply-event.client";
import { keepConnected } from "./connection.client";
import type { StreamEvent } from "./contract";
import { followShown, watchedFeeds, Watcher, type Shown, type Watched } from "./watching.client";

/** Events kept for tabs that open later. */
const HISTORY_MAX = 200;

type LiveMessage = { id: string; event: StreamEvent };
type ChannelMessage =
  | { type: "live"; message: LiveMessage }
  | { type: "since"; id: string }
  /** From a tab to the leader; null when it closes. */
  | { type: "shows"; tab: string; shown: Shown | null }
  /** From a new leader. */
  | { type: "who" }
  | { type: "watched"; watched: Watched };

/**
 * Live updates for this tab. All tabs of a browser share one connection: the tab that holds the Web Lock opens it and
 * broadcasts to the others. When that tab closes, the next one resumes.
 * @param since when the server rendered this page, in ms since 1970
 * @returns the cleanup
 */
export function startLive({
  client,
  userId,
  since,
}: {
  client: QueryClient;
  userId: string;
  since: number;
}): () => void {
  const stop = new AbortController();
  let history: LiveMessage[] = [];
  let lastId = idAt(new Date(since));
  let isLeader = false;
  const tab = uuidv7();
  let shown: Shown | null = null;

  const receive = (message: LiveMessage) => {
    if (history.some(({ id }) => id === message.id)) return;
    history = [...history, message].slice(-HISTORY_MAX);
    if (message.id > lastId) lastId = message.id;
    applyEvent(client, message.event, userId);
  };
  const onWatched = (watched: Watched) => {
    applyCounts(client, watched.fresh, watched.items);
    const feeds = shown ? watchedFeeds(shown).filter((feed) => watched.newFeeds.includes(feed)) : [];
    if (feeds.length > 0) checkFreshPosts(client, userId, feeds).catch(() => undefined);
  };
  const watcher = new Watcher((watched) => {
    onWatched(watched);
    broadcast({ type: "watched", watched });
  });
  const broadcastShown = (now: Shown | null) => {
    if (isLeader) watcher.show(tab, now);
    else broadcast({ type: "shows", tab, shown: now });
  };
  const lead = () => {
    isLeader = true;
    watcher.show(tab, shown);
    broadcast({ type: "who" });
    return keepConnected({
      signal: stop.signal,
      request: () => ({ path: "/realtime/v1/stream", headers: { "last-event-id": lastId } }),
      onEvent: ({ id, data }) => {
        if (!id) return;
        const message = { id, event: JSON.parse(data) as StreamEvent };
        receive(message);
        if (message.event.type === "hello") watcher.restart(message.event.stream);
        if (message.event.type === "counts") watcher.countsArrived(message.event.postId);
        broadcast({ type: "live", message });
      },
    });
  };

  const channel = new BroadcastChannel(`gum-live-${userId}`);
  // Without Web Locks every tab has a stream of its own.
  const broadcast = (message: ChannelMessage) => {
    if (tabsAgree() || message.type === "live") channel.postMessage(message);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.type === "live") receive(data.message);
    else if (data.type === "watched") onWatched(data.watched);
    else if (data.type === "who") broadcastShown(shown);
    else if (!isLeader) return;
    else if (data.type === "shows") watcher.show(data.tab, data.shown);
    else for (const message of history) if (message.id > data.id) broadcast({ type: "live", message });
  });
  followShown(client, stop.signal, (now) => broadcastShown((shown = now)));
  addEventListener("pagehide", () => broadcastShown(null), { signal: stop.signal });
  addEventListener("pageshow", ({ persisted }) => persisted && broadcastShown(shown), {
    signal: stop.signal,
  });
  // Ask the leader, if there is one, for events since this page was rendered.
  broadcast({ type: "since", id: lastId });
  leadOneTab(`gum-live-${userId}`, stop.signal, lead);
  return () => {
    broadcastShown(null);
    stop.abort();
    watcher.stop();
    channel.close();
  };
}
