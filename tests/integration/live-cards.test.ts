import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as postRoomRoute from "@/app/api/posts/[id]/room/route";
import * as pictureRoute from "@/app/api/rooms/[id]/card/picture/route";
import * as cardRoute from "@/app/api/rooms/[id]/card/route";
import * as memberRoute from "@/app/api/rooms/[id]/members/[address]/route";
import * as roomRoute from "@/app/api/rooms/[id]/route";
import * as updatesRoute from "@/app/api/rooms/[id]/updates/route";
import * as countsRoute from "@/app/api/v1/posts/counts/route";
import * as timelineRoute from "@/app/api/v1/timeline/route";
import type { App } from "@/lib/apps/contract";
import { db } from "@/lib/db/client";
import { pool } from "@/lib/db/pool";
import { resetLimit } from "@/lib/infra/rate-limiter";
import { block, mute, unblock, unmute } from "@/lib/people/follow-service";
import { saveProfileConsent } from "@/lib/permissions/repository";
import type { Post, PostCounts } from "@/lib/posts/contract";
import { createPost, deletePost, getPost } from "@/lib/posts/service";
import type { PutCardInput } from "@/lib/rooms/card-contract";
import type { JoinedRoom } from "@/lib/rooms/contract";
import type { Page } from "@/lib/shared/contract";
import { fetchRoute, makeApp, png } from "../support/apps";
import { openLive } from "../support/live-stream";
import { call, makePerson, type TestPerson } from "../support/people";

let mika: TestPerson;
let ren: TestPerson;
let aoi: TestPerson;
let app: App;
let postId: string;
let room: JoinedRoom;
const open: { close: () => Promise<unknown> }[] = [];

beforeAll(async () => {
  [mika, ren, aoi] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("aoi")]);
  app = await makeApp(mika, { name: "Headcount", room: true }, { published: true });
});
beforeEach(async () => {
  await Promise.all([mika, ren].map(({ id }) => resetLimit("roomCardPerson", id)));
  postId = await post();
  room = await join(mika);
  await join(ren);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()));
});

async function post(author = mika, appId = app.id): Promise<string> {
  const payload = { kind: "text" as const, body: "Vote!", appRef: { appId }, media: [] };
  return (await createPost({ actor: author, payload })).post.id;
}
const join = async (as: TestPerson, id = postId) =>
  (await call<JoinedRoom>(postRoomRoute.POST, { as, params: { id }, method: "POST" })).body;
const put = (as: TestPerson, card: PutCardInput | object, id = room.id) =>
  call<{ version: number; code?: string; fields?: { path: string; code: string }[] }>(cardRoute.PUT, {
    as,
    params: { id },
    json: card,
    method: "PUT",
  });
const patch = (as: TestPerson, change: object) =>
  call(roomRoute.PATCH, { as, params: { id: room.id }, json: change, method: "PATCH" });
const update = (as: TestPerson, content: object) =>
  call(updatesRoute.POST, {
    as,
    params: { id: room.id },
    json: { clientKey: randomUUID(), payload: "1", ...content },
  });
const roomFor = async (as: TestPerson) => (await getPost({ viewer: as, id: postId })).room;
const cardFor = async (as: TestPerson) => (await roomFor(as))?.card ?? null;
const image = async (colour = "#c44") => ({
  data: Buffer.from(await png(64, 48, colour)).toString("base64"),
  alt: "A board",
});

async function listen(as: TestPerson) {
  const stream = await openLive(as, { posts: [postId] });
  open.push(stream);
  const cards = () =>
    stream.events.flatMap(({ event }) =>
      event.type === "card" && event.postId === postId ? [event.room.card] : [],
    );
  const title = (text: string | null) =>
    stream.until(
      (event) =>
        event.type === "card" && event.postId === postId && (event.room.card?.title ?? null) === text,
    );
  return { ...stream, cards, title };
}

