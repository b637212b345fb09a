import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as problemRoute from "@/app/api/apps/[id]/problems/[problemId]/route";
import * as problemsRoute from "@/app/api/apps/[id]/problems/route";
import * as runsRoute from "@/app/api/apps/[id]/runs/route";
import * as statisticsRoute from "@/app/api/apps/[id]/statistics/route";
import type { App, AppRunResponse } from "@/lib/apps/contract";
import type { AppProblems } from "@/lib/apps/problem-contract";
import { purgeDeletedApps } from "@/lib/apps/publish-service";
import { issueRunToken } from "@/lib/apps/run-token-service";
import type { AppStatistics } from "@/lib/apps/statistics-contract";
import { getStatistics } from "@/lib/apps/statistics-service";
import {
  APP_DAY_KEPT_MS,
  PROBLEM_KEPT_MS,
  PROBLEMS_PER_APP,
  PROBLEMS_PER_RUN,
  RARE_PROBLEMS_PER_APP,
} from "@/lib/config/statistics-limits";
import { db } from "@/lib/db/client";
import type { Problem } from "@/lib/http/problem";
import { runJob } from "@/lib/jobs/jobs";
import { makeApp, makePackage, upload } from "../support/apps";
import { withinOneDay } from "../support/day";
import { call, makePerson, type TestPerson } from "../support/people";

vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

/** What makers see of the runs of their apps. */

const DAY_MS = 86_400_000;
let maker: TestPerson;
let ren: TestPerson;
let sora: TestPerson;
let mio: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  maker = await makePerson("stat_maker");
  ren = await makePerson("stat_ren");
  sora = await makePerson("stat_sora");
  mio = await makePerson("stat_mio");
});

const of = ({ id }: { id: string }) => ({ id });
const run = async (as: TestPerson, app: App) =>
  (await call<AppRunResponse>(runsRoute.POST, { as, params: of(app), json: {} })).body.runToken;
const statistics = async (as: TestPerson, app: App) =>
  call<AppStatistics & Problem>(statisticsRoute.GET, { as, params: of(app) });
const problems = async (as: TestPerson, app: App) =>
  call<AppProblems & Problem>(problemsRoute.GET, { as, params: of(app) });
const report = (as: TestPerson, app: App, runToken: string, list: object[]) =>
  call<Problem>(problemsRoute.POST, { as, params: of(app), json: { runToken, problems: list } });
const resolve = (as: TestPerson, app: App, problemId: string, resolved: boolean) =>
  call<AppProblems & Problem>(problemRoute.PATCH, {
    as,
    params: { id: app.id, problemId },
    json: { resolved },
    method: "PATCH",
  });
const publish = (name: string, version = "1.0.0") => makeApp(maker, { name, version }, { published: true });
const release = async ({ id: appId, name }: App, version: string) => {
  const gumFile = await makePackage({ name, version });
  expect((await upload(maker, { gumFile, metadata: { appId } })).status).toBe(201);
};
const failure = (message: string, file = "main.js", line = 3) => ({ kind: "error", message, file, line });
const rows = (app: App) => db().appProblem.findMany({ where: { appId: app.id } });

