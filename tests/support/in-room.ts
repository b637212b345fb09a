import { randomUUID } from "node:crypto";
import { afterEach, expect } from "vitest";
import * as postRoomRoute from "@/app/api/posts/[id]/room/route";
import * as snapshotRoute from "@/app/api/rooms/[id]/snapshot/route";
import * as updatesRoute from "@/app/api/rooms/[id]/updates/route";
import * as streamRoute from "@/app/api/rooms/stream/route";
import { db } from "@/lib/db/client";
import type { JoinedRoom, RoomEvent, RoomUpdate } from "@/lib/rooms/contract";
import { readEvents } from "./event-reader";
import { call, type TestPerson } from "./people";

/** What people do in the room of a post. Its streams are closed after each test. */
export function inRoom(current: { roomId: () => string; postId: () => string }) {
  const open: { close: () => Promise<unknown> }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((stream) => stream.close()));
  });
  const at = (id = current.roomId()) => ({ params: { id } });

  return {
    at,
    join: (as: TestPerson) =>
      call<JoinedRoom>(postRoomRoute.POST, { as, params: { id: current.postId() }, method: "POST" }),
    send: (as: TestPerson, payload: unknown, more: object = {}) =>
      call<{ serial: number }>(updatesRoute.POST, {
        as,
        ...at(),
        json: { clientKey: randomUUID(), payload: JSON.stringify(payload), ...more },
      }),
    log: async (as: TestPerson, after = 0) =>
      (
        await call<{ items: RoomUpdate[]; head: number; isBehind: boolean }>(updatesRoute.GET, {
          as,
          ...at(),
          query: { after },
        })
      ).body,
    snapshot: (as: TestPerson, serial: number, state: string) =>
      call(snapshotRoute.PUT, { as, ...at(), json: { serial, state }, method: "PUT" }),
    older: (as: TestPerson, before: number) => call(snapshotRoute.GET, { as, ...at(), query: { before } }),
    /** As if the room had used so many MB. */
    use: (megabytes: number) =>
      db().room.update({ where: { id: current.roomId() }, data: { bytes: megabytes * 1024 * 1024 } }),
    async listen(as: TestPerson, after = 0, id = current.roomId()) {
      const abort = new AbortController();
      const request = new Request(`http://localhost:3000/api/rooms/stream?room=${id}:${after}`, {
        headers: { authorization: `Bearer ${as.token}` },
        signal: abort.signal,
      });
      const response = await streamRoute.GET(request, { params: Promise.resolve({}) });
      expect(response.status).toBe(200);
      const stream = readEvents<RoomEvent>(response.body!);
      open.push(stream);
      return stream;
    },
  };
}
