import { beforeAll, describe, expect, it, vi } from "vitest";
import * as appsRoute from "@/app/api/apps/route";
import * as publicRoute from "@/app/api/apps/public/route";
import * as trendingRoute from "@/app/api/apps/trending/route";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as likeRoute from "@/app/api/apps/[id]/like/route";
import * as installRoute from "@/app/api/apps/[id]/install/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as restoreRoute from "@/app/api/apps/[id]/restore/route";
import * as rollbackRoute from "@/app/api/apps/[id]/rollback/route";
import * as runsRoute from "@/app/api/apps/[id]/runs/route";
import * as versionsRoute from "@/app/api/apps/[id]/versions/route";
import * as shareRoute from "@/app/api/apps/share/[shareId]/route";
import * as shelfRoute from "@/app/api/users/me/apps/route";
import * as userAppsRoute from "@/app/api/users/[id]/apps/route";
import type { App, AppVersion, InstalledApp } from "@/lib/apps/contract";
import type { Page } from "@/lib/shared/contract";
import { encodeCursor } from "@/lib/shared/list-cursor";
import { db } from "@/lib/db/client";
import { findViewer } from "@/lib/auth/viewer.server";
import { getShellViewer } from "@/lib/shell/service";
import { purgeDeletedApps } from "@/lib/apps/publish-service";
import { makeApp, makePackage, upload, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let mika: TestPerson;
let ren: TestPerson;
let sora: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren, sora] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("sora")]);
});

const of = (app: { id: string }) => ({ id: app.id });
const list = (query: Record<string, string | number> = {}, as: TestPerson | undefined = ren) =>
  call<Page<App>>(as ? appsRoute.GET : publicRoute.GET, { as, query });
const publish = (as: TestPerson, app: { id: string }, isPublic: boolean) =>
  call<App & Problem>(publishRoute.PATCH, { as, params: of(app), json: { isPublic }, method: "PATCH" });
const like = (as: TestPerson, app: { id: string }, method = "POST") =>
  call<App>(method === "POST" ? likeRoute.POST : likeRoute.DELETE, { as, params: of(app), method });
const run = (as: TestPerson, app: { id: string }, version?: string) =>
  call<{ counts: App["counts"] } & Problem>(runsRoute.POST, { as, params: of(app), json: { version } });
const get = (as: TestPerson, app: { id: string }) =>
  call<App & Problem>(appRoute.GET, { as, params: of(app) });

