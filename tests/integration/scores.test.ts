import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as permissionsRoute from "@/app/api/apps/[id]/permissions/route";
import * as runsRoute from "@/app/api/apps/[id]/runs/route";
import * as reportsRoute from "@/app/api/apps/[id]/scores/[scoreId]/reports/route";
import * as scoreRoute from "@/app/api/apps/[id]/scores/[scoreId]/route";
import * as scoresRoute from "@/app/api/apps/[id]/scores/route";
import type { App, AppRunResponse } from "@/lib/apps/contract";
import { BOARD_INTERVAL_MS } from "@/lib/config/limits";
import { db } from "@/lib/db/client";
import { resetLimit } from "@/lib/infra/rate-limiter";
import { block, follow, mute, unblock, unmute } from "@/lib/people/follow-service";
import { createPost, getPost } from "@/lib/posts/service";
import type { ScoreList, SubmittedScore } from "@/lib/scores/contract";
import { dropOldScores } from "@/lib/scores/service";
import { makeApp } from "../support/apps";
import { openLive } from "../support/live-stream";
import { withinOneDay } from "../support/day";
import { call, makePerson, type TestPerson } from "../support/people";

const SCORES = [
  { id: "points", title: { en: "Points", ja: "得点" } },
  { id: "moves", title: "Moves", order: "low", unit: "moves" },
];

let mika: TestPerson;
let ren: TestPerson;
let aoi: TestPerson;
let app: App;

beforeAll(async () => {
  [mika, ren, aoi] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("aoi")]);
  app = await makeApp(mika, { name: "Steps", scores: SCORES }, { published: true });
});
beforeEach(async () => {
  await db().score.deleteMany({});
  await Promise.all([mika, ren, aoi].map(({ id }) => resetLimit("scores", `${id}:${app.id}`)));
});

const tokenOf = async (as: TestPerson, id = app.id) =>
  (await call<AppRunResponse>(runsRoute.POST, { as, params: { id }, json: {} })).body.runToken;
async function submit(as: TestPerson, board: string, value: unknown, more: object = {}) {
  const json = { runToken: await tokenOf(as), board, value, ...more };
  return call<SubmittedScore & { code?: string }>(scoresRoute.POST, { as, params: { id: app.id }, json });
}
/** Mika is first, Ren second and Aoi third. */
async function play(...others: [who: TestPerson, points: number][]): Promise<void> {
  for (const [who, points] of [[mika, 3] as const, [ren, 2] as const, [aoi, 1] as const, ...others])
    await submit(who, "points", points);
}
const list = (as: TestPerson, query: Record<string, string | number> = {}) =>
  call<ScoreList & { code?: string }>(scoresRoute.GET, {
    as,
    params: { id: app.id },
    query: { board: "points", ...query },
  });
const shown = async (as: TestPerson, query: Record<string, string | number> = {}) =>
  (await list(as, query)).body.items.map(({ rank, value }) => [rank, value]);
const showName = (as: TestPerson, profile = true) =>
  call(permissionsRoute.PUT, { as, params: { id: app.id }, json: { profile }, method: "PUT" });

describe("a score", () => {
  it("is kept where it is the person's best, of the day and of all time", async () => {
    await withinOneDay();
    expect((await submit(mika, "points", 10)).body).toEqual({ best: 10, isBest: true, verified: false });
    expect((await submit(mika, "points", 8)).body).toEqual({ best: 10, isBest: false, verified: false });
    await submit(ren, "points", 12);
    expect(await shown(aoi)).toEqual([
      [1, 12],
      [2, 10],
    ]);
    expect(await shown(aoi, { period: "today" })).toEqual([
      [1, 12],
      [2, 10],
    ]);
    await db().score.updateMany({ where: { period: { not: "" } }, data: { period: "2020-01-01" } });
    await submit(mika, "points", 3);
    expect(await shown(aoi, { period: "today" })).toEqual([[1, 3]]);
    expect(await shown(aoi)).toEqual([
      [1, 12],
      [2, 10],
    ]);
    expect(await dropOldScores(new Date(), 100)).toBe(2);
  });

  it("is better when it is lower, where the board says so; who was first stays ahead", async () => {
    for (const [who, value] of [
      [mika, 20],
      [ren, 15],
      [aoi, 20],
      [ren, 18],
    ] as const)
      await submit(who, "moves", value);
    const { items, mine } = (await list(aoi, { board: "moves" })).body;
    expect(items.map(({ value, isMine }) => [value, isMine])).toEqual([
      [15, false],
      [20, false],
      [20, true],
    ]);
    expect(mine).toMatchObject({ rank: 3, value: 20 });
  });

  it.each([
    ["no number", "12"],
    ["null", null],
    ["a number too large", 1e16],
  ])("is refused as %s", async (_, value) => {
    expect(await submit(mika, "points", value)).toMatchObject({
      status: 400,
      body: { code: "validation_error" },
    });
  });

  it("is refused on a board that the app has not declared", async () => {
    expect(await submit(mika, "gold", 1)).toMatchObject({ status: 404, body: { code: "unknown_board" } });
    expect(await list(mika, { board: "gold" })).toMatchObject({
      status: 404,
      body: { code: "unknown_board" },
    });
    expect(await submit(mika, "POINTS", 1)).toMatchObject({ status: 400 });
  });

  it("is refused in another account, of another app's run, and with a forged run", async () => {
    const other = await makeApp(mika, { name: "Other", scores: SCORES }, { published: true });
    const runToken = await tokenOf(mika);
    expect(await submit(ren, "points", 1, { runToken })).toMatchObject({
      status: 409,
      body: { code: "account_changed" },
    });
    for (const token of [await tokenOf(ren, other.id), "x", `${runToken}x`])
      expect(await submit(ren, "points", 1, { runToken: token })).toMatchObject({
        status: 401,
        body: { code: "invalid_token" },
      });
    expect(await db().score.count()).toBe(0);
  });

  it("is limited", async () => {
    const runToken = await tokenOf(mika);
    const answers = [];
    for (let index = 0; index < 31; index++) answers.push(await submit(mika, "points", index, { runToken }));
    expect(answers.at(-2)!.status).toBe(200);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  });
});

