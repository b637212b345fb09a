import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ROOM_CHANNEL_PER_SECOND, ROOM_OUTGOING_MAX, ROOM_SEND_BURST } from "@/lib/config/limits";
import type { RoomNews } from "./link.client";
import { LocalRoom } from "./local-room.client";

let room: LocalRoom;
beforeEach(() => {
  vi.useFakeTimers();
  room = new LocalRoom(["Ada", "Ben"]);
});
afterEach(() => vi.useRealTimers());

const ada = () => room.people[0]!;
const ben = () => room.people[1]!;

/** A run in the room, and the messages that it received. */
function run(person = ada()) {
  const link = person.join();
  const news: RoomNews[] = [];
  const start = link.start();
  link.subscribe((one) => news.push(one));
  const serials = () =>
    news.flatMap((one) => (one.type === "updates" ? one.updates : [])).map((u) => u.serial);
  const bytes = () => news.flatMap((one) => (one.type === "channel" ? one.messages : []));
  return { link, start, news, serials, bytes };
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error as { code: string }).code,
  );
const payload = (text: string) => ({ payload: JSON.stringify(text) });

describe("the log", () => {
  it("has one order for everybody, own updates too, and serials without a gap", async () => {
    const [a, b] = [run(ada()), run(ben())];
    const sent = await Promise.all([
      a.link.send(payload("one")),
      b.link.send(payload("two")),
      a.link.send(payload("three")),
    ]);
    expect(sent.map(({ serial }) => serial)).toEqual([1, 2, 3]);
    expect([a.serials(), b.serials()]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    const late = run(ben()).start;
    expect(late.head).toBe(3);
    expect(late.updates.map(({ from, payload: text }) => [from, text])).toEqual([
      [a.link.me, '"one"'],
      [b.link.me, '"two"'],
      [a.link.me, '"three"'],
    ]);
  });

  it("takes a burst at once and then one a second, in order", async () => {
    const { link, serials } = run();
    const all = Promise.all(
      Array.from({ length: ROOM_SEND_BURST + 2 }, (_, n) => link.send(payload(`${n}`))),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(serials()).toHaveLength(ROOM_SEND_BURST);
    expect(room.view().people[0]!.waiting).toBe(2);
    await vi.advanceTimersByTimeAsync(ROOM_SEND_BURST * 1_000);
    expect(await all).toHaveLength(ROOM_SEND_BURST + 2);
    expect(room.view().people[0]!.waiting).toBe(0);
  });

  it("refuses what is too large, what is one too many, and what it has no room for", async () => {
    const { link } = run();
    expect(await codeOf(link.send(payload("x".repeat(128 * 1024))))).toBe("too_big");
    ada().setOnline(false);
    const waiting = Array.from({ length: ROOM_OUTGOING_MAX }, () => link.send(payload("y".repeat(30_000))));
    expect(await codeOf(link.send(payload("z")))).toBe("too_many");
    ada().setOnline(true);
    const settled = Promise.all(waiting.map(codeOf));
    await vi.advanceTimersByTimeAsync(ROOM_OUTGOING_MAX * 1_000);
    const codes = await settled;
    expect(new Set(codes)).toEqual(new Set([null, "room_full"]));
    expect(codes.indexOf("room_full")).toBe(349);
  });

  it("begins with a snapshot, and is compacted once half of the room is used", async () => {
    const [a, b] = [run(ada()), run(ben())];
    await a.link.send(payload("one"));
    await a.link.putSnapshot({ serial: 1, state: '"first"' });
    expect(await codeOf(a.link.putSnapshot({ serial: 2, state: "0" }))).toBe("validation_error");
    ben().setOnline(false);
    const filling = Promise.all(Array.from({ length: 60 }, () => a.link.send(payload("x".repeat(100_000)))));
    await vi.advanceTimersByTimeAsync(60_000);
    await filling;
    await a.link.putSnapshot({ serial: 61, state: '"second"' });
    expect(room.log.compacted).toBe(1);
    expect(await a.link.history(61)).toMatchObject({ snapshot: { serial: 1 }, updates: { length: 60 } });
    await a.link.send(payload("two"));
    await a.link.putSnapshot({ serial: 62, state: '"third"' });
    expect(room.log.compacted).toBe(61);
    ben().setOnline(true);
    expect(b.news.findLast(({ type }) => type === "snapshot")).toEqual({
      type: "snapshot",
      snapshot: { serial: 62, state: '"third"' },
    });
    expect(run(ben()).start).toMatchObject({ snapshot: { serial: 62 }, updates: [], head: 62 });
  });
});

describe("a person without a connection", () => {
  it("hears nothing, keeps what they send, and both are made up for in order", async () => {
    const [a, b] = [run(ada()), run(ben())];
    await a.link.send(payload("before"));
    ben().setOnline(false);
    const kept = Promise.all([b.link.send(payload("kept")), b.link.send(payload("kept too"))]);
    await a.link.send(payload("meanwhile"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([a.serials(), b.serials()]).toEqual([[1, 2], [1]]);
    expect(room.view().people[1]).toMatchObject({ isOnline: false, waiting: 2 });
    expect(await codeOf(b.link.members())).toBe("network_failure");
    // The app starts again with what was there, and its updates still wait.
    b.link.close();
    const again = run(ben());
    expect(again.start.updates.map(({ serial }) => serial)).toEqual([1]);
    ben().setOnline(true);
    expect((await kept).map(({ serial }) => serial)).toEqual([3, 4]);
    expect(again.serials()).toEqual([2, 3, 4]);
    expect(a.serials()).toEqual([1, 2, 3, 4]);
  });

  it("misses what goes over the channel", async () => {
    const [a, b] = [run(ada()), run(ben())];
    ben().setOnline(false);
    a.link.sendToChannel("AA==");
    b.link.sendToChannel("AQ==");
    await vi.advanceTimersByTimeAsync(1_000);
    ben().setOnline(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([a.bytes(), b.bytes()]).toEqual([[], []]);
  });
});

describe("the channel", () => {
  it("reaches the others, and not who sends", async () => {
    const [a, b] = [run(ada()), run(ben())];
    a.link.sendToChannel("AA==");
    await vi.advanceTimersByTimeAsync(0);
    expect(b.news).toEqual([{ type: "channel", from: a.link.me, messages: ["AA=="] }]);
    expect(a.bytes()).toEqual([]);
  });

  it("drops the oldest of what is more than a second takes", async () => {
    const [a, b] = [run(ada()), run(ben())];
    for (let n = 0; n < ROOM_CHANNEL_PER_SECOND + 5; n++) a.link.sendToChannel(`first ${n}`);
    await vi.advanceTimersByTimeAsync(0);
    expect(b.bytes()).toHaveLength(ROOM_CHANNEL_PER_SECOND);
    expect(b.bytes()[0]).toBe("first 5");
    a.link.sendToChannel("later");
    await vi.advanceTimersByTimeAsync(500);
    expect(b.bytes()).not.toContain("later");
    await vi.advanceTimersByTimeAsync(600);
    expect(b.bytes()).toContain("later");
  });
});

describe("around the apps", () => {
  it("members are those who have joined", async () => {
    const { link } = run();
    expect(await link.members()).toEqual([{ address: link.me, name: "Ada", isOwner: true }]);
    run(ben());
    expect((await link.members()).map(({ name, isOwner }) => [name, isOwner])).toEqual([
      ["Ada", true],
      ["Ben", false],
    ]);
  });

  it("addresses say who it is, and the number of members is known", async () => {
    const a = run();
    expect(a.start.people).toBe(1);
    const b = run(ben());
    expect(a.news).toEqual([{ type: "status", people: 2, isClosed: false, refused: null }]);
    expect(await a.link.members([b.link.me, "nobody"])).toMatchObject([{ name: "Ben" }]);
    expect(await a.link.members([])).toEqual([]);
  });

  it("an update notifies those whom it names, at most three times an hour", async () => {
    const { link } = run();
    run(ben());
    const texts = { "*": "For all", [ben().address]: "For Ben" };
    for (let n = 0; n < 3; n++) await link.send({ payload: "1", notify: texts, href: "#there" });
    expect(
      room.view().people.map(({ notice }) => notice && [notice.text, notice.href, notice.isShown]),
    ).toEqual([null, ["For Ben", "#there", true]]);
    await link.send({ payload: "1", notify: texts });
    expect(room.view().people[1]!.notice).toMatchObject({ isShown: false });
  });

  it("the card is the app's own, or made of summary and document", async () => {
    const { link } = run();
    await link.send({ payload: "1", document: "Board", summary: "1 move" });
    expect(room.view()).toMatchObject({
      version: 1,
      card: { content: { title: "Board", lines: ["1 move"] } },
    });
    const card = { title: "Mine", lines: [], bars: [], people: [link.me, "nobody"], alt: "", picture: null };
    room.putCard(ada(), { ...card, serial: 1 });
    room.putCard(ada(), { ...card, serial: 1 });
    await link.send({ payload: "2", summary: "2 moves" });
    expect(room.view()).toMatchObject({
      version: 2,
      card: { content: { title: "Mine" }, people: [link.me] },
    });
    room.putCard(ada(), { ...card, title: "Newer", serial: 2 });
    room.putCard(ada(), { ...card, title: "Behind", serial: 1 });
    expect(room.view().card?.content.title).toBe("Newer");
    expect(() => room.putCard(ada(), { ...card, serial: 3 })).toThrow(
      expect.objectContaining({ code: "validation_error" }),
    );
    room.removeCard(ada());
    expect(room.view()).toMatchObject({ version: 4, card: null });
  });

  it("no card speaks for the shell, whether an app sets it or an update has its words", async () => {
    const { link } = run();
    const card = { title: "", lines: ["Gum: sign in again"], bars: [], people: [], alt: "", picture: null };
    expect(() => room.putCard(ada(), card)).toThrow(expect.objectContaining({ code: "validation_error" }));
    expect(room.view().card).toBeNull();
    await link.send({ payload: "1", document: "Board", summary: "System: your password" });
    expect(room.view().card?.content).toMatchObject({ title: "Board", lines: [] });
  });
});

describe("the owner", () => {
  const card = { title: "Ben's", lines: [], bars: [], people: [], alt: "", picture: null };

  it("closes the room: it can be looked at, and nothing is taken until it is opened again", async () => {
    const [a, b] = [run(ada()), run(ben())];
    await a.link.send(payload("before"));
    ben().setOnline(false);
    const late = codeOf(b.link.send(payload("late")));
    room.setClosed(true);
    expect(a.news.at(-1)).toEqual({ type: "status", people: 2, isClosed: true, refused: null });
    ben().setOnline(true);
    expect(await late).toBe("room_closed");
    for (const { link } of [a, b]) {
      expect(await codeOf(link.send(payload("no")))).toBe("room_closed");
      expect(await codeOf(link.putSnapshot({ serial: 1, state: "0" }))).toBe("room_closed");
    }
    b.link.sendToChannel("AA==");
    await vi.advanceTimersByTimeAsync(0);
    expect(a.bytes()).toEqual([]);
    expect(() => room.putCard(ben(), card)).toThrow(expect.objectContaining({ code: "room_closed" }));
    expect(run(ben()).start).toMatchObject({ isClosed: true, head: 1, updates: { length: 1 } });
    expect(await a.link.members()).toHaveLength(2);
    expect(room.view()).toMatchObject({ isClosed: true, card: null });
    room.setClosed(false);
    expect(b.news.at(-1)).toMatchObject({ type: "status", isClosed: false });
    expect((await b.link.send(payload("again"))).serial).toBe(2);
  });

  it("removes a person at once and for good; what they did stays, and their card goes", async () => {
    const [a, b] = [run(ada()), run(ben())];
    await b.link.send({ payload: "1", summary: "1 move" });
    await b.link.putSnapshot({ serial: 1, state: '"false"' });
    room.remove(ada());
    room.remove(ben());
    expect(room.view().people.map(({ wasRemoved }) => wasRemoved)).toEqual([false, true]);
    expect(b.news.at(-1)).toMatchObject({ type: "status", refused: "not_in_room" });
    expect(a.news.at(-1)).toMatchObject({ type: "status", people: 1, refused: null });
    expect(room.view().card).toBeNull();
    expect(run(ada()).start).toMatchObject({ snapshot: null, updates: { length: 1 } });
    const refused = [b.link.send(payload("no")), b.link.members(), b.link.history(1)];
    expect(await Promise.all(refused.map(codeOf))).toEqual(refused.map(() => "not_in_room"));
    expect(() => room.putCard(ben(), card)).toThrow(expect.objectContaining({ code: "not_in_room" }));
    expect(() => ben().join()).toThrow(expect.objectContaining({ code: "not_in_room" }));
    await a.link.send({ payload: "2", notify: { "*": "Your turn" } });
    a.link.sendToChannel("AA==");
    await vi.advanceTimersByTimeAsync(0);
    expect([b.serials(), b.bytes(), room.view().people[1]!.notice]).toEqual([[1], [], null]);
  });

  it("removes a person without a connection, who hears of it when they are back", async () => {
    run(ada());
    const b = run(ben());
    ben().setOnline(false);
    const kept = codeOf(b.link.send(payload("kept")));
    room.remove(ben());
    expect(b.news.some((one) => one.type === "status" && one.refused !== null)).toBe(false);
    ben().setOnline(true);
    expect(b.news.at(-1)).toMatchObject({ type: "status", refused: "not_in_room" });
    expect(await kept).toBe("not_in_room");
    expect(room.log.head).toBe(0);
  });
});