describe("the store", () => {
  beforeAll(async () => {
    const published = { published: true };
    await makeApp(
      mika,
      { name: "Falling blocks", category: "games", description: "Tetris-like café fun" },
      published,
    );
    await makeApp(mika, { name: "お絵かきパッド", category: "creativity", tags: ["絵", "draw"] }, published);
    await makeApp(mika, { name: "Metronome", category: "music" }, published);
    await makeApp(mika, { name: "Secret plan", category: "games", description: "blocks" });
  });

  it("lists what is published, newest first, and nothing private", async () => {
    const { body } = await list();
    const names = body.items.map((app) => app.name);
    expect(names.slice(0, 3)).toEqual(["Metronome", "お絵かきパッド", "Falling blocks"]);
    expect(names).not.toContain("Secret plan");
    expect(body.items[0]).toMatchObject({
      isPublic: true,
      viewer: { owner: false },
      owner: { username: "mika" },
    });
    // Not its owner either: the store is the same for everybody.
    expect((await list({}, mika)).body.items.map((app) => app.name)).not.toContain("Secret plan");
  });

  it.each([
    ["bloc", ["Falling blocks"]],
    ["FALLING cafe", ["Falling blocks"]],
    ["絵", ["お絵かきパッド"]],
    ["絵かき", ["お絵かきパッド"]],
    ["draw", ["お絵かきパッド"]],
    ["mika metro", ["Metronome"]],
    ["locks", []],
    ["'; DROP TABLE apps; --", []],
    ["!!!", []],
  ])("finds %s", async (search, expected) => {
    const { status, body } = await list({ search });
    expect(status).toBe(200);
    expect(body.items.map((app) => app.name)).toEqual(expected);
  });

  it("filters by category and refuses orders and categories that do not exist", async () => {
    const { body } = await list({ category: "games" });
    expect(body.items.map((app) => app.name)).toEqual(["Falling blocks"]);
    expect((await list({ category: "all" })).body.items.length).toBeGreaterThan(2);
    expect((await list({ category: "nothing" })).status).toBe(400);
    expect((await list({ orderBy: "random" })).status).toBe(400);
  });

  it("gives every app once over its pages, in every order, and takes the specification's page too", async () => {
    for (const orderBy of ["newest", "popular", "trending", "name"]) {
      const whole = (await list({ orderBy })).body.items.map((app) => app.id);
      const paged: string[] = [];
      let after: string | null = null;
      do {
        const { body }: { body: Page<App> } = await list({ orderBy, limit: 1, ...(after && { after }) });
        paged.push(...body.items.map((app) => app.id));
        after = body.nextCursor;
      } while (after);
      expect(paged).toEqual(whole);
      expect((await list({ orderBy, limit: 1, page: 2 })).body.items[0]?.id).toBe(whole[1]);
    }
    const forged = (key: string) => encodeCursor({ key, id: ren.id });
    for (const after of ["nonsense", forged("x"), forged("2026-02-30 00:00:00+00")]) {
      for (const orderBy of ["newest", "popular", "trending"]) {
        expect((await list({ orderBy, after })).status).toBe(400);
      }
    }
    const ofSomebody = { as: ren, params: { id: mika.id }, query: { after: forged("x") } };
    expect((await call(userAppsRoute.GET, ofSomebody)).status).toBe(400);
  });

  it("is open to guests under /apps/public only", async () => {
    const { status, body } = await call<Page<App>>(publicRoute.GET);
    expect(status).toBe(200);
    expect(body.items.length).toBeGreaterThan(2);
    expect((await call(appsRoute.GET)).status).toBe(401);
  });

  it("does not bring people together who blocked one another", async () => {
    const blocker = await makePerson("blocker");
    await db().block.create({ data: { blockerId: blocker.id, blockedId: mika.id } });
    expect((await list({}, blocker)).body.items.filter((app) => app.owner.id === mika.id)).toEqual([]);
    const theirs = await makeApp(blocker, { name: "Blocked maker" }, { published: true });
    const own = await makeApp(mika, { name: "Of the blocked" }, { published: true });
    for (const [person, app] of [
      [mika, theirs],
      [blocker, own],
    ] as const) {
      expect((await get(person, app)).status).toBe(404);
      expect((await like(person, app)).status).toBe(404);
    }
    expect((await list({}, mika)).body.items.map((app) => app.name)).not.toContain("Blocked maker");
  });

  it("lists a person's apps: to others the published ones, to oneself all", async () => {
    const others = await call<Page<App>>(userAppsRoute.GET, { as: ren, params: { id: mika.id } });
    const own = await call<Page<App>>(userAppsRoute.GET, { as: mika, params: { id: mika.id } });
    expect(others.body.items.map((app) => app.name)).not.toContain("Secret plan");
    expect(own.body.items.map((app) => app.name)).toContain("Secret plan");
  });
});

