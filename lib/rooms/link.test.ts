import "fake-indexeddb/auto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { JoinedRoom, RoomEvent } from "./contract";

/** A run's connection to its room, against a real server. */

// For as long as the file: what ends after a test still uses it.
vi.stubGlobal("navigator", { onLine: true });

let server: Server;
let streams: ServerResponse[];

beforeEach(async () => {
  streams = [];
  server = createServer((_, response) => {
    streams.push(response);
    response.writeHead(200, { "content-type": "text/event-stream" }).write(": open\n\n");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  vi.resetModules();
  vi.stubEnv("NEXT_PUBLIC_API_BASE", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

const joined = (id: string): JoinedRoom => ({
  id,
  appId: "018f0000-0000-7000-8000-000000000001",
  postId: null,
  me: "me",
  name: "",
  people: 1,
  head: 0,
  isClosed: false,
  isOwner: false,
  isMuted: false,
  snapshot: null,
  sendIntervalMs: 1_000,
  payloadMaxBytes: 1_000,
  usedBytes: 0,
  quotaBytes: 1_000,
});

it("asks for no room again that has refused the person", async () => {
  const { RoomLink } = await import("./link.client");
  const { useRooms } = await import("./store");
  const roomId = "018f0000-0000-7000-8000-00000000000a";
  const link = new RoomLink(
    { joined: joined(roomId), updates: [], isCopy: false },
    // Of nobody else: tabs of one person share a stream, and test files share a process.
    { userId: "link-test", appName: "List", key: roomId },
  );
  await vi.waitUntil(() => streams.length === 1, { timeout: 30_000 });
  const refused: RoomEvent = { type: "refused", roomId, code: "not_in_room" };
  streams[0]!.write(`event: refused\ndata: ${JSON.stringify(refused)}\n\n`);
  // Sooner than tabs are asked again what they want.
  await vi.waitUntil(() => streams[0]!.closed, { timeout: 10_000 });
  expect(useRooms.getState().open[roomId]?.refused).toBe("not_in_room");
  link.close();
  expect(useRooms.getState().open).toEqual({});
});
