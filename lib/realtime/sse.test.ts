import { describe, expect, it } from "vitest";
import { sseParser, type RawEvent } from "./sse";

function parse(pieces: string[]): RawEvent[] {
  const events: RawEvent[] = [];
  const feed = sseParser((event) => events.push(event));
  pieces.forEach(feed);
  return events;
}

describe("reading server-sent events", () => {
  const text =
    'retry: 1000\n\n: heartbeat\n\nid: 1\nevent: post\ndata: {"a":1}\n\ndata: x\ndata: y\n\nid: 3\ndata: cut';

  it("emits complete events only, however the text is split", () => {
    const expected = [
      { id: "1", data: '{"a":1}' },
      { id: null, data: "x\ny" },
    ];
    expect(parse([text])).toEqual(expected);
    expect(parse([...text])).toEqual(expected);
  });
});