describe("a card", () => {
  it("is in the post of its room, for everybody who sees the post", async () => {
    expect(await cardFor(aoi)).toBeNull();
    const bars = [
      { label: "Curry", value: 2 },
      { label: "ラーメン", value: 1 },
    ];
    expect((await put(ren, { title: "Lunch", lines: ["3 votes"], bars })).status).toBe(200);
    const expected = { title: "Lunch", lines: ["3 votes"], bars, image: null, people: [], otherPeople: 0 };
    expect(await cardFor(aoi)).toEqual(expected);
    const counts = await call<{ items: PostCounts[] }>(countsRoute.GET, { as: aoi, query: { ids: postId } });
    expect(counts.body.items[0]!.room!.card).toEqual(expected);
    const page = await call<Page<Post>>(timelineRoute.GET, { as: aoi, query: { feed: "all" } });
    expect(page.body.items.find(({ id }) => id === postId)!.room!.card).toEqual(expected);
    await call(cardRoute.DELETE, { as: ren, params: { id: room.id }, method: "DELETE" });
    expect(await cardFor(aoi)).toBeNull();
  });

  it("is plain text on one line, clipped, with nothing hidden in it", async () => {
    const title = `\u202eevil\u2066 ${"あ".repeat(100)}\n<b>x</b>`;
    await put(ren, { title, lines: ["a\u0000\ud800\u200bb\r\n  c", " \u2800 "], bars: [] });
    const card = await cardFor(aoi);
    expect(card!.title).toBe(`evil ${"あ".repeat(74)}…`);
    expect(card!.lines).toEqual(["ab c"]);
    await put(ren, { title: `e${"\u0301".repeat(500)}!` });
    expect((await cardFor(aoi))!.title.length).toBeLessThan(10);
  });

  it.each([
    ["nothing", {}],
    ["nothing but spaces", { title: " \u200b ", lines: ["\u2800"] }],
    ["seven lines", { lines: Array(7).fill("x") }],
    ["nine bars", { bars: Array(9).fill({ label: "x", value: 1 }) }],
    ["nine people", { people: Array(9).fill("x") }],
    ["a bar without a label", { bars: [{ label: " ", value: 1 }] }],
    ["a bar below nothing", { bars: [{ label: "x", value: -1 }] }],
    ["an endless bar", { bars: [{ label: "x", value: 1e300 }] }],
    ["more than 2 KB", { lines: Array(6).fill("漢".repeat(120)) }],
    ["another field", { title: "x", html: "<b>" }],
    ["text that is none", { title: { toString: "x" } }],
    ["a picture that is no base64", { image: { data: "<svg>" } }],
    ["a large picture", { image: { data: "A".repeat(100_000) } }],
    ["an update to come", { title: "x", serial: 5 }],
  ])("with %s is refused", async (_, card) => {
    expect(await put(ren, card)).toMatchObject({ status: 400, body: { code: "validation_error" } });
    expect(await cardFor(aoi)).toBeNull();
  });

  it("shows a picture that we have encoded, to who sees the post", async () => {
    await put(ren, { image: await image() });
    const first = (await cardFor(aoi))!.image!;
    expect(first).toMatchObject({ width: 64, height: 48, alt: "A board" });
    const read = (as: TestPerson, url: string) =>
      fetchRoute(pictureRoute.GET, { as, params: { id: room.id }, url: new URL(url, "http://x").search });
    const answer = await read(aoi, first.url);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect((await sharp(bytes).metadata()).format).toBe("webp");
    await put(ren, { title: "Same picture", image: await image() });
    expect((await cardFor(aoi))!.image!.url).toBe(first.url);
    await put(ren, { image: await image("#4c4") });
    expect((await cardFor(aoi))!.image!.url).not.toBe(first.url);
    // The page may still ask for the one before.
    const late = await read(aoi, first.url);
    expect(late.status).toBe(200);
    expect(late.headers.get("cache-control")).toBe("private, no-cache");
    await block({ actor: mika, userId: aoi.id });
    expect((await read(aoi, first.url)).status).toBe(404);
    await unblock({ actor: mika, userId: aoi.id });
    await put(ren, { title: "No picture" });
    expect((await read(aoi, first.url)).status).toBe(404);
    expect(await db().roomCard.findUnique({ where: { roomId: room.id } })).toMatchObject({ picture: null });
  });

  it("takes no picture that is none, or far larger than it looks", async () => {
    for (const bytes of [randomBytes(2_000), Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")]) {
      const refused = await put(ren, { image: { data: bytes.toString("base64") } });
      expect(refused).toMatchObject({ status: 422, body: { code: "invalid_image" } });
    }
    const wide = { create: { width: 4_000, height: 4_000, channels: 3 as const, background: "#000" } };
    const bomb = await sharp(wide).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(64 * 1024);
    expect((await put(ren, { image: { data: bomb.toString("base64") } })).status).toBe(422);
  });

  it("stays within 64 KB, whatever the picture", async () => {
    const noise = await sharp(randomBytes(140 * 140 * 3), { raw: { width: 140, height: 140, channels: 3 } })
      .png()
      .toBuffer();
    expect(noise.length).toBeLessThan(64 * 1024);
    await put(ren, { image: { data: noise.toString("base64") } });
    const { picture } = await db().roomCard.findUniqueOrThrow({ where: { roomId: room.id } });
    expect(picture!.length).toBeLessThan(64 * 1024);
  });

  it("names people who let the app see their profile, and counts the others", async () => {
    const { me: addressOfRen } = await join(ren);
    await put(ren, { people: [room.me, addressOfRen, "nobody", room.me] });
    expect(await cardFor(aoi)).toMatchObject({ people: [], otherPeople: 2 });
    await saveProfileConsent(mika.id, app.id, true);
    try {
      expect(await cardFor(aoi)).toMatchObject({ people: [{ username: "mika" }], otherPeople: 1 });
    } finally {
      await saveProfileConsent(mika.id, app.id, false);
    }
  });
});

describe("who may set it", () => {
  it("is who may send updates: nobody else, and nobody in a closed room", async () => {
    expect(await put(aoi, { title: "x" })).toMatchObject({ status: 403, body: { code: "not_in_room" } });
    expect((await put(mika, { title: "x" }, randomUUID())).status).toBe(404);
    expect((await put(mika, { title: "x" }, postId)).status).toBe(404);
    await block({ actor: mika, userId: ren.id });
    expect(await put(ren, { title: "x" })).toMatchObject({ status: 403, body: { code: "not_in_room" } });
    await unblock({ actor: mika, userId: ren.id });
    await put(ren, { title: "Before" });
    await patch(mika, { isClosed: true });
    expect(await put(ren, { title: "x" })).toMatchObject({ status: 403, body: { code: "room_closed" } });
    expect((await cardFor(aoi))!.title).toBe("Before");
  });

  it("loses it with their place in the room", async () => {
    const { me } = await join(ren);
    await put(ren, { title: "Rude" });
    const stream = await listen(aoi);
    await call(memberRoute.DELETE, { as: mika, params: { id: room.id, address: me }, method: "DELETE" });
    await stream.title(null);
    expect(await cardFor(aoi)).toBeNull();
    expect(await put(ren, { title: "Again" })).toMatchObject({ status: 403, body: { code: "not_in_room" } });
  });

  it("does not replace a newer state by an older one", async () => {
    await update(ren, {});
    await update(ren, {});
    await put(ren, { title: "After two", serial: 2 });
    await put(mika, { title: "After one", serial: 1 });
    expect((await cardFor(aoi))!.title).toBe("After two");
  });

  it("changes it in bursts of five, and leaves others their share; the same card again costs nothing", async () => {
    const [one, other] = [await makePerson("flood_one"), await makePerson("flood_other")];
    await Promise.all([join(one), join(other)]);
    // At once: on a slow machine, one after the other would take longer than the limits' seconds.
    const statuses = async (cards: Promise<{ status: number }>[]) =>
      (await Promise.all(cards)).map(({ status }) => status).sort();
    const burst = Array.from({ length: 6 }, (_, n) => put(one, { title: `Card ${n}` }));
    expect(await statuses(burst)).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await put(other, { title: "Card 6" })).status).toBe(200);
    const { version } = (await roomFor(aoi))!;
    expect(await put(one, { title: "Card 6" })).toMatchObject({ status: 200, body: { version } });
    const same = Array.from({ length: 25 }, () => put(other, { title: "Card 6" }));
    expect((await statuses(same)).at(-1)).toBe(429);
  });
});

