import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RoomEvent, RoomUpdate } from "./contract";
import type { HubEvent, SharedStream } from "./hub.client";

/** The leading tab's stream, against a real server. */

let server: Server;
/** The rooms of each connection, as asked for. */
let asked: string[][];
/** Whose stream each is meant to be. */
let askedBy: unknown[];
let connections: ServerResponse[];
let heard: HubEvent[];
let stream: SharedStream;

beforeEach(async () => {
  [asked, askedBy, connections, heard] = [[], [], [], []];
  server = createServer((request, response) => {
    askedBy.push(request.headers["x-gum-sender"]);
    asked.push(new URL(request.url!, "http://localhost").searchParams.getAll("room"));
    connections.push(response);
    response.writeHead(200, { "content-type": "text/event-stream" }).write(": open\n\n");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  vi.resetModules();
  vi.stubEnv("NEXT_PUBLIC_API_BASE", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { SharedStream } = await import("./hub.client");
  stream = new SharedStream("mika", (event) => heard.push(event));
});
afterEach(() => {
  stream.close();
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

const A = "018f0000-0000-7000-8000-00000000000a";
const B = "018f0000-0000-7000-8000-00000000000b";
const want = (tab: string, rooms: Record<string, number>, isFresh = true) =>
  stream.want(
    tab,
    Object.entries(rooms).map(([roomId, after]) => ({ roomId, after })),
    isFresh,
  );
const connected = (count: number) => vi.waitUntil(() => asked.length >= count, { timeout: 10_000 });
const say = (event: RoomEvent) =>
  connections.at(-1)!.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
const update = (roomId: string, serial: number): RoomEvent => ({
  type: "update",
  roomId,
  update: { serial, from: "you", payload: "1", at: "" } satisfies RoomUpdate,
});

it("is one connection for the rooms of all tabs", async () => {
  want("one", { [A]: 0 });
  want("two", { [A]: 3, [B]: 5 });
  await connected(1);
  expect(asked).toEqual([[`${A}:0`, `${B}:5`]]);
  expect(askedBy).toEqual(["mika"]);
});

it("stays as it is for a tab that has as much, and begins earlier for one that has less", async () => {
  want("one", { [A]: 0 });
  await connected(1);
  say(update(A, 1));
  say(update(A, 2));
  await vi.waitUntil(() => heard.length === 2);
  want("two", { [A]: 2 });
  // What is on its way to a tab is not asked for again.
  want("one", { [A]: 1 }, false);
  want("three", { [A]: 1 });
  await connected(2);
  expect(asked.slice(1)).toEqual([[`${A}:1`]]);
});

it("resumes each room where it stands, and drops those that nobody wants", async () => {
  want("one", { [A]: 0, [B]: 7 });
  await connected(1);
  say(update(A, 1));
  await vi.waitUntil(() => heard.length === 1);
  connections[0]!.end();
  await connected(2);
  expect(asked[1]).toEqual([`${A}:1`, `${B}:7`]);
  want("one", { [A]: 1 });
  await connected(3);
  expect(asked[2]).toEqual([`${A}:1`]);
});

it("says from where it was behind, and asks for the room again once a tab has joined again", async () => {
  want("one", { [A]: 1, [B]: 0 });
  await connected(1);
  say({ type: "behind", roomId: A });
  await vi.waitUntil(() => heard.length === 1);
  expect(heard).toEqual([{ type: "behind", roomId: A, after: 1 }]);
  want("one", { [A]: 9, [B]: 0 });
  await connected(2);
  expect(asked[1]).toEqual(expect.arrayContaining([`${A}:9`, `${B}:0`]));
});

it("a room that refuses is left alone, the others go on", async () => {
  want("one", { [A]: 0, [B]: 0 });
  await connected(1);
  say({ type: "refused", roomId: A, code: "not_in_room" });
  say(update(B, 1));
  await vi.waitUntil(() => heard.length === 2);
  connections[0]!.end();
  await connected(2);
  expect(asked[1]).toEqual([`${B}:1`]);
});

it("follows more rooms than one stream takes", async () => {
  const ids = Array.from({ length: 25 }, (_, n) => `018f0000-0000-7000-8000-0000000000${10 + n}`);
  want("one", Object.fromEntries(ids.map((id) => [id, 1])));
  await connected(2);
  expect(asked.map((rooms) => rooms.length)).toEqual([20, 5]);
  expect(asked.flat().toSorted()).toEqual(ids.map((id) => `${id}:1`).toSorted());
});
