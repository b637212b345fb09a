import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as appRoomsRoute from "@/app/api/apps/[id]/rooms/route";
import * as postRoomRoute from "@/app/api/posts/[id]/room/route";
import * as channelRoute from "@/app/api/rooms/[id]/channel/route";
import * as joinRoute from "@/app/api/rooms/[id]/join/route";
import * as memberRoute from "@/app/api/rooms/[id]/members/[address]/route";
import * as membersRoute from "@/app/api/rooms/[id]/members/route";
import * as roomRoute from "@/app/api/rooms/[id]/route";
import * as updatesRoute from "@/app/api/rooms/[id]/updates/route";
import { RATE_LIMITS, ROOM_CHANNEL_PER_SECOND } from "@/lib/config/limits";
import { db } from "@/lib/db/client";
import { consumeLimit, resetLimit } from "@/lib/infra/rate-limiter";
import { block, unblock } from "@/lib/people/follow-service";
import { createPost, deletePost } from "@/lib/posts/service";
import type { JoinedRoom, RoomEvent } from "@/lib/rooms/contract";
import { sendUpdate } from "@/lib/rooms/service";
import { makeApp, type Problem } from "../support/apps";
import { inRoom, type RoomScene } from "../support/in-room";
import { call, makePerson, type TestPerson } from "../support/people";

let { mika, ren, aoi, app, room, postId } = {} as RoomScene;
const { at, join, send, log, listen } = inRoom((scene) => ({ mika, ren, aoi, app, room, postId } = scene));
const serialsIn = ({ events }: { events: { event: RoomEvent }[] }) =>
  events.flatMap(({ event }) => (event.type === "update" ? [event.update.serial] : []));

describe("the room of a post", () => {
  it("is one for everybody who sees the post", async () => {
    const other = await join(ren);
    expect(other.status).toBe(200);
    expect(other.body).toMatchObject({ id: room.id, postId, appId: app.id, isOwner: false, head: 0 });
    expect(room.isOwner).toBe(true);
    expect(other.body.me).not.toBe(room.me);
    const both = await Promise.all([join(aoi), join(aoi)]);
    expect(both.map(({ body }) => body.id)).toEqual([room.id, room.id]);
  });

  it("knows people by an address that says nothing elsewhere", async () => {
    const here = (await join(ren)).body.me;
    expect((await join(ren)).body.me).toBe(here);
    const second = await call<JoinedRoom>(appRoomsRoute.POST, {
      as: mika,
      params: { id: app.id },
      method: "POST",
    });
    expect(second.status).toBe(201);
    const there = await call<JoinedRoom>(joinRoute.POST, { as: ren, ...at(second.body.id), method: "POST" });
    expect(there.body.me).not.toBe(here);
    const { body } = await call<{ items: object[] }>(membersRoute.GET, { as: ren, ...at() });
    expect(body.items).toEqual([
      { address: room.me, name: "", isOwner: true },
      { address: here, name: "", isOwner: false },
    ]);
    expect(JSON.stringify(body)).not.toContain(ren.id);
  });

  it("needs an app that is made for it", async () => {
    const alone = await makeApp(mika, { name: `Alone ${randomUUID().slice(0, 8)}` }, { published: true });
    const payload = { kind: "text" as const, body: "Mine", appRef: { appId: alone.id }, media: [] };
    const { post } = await createPost({ actor: mika, payload });
    expect(
      await call(postRoomRoute.POST, { as: ren, params: { id: post.id }, method: "POST" }),
    ).toMatchObject({
      status: 404,
    });
  });

  it("is closed to who is blocked, at once and in the stream too", async () => {
    await join(ren);
    const stream = await listen(ren);
    await stream.until((event) => event.type === "ready");
    await block({ actor: mika, userId: ren.id });
    await stream.until((event) => event.type === "refused");
    expect((await send(mika, "after")).status).toBe(201);
    expect(await send(ren, "no")).toMatchObject({ status: 403, body: { code: "not_in_room" } });
    expect((await join(ren)).status).toBe(404);
    expect(serialsIn(stream)).toEqual([]);
    await unblock({ actor: mika, userId: ren.id });
    expect((await join(ren)).status).toBe(200);
  });

  it("refuses who never joined, and forged ids", async () => {
    expect(await send(aoi, "no")).toMatchObject({ status: 403, body: { code: "not_in_room" } });
    const stream = await listen(aoi);
    expect((await stream.until((event) => event.type === "refused")).event).toMatchObject({
      code: "not_in_room",
    });
    const nowhere = await call<Problem>(updatesRoute.GET, { as: mika, ...at(randomUUID()) });
    expect(nowhere.status).toBe(404);
    expect((await call(updatesRoute.GET, { as: mika, ...at("x") })).status).toBe(404);
    const beyond = await call(updatesRoute.GET, { as: mika, ...at(), query: { after: 2 ** 31 } });
    expect(beyond.status).toBe(400);
  });

  it("is the same one for an id in capitals", async () => {
    const stream = await listen(mika);
    await stream.until((event) => event.type === "ready");
    const json = { clientKey: randomUUID(), payload: "1" };
    await call(updatesRoute.POST, { as: mika, ...at(room.id.toUpperCase()), json });
    const { event } = await stream.until(({ type }) => type === "update");
    expect(event).toMatchObject({ roomId: room.id, update: { from: room.me } });
  });

  it("is turned off and on again by the author", async () => {
    await join(ren);
    await send(ren, "kept");
    const stream = await listen(ren);
    await stream.until((event) => event.type === "ready");
    const turn = (as: TestPerson, isOn: boolean) =>
      call(postRoomRoute.PATCH, { as, params: { id: postId }, json: { isOn }, method: "PATCH" });
    expect(await turn(ren, false)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await turn(mika, false)).toMatchObject({ status: 200, body: { id: postId, sharesApp: false } });
    await stream.until((event) => event.type === "refused");
    expect((await join(ren)).status).toBe(404);
    expect(await send(ren, "no")).toMatchObject({ status: 403, body: { code: "not_in_room" } });
    expect(await call(joinRoute.POST, { as: ren, ...at(), method: "POST" })).toMatchObject({ status: 403 });
    expect(await turn(mika, true)).toMatchObject({ status: 200, body: { sharesApp: true } });
    expect((await join(ren)).body.id).toBe(room.id);
    expect((await log(ren)).items).toHaveLength(1);
  });

  it("ends with its post", async () => {
    await deletePost({ actor: mika, id: postId });
    expect((await send(mika, "gone")).status).toBe(404);
  });
});

