import "server-only";
import { REALTIME_HEARTBEAT_MS } from "@/lib/config/limits";
import type { StreamEvent } from "./contract";

const encoder = new TextEncoder();

/** What a stream says beside its events. `retry` is for readers that are not ours; ours has its own delays. */
const OPENING = "retry: 1000\n\n";

export type StreamWriter = {
  /** Sends one event under an id that a reader gives back when it resumes. */
  send(event: StreamEvent, id: string): void;
  /** Ends the stream. */
  close(): void;
};

/** Streams never end by themselves, and a server that is told to stop waits for what is open. Readers come back elsewhere. */
const openStreams = new Set<() => void>();
process.once("SIGTERM", closeAll);
process.once("SIGINT", closeAll);

function closeAll(): void {
  for (const close of openStreams) close();
}

/** A reader that takes nothing for so many bytes is gone or too slow; it comes back and resumes. */
const MAX_WAITING_BYTES = 256 * 1024;

/**
 * A server-sent event stream with its heartbeat.
 * @param signal ends when the reader has gone
 * @param onOpen begins to write; what it gives is called once when the stream ends, however it ends
 */
export function eventStream(
  signal: AbortSignal,
  onOpen: (writer: StreamWriter) => () => void,
): ReadableStream<Uint8Array> {
  let end = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOpen = true;
        const after: { run?: () => void } = {};
        const write = (text: string) => {
          if (!isOpen) return;
          if ((controller.desiredSize ?? 0) < -MAX_WAITING_BYTES) return close();
          controller.enqueue(encoder.encode(text));
        };
        const heartbeat = setInterval(() => write(": heartbeat\n\n"), REALTIME_HEARTBEAT_MS);
        const close = () => {
          if (!isOpen) return;
          isOpen = false;
          openStreams.delete(close);
          clearInterval(heartbeat);
          signal.removeEventListener("abort", close);
          after.run?.();
          try {
            controller.close();
          } catch {
            // The reader has closed it.
          }
        };
        end = close;
        openStreams.add(close);
        signal.addEventListener("abort", close);
        if (signal.aborted) return close();
        write(OPENING);
        after.run = onOpen({
          send: (event, id) => write(`id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
          close,
        });
        if (!isOpen) after.run();
      },
      cancel: () => end(),
    },
    { highWaterMark: 0, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}
