import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as postRoomRoute from "@/app/api/posts/[id]/room/route";
import * as channelRoute from "@/app/api/rooms/[id]/channel/route";
import * as memberRoute from "@/app/api/rooms/[id]/members/[address]/route";
import * as membersRoute from "@/app/api/rooms/[id]/members/route";
import * as roomRoute from "@/app/api/rooms/[id]/route";
import * as liveRoute from "@/app/api/realtime/v1/stream/route";
import type { App } from "@/lib/apps/contract";
import { ROOM_MEMBERS_PAGE, STREAMS_PER_PERSON } from "@/lib/config/limits";
import { db } from "@/lib/db/client";
import { resetLimit } from "@/lib/infra/rate-limiter";
import { createPost, getPost } from "@/lib/posts/service";
import { addressOf } from "@/lib/rooms/access-service";
import type { JoinedRoom, RoomMembers } from "@/lib/rooms/contract";
import { makeApp } from "../support/apps";
import { openLive } from "../support/live-stream";
import { roomCalls } from "../support/in-room";
import { call, makePerson, type TestPerson } from "../support/people";

let mika: TestPerson;
let ren: TestPerson;
let aoi: TestPerson;
let app: App;
let postId: string;
/** Ren's; Mika wrote the post and has not joined. */
let room: JoinedRoom;

beforeAll(async () => {
  [mika, ren, aoi] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("aoi")]);
});
beforeEach(async () => {
  app = await makeApp(aoi, { name: `Together ${randomUUID().slice(0, 8)}`, room: true }, { published: true });
  const payload = { kind: "text" as const, body: "Vote!", appRef: { appId: app.id }, media: [] };
  ({ id: postId } = (await createPost({ actor: mika, payload })).post);
  room = (await join(ren)).body;
});

const { at, join, send, log, listen } = roomCalls({ roomId: () => room.id, postId: () => postId });
const change = (as: TestPerson, json: object) =>
  call(roomRoute.PATCH, { as, ...at(), json, method: "PATCH" });
const remove = (as: TestPerson, address: string) =>
  call(memberRoute.DELETE, { as, params: { id: room.id, address }, method: "DELETE" });
const members = (as: TestPerson, from = 0) =>
  call<RoomMembers>(membersRoute.GET, { as, ...at(), query: { from } });
const membersAt = (as: TestPerson, addresses: string[]) =>
  call<RoomMembers>(membersRoute.GET, { as, ...at(), query: { addresses: addresses.join(",") } });
const setPublic = (isPublic: boolean) =>
  call(publishRoute.PATCH, { as: aoi, params: { id: app.id }, json: { isPublic }, method: "PATCH" });
const roomIn = async (as: TestPerson) => (await getPost({ viewer: as, id: postId })).room;

const listenToPosts = (as: TestPerson) => openLive(as, { posts: [postId] });

describe("the author of the post, without having joined", () => {
  it("closes the room and opens it again; nobody else does", async () => {
    const posts = await listenToPosts(ren);
    expect((await change(mika, { isClosed: true })).status).toBe(204);
    expect((await roomIn(ren))!.isClosed).toBe(true);
    await posts.until((event) => event.type === "card" && event.room.isClosed);
    await posts.close();
    expect(await send(ren, 1)).toMatchObject({ status: 403, body: { code: "room_closed" } });
    expect(await change(ren, { isClosed: false })).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
    expect(await change(aoi, { isClosed: false })).toMatchObject({
      status: 403,
      body: { code: "not_in_room" },
    });
    expect((await change(mika, { isClosed: false })).status).toBe(204);
    expect((await send(ren, 1)).status).toBe(201);
    expect((await members(mika)).body.count).toBe(1);
  });

  it("sees who is in it, and removes a person", async () => {
    expect((await members(mika)).body.items).toEqual([{ address: room.me, name: "", isOwner: false }]);
    expect((await members(aoi)).status).toBe(403);
    expect((await remove(ren, room.me)).status).toBe(403);
    expect((await remove(mika, room.me)).status).toBe(204);
    expect(await send(ren, 1)).toMatchObject({ status: 403, body: { code: "not_in_room" } });
  });
});

describe("an app that is unpublished", () => {
  it("ends its rooms at once for everybody but its owner, and takes the card away", async () => {
    await join(aoi);
    const [theirs, makers, posts] = [await listen(ren), await listen(aoi), await listenToPosts(mika)];
    await theirs.until((event) => event.type === "ready");
    await makers.until((event) => event.type === "ready");
    await setPublic(false);
    const refused = await theirs.until((event) => event.type === "refused");
    expect(refused.event).toMatchObject({ code: "unknown_app" });
    await posts.until((event) => event.type === "app_gone" && event.appId === app.id);
    await posts.close();
    expect(await send(ren, 1)).toMatchObject({ status: 404, body: { code: "unknown_app" } });
    expect((await join(ren)).status).toBe(404);
    expect((await members(ren)).status).toBe(404);
    expect((await listen(ren)).events).toEqual([]);
    expect((await send(aoi, "still mine")).status).toBe(201);
    await makers.until((event) => event.type === "update");
    // The post's author can still look after it.
    expect((await change(mika, { isClosed: true })).status).toBe(204);
    await change(mika, { isClosed: false });
    await setPublic(true);
    expect((await send(ren, 2)).status).toBe(201);
    expect((await log(ren)).head).toBe(2);
  });

  it("ends them for its owner, too, when it is deleted", async () => {
    await join(aoi);
    const makers = await listen(aoi);
    await makers.until((event) => event.type === "ready");
    await call(appRoute.DELETE, { as: aoi, params: { id: app.id }, method: "DELETE" });
    await makers.until((event) => event.type === "refused" && event.code === "unknown_app");
    expect((await send(aoi, 1)).status).toBe(404);
  });
});