describe("the runs of a day", () => {
  it("count everybody but the maker, each person once, by version", async () => {
    await withinOneDay();
    const app = await publish("Counted");
    await run(maker, app);
    const today = new Date().toISOString().slice(0, 10);
    const none = { day: today, runs: null, people: null, newPeople: null };
    expect((await statistics(maker, app)).body).toMatchObject({
      countedFrom: today,
      hasRuns: false,
      days: [none],
    });
    await run(ren, app);
    await run(ren, app);
    await run(sora, app);
    // Two people are too few for a day's numbers.
    const few = { runs: 3, newPeople: null, peopleADay: null };
    const early = (await statistics(maker, app)).body;
    expect(early).toMatchObject({ hasRuns: true, days: [none], sums: few, before: null });
    await run(mio, app);
    const { body } = await statistics(maker, app);
    expect(body.days).toEqual([{ day: today, runs: 4, people: 3, newPeople: 3 }]);
    expect(body.sums).toEqual({ runs: 4, newPeople: 3, peopleADay: null });
    expect(body.versions).toEqual([{ version: "1.0.0", runs: 4 }]);
    expect(body.weeks).toMatchObject([{ people: null, kept: null }]);

    // Somebody who ran it before that day is no new person.
    await db().appRun.updateMany({
      where: { appId: app.id, userId: ren.id },
      data: { firstRunAt: new Date(Date.now() - 3 * DAY_MS), lastRunAt: new Date(Date.now() - 2 * DAY_MS) },
    });
    await release(app, "1.1.0");
    await run(ren, app);
    const after = (await statistics(maker, app)).body;
    expect(after.days.at(-1)).toMatchObject({ runs: 5, people: 4, newPeople: 3 });
    expect(after.versions).toEqual([
      { version: "1.0.0", runs: 4 },
      { version: "1.1.0", runs: 1 },
    ]);
  });

  it("count each of many people who run it at the same moment", async () => {
    await withinOneDay();
    const app = await publish("Busy");
    const people = await Promise.all(Array.from({ length: 8 }, (_, n) => makePerson(`stat_busy${n}`)));
    await Promise.all([...people, ...people].map((person) => run(person, app)));
    expect((await statistics(maker, app)).body.days.at(-1)).toMatchObject({
      runs: 16,
      people: 8,
      newPeople: 8,
    });
  });

  it("keep a person who returns a week later, once, with those of the same first day", async () => {
    await withinOneDay();
    const app = await publish("Kept");
    const people = await Promise.all(Array.from({ length: 5 }, (_, n) => makePerson(`stat_kept${n}`)));
    for (const person of people) await run(person, app);
    const begun = new Date(Date.now() - 8 * DAY_MS);
    await db().$executeRaw`UPDATE app_days SET day = ${begun}::date WHERE app_id = ${app.id}::uuid`;
    await db().appRun.updateMany({ where: { appId: app.id }, data: { firstRunAt: begun, lastRunAt: begun } });
    for (const person of [people[0]!, people[0]!, people[1]!]) await run(person, app);
    const days = await db().appDay.findMany({ where: { appId: app.id }, orderBy: { day: "asc" } });
    expect(days.map(({ newPeople, kept }) => [newPeople, kept])).toEqual([
      [5, 2],
      [0, 0],
    ]);
    const weeksLater = new Date(Date.now() + 14 * DAY_MS);
    expect((await getStatistics({ viewer: maker, id: app.id, now: weeksLater })).weeks).toMatchObject([
      { people: 5, kept: 2 },
    ]);
    // Four people are too few to be split.
    await db().$executeRaw`UPDATE app_days SET new_people = 4 WHERE app_id = ${app.id}::uuid AND kept > 0`;
    expect((await getStatistics({ viewer: maker, id: app.id, now: weeksLater })).weeks).toMatchObject([
      { people: null, kept: null },
    ]);
  });
});

describe("the first day", () => {
  it("is that of the app, or of counting if that began later", async () => {
    await withinOneDay();
    const app = await publish("Dated");
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
    const nameOf = (at: Date) => at.toISOString().slice(0, 10);
    await run(ren, app);
    // The first row of the instance.
    const other = await publish("First");
    await run(ren, other);
    await db().$executeRaw`UPDATE app_days SET day = ${ago(400)}::date WHERE app_id = ${other.id}::uuid`;
    const createdAgo = async (days: number) => {
      await db().app.update({ where: { id: app.id }, data: { createdAt: ago(days) } });
      return (await statistics(maker, app)).body;
    };
    const young = await createdAgo(2);
    expect(young.countedFrom).toBe(nameOf(ago(2)));
    expect(young.days.map(({ day }) => day)).toEqual([2, 1, 0].map((days) => nameOf(ago(days))));
    expect(young.before).toBeNull();
    const grown = await createdAgo(200);
    expect(grown.days).toHaveLength(30);
    expect(grown.before).toEqual({ runs: 0, newPeople: null, peopleADay: null });
    expect((await createdAgo(500)).countedFrom).toBe(nameOf(ago(400)));
    await db().app.delete({ where: { id: other.id } });
  });
});

