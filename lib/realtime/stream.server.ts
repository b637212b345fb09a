import "server-only";
import { REALTIME_HEARTBEAT_MS, STREAMS_PER_PERSON } from "@/lib/config/limits";
import { metrics } from "@/lib/infra/metrics";
import { onShutdown } from "@/lib/infra/shutdown";
import { AppError } from "@/lib/shared/errors";
import type { StreamEvent } from "./contract";

const encoder = new TextEncoder();

/** For clients other than ours, which has its own delays. */
const OPENING = "retry: 1000\n\n";

export type StreamWriter = {
  /** Sends an event with the id that a client resumes from. */
  send(event: StreamEvent, id: string): void;
  /** Sends the output of `eventText`; encoded, if it is for many clients. */
  sendText(text: string | Uint8Array): void;
  /** Whether the client reads slower than events arrive. */
  isBehind(): boolean;
  /** Resolves once the client has read everything, or is gone. */
  drained(): Promise<void>;
  close(): void;
};

/** An event without an id, as it goes over the wire. */
export function eventText(event: { type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

export function eventStreamResponse(stream: ReadableStream<Uint8Array>): Response {
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      // Keeps proxies from buffering events.
      "x-accel-buffering": "no",
    },
  });
}

/** A server that shuts down waits for open responses, and streams never end by themselves. */
const openStreams = new Set<() => void>();
onShutdown(closeAll);

function closeAll(): void {
  for (const close of openStreams) close();
}

/** Backpressure limit: a client that is further behind is disconnected; it can reconnect and resume. */
const MAX_BUFFERED_BYTES = 256 * 1024;
const BEHIND_BYTES = 64 * 1024;

/** Of this process. */
const openByPerson = new Map<string, number>();

function changeOpen(userId: string, by: 1 | -1): void {
  const count = (openByPerson.get(userId) ?? 0) + by;
  if (count > 0) openByPerson.set(userId, count);
  else openByPerson.delete(userId);
}

/**
 * A server-sent event stream with heartbeats.
 * @param options.signal aborts when the client has disconnected
 * @throws AppError rate_limited if the person has too many open
 * @param onOpen returns its cleanup, which is called once, however the stream ends
 */
export function eventStream(
  { userId, signal }: { userId: string; signal: AbortSignal },
  onOpen: (writer: StreamWriter) => () => void,
): ReadableStream<Uint8Array> {
  if ((openByPerson.get(userId) ?? 0) >= STREAMS_PER_PERSON)
    throw new AppError("rate_limited", { message: "Too many streams are open.", retryAfter: 10 });
  let end = () => {};
  let onDrained: (() => void)[] = [];
  const release = () => {
    const waiting = onDrained;
    onDrained = [];
    for (const resolve of waiting) resolve();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOpen = true;
        const opened: { cleanup?: () => void } = {};
        const write = (text: string | Uint8Array) => {
          if (!isOpen) return;
          if ((controller.desiredSize ?? 0) < -MAX_BUFFERED_BYTES) return close();
          controller.enqueue(typeof text === "string" ? encoder.encode(text) : text);
        };
        const heartbeat = setInterval(() => write(": heartbeat\n\n"), REALTIME_HEARTBEAT_MS);
        const close = () => {
          if (!isOpen) return;
          isOpen = false;
          openStreams.delete(close);
          metrics().streams.dec();
          changeOpen(userId, -1);
          clearInterval(heartbeat);
          signal.removeEventListener("abort", close);
          opened.cleanup?.();
          release();
          try {
            controller.close();
          } catch {
            // The client has closed it.
          }
        };
        end = close;
        openStreams.add(close);
        metrics().streams.inc();
        changeOpen(userId, 1);
        signal.addEventListener("abort", close);
        if (signal.aborted) return close();
        write(OPENING);
        opened.cleanup = onOpen({
          send: (event, id) => write(`id: ${id}\n${eventText(event)}`),
          sendText: write,
          isBehind: () => isOpen && (controller.desiredSize ?? 0) < -BEHIND_BYTES,
          drained: () =>
            isOpen && (controller.desiredSize ?? 0) < 0
              ? new Promise<void>((resolve) => onDrained.push(resolve))
              : Promise.resolve(),
          close,
        });
        if (!isOpen) opened.cleanup();
      },
      // Called once the buffer is empty and the client reads.
      pull: release,
      cancel: () => end(),
    },
    { highWaterMark: 0, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}
