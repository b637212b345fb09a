import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as channelRoute from "@/app/api/rooms/[id]/channel/route";
import * as cardRoute from "@/app/api/rooms/[id]/card/route";
import * as joinRoute from "@/app/api/rooms/[id]/join/route";
import * as memberRoute from "@/app/api/rooms/[id]/members/[address]/route";
import * as roomRoute from "@/app/api/rooms/[id]/route";
import * as updatesRoute from "@/app/api/rooms/[id]/updates/route";
import * as appRoomsRoute from "@/app/api/apps/[id]/rooms/route";
import type { App } from "@/lib/apps/contract";
import { db } from "@/lib/db/client";
import { resetLimit } from "@/lib/infra/rate-limiter";
import { mute, unmute } from "@/lib/people/follow-service";
import { createPost, getPost } from "@/lib/posts/service";
import type { JoinedRoom } from "@/lib/rooms/contract";
import { makeApp } from "../support/apps";
import { roomCalls } from "../support/in-room";
import { call, makePerson, type TestPerson } from "../support/people";

/** What a member, a former member or a stranger sends who wants more than an app lets them. */
let mika: TestPerson;
let ren: TestPerson;
let aoi: TestPerson;
let app: App;
let postId: string;
let room: JoinedRoom;

beforeAll(async () => {
  [mika, ren, aoi] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("aoi")]);
  app = await makeApp(mika, { name: "Together", room: true }, { published: true });
});
beforeEach(async () => {
  await Promise.all([mika, ren, aoi].map(({ id }) => resetLimit("roomCardPerson", id)));
  postId = await post();
  room = (await join(mika)).body;
  await join(ren);
});

async function post(): Promise<string> {
  const payload = { kind: "text" as const, body: "Vote!", appRef: { appId: app.id }, media: [] };
  return (await createPost({ actor: mika, payload })).post.id;
}
const { at, join, send, log, listen, snapshot } = roomCalls({ roomId: () => room.id, postId: () => postId });
const raw = (as: TestPerson, json: object, id = room.id) => call(updatesRoute.POST, { as, ...at(id), json });
const startRoom = async (as: TestPerson) =>
  (await call<JoinedRoom>(appRoomsRoute.POST, { as, params: { id: app.id }, method: "POST" })).body;
const card = (as: TestPerson, json: object) => call(cardRoute.PUT, { as, ...at(), json, method: "PUT" });
const cardOf = async (as: TestPerson) => (await getPost({ viewer: as, id: postId })).room?.card ?? null;
const remove = (address: string) =>
  call(memberRoute.DELETE, { as: mika, params: { id: room.id, address }, method: "DELETE" });

describe("an update", () => {
  it.each([
    ["serial", 99],
    ["from", "somebody"],
    ["authorId", randomUUID()],
    ["at", "2020-01-01T00:00:00Z"],
  ])("names no %s of its own", async (field, value) => {
    const json = { clientKey: randomUUID(), payload: "1", [field]: value };
    expect(await raw(ren, json)).toMatchObject({ status: 400, body: { code: "validation_error" } });
    expect((await log(mika)).items).toEqual([]);
  });

  it("goes to the room of its path alone, whatever else it names", async () => {
    const [mine, other] = [room, await startRoom(mika)];
    await raw(ren, { clientKey: randomUUID(), payload: "1", roomId: other.id });
    expect(await raw(ren, { clientKey: randomUUID(), payload: "1" }, other.id)).toMatchObject({
      status: 403,
      body: { code: "not_in_room" },
    });
    for (const id of [mine.id, other.id])
      expect(await db().roomUpdate.count({ where: { roomId: id } })).toBe(0);
    expect((await raw(ren, { clientKey: randomUUID(), payload: "1" }, postId)).status).toBe(404);
  });

  it("is another one under the same key in another room, or of another person", async () => {
    const other = await startRoom(mika);
    await call(joinRoute.POST, { as: ren, ...at(other.id), method: "POST" });
    const json = { clientKey: randomUUID(), payload: "1" };
    expect((await raw(ren, json)).body).toEqual({ serial: 1 });
    expect((await raw(ren, json, other.id)).body).toEqual({ serial: 1 });
    // Who guesses a key neither reads nor replaces what was sent under it.
    expect((await raw(mika, { ...json, payload: "2" })).body).toEqual({ serial: 2 });
    expect((await raw(ren, { ...json, payload: "3" })).body).toEqual({ serial: 1 });
    expect((await log(ren)).items.map(({ payload }) => payload)).toEqual(["1", "2"]);
  });

  it.each([
    ["a payload over 128 KB", { payload: "x".repeat(128 * 1024 + 1) }],
    ["a payload that is over 128 KB as UTF-8", { payload: "漢".repeat(64 * 1024) }],
    ["a long info", { payload: "1", info: "x".repeat(301) }],
    ["a long href", { payload: "1", href: "x".repeat(1_001) }],
    [
      "too many addresses",
      { payload: "1", notify: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`a${n}`, "x"])) },
    ],
    ["a payload that is no text", { payload: { toString: "x" } }],
  ])("with %s is refused", async (_, content) => {
    const { status, body } = await raw(ren, { clientKey: randomUUID(), ...content });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "validation_error" } });
    expect((await log(mika)).head).toBe(0);
  });

  it("floods nobody: the others go on, and what was refused may be sent again", async () => {
    const key = randomUUID();
    const codes: number[] = [];
    for (let n = 0; n < 12; n++)
      codes.push((await raw(ren, { clientKey: randomUUID(), payload: `${n}` })).status);
    expect(codes.filter((code) => code === 201)).toHaveLength(10);
    const refused = await raw(ren, { clientKey: key, payload: "late" });
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect((await send(mika, "not held up")).body.serial).toBe(11);
    await resetLimit("roomUpdates", `${room.id}:${ren.id}`);
    expect((await raw(ren, { clientKey: key, payload: "late" })).body).toEqual({ serial: 12 });
  });

  it("spams nobody who is not in the room, and nobody more than three times an hour", async () => {
    for (let n = 0; n < 8; n++) await send(ren, n, { notify: { "*": `Look ${n}`, [room.me]: `You ${n}` } });
    const notices = await db().notification.groupBy({
      by: ["userId"],
      where: { roomId: room.id },
      _count: true,
    });
    expect(notices).toEqual([{ userId: mika.id, _count: 3 }]);
  });
});