describe("a board", () => {
  it("names only who shows their name to the app, and tells the others apart", async () => {
    await submit(mika, "points", 2);
    await submit(ren, "points", 1);
    await showName(mika);
    const { items } = (await list(aoi)).body;
    expect(items[0]!.person).toMatchObject({ username: "mika" });
    expect(items[1]!.person).toBeNull();
    expect(items[1]!.code).toMatch(/^[\w-]{6}$/);
    expect(JSON.stringify(items[1])).not.toContain(ren.id);
    await showName(mika, false);
    expect((await list(aoi)).body.items[0]!.person).toBeNull();
  });

  it("shows nobody who is hidden from the viewer, and counts ranks without them", async () => {
    await play();
    await mute({ actor: aoi, userId: ren.id });
    expect((await list(aoi)).body).toMatchObject({ items: [{ value: 3 }, { value: 1 }], mine: { rank: 2 } });
    await unmute({ actor: aoi, userId: ren.id });
    await block({ actor: ren, userId: aoi.id });
    expect(await shown(aoi)).toEqual([
      [1, 3],
      [2, 1],
    ]);
    expect(await shown(ren)).toEqual([
      [1, 3],
      [2, 2],
    ]);
    await unblock({ actor: ren, userId: aoi.id });
    const gone = await makePerson("gone");
    await submit(gone, "points", 9);
    await db().user.delete({ where: { id: gone.id } });
    expect(await shown(aoi)).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
    ]);
  });

  it("of people whom the viewer follows has those who show their name, and the viewer", async () => {
    const far = await makePerson("far");
    await play([far, 9]);
    await follow({ actor: aoi, userId: mika.id });
    await follow({ actor: aoi, userId: ren.id });
    expect(await shown(aoi, { of: "following" })).toEqual([[1, 1]]);
    await Promise.all([mika, far].map((who) => showName(who)));
    expect((await list(aoi, { of: "following" })).body).toMatchObject({
      items: [
        { rank: 1, value: 3 },
        { rank: 2, value: 1 },
      ],
      mine: { rank: 2 },
    });
  });

  it("comes in pages, with the viewer's own place on each", async () => {
    await play();
    const first = (await list(aoi, { limit: 2 })).body;
    expect(first.mine).toMatchObject({ rank: 3, value: 1 });
    expect(await shown(aoi, { limit: 2, after: first.nextCursor! })).toEqual([[3, 1]]);
    for (const after of ["x", Buffer.from(`${app.id} 0 1`).toString("base64url")])
      expect((await list(aoi, { after })).status).toBe(400);
    expect((await list(aoi, { limit: 101 })).status).toBe(400);
  });

  it("is emptied by the app's owner, who also takes people off it; others only themselves", async () => {
    await play();
    await submit(ren, "moves", 4);
    const ids = (await list(aoi)).body.items.map(({ id }) => id);
    const remove = (as: TestPerson, scoreId: string) =>
      call(scoreRoute.DELETE, { as, params: { id: app.id, scoreId }, method: "DELETE" });
    const reset = (as: TestPerson) =>
      call(scoresRoute.DELETE, { as, params: { id: app.id }, query: { board: "points" }, method: "DELETE" });
    expect(await remove(aoi, ids[1]!)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await remove(aoi, ids[2]!)).status).toBe(204);
    expect((await remove(mika, ids[1]!)).status).toBe(204);
    expect((await remove(mika, ids[1]!)).status).toBe(404);
    expect(await db().score.count({ where: { userId: ren.id } })).toBe(2);
    expect((await reset(ren)).status).toBe(403);
    expect((await reset(mika)).status).toBe(204);
    expect(await shown(aoi)).toEqual([]);
    expect(await shown(ren, { board: "moves" })).toEqual([[1, 4]]);
  });

  it("begins anew when a version declares it the other way round, and is not there for an app that is private", async () => {
    await submit(ren, "points", 5);
    const kinds = await db().score.findMany({ select: { kind: true, period: true } });
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(["high"]));
    await db().score.updateMany({ data: { kind: "low" } });
    expect(await shown(aoi)).toEqual([]);
    const hidden = await makeApp(mika, { name: "Hidden", scores: SCORES });
    const answer = await call(scoresRoute.GET, {
      as: ren,
      params: { id: hidden.id },
      query: { board: "points" },
    });
    expect(answer).toMatchObject({ status: 404, body: { code: "unknown_app" } });
  });
});

