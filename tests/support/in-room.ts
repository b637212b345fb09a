import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import * as postRoomRoute from "@/app/api/posts/[id]/room/route";
import * as snapshotRoute from "@/app/api/rooms/[id]/snapshot/route";
import * as updatesRoute from "@/app/api/rooms/[id]/updates/route";
import * as streamRoute from "@/app/api/rooms/stream/route";
import type { App } from "@/lib/apps/contract";
import { db } from "@/lib/db/client";
import { createPost } from "@/lib/posts/service";
import type { JoinedRoom, RoomEvent, RoomUpdate } from "@/lib/rooms/contract";
import { makeApp } from "./apps";
import { readEvents } from "./event-reader";
import { call, makePerson, type TestPerson } from "./people";

export interface RoomScene {
  mika: TestPerson;
  ren: TestPerson;
  aoi: TestPerson;
  /** Mika's, which people use together. */
  app: App;
  /** Mika's post with the app; each test has its own. */
  postId: string;
  /** The room of the post, as Mika has joined it. */
  room: JoinedRoom;
}

/**
 * What people do in the room of a post.
 * @param enter called before each test
 */
export function inRoom(enter: (scene: RoomScene) => void) {
  let people: Pick<RoomScene, "mika" | "ren" | "aoi" | "app">;
  let postId: string;
  let roomId: string;
  const calls = roomCalls({ roomId: () => roomId, postId: () => postId });
  beforeAll(async () => {
    const [mika, ren, aoi] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("aoi")]);
    const app = await makeApp(mika, { name: "Together", room: true }, { published: true });
    people = { mika, ren, aoi, app };
  });
  beforeEach(async () => {
    const { mika, app } = people;
    const payload = { kind: "text" as const, body: "Vote!", appRef: { appId: app.id }, media: [] };
    postId = (await createPost({ actor: mika, payload })).post.id;
    const room = (await calls.join(mika)).body;
    roomId = room.id;
    enter({ ...people, postId, room });
  });
  return calls;
}

/** The calls of a post's room. Its streams are closed after each test. */
export function roomCalls(here: { roomId: () => string; postId: () => string }) {
  const open: { close: () => Promise<unknown> }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((stream) => stream.close()));
  });

  const at = (id = here.roomId()) => ({ params: { id } });
  const join = (as: TestPerson) =>
    call<JoinedRoom>(postRoomRoute.POST, { as, params: { id: here.postId() }, method: "POST" });
  return {
    at,
    join,
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
      db().room.update({ where: { id: here.roomId() }, data: { bytes: megabytes * 1024 * 1024 } }),
    async listen(as: TestPerson, after = 0, id = here.roomId()) {
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

/** A room of somebody's post with their app, which they have joined. */
export async function openRoom(author: TestPerson) {
  const manifest = { name: `Room ${randomUUID().slice(0, 8)}`, room: true };
  const app = await makeApp(author, manifest, { published: true });
  const payload = { kind: "text" as const, body: "Vote!", appRef: { appId: app.id }, media: [] };
  const { post } = await createPost({ actor: author, payload });
  const join = (as: TestPerson) =>
    call<JoinedRoom>(postRoomRoute.POST, { as, params: { id: post.id }, method: "POST" });
  return { app, post, room: (await join(author)).body, join };
}