describe("an app that sets no card", () => {
  it("shows the summary and the document of its updates", async () => {
    await update(ren, { document: "Lunch", summary: "1 vote" });
    expect(await cardFor(aoi)).toMatchObject({ title: "Lunch", lines: ["1 vote"], bars: [] });
    await update(ren, { summary: "2 votes\u202e" });
    expect(await cardFor(aoi)).toMatchObject({ title: "Lunch", lines: ["2 votes"] });
    const { version } = (await roomFor(aoi))!;
    await update(ren, { summary: "2 votes" });
    await update(ren, {});
    expect((await roomFor(aoi))!.version).toBe(version);
    await put(mika, { title: "Its own" });
    await update(ren, { summary: "3 votes" });
    expect(await cardFor(aoi)).toMatchObject({ title: "Its own", lines: [] });
  });

  it("shows nothing once they are empty", async () => {
    await update(ren, { summary: "1 vote" });
    await update(ren, { summary: "" });
    expect(await cardFor(aoi)).toBeNull();
  });
});

describe("who sees it", () => {
  it("is nobody while the post's author hides it, which only they can", async () => {
    await put(ren, { title: "Shown" });
    expect(await patch(ren, { isCardHidden: true })).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
    expect((await patch(aoi, { isCardHidden: true })).status).toBe(403);
    const stream = await listen(aoi);
    expect((await patch(mika, { isCardHidden: true })).status).toBe(204);
    await stream.title(null);
    expect(await roomFor(mika)).toMatchObject({ isCardHidden: true, card: null });
    await put(ren, { title: "Still set" });
    expect(await cardFor(aoi)).toBeNull();
    await patch(mika, { isCardHidden: false });
    expect((await cardFor(aoi))!.title).toBe("Still set");
    expect((await patch(mika, {})).status).toBe(400);
  });

  it("is nobody but its maker once the app is unpublished", async () => {
    const own = await makeApp(ren, { name: "Shortlived", room: true }, { published: true });
    postId = await post(mika, own.id);
    room = await join(mika);
    await put(mika, { title: "Shown", image: await image() });
    const { url } = (await cardFor(aoi))!.image!;
    const json = { isPublic: false };
    await call(publishRoute.PATCH, { as: ren, params: { id: own.id }, json, method: "PATCH" });
    expect(await roomFor(aoi)).toBeNull();
    expect((await roomFor(ren))!.card!.title).toBe("Shown");
    const picture = await fetchRoute(pictureRoute.GET, { as: aoi, params: { id: room.id }, url });
    expect(picture.status).toBe(404);
    const stream = await listen(aoi);
    const makers = await listen(ren);
    await join(ren);
    await put(ren, { title: "Private now" });
    await makers.title("Private now");
    expect(stream.cards()).toEqual([]);
  });

  it("is not who has blocked or muted the one whose words it has", async () => {
    await put(ren, { title: "Words of Ren" });
    await mute({ actor: aoi, userId: ren.id });
    expect(await cardFor(aoi)).toBeNull();
    const stream = await listen(aoi);
    const other = await listen(mika);
    await put(ren, { title: "More words" });
    await other.title("More words");
    await stream.title(null);
    expect(stream.cards()).toEqual([null]);
    await unmute({ actor: aoi, userId: ren.id });
    expect((await cardFor(aoi))!.title).toBe("More words");
  });

  it("is nobody while the post's author lets nobody share the app", async () => {
    await put(ren, { title: "Shown" });
    const stream = await listen(aoi);
    const turn = (isOn: boolean) =>
      call<Post>(postRoomRoute.PATCH, { as: mika, params: { id: postId }, json: { isOn }, method: "PATCH" });
    expect((await turn(false)).body.room!.card).toBeNull();
    await stream.title(null);
    expect(await put(ren, { title: "x" })).toMatchObject({ status: 403, body: { code: "not_in_room" } });
    expect((await turn(true)).body.room!.card!.title).toBe("Shown");
    await stream.title("Shown");
  });

  it("is gone with the post", async () => {
    await put(ren, { title: "Shown" });
    await deletePost({ actor: mika, id: postId });
    expect(await db().roomCard.count({ where: { roomId: room.id } })).toBe(0);
  });
});

