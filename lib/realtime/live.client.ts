import type { QueryClient } from "@tanstack/react-query";
import { idAt } from "@/lib/shared/time-id";
import { applyEvent } from "./apply-event.client";
import { keepConnected, type LiveMessage } from "./connection.client";

/** So many events are kept for a tab that opens while others hear already. */
const KEPT = 200;

type ChannelMessage = { type: "live"; message: LiveMessage } | { type: "since"; id: string };

/**
 * Live updates for this tab. One connection for all tabs of a browser: the tab that holds the lock has it and tells
 * the others; when it goes, the next one takes over where it left off.
 * @param since when this page's data was read, in ms since 1970: what happened after that is told
 * @returns how to stop
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
  const heard: LiveMessage[] = [];
  const known = new Set<string>();
  let last = idAt(new Date(since));
  let leads = false;

  const take = (message: LiveMessage) => {
    if (known.has(message.id)) return;
    known.add(message.id);
    heard.push(message);
    const forgotten = heard.length > KEPT ? heard.shift() : undefined;
    if (forgotten) known.delete(forgotten.id);
    if (message.id > last) last = message.id;
    applyEvent(client, message.event);
  };
  const lead = () => {
    leads = true;
    return keepConnected({
      signal: stop.signal,
      lastEventId: () => last,
      onMessage: (message) => {
        take(message);
        channel?.postMessage({ type: "live", message } satisfies ChannelMessage);
      },
    });
  };

  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(`gum-live-${userId}`) : null;
  channel?.addEventListener("message", ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.type === "live") take(data.message);
    else if (leads) {
      for (const message of heard) {
        if (message.id > data.id) channel.postMessage({ type: "live", message } satisfies ChannelMessage);
      }
    }
  });
  if (channel && "locks" in navigator) {
    // Somebody else may hear already: ask for what happened while this page was on its way.
    channel.postMessage({ type: "since", id: last } satisfies ChannelMessage);
    navigator.locks.request(`gum-live-${userId}`, { signal: stop.signal }, lead).catch(() => undefined);
  } else {
    void lead();
  }
  return () => {
    stop.abort();
    channel?.close();
  };
}
