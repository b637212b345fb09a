import { API_BASE } from "@/lib/config/env.client";
import { REALTIME_HEARTBEAT_MS, REALTIME_RECONNECT_MS } from "@/lib/config/limits";
import type { StreamEvent } from "./contract";
import { sseParser } from "./sse";

/** Two missed heartbeats mean that the connection is dead. */
const SILENCE_MS = 2 * REALTIME_HEARTBEAT_MS + 5_000;
/** Nobody is signed in: an early retry would fail too. */
const SIGNED_OUT_MS = 60_000;

export type LiveMessage = { id: string; event: StreamEvent };

/**
 * Keeps the live stream open until `signal` aborts. Reconnects after 1, 2, 5, 10 s (specification, section 9), or at
 * once when the network is back, and resumes after the last event.
 * @param lastEventId called before each connection
 */
export async function keepConnected({
  signal,
  lastEventId,
  onMessage,
}: {
  signal: AbortSignal;
  lastEventId: () => string;
  onMessage: (message: LiveMessage) => void;
}): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const outcome = await connectOnce({
      signal,
      lastEventId: lastEventId(),
      onMessage: (message) => {
        failures = 0;
        onMessage(message);
      },
    });
    const delay = REALTIME_RECONNECT_MS[Math.min(failures, REALTIME_RECONNECT_MS.length - 1)] ?? 10_000;
    failures++;
    await waitToRetry(outcome === "signedOut" ? SIGNED_OUT_MS : delay, signal);
  }
}

async function connectOnce({
  signal,
  lastEventId,
  onMessage,
}: {
  signal: AbortSignal;
  lastEventId: string;
  onMessage: (message: LiveMessage) => void;
}): Promise<"ended" | "signedOut"> {
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  signal.addEventListener("abort", stop);
  let watchdog = setTimeout(stop, SILENCE_MS);
  try {
    const response = await fetch(`${API_BASE}/realtime/v1/stream`, {
      credentials: "include",
      cache: "no-store",
      headers: { accept: "text/event-stream", "last-event-id": lastEventId },
      signal: attempt.signal,
    });
    if (response.status === 401 || response.status === 403) return "signedOut";
    if (!response.ok || !response.body) return "ended";
    const feed = sseParser(({ id, data }) => {
      if (id) onMessage({ id, event: JSON.parse(data) as StreamEvent });
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return "ended";
      clearTimeout(watchdog);
      watchdog = setTimeout(stop, SILENCE_MS);
      feed(value);
    }
  } catch {
    return "ended";
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener("abort", stop);
    attempt.abort();
  }
}

/** Resolves after `ms`, or earlier when the network is back. */
function waitToRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