describe("who is in the room", () => {
  it("is told over the stream: at its start and, together, after changes", async () => {
    const stream = await listen(ren);
    await stream.until((event) => event.type === "people" && event.count === 1);
    await Promise.all([join(mika), join(aoi)]);
    await stream.until((event) => event.type === "people" && event.count === 3);
    const { me } = (await join(aoi)).body;
    await remove(mika, me);
    await stream.until((event) => event.type === "people" && event.count === 2);
    const counts = stream.events.flatMap(({ event }) => (event.type === "people" ? [event.count] : []));
    // On a slow machine the two may have joined in different seconds.
    expect(["1,3,2", "1,2,3,2"]).toContain(counts.join());
  });

  it("is read a page at a time", async () => {
    const people = await db().user.createManyAndReturn({
      data: Array.from({ length: ROOM_MEMBERS_PAGE }, () => {
        const id = randomUUID();
        const username = `m${id.replaceAll("-", "").slice(0, 14)}`;
        const email = `${id}@gum.test`;
        return { id, email, emailKey: email, username, usernameKey: username, displayName: username };
      }),
      select: { id: true },
    });
    await db().roomMember.createMany({ data: people.map(({ id }) => ({ roomId: room.id, userId: id })) });
    const first = (await members(ren)).body;
    expect([first.items.length, first.count]).toEqual([ROOM_MEMBERS_PAGE, ROOM_MEMBERS_PAGE + 1]);
    const second = (await members(ren, ROOM_MEMBERS_PAGE)).body;
    const all = [...first.items, ...second.items].map(({ address }) => address);
    const expected = [ren, ...people].map(({ id }) => addressOf(id, room.id));
    expect(all.toSorted()).toEqual(expected.toSorted());
    expect((await members(ren, 1_000)).body.items).toEqual([]);
    const [last] = second.items;
    const some = await membersAt(ren, [last!.address, room.me, "nobody", "x,y"]);
    expect(some.body).toEqual({
      items: [{ address: room.me, name: "", isOwner: false }, last],
      count: ROOM_MEMBERS_PAGE + 1,
      isClosed: false,
    });
    expect((await membersAt(ren, ["nobody"])).body.items).toEqual([]);
    expect((await membersAt(ren, Array<string>(ROOM_MEMBERS_PAGE + 1).fill(room.me))).status).toBe(400);
    expect((await membersAt(aoi, [room.me])).status).toBe(403);
    expect((await members(ren, -1)).status).toBe(400);
  });

  it("knows oneself by the name that others see", async () => {
    expect(room).toMatchObject({ name: "", people: 1 });
    expect((await join(mika)).body).toMatchObject({ name: "", people: 2 });
  });
});

describe("limits", () => {
  it("bound the bytes of the channel, for one person in all rooms", async () => {
    const other = (
      await call<JoinedRoom>(postRoomRoute.POST, { as: ren, params: { id: postId }, method: "POST" })
    ).body;
    const message = Buffer.alloc(120 * 1024).toString("base64");
    const shout = (id: string) =>
      call(channelRoute.POST, { as: ren, ...at(id), json: { messages: [message] } });
    await resetLimit("roomChannelBytes", ren.id);
    const answers = await Promise.all(Array.from({ length: 24 }, () => shout(other.id)));
    const statuses = answers.map(({ status }) => status).toSorted();
    // On a slow machine they fall into a few of its seconds.
    expect(statuses.slice(0, 4)).toEqual([204, 204, 204, 204]);
    expect(statuses.at(-1)).toBe(429);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({ code: "rate_limited" });
    expect(refused.headers.get("retry-after")).toBeTruthy();
  });

  it("bound the streams of one person", async () => {
    const streams = [];
    for (let n = 0; n < STREAMS_PER_PERSON; n++) streams.push(await listenToPosts(aoi));
    const request = () =>
      new Request("http://localhost:3000/api/realtime/v1/stream", {
        headers: { authorization: `Bearer ${aoi.token}` },
      });
    const one = await liveRoute.GET(request(), { params: Promise.resolve({}) });
    expect(one.status).toBe(429);
    await streams[0]!.close();
    const next = await liveRoute.GET(request(), { params: Promise.resolve({}) });
    expect(next.status).toBe(200);
    await next.body!.cancel();
    await (await listenToPosts(ren)).close();
    await Promise.all(streams.map((stream) => stream.close()));
  });
});
