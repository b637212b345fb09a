import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, it } from "vitest";
import * as grantsRoute from "@/app/api/apps/[id]/permissions/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as appRoomsRoute from "@/app/api/apps/[id]/rooms/route";
import * as postRoomRoute from "@/app/api/posts/[id]/room/route";
import * as joinRoute from "@/app/api/rooms/[id]/join/route";
import * as memberRoute from "@/app/api/rooms/[id]/members/[address]/route";
import * as roomRoute from "@/app/api/rooms/[id]/route";
import * as updatesRoute from "@/app/api/rooms/[id]/updates/route";
import * as notificationsRoute from "@/app/api/v1/notifications/route";
import type { App } from "@/lib/apps/contract";
import type { NotificationPage } from "@/lib/notifications/contract";
import { block, mute, unblock, unmute } from "@/lib/people/follow-service";
import { createPost } from "@/lib/posts/service";
import type { JoinedRoom } from "@/lib/rooms/contract";
import { makeApp } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

let mika: TestPerson;
let ren: TestPerson;
let aoi: TestPerson;
let app: App;
let postId: string;
let room: JoinedRoom;
let renAt: JoinedRoom;
let aoiAt: JoinedRoom;

beforeAll(async () => {
  [mika, ren, aoi] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("aoi")]);
});
// The limit is of an app: each test has its own.
beforeEach(async () => {
  app = await makeApp(mika, { name: "Together", room: true }, { published: true });
  const payload = { kind: "text" as const, body: "Vote!", appRef: { appId: app.id }, media: [] };
  ({ id: postId } = (await createPost({ actor: mika, payload })).post);
  [room, renAt, aoiAt] = [await join(mika), await join(ren), await join(aoi)];
});

const join = async (as: TestPerson) =>
  (await call<JoinedRoom>(postRoomRoute.POST, { as, params: { id: postId }, method: "POST" })).body;
const send = async (as: TestPerson, notify: object, more: object = {}, id = room.id) =>
  (
    await call<{ code?: string }>(updatesRoute.POST, {
      as,
      params: { id },
      json: { clientKey: randomUUID(), payload: "1", notify, ...more },
    })
  ).status;
const patch = (as: TestPerson, json: object) =>
  call(roomRoute.PATCH, { as, params: { id: room.id }, json, method: "PATCH" });
/** What this app has told a person, newest first. */
const told = async (as: TestPerson) => {
  const { items } = (await call<NotificationPage>(notificationsRoute.GET, { as })).body;
  return items.filter((item) => item.kind === "room" && item.app?.id === app.id);
};
const texts = async (as: TestPerson) => (await told(as)).map(({ says }) => says?.text);

it("tells everybody but its author, as the words of the app and of nobody", async () => {
  expect(await send(ren, { "*": " Your\u202E turn\nnow\u200B " }, { href: "index.html#move/2" })).toBe(201);
  expect(await told(mika)).toMatchObject([
    {
      kind: "room",
      actors: [],
      count: 0,
      app: { id: app.id, name: "Together" },
      post: { id: postId },
      says: { text: "Your turn now", roomId: room.id, href: "index.html#move/2" },
      read: false,
    },
  ]);
  expect(JSON.stringify(await told(mika))).not.toContain(ren.id);
  expect(await texts(aoi)).toEqual(["Your turn now"]);
  expect(await texts(ren)).toEqual([]);
});

it("tells who is named by their address in this room, instead of what all are told", async () => {
  const { body: other } = await call<JoinedRoom>(appRoomsRoute.POST, {
    as: mika,
    params: { id: app.id },
    method: "POST",
  });
  const params = { id: other.id };
  const elsewhere = (await call<JoinedRoom>(joinRoute.POST, { as: aoi, params, method: "POST" })).body.me;
  const long = "長".repeat(200);
  await send(mika, {
    [renAt.me]: long,
    [elsewhere]: "no",
    [aoi.id]: "no",
    [room.me]: "myself",
    __proto__: "x",
  });
  expect(await texts(ren)).toEqual([`${"長".repeat(119)}…`]);
  expect(await texts(aoi)).toEqual([]);
  expect(await texts(mika)).toEqual([]);
  await send(mika, { "*": "all", [renAt.me]: "\u200B \n" });
  expect(await texts(aoi)).toEqual(["all"]);
  expect(await texts(ren)).toHaveLength(1);
  // A room without a post.
  await send(mika, { "*": "there" }, {}, other.id);
  expect(await told(aoi)).toMatchObject([{ post: null, says: { text: "there", roomId: other.id } }, {}]);
  expect(await texts(ren)).toHaveLength(1);
});