describe("the log", () => {
  it("orders updates, names their author by address, and takes each key once", async () => {
    await join(ren);
    const clientKey = randomUUID();
    const first = await send(ren, { vote: "curry" }, { clientKey, info: "Ren voted", summary: "1 vote" });
    expect(first).toMatchObject({ status: 201, body: { serial: 1 } });
    expect((await send(mika, { vote: "ramen" })).body.serial).toBe(2);
    expect((await send(ren, { vote: "curry" }, { clientKey })).body.serial).toBe(1);
    const { items, head, isBehind } = await log(mika);
    expect({ head, isBehind }).toEqual({ head: 2, isBehind: false });
    expect(items).toMatchObject([
      { serial: 1, payload: '{"vote":"curry"}', info: "Ren voted", summary: "1 vote" },
      { serial: 2, from: room.me },
    ]);
    expect(items[0]!.from).toBe((await join(ren)).body.me);
    expect((await log(mika, 1)).items.map(({ serial }) => serial)).toEqual([2]);
  });

  it("has no hole and no double whoever writes at the same time", async () => {
    const people = await Promise.all(
      ["a", "b", "c", "d"].map((name) => makePerson(`${name}${randomUUID().slice(0, 6)}`)),
    );
    await Promise.all(people.map(join));
    const stream = await listen(mika);
    const sent = await Promise.all(people.flatMap((as) => [1, 2, 3, 4, 5].map((n) => send(as, n))));
    const serials = sent.map(({ body }) => body.serial).toSorted((a, b) => a - b);
    expect(serials).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    await stream.until((event) => event.type === "update" && event.update.serial === 20);
    expect(serialsIn(stream)).toEqual(serials);
  });

  it("keeps any text as it was", async () => {
    const payload = JSON.stringify("\u0000\ud800 日本語 \u2028");
    await call(updatesRoute.POST, { as: mika, ...at(), json: { clientKey: randomUUID(), payload } });
    expect((await log(mika)).items[0]!.payload).toBe(payload);
  });

  it("takes nothing too large, nothing beyond 10 MB, and no flood", async () => {
    const large = await send(mika, "x".repeat(129 * 1024));
    expect(large).toMatchObject({ status: 400, body: { code: "validation_error" } });
    await db().room.update({ where: { id: room.id }, data: { bytes: 10 * 1024 * 1024 - 10 } });
    expect(await send(mika, "one more")).toMatchObject({ status: 413, body: { code: "room_full" } });
    await db().room.update({ where: { id: room.id }, data: { bytes: 0 } });
    const codes = new Set<number>();
    for (let n = 0; n < 15; n++) codes.add((await send(mika, n)).status);
    expect([...codes]).toEqual([201, 429]);
  });

  it("takes no flood that is spread over many rooms", async () => {
    await join(aoi);
    expect((await send(aoi, 1)).status).toBe(201);
    await consumeLimit("roomUpdatesPerson", aoi.id, { points: RATE_LIMITS.roomUpdatesPerson.points - 1 });
    expect((await send(aoi, 2)).status).toBe(429);
    await resetLimit("roomUpdatesPerson", aoi.id);
    expect((await send(aoi, 2)).status).toBe(201);
  });

  it("is read-only once its owner closes it", async () => {
    await join(ren);
    const stream = await listen(ren);
    const inTime = randomUUID();
    await send(ren, "in time", { clientKey: inTime });
    const close = (as: TestPerson, isClosed: boolean) =>
      call(roomRoute.PATCH, { as, ...at(), json: { isClosed }, method: "PATCH" });
    expect((await close(ren, true)).status).toBe(403);
    expect((await close(mika, true)).status).toBe(204);
    await stream.until((event) => event.type === "closed" && event.isClosed);
    expect(await send(ren, "late")).toMatchObject({ status: 403, body: { code: "room_closed" } });
    expect((await log(ren)).head).toBe(1);
    // Who connects later is told, too.
    await (await listen(ren, 1)).until((event) => event.type === "closed" && event.isClosed);
    // Its answer was lost before the room was closed.
    expect((await send(ren, "in time", { clientKey: inTime })).body.serial).toBe(1);
    expect((await close(mika, false)).status).toBe(204);
    expect((await send(ren, "again")).status).toBe(201);
  });

  it("goes on without a person who was removed", async () => {
    const { me } = (await join(ren)).body;
    const stream = await listen(ren);
    await stream.until((event) => event.type === "ready");
    const remove = (as: TestPerson, address: string) =>
      call(memberRoute.DELETE, { as, params: { id: room.id, address }, method: "DELETE" });
    expect((await remove(ren, room.me)).status).toBe(403);
    expect((await remove(mika, "nobody")).status).toBe(404);
    expect((await remove(mika, me)).status).toBe(204);
    await stream.until((event) => event.type === "refused");
    expect(await join(ren)).toMatchObject({ status: 403, body: { code: "not_in_room" } });
  });
});