describe("the live stream", () => {
  it("brings changes at most once a second, and the last one always", async () => {
    const stream = await listen(aoi);
    const since = performance.now();
    await put(ren, { title: "Card 1" });
    await stream.title("Card 1");
    for (let n = 2; n <= 5; n++) await put(ren, { title: `Card ${n}` });
    await stream.title("Card 5");
    const seconds = (performance.now() - since) / 1_000;
    expect(seconds).toBeGreaterThan(0.9);
    const titles = stream.cards().map((card) => card!.title);
    // Two, unless the machine took longer over the five.
    expect(titles.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
    expect(titles).toEqual([...new Set(titles)].sort());
    expect([titles[0], titles.at(-1)]).toEqual(["Card 1", "Card 5"]);
  });

  it("tells nothing to who may not see the post", async () => {
    await block({ actor: mika, userId: aoi.id });
    try {
      const stream = await listen(aoi);
      const other = await listen(mika);
      await put(ren, { title: "Secret" });
      await other.title("Secret");
      expect(stream.cards()).toEqual([]);
    } finally {
      await unblock({ actor: mika, userId: aoi.id });
    }
  });
});

it("is read with the list: twenty cards are one query", async () => {
  const busy = await makePerson("busy");
  for (let n = 0; n < 20; n++) {
    postId = await post(busy);
    room = await join(busy);
    await put(busy, { title: `Card ${n}`, people: [room.me], image: await image() });
  }
  const query = vi.spyOn(pool(), "query");
  try {
    const page = await call<Page<Post>>(timelineRoute.GET, { as: aoi, query: { feed: "all" } });
    expect(page.body.items.filter((item) => item.room?.card?.image)).toHaveLength(20);
    const lists = query.mock.calls.filter((args) => JSON.stringify(args[0]).includes("room_cards"));
    expect(lists).toHaveLength(1);
    expect(query.mock.calls.filter((args) => JSON.stringify(args[0]).includes("rooms"))).toHaveLength(1);
  } finally {
    query.mockRestore();
  }
});