describe("likes, shelf and runs", () => {
  it("count a like once, also when many arrive at once", async () => {
    const app = await makeApp(mika, { name: "Liked" }, { published: true });
    await Promise.all(Array.from({ length: 8 }, () => like(ren, app)));
    await like(sora, app);
    expect((await get(ren, app)).body).toMatchObject({ counts: { likes: 2 }, viewer: { liked: true } });
    await Promise.all(Array.from({ length: 4 }, () => like(ren, app, "DELETE")));
    expect((await get(ren, app)).body).toMatchObject({ counts: { likes: 1 }, viewer: { liked: false } });
  });

  it("keep a shelf: put there, sorted, taken off", async () => {
    const metadata = { translations: { ja: { name: "びい" }, "pt-BR": { name: "Bebê" } } };
    const [a, b] = [
      await makeApp(mika, { name: "Bbb", metadata }, { published: true }),
      await makeApp(mika, { name: "Aaa" }, { published: true }),
    ];
    for (const app of [a, b, b]) await call(installRoute.PUT, { as: sora, params: of(app), method: "PUT" });
    await run(sora, a);
    const shelf = async (orderBy: string) =>
      (await call<{ items: InstalledApp[] }>(shelfRoute.GET, { as: sora, query: { orderBy } })).body.items;
    expect((await shelf("added")).map((app) => app.name)).toEqual(["Aaa", "Bbb"]);
    expect((await shelf("name")).map((app) => app.name)).toEqual(["Aaa", "Bbb"]);
    expect((await shelf("used")).map((app) => app.name)).toEqual(["Bbb", "Aaa"]);
    const authorization = `Bearer ${sora.token}`;
    const viewer = await findViewer(new Request("http://localhost/", { headers: { authorization } }));
    const dock = async (locale: string) => (await getShellViewer(viewer!, locale)).installed;
    expect((await dock("en")).map((app) => app.name)).toEqual(["Aaa", "Bbb"]);
    expect((await dock("ja")).map((app) => app.name)).toEqual(["Aaa", "びい"]);
    expect(await dock("ja")).toMatchObject([b, a].map(({ id, iconUrl }) => ({ id, icon: iconUrl })));
    await call(installRoute.DELETE, { as: sora, params: of(b), method: "DELETE" });
    expect((await shelf("added")).map((app) => app.name)).toEqual(["Bbb"]);
    // What its owner takes back leaves the shelves.
    await publish(mika, a, false);
    expect(await shelf("added")).toEqual([]);
    expect(await dock("en")).toEqual([]);
  });

  it("count runs and distinct people, at once and in one transaction", async () => {
    const app = await makeApp(mika, { name: "Counted" }, { published: true });
    await Promise.all([run(ren, app), run(ren, app), run(ren, app), run(sora, app), run(sora, app)]);
    expect((await get(ren, app)).body.counts).toEqual({ likes: 0, users: 2, runs: 5, comments: 0 });
    expect((await run(ren, app, "9.9.9")).status).toBe(400);
  });

  it("move trending by other people only, and by one person once a day", async () => {
    const app = await makeApp(mika, { name: "Pushed" }, { published: true });
    const score = async () => (await db().app.findUniqueOrThrow({ where: of(app) })).trendingScore;
    const before = await score();
    for (let times = 0; times < 5; times++) await run(mika, app);
    await like(mika, app);
    expect(await score()).toBe(before);
    await run(ren, app);
    const once = await score();
    expect(once).toBeGreaterThan(before);
    for (let times = 0; times < 5; times++) await run(ren, app);
    expect(await score()).toBe(once);
    await like(ren, app);
    await like(ren, app, "DELETE");
    expect(await score()).toBeCloseTo(once, 6);
    await like(sora, app);
    const { body } = await call<Page<App>>(trendingRoute.GET, { as: ren });
    expect(body.items[0]?.name).toBe("Pushed");
  });
});

describe("publishing", () => {
  it("gives a random link that ends for good", async () => {
    const app = await makeApp(mika, { name: "Link" });
    const { body: first } = await publish(mika, app, true);
    expect(first.shareId).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(first.shareUrl).toBe(`http://localhost:3000/app/share/${first.shareId}`);
    expect((await publish(mika, app, true)).body.shareId).toBe(first.shareId);
    const shared = await call<App>(shareRoute.GET, { params: { shareId: first.shareId! } });
    expect(shared.body).toMatchObject({ id: app.id, iconUrl: expect.stringContaining("/apps/share/") });

    await publish(mika, app, false);
    const ended = await call<Problem>(shareRoute.GET, { params: { shareId: first.shareId! } });
    expect([ended.status, ended.body.code]).toEqual([404, "share_ended"]);
    const { body: second } = await publish(mika, app, true);
    expect(second.shareId).not.toBe(first.shareId);
    expect((await call(shareRoute.GET, { params: { shareId: first.shareId! } })).status).toBe(404);
  });

  it("does not put an app on top of the newest again, and counts it for its owner once", async () => {
    const old = await makeApp(mika, { name: "Older" }, { published: true });
    const newer = await makeApp(mika, { name: "Newer" }, { published: true });
    const count = async () => (await db().user.findUniqueOrThrow({ where: { id: mika.id } })).appsCount;
    const before = await count();
    await publish(mika, old, false);
    expect(await count()).toBe(before - 1);
    await publish(mika, old, true);
    await publish(mika, old, true);
    expect(await count()).toBe(before);
    const names = (await list()).body.items.map((app) => app.name);
    expect(names.indexOf("Newer")).toBeLessThan(names.indexOf("Older"));
    expect(newer.isPublic).toBe(true);
  });
});