describe("the stream", () => {
  it("resumes after a serial, without a hole between the log and what happens meanwhile", async () => {
    for (const n of [1, 2, 3]) await send(mika, n);
    const [stream] = await Promise.all([listen(mika, 1), send(mika, 4)]);
    await send(mika, 5);
    await stream.until((event) => event.type === "update" && event.update.serial === 5);
    expect(serialsIn(stream)).toEqual([2, 3, 4, 5]);
  });

  it("misses no update that is accepted while it opens and has nothing to read", async () => {
    await join(ren);
    for (let serial = 1; serial <= 60; serial++) {
      const opening = listen(ren, serial - 1);
      // A little later in each round, so that some are accepted in the middle of what the stream does first.
      for (let turn = 0; turn < serial % 30; turn++) await new Promise((resolve) => setImmediate(resolve));
      const [stream] = await Promise.all([opening, send(mika, serial)]);
      await stream.until((event) => event.type === "update" && event.update.serial === serial);
      await stream.close();
      await resetLimit("roomUpdates", `${room.id}:${mika.id}`);
    }
  });

  it("carries many pages of a log", async () => {
    const payload = JSON.stringify("x".repeat(100 * 1024));
    for (let n = 0; n < 12; n++) {
      const as = await makePerson(`w${randomUUID().slice(0, 8)}`);
      await join(as);
      await sendUpdate({ viewer: as, roomId: room.id, clientKey: randomUUID(), payload });
    }
    const stream = await listen(mika);
    await stream.until((event) => event.type === "ready");
    expect(serialsIn(stream)).toHaveLength(12);
  });

  it("passes on what is only for those who are there", async () => {
    await join(ren);
    const stream = await listen(ren);
    await stream.until((event) => event.type === "ready");
    const channel = (as: TestPerson, messages: string[]) =>
      call(channelRoute.POST, { as, ...at(), json: { messages } });
    expect((await channel(mika, ["AQID", "BA=="])).status).toBe(204);
    const heard = await stream.until((event) => event.type === "channel");
    expect(heard.event).toEqual({
      type: "channel",
      roomId: room.id,
      from: room.me,
      messages: ["AQID", "BA=="],
    });
    expect((await channel(mika, ["not base64!"])).status).toBe(400);
    expect((await channel(aoi, ["AQID"])).status).toBe(403);
    // More than a second's, and at once: on a slow machine they fall into a few seconds.
    const aSeconds = Array.from({ length: ROOM_CHANNEL_PER_SECOND }, () => "AA==");
    const many = await Promise.all(Array.from({ length: 10 }, () => channel(mika, aSeconds)));
    expect(many.map(({ status }) => status)).toContain(429);
    expect((await log(mika)).items).toEqual([]);
  });
});
