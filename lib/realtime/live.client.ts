import type { QueryClient } from "@tanstack/react-query";
import { leadOneTab, tabsAgree } from "@/lib/browser/one-tab";
import { idAt } from "@/lib/shared/time-id";
import { applyEvent } from "./apply-event.client";
import { keepConnected } from "./connection.client";
import type { StreamEvent } from "./contract";

/** Events kept for tabs that open later. */
const HISTORY_MAX = 200;

type LiveMessage = { id: string; event: StreamEvent };
type ChannelMessage = { type: "live"; message: LiveMessage } | { type: "since"; id: string };

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

  const receive = (message: LiveMessage) => {
    if (history.some(({ id }) => id === message.id)) return;
    history = [...history, message].slice(-HISTORY_MAX);
    if (message.id > lastId) lastId = message.id;
    applyEvent(client, message.event, userId);
  };
  const lead = () => {
    isLeader = true;
    return keepConnected({
      signal: stop.signal,
      request: () => ({ path: "/realtime/v1/stream", headers: { "last-event-id": lastId } }),
      onEvent: ({ id, data }) => {
        if (!id) return;
        const message = { id, event: JSON.parse(data) as StreamEvent };
        receive(message);
        channel.postMessage({ type: "live", message } satisfies ChannelMessage);
      },
    });
  };

  const channel = new BroadcastChannel(`gum-live-${userId}`);
  channel.addEventListener("message", ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.type === "live") receive(data.message);
    else if (isLeader) {
      for (const message of history) {
        if (message.id > data.id) channel.postMessage({ type: "live", message } satisfies ChannelMessage);
      }
    }
  });
  // Ask the leader, if there is one, for events since this page was rendered.
  if (tabsAgree()) channel.postMessage({ type: "since", id: lastId } satisfies ChannelMessage);
  leadOneTab(`gum-live-${userId}`, stop.signal, lead);
  return () => {
    stop.abort();
    channel.close();
  };
}
