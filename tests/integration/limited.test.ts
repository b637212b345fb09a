import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import * as rollbackRoute from "@/app/api/apps/[id]/rollback/route";
import * as postRoute from "@/app/api/posts/[id]/route";
import * as cardRoute from "@/app/api/rooms/[id]/card/route";
import * as channelRoute from "@/app/api/rooms/[id]/channel/route";
import * as snapshotRoute from "@/app/api/rooms/[id]/snapshot/route";
import * as updatesRoute from "@/app/api/rooms/[id]/updates/route";
import * as caseRoute from "@/app/api/v1/moderation/cases/[type]/[id]/route";
import * as undoRoute from "@/app/api/v1/moderation/decisions/[id]/undo/route";
import * as noticesRoute from "@/app/api/v1/notices/route";
import * as postsRoute from "@/app/api/v1/posts/route";
import * as timelineRoute from "@/app/api/v1/timeline/route";
import * as meRoute from "@/app/api/v2/users/me/route";
import * as pictureRoute from "@/app/api/v2/users/me/[picture]/route";
import * as preferencesRoute from "@/app/api/v2/users/me/preferences/route";
import { db } from "@/lib/db/client";
import type { NoticePage } from "@/lib/moderation/notice-contract";
import type { ActResponse } from "@/lib/moderation/queue-contract";
import { getPost } from "@/lib/posts/service";
import { makePackage, png, upload } from "../support/apps";
import { openRoom } from "../support/in-room";
import { call, makePerson, type TestPerson } from "../support/people";

/** A limited person reads, but puts nothing new before others. */

let mod: TestPerson;
let count = 0;

beforeAll(async () => {
  mod = await makePerson("keeper");
  await db().user.update({ where: { id: mod.id }, data: { role: "moderator" } });
});

type Problem = { code?: string };
const someone = () => makePerson(`limited${++count}`);
const limit = (person: TestPerson, days?: number) =>
  call<ActResponse>(caseRoute.POST, {
    as: mod,
    params: { type: "user", id: person.id },
    json: { action: "limit", days },
  });

it("reads, but does not post, until that is taken back or over", async () => {
  const person = await someone();
  const json = { kind: "text", body: "hello", media: [] };
  const write = () => call<Problem>(postsRoute.POST, { as: person, json });
  expect((await limit(person)).status).toBe(400);
  const { body } = await limit(person, 3);
  expect((await call(timelineRoute.GET, { as: person })).status).toBe(200);
  expect(await write()).toMatchObject({ status: 403, body: { code: "account_limited" } });
  const notices = await call<NoticePage>(noticesRoute.GET, { as: person });
  expect(notices.body.items[0]).toMatchObject({ action: "limit", until: expect.any(String) });
  const upped = await upload<{ code: string }>(person, { gumFile: await makePackage({ name: "Mine" }) });
  expect(upped).toMatchObject({ status: 403, body: { code: "account_limited" } });
  const undo = { as: mod, params: { id: body.decisionId! }, method: "POST" };
  expect((await call(undoRoute.POST, undo)).status).toBe(204);
  expect((await write()).status).toBe(201);
  await limit(person, 1);
  await db().user.update({ where: { id: person.id }, data: { limitedUntil: new Date(Date.now() - 1) } });
  expect((await write()).status).toBe(201);
});

it("stays limited for the longest of several decisions", async () => {
  const person = await someone();
  const until = async () =>
    (await db().user.findUniqueOrThrow({ where: { id: person.id } })).limitedUntil?.getTime();
  const undo = (id: string) => call(undoRoute.POST, { as: mod, params: { id }, method: "POST" });
  const long = (await limit(person, 9)).body.decisionId!;
  const first = await until();
  const short = (await limit(person, 2)).body.decisionId!;
  expect(await until()).toBe(first);
  await undo(long);
  expect(await until()).toBeLessThanOrEqual(Date.now() + 2 * 86_400_000);
  await undo(short);
  expect(await until()).toBeUndefined();
});

it("changes nothing that others see: post, app, profile, and what is in a room", async () => {
  const [person, guest] = [await someone(), await someone()];
  const { app, post, room, join } = await openRoom(person);
  const gumFile = await makePackage({ name: app.name, room: true, version: "9.0.0" });
  await upload(person, { gumFile, metadata: { appId: app.id } });
  const first = await db().appVersion.findFirstOrThrow({
    where: { appId: app.id },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  await join(guest);
  const inRoom = { as: person, params: { id: room.id } };
  const json = { payload: "1", clientKey: randomUUID() };
  expect((await call(updatesRoute.POST, { ...inRoom, json })).status).toBe(201);
  const card = (title: string) => call<Problem>(cardRoute.PUT, { ...inRoom, json: { title }, method: "PUT" });
  expect((await card("Before")).status).toBe(200);

  await limit(person, 3);
  const picture = new FormData();
  picture.set("file", new Blob([await png()]), "me.png");
  const change = (handler: unknown, params: object, method: string, json: object) =>
    call<Problem>(handler, { as: person, params: { ...params }, method, json });
  const refused = {
    edit: await change(postRoute.PATCH, { id: post.id }, "PATCH", { body: "New words" }),
    rollback: await change(rollbackRoute.POST, { id: app.id }, "POST", { versionId: first.id }),
    profile: await change(meRoute.PATCH, {}, "PATCH", { bio: "New words" }),
    avatar: await call<Problem>(pictureRoute.PUT, {
      as: person,
      params: { picture: "avatar" },
      form: picture,
      method: "PUT",
    }),
    card: await card("New words"),
    channel: await change(channelRoute.POST, { id: room.id }, "POST", { messages: ["AA=="] }),
    snapshot: await change(snapshotRoute.PUT, { id: room.id }, "PUT", { serial: 1, state: "New words" }),
  };
  const codes = Object.entries(refused).map(([what, { status, body }]) => [what, status, body?.code]);
  expect(codes).toEqual(Object.keys(refused).map((what) => [what, 403, "account_limited"]));
  expect(await getPost({ viewer: guest, id: post.id })).toMatchObject({
    body: "Vote!",
    room: { card: { title: "Before" } },
    author: { avatarUrl: null },
  });
  expect((await join(guest)).body.snapshot).toBeNull();

  // The same card again is nothing new, and what nobody else sees stays theirs to set, as does taking things away.
  expect((await card("Before")).status).toBe(200);
  expect((await change(preferencesRoute.PATCH, {}, "PATCH", { singleKeys: false })).status).toBe(200);
  expect((await call(cardRoute.DELETE, { ...inRoom, method: "DELETE" })).status).toBe(204);
  const noAvatar = { as: person, params: { picture: "avatar" }, method: "DELETE" };
  expect((await call(pictureRoute.DELETE, noAvatar)).status).toBe(200);
});

it("still completes the profile that onboarding asks for", async () => {
  const person = await makePerson(`limited${++count}`, { onboarded: false });
  await limit(person, 3);
  const name = (displayName: string) =>
    call<Problem>(meRoute.PATCH, { as: person, json: { displayName }, method: "PATCH" });
  expect((await name("Somebody")).status).toBe(200);
  expect(await name("Somebody else")).toMatchObject({ status: 403, body: { code: "account_limited" } });
});