describe("a report of a score", () => {
  const reportAs = (as: TestPerson, scoreId: string, json: object = { reason: "spam", note: "made up" }) =>
    call<{ id: string; code?: string }>(reportsRoute.POST, { as, params: { id: app.id, scoreId }, json });
  const firstId = async (as: TestPerson) => (await list(as)).body.items[0]!.id;

  it("is about its person, whom nobody has to know, and keeps what it said", async () => {
    await submit(ren, "points", 12);
    const id = await firstId(aoi);
    const sent = await reportAs(aoi, id);
    expect(sent).toMatchObject({ status: 201, body: { received: true } });
    expect(JSON.stringify(sent.body)).not.toContain(ren.id);
    await submit(ren, "points", 13);
    const kept = await db().report.findUniqueOrThrow({ where: { id: sent.body.id } });
    expect(kept).toMatchObject({
      reporterId: aoi.id,
      subjectType: "user",
      subjectId: ren.id,
      reason: "spam",
      note: "made up",
      context: { username: "ren", score: { id, appId: app.id, board: "points", value: 12 } },
    });
  });

  it("is refused of one's own, of what is not there, and of what one may not see", async () => {
    await submit(ren, "points", 12);
    const id = await firstId(ren);
    expect(await reportAs(ren, id)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await reportAs(aoi, app.id)).status).toBe(404);
    expect((await reportAs(aoi, "nonsense")).status).toBe(404);
    expect((await reportAs(aoi, id, { reason: "dislike" })).status).toBe(400);
    await block({ actor: ren, userId: aoi.id });
    expect((await reportAs(aoi, id)).status).toBe(404);
    await unblock({ actor: ren, userId: aoi.id });
  });
});

it("is told to those who see a post with the app, without those they hide, and once an interval", async () => {
  const open = async (as: TestPerson) => {
    const stream = await openLive(as, { apps: [app.id] });
    const values = () =>
      stream.events.flatMap(({ event }) =>
        event.type === "board" && event.appId === app.id
          ? [event.board?.entries.map(({ value }) => value) ?? null]
          : [],
      );
    const shows = (wanted: number[] | null) =>
      stream.until(
        (event) =>
          event.type === "board" &&
          JSON.stringify(event.board?.entries.map(({ value }) => value) ?? null) === JSON.stringify(wanted),
      );
    return { ...stream, values, shows };
  };
  await mute({ actor: aoi, userId: ren.id });
  const [one, other] = await Promise.all([open(mika), open(aoi)]);
  const began = performance.now();
  await submit(ren, "points", 5);
  await one.shows([5]);
  await other.shows(null);
  await submit(ren, "moves", 5);
  await submit(ren, "points", 4);
  for (let value = 6; value < 10; value++) await submit(ren, "points", value);
  await submit(mika, "points", 1);
  await one.shows([9, 1]);
  await other.shows([1]);
  expect(one.values().length).toBeLessThanOrEqual(
    2 + Math.ceil((performance.now() - began) / BOARD_INTERVAL_MS),
  );
  await call(scoresRoute.DELETE, {
    as: mika,
    params: { id: app.id },
    query: { board: "points" },
    method: "DELETE",
  });
  await one.shows(null);
  await Promise.all([one.close(), other.close()]);
  await unmute({ actor: aoi, userId: ren.id });
});

it("is the top of the first board in a post with the app, for who may see it", async () => {
  const payload = { kind: "text" as const, body: "Play!", appRef: { appId: app.id }, media: [] };
  const { post } = await createPost({ actor: mika, payload });
  const boardFor = async (viewer: TestPerson) => (await getPost({ viewer, id: post.id })).board;
  expect(await boardFor(aoi)).toBeUndefined();
  const fourth = await makePerson("fourth");
  await play([fourth, 0]);
  await showName(mika);
  expect(await boardFor(aoi)).toEqual({
    title: { en: "Points", ja: "得点" },
    unit: null,
    verified: false,
    entries: [
      { name: "mika", value: 3 },
      { name: null, value: 2 },
      { name: null, value: 1 },
    ],
  });
  await mute({ actor: aoi, userId: ren.id });
  expect((await boardFor(aoi))!.entries.map(({ value }) => value)).toEqual([3, 1, 0]);
  await unmute({ actor: aoi, userId: ren.id });
});
