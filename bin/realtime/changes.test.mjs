import { once } from "node:events";
import http from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Changes, readSubscription } from "./changes.mjs";
import { instanceAt, Refused } from "./instance.mjs";

const A = "0190a0a0-0000-7000-8000-00000000000a";
const B = "0190a0a0-0000-7000-8000-00000000000b";
const read = (table, filter, event = "*") => readSubscription({ event, schema: "public", table, filter });

describe("a subscription", () => {
  it("is to all rows of a view, or to those that a filter names", () => {
    expect(read("posts")).toMatchObject({ topics: ["posts"], query: "" });
    expect(read("follows", `follower_id=eq.${A}`).topics).toEqual([`follows:follower_id:${A}`]);
    expect(read("reactions", `post_id=in.(${A},${B.toUpperCase()})`).topics).toEqual([
      `reactions:post_id:${A}`,
      `reactions:post_id:${B}`,
    ]);
    expect(read("posts", "likes_count=gt.5").topics).toEqual(["posts"]);
  });

  it("has several conditions, whose values may be quoted", () => {
    const { query, topics } = read(
      "posts",
      `body=ilike."plums, (ripe) \\"%\\"",author_id=eq.${A},id=in.(${B})`,
    );
    expect(decodeURIComponent(query)).toBe(
      `and=(body.ilike."plums, (ripe) \\"%\\"",author_id.eq.${A},id.in.(${B}))`,
    );
    expect(topics).toEqual([`posts:author_id:${A}`]);
  });

  it.each([
    ["users", undefined],
    ["__proto__", undefined],
    ["posts", ""],
    ["posts", "id"],
    ["posts", "ID=eq.x"],
    ["posts", "id=eq.x) or 1=1"],
    ["posts", 'body=eq."x'],
    ["posts", `id=eq.${A},`],
    ["posts", { id: A }],
    ["posts", `id=eq.${"x".repeat(1_000)}`],
    ["posts", Array(11).fill("kind=eq.text").join(",")],
  ])("to %s with %s is refused", (table, filter) => {
    expect(() => read(table, filter)).toThrow(Refused);
  });
});

describe("the stream of a socket", () => {
  let server;
  let changes;
  const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];
  let random;
  const aroundMs = (ms) => ms * (0.5 + random);
  /** How long it would have waited before each stream; the responses of those, and what was watched. */
  const delays = [];
  const streams = [];
  const watched = [];
  let watchStatus;
  /** The statuses of the next reads of changed rows; 200 after them. */
  let readStatuses;

  beforeEach(async () => {
    streams.length = watched.length = delays.length = 0;
    // No round number: others, such as fetch, have timers of a second and of ten.
    random = 0.4321;
    vi.spyOn(Math, "random").mockImplementation(() => random);
    const { setTimeout } = globalThis;
    vi.spyOn(globalThis, "setTimeout").mockImplementation((work, ms, ...rest) => {
      const waits = [250 * random, ...RECONNECT_MS.map(aroundMs)];
      if (!waits.includes(ms)) return setTimeout(work, ms, ...rest);
      delays.push(ms);
      return setTimeout(work, 0, ...rest);
    });
    watchStatus = 200;
    readStatuses = [];
    server = http.createServer(async (request, response) => {
      if (request.url.startsWith("/api/realtime/v1/stream")) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`data: ${JSON.stringify({ type: "hello", stream: A })}\n\n`);
        return streams.push(response);
      }
      const isWatch = request.url === "/api/realtime/v1/watch";
      if (isWatch) watched.push(JSON.parse((await request.toArray()).join("")).rows);
      const isRead = request.url.includes("id=in.");
      const readStatus = (isRead ? readStatuses.shift() : undefined) ?? 200;
      const status = isWatch ? watchStatus : readStatus;
      const rows = isRead ? [{ id: B, body: "Ripe plums" }] : [];
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(rows));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterEach(async () => {
    changes.end();
    vi.restoreAllMocks();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  const open = (onChange = () => undefined) =>
    (changes = new Changes({
      instance: instanceAt(`http://127.0.0.1:${server.address().port}`),
      personId: A,
      token: () => "token",
      onChange,
      onEnd: () => undefined,
    }));

  it.each([400, 429])(
    "is opened again after longer and longer while its watch is refused with %i",
    async (status) => {
      watchStatus = status;
      open();
      await expect.poll(() => delays.length).toBeGreaterThan(4);
      expect(delays.slice(0, 5)).toEqual([1_000, 2_000, 5_000, 10_000, 10_000].map(aroundMs));
      // Once it may watch, a stream that ends is opened again soon.
      watchStatus = 200;
      await changes.subscribe("a", [read("posts")]);
      const [opened, waited] = [streams.length, delays.length];
      streams.at(-1).end();
      await expect.poll(() => streams.length).toBe(opened + 1);
      expect(delays.slice(waited)).toEqual([250 * random]);
    },
  );

  it.each([
    [0.2, 50, 700],
    [0.9, 225, 1_400],
  ])(
    "is opened again soon, later if that fails, and not with those that ended with it: %d, %i ms, %i ms",
    async (share, soon, later) => {
      random = share;
      open();
      await expect.poll(() => streams.length).toBe(1);
      await changes.subscribe("a", [read("posts")]);
      watchStatus = 429;
      streams[0].end();
      await expect.poll(() => streams.length).toBeGreaterThan(2);
      expect(delays.slice(0, 2)).toEqual([soon, later]);
    },
  );

  it.each([
    [[503, 429], 1, [1_000, 2_000]],
    [[500, 500, 500, 500], 0, [1_000, 2_000, 5_000]],
    [[403], 0, []],
  ])("reads a changed row again where that failed with %j", async (statuses, expected, waits) => {
    const sent = [];
    open((_, { data }) => sent.push(data.record.body));
    await changes.subscribe("a", [read("posts")]);
    const change = (id) => {
      const event = { type: "row", view: "posts", change: "UPDATE", row: { id } };
      streams[0].write(`data: ${JSON.stringify(event)}\n\n`);
    };
    readStatuses = [...statuses];
    change(B);
    await expect.poll(() => readStatuses).toEqual([]);
    await expect.poll(() => sent).toHaveLength(expected);
    expect(delays).toEqual(waits.map(aroundMs));
    // The next ones are read as ever.
    change(B);
    await expect.poll(() => sent).toHaveLength(expected + 1);
  });

  it("watches all that filters name, or the subscription is refused", async () => {
    open();
    const id = (n) => `0190a0a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
    const of = (from, count) => {
      const filter = Array.from({ length: count }, (_, n) => id(from + n)).join(",");
      return read("posts", `id=in.(${filter})`);
    };
    const fifteen = (from) => Array.from({ length: 15 }, (_, n) => of(from + 20 * n, 20));
    await changes.subscribe("a", fifteen(0));
    expect(watched.at(-1)).toHaveLength(300);
    await expect(changes.subscribe("b", [of(300, 1)])).rejects.toThrow(Refused);
    // The same rows again are no more.
    await changes.subscribe("b", [of(0, 20)]);
    // Its own are replaced.
    await changes.subscribe("a", fifteen(1_000).slice(1));
    expect(watched.at(-1)).toHaveLength(300);
    await expect(changes.subscribe("c", [read("posts")])).rejects.toThrow("300");
  });
});
