import type { StreamEvent } from "@/lib/realtime/contract";

export type ReadEvent<E = StreamEvent> = { id: string; event: E };

/** Reads a server-sent event stream, as a browser would. */
export function readEvents<E = StreamEvent>(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events: ReadEvent<E>[] = [];
  const waiting = new Set<() => void>();
  let comments = 0;
  let ended = false;
  let buffer = "";

  const take = (block: string) => {
    const fields = new Map<string, string>();
    for (const line of block.split("\n")) {
      if (line.startsWith(":")) comments++;
      else if (line.includes(":"))
        fields.set(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trimStart());
    }
    const data = fields.get("data");
    if (data) events.push({ id: fields.get("id") ?? "", event: JSON.parse(data) as E });
  };
  const pump = async () => {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done) break;
      buffer += decoder.decode(value, { stream: true });
      const blocks = buffer.split("\n\n");
      buffer = blocks.pop() ?? "";
      blocks.forEach(take);
      waiting.forEach((wake) => wake());
    }
    ended = true;
    waiting.forEach((wake) => wake());
  };
  void pump();

  return {
    events,
    comments: () => comments,
    ended: () => ended,
    close: () => reader.cancel().catch(() => undefined),
    /** The first event that fits; fails after `ms`. */
    until: async (fits: (event: E) => boolean, ms = 60_000): Promise<ReadEvent<E>> => {
      const limit = Date.now() + ms;
      for (;;) {
        const found = events.find(({ event }) => fits(event));
        if (found) return found;
        const left = limit - Date.now();
        if (left <= 0 || ended)
          throw new Error(`no such event; heard: ${JSON.stringify(events.map(({ event }) => event))}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(done, left);
          function done() {
            clearTimeout(timer);
            waiting.delete(done);
            resolve();
          }
          waiting.add(done);
        });
      }
    },
  };
}
