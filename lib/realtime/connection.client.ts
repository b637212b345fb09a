import { reconnectDelay, SERVER_BACK_EVENT, waitToRetry, withJitter } from "@/lib/browser/wait-to-retry";
import { API_BASE } from "@/lib/config/env.client";
import { REALTIME_HEARTBEAT_MS } from "@/lib/config/limits";
import { sseParser, type RawEvent } from "./sse";

/** Two missed heartbeats mean that the connection is dead. */
const SILENCE_MS = 2 * REALTIME_HEARTBEAT_MS + 5_000;
/** Nobody is signed in: an early retry would fail too. */
const SIGNED_OUT_MS = 60_000;

type StreamRequest = { path: string; headers?: Record<string, string> };

/**
 * Keeps an event stream open until `signal` aborts. Reconnects after 1, 2, 5, 10 s (specification, section 9), each ±
 * 50 %, or at once when the network is back.
 * @param request called before each connection, to resume from the current event id
 */
export async function keepConnected({
  signal,
  request,
  onEvent,
}: {
  signal: AbortSignal;
  request: () => StreamRequest;
  onEvent: (event: RawEvent) => void;
}): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const outcome = await connectOnce(signal, request(), (event) => {
      if (failures > 0) dispatchEvent(new Event(SERVER_BACK_EVENT));
      failures = 0;
      onEvent(event);
    });
    const delay = outcome === "signedOut" ? withJitter(SIGNED_OUT_MS) : reconnectDelay(failures);
    failures++;
    await waitToRetry(delay, signal);
  }
}

async function connectOnce(
  signal: AbortSignal,
  { path, headers }: StreamRequest,
  onEvent: (event: RawEvent) => void,
): Promise<"ended" | "signedOut"> {
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  signal.addEventListener("abort", stop);
  let watchdog = setTimeout(stop, SILENCE_MS);
  try {
    const response = await fetch(`${API_BASE}${path}`, {
      credentials: "include",
      cache: "no-store",
      headers: { accept: "text/event-stream", ...headers },
      signal: attempt.signal,
    });
    if (response.status === 401 || response.status === 403) return "signedOut";
    if (!response.ok || !response.body) return "ended";
    const feed = sseParser(onEvent);
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