it("tells a person three times an hour, in all rooms of the app, whatever comes at once", async () => {
  const { body: other } = await call<JoinedRoom>(appRoomsRoute.POST, {
    as: mika,
    params: { id: app.id },
    method: "POST",
  });
  await call(joinRoute.POST, { as: ren, params: { id: other.id }, method: "POST" });
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, n) => send(mika, { "*": `${n}` }, {}, n % 2 ? room.id : other.id)),
  );
  expect(new Set(sent)).toEqual(new Set([201]));
  expect(await told(ren)).toHaveLength(3);
  expect(await told(aoi)).toHaveLength(3);
});

it("tells once of an update that is sent again", async () => {
  const clientKey = randomUUID();
  await send(mika, { "*": "once" }, { clientKey });
  await send(mika, { "*": "once" }, { clientKey });
  expect(await texts(ren)).toEqual(["once"]);
});

it("tells nobody who was removed, who blocks, is blocked by or mutes the author, or who blocks the owner", async () => {
  await block({ actor: ren, userId: aoi.id });
  await send(aoi, { "*": "blocked" });
  await send(ren, { "*": "blocker" });
  await unblock({ actor: ren, userId: aoi.id });
  expect(await texts(ren)).toEqual([]);
  expect(await texts(aoi)).toEqual([]);
  await mute({ actor: ren, userId: aoi.id });
  await send(aoi, { "*": "muted" });
  await unmute({ actor: ren, userId: aoi.id });
  expect(await texts(ren)).toEqual([]);
  await block({ actor: ren, userId: mika.id });
  await send(aoi, { "*": "the owner" });
  await unblock({ actor: ren, userId: mika.id });
  expect(await texts(ren)).toEqual([]);
  const params = { id: room.id, address: renAt.me };
  await call(memberRoute.DELETE, { as: mika, params, method: "DELETE" });
  await send(aoi, { "*": "removed", [renAt.me]: "removed" });
  expect(await texts(ren)).toEqual([]);
});

it("tells nobody who has muted the room or turned off the app", async () => {
  expect((await patch(ren, { isMuted: true })).status).toBe(204);
  expect((await join(ren)).isMuted).toBe(true);
  expect((await join(aoi)).isMuted).toBe(false);
  const grants = (notifications: boolean) =>
    call(grantsRoute.PUT, { as: aoi, params: { id: app.id }, json: { notifications }, method: "PUT" });
  await grants(false);
  await send(mika, { "*": "one", [aoiAt.me]: "two" });
  expect(await texts(ren)).toEqual([]);
  expect(await texts(aoi)).toEqual([]);
  await Promise.all([patch(ren, { isMuted: false }), grants(true)]);
  await send(mika, { "*": "three" });
  expect(await texts(ren)).toEqual(["three"]);
  expect(await texts(aoi)).toEqual(["three"]);
  const stranger = await makePerson("stranger");
  expect((await patch(stranger, { isMuted: true })).status).toBe(403);
});

it("tells nothing of an app that is unpublished or a room that is closed", async () => {
  await send(mika, { "*": "before" });
  const publish = (isPublic: boolean) =>
    call(publishRoute.PATCH, { as: mika, params: { id: app.id }, json: { isPublic }, method: "PATCH" });
  await publish(false);
  expect(await texts(ren)).toEqual([]);
  await send(aoi, { "*": "hidden" });
  await publish(true);
  expect(await texts(ren)).toEqual(["before"]);
  await patch(mika, { isClosed: true });
  expect(await send(aoi, { "*": "closed" })).toBe(403);
  expect(await texts(ren)).toEqual(["before"]);
});