describe("what the owner may do, and nobody else", () => {
  it("edits, and is found by what was written", async () => {
    const app = await makeApp(mika, { name: "Edited" }, { published: true });
    const changes = { description: "About kumquats", category: "education", tags: ["fruit"] };
    const { body } = await call<App>(appRoute.PATCH, {
      as: mika,
      params: of(app),
      json: changes,
      method: "PATCH",
    });
    expect(body).toMatchObject(changes);
    expect((await list({ search: "kumquat" })).body.items.map((one) => one.id)).toEqual([app.id]);
  });

  it("is forbidden to others where they may see it, unknown where they may not", async () => {
    const open = await makeApp(mika, { name: "Open" }, { published: true });
    const closed = await makeApp(mika, { name: "Closed" });
    const attempts = (app: App) => [
      publish(ren, app, false),
      call<Problem>(appRoute.PATCH, {
        as: ren,
        params: of(app),
        json: { description: "x" },
        method: "PATCH",
      }),
      call<Problem>(appRoute.DELETE, { as: ren, params: of(app), method: "DELETE" }),
      call<Problem>(rollbackRoute.POST, { as: ren, params: of(app), json: { versionId: app.id } }),
      call<Problem>(restoreRoute.POST, { as: ren, params: of(app), method: "POST" }),
    ];
    for (const { status, body } of await Promise.all(attempts(open))) {
      expect([status, body.code]).toEqual([403, "forbidden"]);
    }
    for (const { status, body } of await Promise.all(attempts(closed))) {
      expect([status, body.message]).toEqual([404, "Unknown app"]);
    }
  });

  it("rolls back, and forward again; the next upload must still be higher than all", async () => {
    const app = await makeApp(mika, { name: "Rolled" }, { published: true });
    await upload(mika, {
      gumFile: await makePackage({ name: "Rolled", version: "1.1.0" }),
      metadata: { appId: app.id, notes: "New" },
    });
    const versions = await call<{ items: AppVersion[] }>(versionsRoute.GET, { as: ren, params: of(app) });
    expect(versions.body.items.map(({ version, current, notes }) => [version, current, notes])).toEqual([
      ["1.1.0", true, "New"],
      ["1.0.0", false, ""],
    ]);
    const json = { versionId: versions.body.items[1]!.id };
    const { body } = await call<App>(rollbackRoute.POST, { as: mika, params: of(app), json });
    expect(body.version).toBe("1.0.0");
    const between = await upload<Problem>(mika, {
      gumFile: await makePackage({ name: "Rolled", version: "1.0.5" }),
      metadata: { appId: app.id },
    });
    expect(between.body.code).toBe("version_not_higher");
    const other = await call<Problem>(rollbackRoute.POST, {
      as: mika,
      params: of(app),
      json: { versionId: app.id },
    });
    expect(other.status).toBe(404);
  });

  it("deletes, and can take that back with link, likes and shelf places", async () => {
    const app = await makeApp(mika, { name: "Gone" }, { published: true });
    await like(ren, app);
    expect((await call(appRoute.DELETE, { as: mika, params: of(app), method: "DELETE" })).status).toBe(204);
    for (const person of [mika, ren]) expect((await get(person, app)).body.code).toBe("unknown_app");
    expect((await call(shareRoute.GET, { params: { shareId: app.shareId! } })).status).toBe(404);
    expect((await list()).body.items.map((one) => one.id)).not.toContain(app.id);

    const { body } = await call<App>(restoreRoute.POST, { as: mika, params: of(app), method: "POST" });
    expect(body).toMatchObject({
      isPublic: true,
      shareId: app.shareId,
      counts: { likes: 1 },
      viewer: { added: true },
    });
    expect((await get(ren, app)).status).toBe(200);
  });

  it("frees the name of what was deleted, and removes it for good after an hour", async () => {
    const app = await makeApp(mika, { name: "Purged" }, { published: true });
    await call(appRoute.DELETE, { as: mika, params: of(app), method: "DELETE" });
    await purgeDeletedApps(new Date(Date.now() + 59 * 60_000));
    expect(await db().app.count({ where: of(app) })).toBe(1);
    await purgeDeletedApps(new Date(Date.now() + 61 * 60_000));
    expect(await db().app.count({ where: of(app) })).toBe(0);
    const again = await makeApp(mika, { name: "Purged" });
    expect(again.id).not.toBe(app.id);
  });
});
