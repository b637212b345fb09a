import "fake-indexeddb/auto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

type Answer = { status: number; headers?: Record<string, string>; body?: object };
type Sent = { roomId: string; clientKey: string; payload: string; sender: string | undefined };

// For as long as the file: what ends after a test still uses it.
vi.stubGlobal("navigator", { onLine: true });

let server: Server;
/** What has arrived, refused or not. */
let sent: Sent[];
/** What the server says to each; by default that it took it. */
let answers: Answer[];
let userId: string;
let roomId: string;

beforeEach(async () => {
  sent = [];
  answers = [];
  userId = crypto.randomUUID();
  roomId = crypto.randomUUID();
  server = createServer((request, response) => void take(request, response)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  vi.resetModules();
  vi.stubEnv("NEXT_PUBLIC_API_BASE", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const { clientKey, payload } = JSON.parse(text) as { clientKey: string; payload: string };
  const sender = request.headers["x-gum-sender"] as string | undefined;
  sent.push({ roomId: request.url!.split("/")[2]!, clientKey, payload, sender });
  const { status, headers, body } = answers.shift() ?? { status: 201, body: { serial: sent.length } };
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(body ?? {}));
}

const open = async () => (await import("./sender.client")).roomSender(userId);
const update = (payload: string) => ({ roomId, appName: "List", content: { payload } });
const payloads = () => sent.map(({ payload }) => payload);

it("sends in order, one by one, as the person who wrote", async () => {
  const sender = await open();
  const serials = await Promise.all(["a", "b", "c"].map((payload) => sender.send(update(payload))));
  expect(serials.map(({ serial }) => serial)).toEqual([1, 2, 3]);
  expect(payloads()).toEqual(["a", "b", "c"]);
  expect(new Set(sent.map(({ clientKey }) => clientKey)).size).toBe(3);
  expect(sent.every((one) => one.sender === userId && one.roomId === roomId)).toBe(true);
});

it("sends again under the same key what had no answer, and nothing overtakes it", async () => {
  answers = [{ status: 503 }, { status: 429, headers: { "retry-after": "1" } }];
  const sender = await open();
  const [first, second] = await Promise.all([sender.send(update("a")), sender.send(update("b"))]);
  expect(payloads()).toEqual(["a", "a", "a", "b"]);
  expect(new Set(sent.slice(0, 3).map(({ clientKey }) => clientKey)).size).toBe(1);
  expect([first.serial, second.serial]).toEqual([3, 4]);
});

it("a room that is closed takes nothing of what waits; a refused update alone is dropped", async () => {
  const sender = await open();
  const { useRooms } = await import("./store");
  answers = [
    { status: 400, body: { code: "validation_error", message: "no" } },
    { status: 201, body: { serial: 1 } },
    { status: 403, body: { code: "room_closed", message: "closed" } },
  ];
  const settled = await Promise.allSettled(
    ["bad", "good", "late", "later"].map((payload) => sender.send(update(payload))),
  );
  expect(
    settled.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as { code: string }).code)),
  ).toEqual(["validation_error", { serial: 1 }, "room_closed", "room_closed"]);
  expect(payloads()).toEqual(["bad", "good", "late"]);
  await vi.waitUntil(() => useRooms.getState().dropped?.code === "room_closed");
  expect(useRooms.getState().dropped).toMatchObject({ appName: "List", count: 2 });
  expect(useRooms.getState().outgoing[roomId]).toBe(0);
});

it("nothing waits any more once all is sent, whatever tabs have said late", async () => {
  const sender = await open();
  const { setOutgoing, useRooms } = await import("./store");
  await sender.send(update("a"));
  // As said by a tab whose update this one has sent meanwhile.
  setOutgoing(roomId, 1);
  const other = new BroadcastChannel(`gum-room-outgoing-${userId}`);
  other.postMessage({ type: "queued", roomId, waiting: 1 });
  await vi.waitUntil(() => useRooms.getState().outgoing[roomId] === 0, { timeout: 10_000 });
  other.close();
});