describe("errors", () => {
  it("are grouped by message and place, in all versions, without what a person wrote", async () => {
    const app = await publish("Broken");
    expect(
      (
        await report(ren, app, await run(ren, app), [
          failure('Error: cannot save "Dear Anna" for anna@example.org, note 17'),
          failure('Error: cannot save "Dear Bob" for bob@example.org, note 4'),
          { kind: "rejection", message: "Dear Anna", file: "", line: 0 },
          { kind: "ended", message: "busy" },
        ])
      ).status,
    ).toBe(204);
    await report(mio, app, await run(mio, app), [failure('Error: cannot save "" for a@b.org, note 1')]);
    await release(app, "1.1.0");
    await report(sora, app, await run(sora, app), [failure("Error: cannot save 'x' for y@z.org, note 5")]);

    const { items, rare } = (await problems(maker, app)).body;
    expect(items).toHaveLength(1);
    expect(rare).toBe(2);
    expect(items[0]).toMatchObject({
      kind: "error",
      message: "Error: cannot save … for … note #",
      place: "main.js:3",
      runs: 3,
      since: "1.0.0",
      version: "1.1.0",
      resolved: false,
    });
    const stored = JSON.stringify(await rows(app));
    for (const secret of ["Anna", "Bob", "anna", "example", ren.id, sora.id, ren.username, "17"])
      expect(
        stored.replace(/"(?:id|appId|firstAt|lastAt|reporters)":(?:"[^"]*"|\[[^\]]*\])/g, ""),
      ).not.toContain(secret);
  });

  it("are neither shown nor stored as text before three people have met the same one", async () => {
    const app = await publish("Secret");
    const list = [failure("Error: my secret garden", "secret.js")];
    // One person as often as they like, in two versions.
    await report(ren, app, await run(ren, app), list);
    await report(ren, app, await run(ren, app), list);
    await release(app, "1.1.0");
    await report(ren, app, await run(ren, app), list);
    await report(maker, app, await run(maker, app), list);
    await report(sora, app, await run(sora, app), list);
    expect((await problems(maker, app)).body).toEqual({ items: [], rare: 1 });
    const hidden = await rows(app);
    expect(hidden.map(({ message, place }) => [message, place])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(JSON.stringify(hidden)).not.toContain("secret");
    expect((await resolve(maker, app, hidden[0]!.id, true)).body.code).toBe("not_found");
    await report(mio, app, await run(mio, app), list);
    const { items, rare } = (await problems(maker, app)).body;
    expect(rare).toBe(0);
    expect(items).toMatchObject([
      { message: "Error: my secret garden", place: "secret.js:3", runs: 5, since: "1.0.0", version: "1.1.0" },
    ]);
    expect((await rows(app)).flatMap(({ reporters }) => reporters)).toEqual([]);
  });

  it("count once a run, and five of them", async () => {
    const app = await publish("Repeated");
    for (const person of [sora, mio])
      await report(person, app, await run(person, app), [failure("Error: x")]);
    const token = await run(ren, app);
    await report(ren, app, token, [failure("Error: x")]);
    await Promise.all(Array.from({ length: 4 }, () => report(ren, app, token, [failure("Error: x")])));
    expect((await problems(maker, app)).body.items).toMatchObject([{ runs: 3 }]);
    for (let line = 10; line < 20; line++)
      await report(ren, app, token, [failure("Error: y", "main.js", line)]);
    expect((await problems(maker, app)).body.rare).toBe(PROBLEMS_PER_RUN - 1);
  });

  it("that were resolved come back with a higher version only", async () => {
    const app = await publish("Mended");
    const list = [failure("TypeError: x is not a function")];
    for (const person of [ren, sora, mio]) await report(person, app, await run(person, app), list);
    const [problem] = (await problems(maker, app)).body.items;
    const id = problem!.id;
    expect((await resolve(maker, app, id, true)).body.items[0]).toMatchObject({ resolved: true });
    await report(ren, app, await run(ren, app), list);
    expect((await problems(maker, app)).body.items[0]).toMatchObject({ resolved: true, runs: 4 });
    await release(app, "1.1.0");
    await report(ren, app, await run(ren, app), list);
    expect((await problems(maker, app)).body.items[0]).toMatchObject({ resolved: false, version: "1.1.0" });
    await resolve(maker, app, id, true);
    // Somebody who stayed with a version in which it had not been seen.
    const older = await issueRunToken({ userId: sora.id, appId: app.id, runId: id, version: "1.0.5" });
    await report(sora, app, older, list);
    expect((await problems(maker, app)).body.items[0]).toMatchObject({ resolved: true, runs: 6 });
    expect((await resolve(maker, app, id, false)).body.items[0]).toMatchObject({ resolved: false });
    expect((await resolve(maker, app, app.id, true)).body.code).toBe("not_found");
  });

  it("are bounded, and nobody's reports push out what several people have met", async () => {
    const app = await publish("Flood");
    const tokenOf = (person: TestPerson) =>
      issueRunToken({ userId: person.id, appId: app.id, runId: randomUUID(), version: app.version });
    for (const person of [ren, sora, mio])
      await report(person, app, await tokenOf(person), [failure("Error: often")]);
    const flood = async (person: TestPerson, from: number, count: number) => {
      for (let n = from; n < from + count; n += 5) {
        const list = [0, 1, 2, 3, 4].map((k) => failure("Error: rare", "main.js", 10 + n + k));
        await report(person, app, await tokenOf(person), list);
      }
    };
    await flood(ren, 0, RARE_PROBLEMS_PER_APP + 10);
    expect((await rows(app)).filter(({ message }) => message === null)).toHaveLength(RARE_PROBLEMS_PER_APP);
    expect((await problems(maker, app)).body.items).toMatchObject([{ message: "Error: often" }]);

    // What several people report has a limit of its own: the rarest go, never the one that was just reported.
    await resolve(maker, app, (await problems(maker, app)).body.items[0]!.id, true);
    for (const person of [ren, sora, mio]) await flood(person, 1_000, PROBLEMS_PER_APP + 10);
    const places = (await rows(app)).flatMap(({ message, place }) => (message === null ? [] : [place]));
    expect(places).toHaveLength(PROBLEMS_PER_APP);
    expect(places).toContain("main.js:3");
    expect(places).toContain(`main.js:${10 + 1_000 + PROBLEMS_PER_APP + 9}`);
    expect(places).not.toContain("main.js:1010");
  });

  it("of many people at the same moment are all counted", async () => {
    const app = await publish("Crowded");
    const tokens = await Promise.all([ren, sora, mio, ren, sora, mio].map((person) => run(person, app)));
    const list = [1, 2, 3, 4, 5].map((line) => failure("Error: x", "main.js", line));
    const lists = [list, list.toReversed()];
    const answers = await Promise.all(
      tokens.map((token, n) => report([ren, sora, mio][n % 3]!, app, token, lists[n % 2]!)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(204));
    expect((await problems(maker, app)).body.items.map(({ runs }) => runs)).toEqual(Array(5).fill(6));
  });

  it("are those of a counted run of that app by that person", async () => {
    const app = await publish("Forged");
    const other = await publish("Another");
    const token = await run(ren, app);
    const list = [failure("Error: x")];
    expect((await report(ren, other, token, list)).body.code).toBe("invalid_token");
    expect((await report(ren, app, "x", list)).body.code).toBe("invalid_token");
    expect((await report(sora, app, token, list)).body.code).toBe("account_changed");
    const withoutVersion = await issueRunToken({ userId: ren.id, appId: app.id, runId: app.id });
    expect((await report(ren, app, withoutVersion, list)).body.code).toBe("invalid_token");
    for (const bad of [
      [],
      Array(6).fill(failure("Error: x")),
      [failure("x".repeat(1_001))],
      [{ ...failure("Error: x"), stack: "Dear Anna" }],
      [{ kind: "ended", message: "Dear Anna" }],
      [failure("Error: x", "main.js", -1)],
    ])
      expect((await report(ren, app, token, bad)).body.code).toBe("validation_error");
    // The maker's own are in their terminal.
    expect((await report(maker, app, await run(maker, app), list)).status).toBe(204);
    expect(await rows(app)).toEqual([]);
  });

  it("and the counters are for the maker alone", async () => {
    const app = await publish("Private");
    const mod = await makePerson("stat_mod");
    await db().user.update({ where: { id: mod.id }, data: { role: "admin" } });
    for (const person of [ren, mod]) {
      expect((await statistics(person, app)).body.code).toBe("unknown_app");
      expect((await problems(person, app)).body.code).toBe("unknown_app");
      expect((await resolve(person, app, app.id, true)).body.code).toBe("unknown_app");
    }
    expect((await call(statisticsRoute.GET, { params: of(app) })).status).toBe(401);
    expect((await call(problemsRoute.GET, { params: of(app) })).status).toBe(401);
  });
});

describe("what is kept", () => {
  const counts = async (app: App) => ({
    days: await db().appDay.count({ where: { appId: app.id } }),
    versions: await db().appVersionDay.count({ where: { appId: app.id } }),
    problems: await db().appProblem.count({ where: { appId: app.id } }),
    inRuns: await db().appProblemRun.count({ where: { appId: app.id } }),
  });
  const used = async (owner: TestPerson, name: string) => {
    const app = await makeApp(owner, { name }, { published: true });
    await report(ren, app, await run(ren, app), [failure("Error: x")]);
    expect(await counts(app)).toEqual({ days: 1, versions: 1, problems: 1, inRuns: 1 });
    return app;
  };
  const none = { days: 0, versions: 0, problems: 0, inRuns: 0 };

  it("goes with the app, and with its maker's account", async () => {
    const app = await used(maker, "Deleted");
    await call(appRoute.DELETE, { as: maker, params: of(app), method: "DELETE" });
    expect((await statistics(maker, app)).body.code).toBe("unknown_app");
    await purgeDeletedApps(new Date(Date.now() + 2 * 60 * 60_000));
    expect(await counts(app)).toEqual(none);

    const leaver = await makePerson("stat_leaver");
    const theirs = await used(leaver, "Left");
    await db().user.delete({ where: { id: leaver.id } });
    expect(await counts(theirs)).toEqual(none);
  });

  it("stays when a person leaves who ran it: it is a sum", async () => {
    await withinOneDay();
    const app = await publish("Outlived");
    const leaver = await makePerson("stat_runner");
    for (const person of [leaver, ren, sora]) await run(person, app);
    await db().user.delete({ where: { id: leaver.id } });
    expect((await statistics(maker, app)).body.days.at(-1)).toMatchObject({
      runs: 3,
      people: 3,
      newPeople: 3,
    });
  });

  it("ends after two years, errors 90 days after the last report", async () => {
    const app = await used(maker, "Aged");
    const later = (ms: number) => new Date(Date.now() + ms);
    await runJob("app-statistics", later(PROBLEM_KEPT_MS - DAY_MS));
    expect(await counts(app)).toEqual({ days: 1, versions: 1, problems: 1, inRuns: 0 });
    await runJob("app-statistics", later(PROBLEM_KEPT_MS + DAY_MS));
    expect(await counts(app)).toEqual({ days: 1, versions: 1, problems: 0, inRuns: 0 });
    await runJob("app-statistics", later(APP_DAY_KEPT_MS + DAY_MS));
    expect(await counts(app)).toEqual(none);
  });
});