describe("a snapshot", () => {
  it("is of an update that is there, and of a member", async () => {
    await send(ren, 1);
    expect(await snapshot(ren, 2, "{}")).toMatchObject({ status: 400, body: { code: "validation_error" } });
    expect(await snapshot(ren, 2 ** 31, "{}")).toMatchObject({ status: 400 });
    expect((await snapshot(aoi, 1, "{}")).status).toBe(403);
    expect((await snapshot(ren, 1, "x".repeat(2 * 1024 * 1024 + 1))).status).toBe(400);
    expect((await join(aoi)).body.snapshot).toBeNull();
  });
});

describe("a person who was removed", () => {
  it("does nothing any more with what their run still has", async () => {
    await join(aoi);
    const { me } = (await join(ren)).body;
    const key = randomUUID();
    await raw(ren, { clientKey: key, payload: "before" });
    await remove(me);
    const stream = await listen(ren);
    expect((await stream.until((event) => event.type === "refused")).event).toMatchObject({
      code: "not_in_room",
    });
    const attempts = [
      await raw(ren, { clientKey: randomUUID(), payload: "after" }),
      // Also the key of an update that was accepted says nothing now.
      await raw(ren, { clientKey: key, payload: "before" }),
      await snapshot(ren, 1, "{}"),
      await card(ren, { title: "Still here" }),
      await call(channelRoute.POST, { as: ren, ...at(), json: { messages: ["AA=="] } }),
      await call(updatesRoute.GET, { as: ren, ...at() }),
      await call(roomRoute.PATCH, { as: ren, ...at(), json: { isClosed: true }, method: "PATCH" }),
      await call(joinRoute.POST, { as: ren, ...at(), method: "POST" }),
      await join(ren),
    ];
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ status: 403, body: { code: "not_in_room" } });
    expect((await log(mika)).items.map(({ payload }) => payload)).toEqual(["before"]);
  });
});

describe("a card", () => {
  it.each([
    { title: "Gum asks: enter your password" },
    { title: "G\u200bum asks: enter your password" },
    { title: "\u202eGum\u2069: sign in" },
    { lines: ["3 votes", "ɢᴜᴍ Security – confirm your account"] },
    { title: "Votes", bars: [{ label: "Session expired", value: 1 }] },
    { title: "システム：パスワードを入力" },
  ])("that imitates the shell is refused: %j", async (content) => {
    expect(await card(ren, content)).toMatchObject({ status: 400, body: { code: "validation_error" } });
    expect(await cardOf(aoi)).toBeNull();
  });

  it("is not made of such words in an update, which is accepted all the same", async () => {
    await send(ren, 1, { document: "Lunch", summary: "1 vote" });
    expect((await send(ren, 2, { document: "Gum", summary: "Gսm says: sign in" })).status).toBe(201);
    expect(await cardOf(aoi)).toMatchObject({ title: "Lunch", lines: ["1 vote"] });
  });

  it("is by all whose words it has: who does not want to see one of them does not see it", async () => {
    await send(ren, 1, { document: "Words of Ren" });
    await send(mika, 2, { summary: "1 vote" });
    expect(await cardOf(aoi)).toMatchObject({ title: "Words of Ren", lines: ["1 vote"] });
    await mute({ actor: aoi, userId: ren.id });
    expect(await cardOf(aoi)).toBeNull();
    await send(mika, 3, { document: "Words of Mika" });
    expect(await cardOf(aoi)).toMatchObject({ title: "Words of Mika" });
    await unmute({ actor: aoi, userId: ren.id });
  });

  it("goes with a person who is removed, if words of theirs are on it", async () => {
    const { me } = (await join(ren)).body;
    await send(ren, 1, { summary: "Rude" });
    await send(mika, 2, { document: "Lunch" });
    await remove(me);
    expect(await cardOf(aoi)).toBeNull();
  });

  it("has a version before there is one: hiding it is not undone by an older event", async () => {
    const versionOf = async () => (await getPost({ viewer: mika, id: postId })).room!.version;
    const hide = (isCardHidden: boolean) =>
      call(roomRoute.PATCH, { as: mika, ...at(), json: { isCardHidden }, method: "PATCH" });
    const before = await versionOf();
    await hide(true);
    const hidden = await versionOf();
    await hide(false);
    expect([hidden > before, (await versionOf()) > hidden]).toEqual([true, true]);
    await card(ren, { title: "Shown" });
    expect(await cardOf(aoi)).toMatchObject({ title: "Shown" });
  });
});
