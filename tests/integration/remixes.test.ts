import { beforeAll, describe, expect, it, vi } from "vitest";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as packageRoute from "@/app/api/apps/[id]/package/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as remixesRoute from "@/app/api/apps/[id]/remixes/route";
import * as restoreRoute from "@/app/api/apps/[id]/restore/route";
import * as rollbackRoute from "@/app/api/apps/[id]/rollback/route";
import * as upstreamRoute from "@/app/api/apps/[id]/upstream/route";
import * as versionsRoute from "@/app/api/apps/[id]/versions/route";
import * as blockRoute from "@/app/api/users/[id]/block/route";
import * as notificationsRoute from "@/app/api/v1/notifications/route";
import type { App, AppVersion, Remixes, Upstream } from "@/lib/apps/contract";
import type { Notification } from "@/lib/notifications/contract";
import { purgeDeletedApps } from "@/lib/apps/publish-service";
import { getLineage } from "@/lib/apps/remix-service";
import { db } from "@/lib/db/client";
import { openPackage } from "@/lib/package/open-package";
import { encodeCursor } from "@/lib/shared/list-cursor";
import { fetchRoute, makeApp, makePackage, upload, type Problem } from "../support/apps";
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

const PUBLISHED = { published: true };
const claim = (app: { id: string }, more: object = {}) => ({ remixed_from: { app: app.id, ...more } });
const remixes = async (as: TestPerson, app: { id: string }, query: Record<string, string | number> = {}) =>
  call<Remixes & Problem>(remixesRoute.GET, { as, params: { id: app.id }, query });
const publish = (as: TestPerson, app: { id: string }, isPublic: boolean) =>
  call<App>(publishRoute.PATCH, { as, params: { id: app.id }, json: { isPublic }, method: "PATCH" });
const remove = (as: TestPerson, app: { id: string }) =>
  call(appRoute.DELETE, { as, params: { id: app.id }, method: "DELETE" });
const originOf = async ({ id }: { id: string }) =>
  (await db().app.findUniqueOrThrow({ where: { id }, select: { remixedFromId: true } })).remixedFromId;
/** The names on the trail as somebody sees it, the nearest first. */
const trail = async (as: TestPerson, app: { id: string }) =>
  (await remixes(as, app)).body.ancestors.map((each) => each?.name ?? null);
const listed = async (as: TestPerson, app: { id: string }) => {
  const { items, total } = (await remixes(as, app)).body;
  expect(total).toBe(items.length);
  return items.map(({ name }) => name);
};

describe("a remix", () => {
  it("and its original name each other, up and down the tree", async () => {
    const dice = await makeApp(mika, { name: "Dice", license: "MIT" }, PUBLISHED);
    const blue = await makeApp(ren, { name: "Blue dice", license: "MIT", ...claim(dice) }, PUBLISHED);
    const red = await makeApp(ren, { name: "Red dice", ...claim(dice, { version: "1.0.0" }) }, PUBLISHED);
    const navy = await makeApp(sora, { name: "Navy dice", ...claim(blue) }, PUBLISHED);

    expect(await listed(mika, dice)).toEqual(["Red dice", "Blue dice"]);
    expect(await listed(mika, blue)).toEqual(["Navy dice"]);
    expect(await trail(mika, dice)).toEqual([]);
    expect(await trail(mika, navy)).toEqual(["Blue dice", "Dice"]);
    const { items, ancestors } = (await remixes(sora, blue)).body;
    expect(ancestors[0]).toMatchObject({ id: dice.id, owner: { username: "mika" } });
    expect(items[0]).toMatchObject({ id: navy.id, owner: { username: "sora" } });

    const first = (await remixes(sora, dice, { limit: 1 })).body;
    expect(first).toMatchObject({ items: [{ id: red.id }], total: 2 });
    const second = (await remixes(sora, dice, { limit: 1, after: first.nextCursor! })).body;
    expect(second).toMatchObject({ items: [{ id: blue.id }], nextCursor: null });
    for (const after of ["nonsense", encodeCursor({ key: "x", id: dice.id })])
      expect((await remixes(sora, dice, { after })).status).toBe(400);
  });

  it("is counted and announced only while it is published, and announced once", async () => {
    const dice = await makeApp(mika, { name: "Counted dice", license: "MIT" }, PUBLISHED);
    const blue = await makeApp(ren, { name: "Quiet dice", ...claim(dice) });
    const told = async () =>
      (await call<{ items: Notification[] }>(notificationsRoute.GET, { as: mika })).body.items.filter(
        ({ kind, app }) => kind === "remix" && app?.id === blue.id,
      );
    expect(await listed(mika, dice)).toEqual([]);
    // Not to its maker either: the page shows everybody the same.
    expect(await listed(ren, dice)).toEqual([]);
    expect(await told()).toEqual([]);

    await publish(ren, blue, true);
    expect(await listed(mika, dice)).toEqual(["Quiet dice"]);
    expect(await told()).toMatchObject([{ actors: [{ username: "ren" }] }]);

    await publish(ren, blue, false);
    expect(await listed(mika, dice)).toEqual([]);
    expect(await told()).toEqual([]);
    await publish(ren, blue, true);
    expect(await told()).toHaveLength(1);

    await remove(ren, blue);
    expect(await listed(mika, dice)).toEqual([]);
  });

  it("stays one when a later version leaves the field out or names another app", async () => {
    const dice = await makeApp(mika, { name: "First dice", license: "MIT" }, PUBLISHED);
    const other = await makeApp(mika, { name: "Other dice", license: "MIT" }, PUBLISHED);
    const copy = await makeApp(ren, { name: "Copy", ...claim(dice) });
    for (const [version, more] of [
      ["1.1.0", {}],
      ["1.2.0", claim(other)],
    ] as const) {
      const gumFile = await makePackage({ name: "Copy", version, ...more });
      expect((await upload(ren, { gumFile, metadata: { appId: copy.id } })).status).toBe(201);
      expect(await originOf(copy)).toBe(dice.id);
    }
    // An app that was not one becomes one.
    const own = await makeApp(ren, { name: "My own" });
    expect(await originOf(own)).toBeNull();
    const gumFile = await makePackage({ name: "My own", version: "2.0.0", ...claim(dice) });
    await upload(ren, { gumFile, metadata: { appId: own.id } });
    expect(await originOf(own)).toBe(dice.id);
  });
});

describe("a claim that does not count", () => {
  /** The origin that an upload by Ren with that claim gets. */
  async function claimed(more: object): Promise<string | null> {
    const app = await makeApp(ren, { name: "Claims", ...more });
    expect(await trail(ren, app)).toEqual([]);
    return originOf(app);
  }

  it("names an app that does not exist, or none at all", async () => {
    expect(await claimed(claim({ id: "0190a0a0-0000-7000-8000-000000000000" }))).toBeNull();
    expect(await claimed({ remixed_from: "https://example.com/dice" })).toBeNull();
    const gumFile = await makePackage({ name: "Broken", remixed_from: { app: "' OR 1=1" } });
    expect((await upload<Problem>(ren, { gumFile })).body).toMatchObject({
      code: "invalid_package",
      details: { code: "field_invalid" },
    });
  });

  it("names an app that the uploader may not see", async () => {
    const secret = await makeApp(mika, { name: "Secret", license: "MIT" });
    expect(await claimed(claim(secret))).toBeNull();
    const gone = await makeApp(mika, { name: "Gone", license: "MIT" }, PUBLISHED);
    await remove(mika, gone);
    expect(await claimed(claim(gone))).toBeNull();

    const yuki = await makePerson("yuki");
    const blocked = await makeApp(yuki, { name: "Of Yuki", license: "MIT" }, PUBLISHED);
    expect(await originOf(await makeApp(ren, { name: "Claims before", ...claim(blocked) }))).toBe(blocked.id);
    await call(blockRoute.POST, { as: yuki, params: { id: ren.id }, method: "POST" });
    const again = await makeApp(ren, { name: "Claims again", ...claim(blocked) });
    expect(await originOf(again)).toBeNull();
    // For Ren, what Yuki made is not there; and for Yuki, what Ren made is not.
    expect((await remixes(ren, blocked)).body.code).toBe("unknown_app");
    expect(await listed(yuki, blocked)).toEqual([]);
  });

  it.each([undefined, "UNLICENSED", "CC-BY-ND-4.0"])("has an original with license %s", async (license) => {
    const closed = await makeApp(mika, { name: "Closed", ...(license && { license }) }, PUBLISHED);
    expect(await claimed(claim(closed))).toBeNull();
    // One's own is another matter.
    expect(await originOf(await makeApp(mika, { name: "Closed too", ...claim(closed) }))).toBe(closed.id);
  });

  it("is judged by the license of the version that it names", async () => {
    const app = await makeApp(mika, { name: "Was open", license: "MIT" }, PUBLISHED);
    const gumFile = await makePackage({ name: "Was open", version: "2.0.0", license: "UNLICENSED" });
    await upload(mika, { gumFile, metadata: { appId: app.id } });
    expect(await claimed(claim(app))).toBeNull();
    expect(await claimed(claim(app, { version: "2.0.0" }))).toBeNull();
    expect(await claimed(claim(app, { version: "9.0.0" }))).toBeNull();
    expect(await originOf(await makeApp(ren, { name: "Fair", ...claim(app, { version: "1.0.0" }) }))).toBe(
      app.id,
    );
  });

  it("would close a circle", async () => {
    const a = await makeApp(ren, { name: "A", license: "MIT" }, PUBLISHED);
    const b = await makeApp(ren, { name: "B", license: "MIT", ...claim(a) }, PUBLISHED);
    const c = await makeApp(ren, { name: "C", license: "MIT", ...claim(b) }, PUBLISHED);
    for (const [app, origin] of [
      [a, a],
      [a, c],
    ] as const) {
      const version = origin === a ? "1.1.0" : "1.2.0";
      const gumFile = await makePackage({ name: "A", version, ...claim(origin) });
      expect((await upload(ren, { gumFile, metadata: { appId: app.id } })).status).toBe(201);
      expect(await originOf(a)).toBeNull();
    }
    // Nor does one that came about in another way hang anything.
    await db().app.update({ where: { id: a.id }, data: { remixedFromId: c.id } });
    expect((await trail(ren, c)).slice(0, 4)).toEqual(["B", "A", "C", "B"]);
  });
});

it("shows an original that went away as one that is no longer here, and what is above it still", async () => {
  const root = await makeApp(mika, { name: "Root", license: "MIT" }, PUBLISHED);
  const middle = await makeApp(sora, { name: "Middle", license: "MIT", ...claim(root) }, PUBLISHED);
  const leaf = await makeApp(ren, { name: "Leaf", license: "MIT", ...claim(middle) }, PUBLISHED);
  expect(await trail(ren, leaf)).toEqual(["Middle", "Root"]);

  await publish(sora, middle, false);
  expect(await trail(ren, leaf)).toEqual([null, "Root"]);
  expect(await trail(sora, leaf)).toEqual(["Middle", "Root"]);
  await publish(sora, middle, true);

  await call(blockRoute.POST, { as: mika, params: { id: ren.id }, method: "POST" });
  expect(await trail(ren, leaf)).toEqual(["Middle", null]);
  await call(blockRoute.DELETE, { as: mika, params: { id: ren.id }, method: "DELETE" });

  await remove(sora, middle);
  expect(await trail(ren, leaf)).toEqual([null, "Root"]);
  await call(restoreRoute.POST, { as: sora, params: { id: middle.id }, method: "POST" });
  expect(await trail(ren, leaf)).toEqual(["Middle", "Root"]);

  await remove(sora, middle);
  await purgeDeletedApps(new Date(Date.now() + 365 * 86_400_000));
  // The way up went with it; that there was something stays.
  expect(await trail(ren, leaf)).toEqual([null]);
  expect((await call<App>(appRoute.GET, { as: ren, params: { id: leaf.id } })).status).toBe(200);
});

describe("what a remix can take in", () => {
  const upstream = (as: TestPerson, app: { id: string }, version: string) =>
    call<Upstream & Problem>(upstreamRoute.GET, { as, params: { id: app.id }, query: { version } });
  const add = async (as: TestPerson, app: App, version: string, more: object = {}) =>
    expect(
      (
        await upload(as, {
          gumFile: await makePackage({ name: app.name, version, license: "MIT", ...more }),
          metadata: { appId: app.id, notes: `What is new in ${version}` },
        })
      ).status,
    ).toBe(201);
  const download = (as: TestPerson, app: App, version: string) =>
    fetchRoute(packageRoute.GET, { as, params: { id: app.id }, url: `?version=${version}` });

  it("is the newest version that is public under an open license", async () => {
    const dice = await makeApp(mika, { name: "Upstream dice", license: "MIT" }, PUBLISHED);
    expect((await upstream(ren, dice, "1.0.0")).body).toMatchObject({ newest: null, hasBase: true });
    await add(mika, dice, "1.1.0");
    await add(mika, dice, "1.2.0", { license: "UNLICENSED" });
    const { body } = await upstream(ren, dice, "1.0.0");
    expect(body).toMatchObject({
      app: { id: dice.id, name: "Upstream dice" },
      newest: { version: "1.1.0", notes: "What is new in 1.1.0" },
      hasBase: true,
    });
    expect((await upstream(ren, dice, "1.1.0")).body.newest).toBeNull();
    expect((await upstream(ren, dice, "0.9.0")).body).toMatchObject({ hasBase: false });
    // Its maker sees all of it.
    expect((await upstream(mika, dice, "1.0.0")).body.newest?.version).toBe("1.2.0");
    expect((await upstream(ren, dice, "latest")).status).toBe(400);

    for (const version of ["1.0.0", "1.1.0"]) {
      const answer = await download(ren, dice, version);
      expect(answer.status).toBe(200);
      const { manifest } = await openPackage(new Uint8Array(await answer.arrayBuffer()));
      expect(manifest).toMatchObject({ name: "Upstream dice", version });
    }
    // The current one can be run, so its package is there; the one between them never was under a license.
    await add(mika, dice, "1.3.0");
    expect((await download(ren, dice, "1.2.0")).status).toBe(404);
    expect((await download(ren, dice, "7.0.0")).status).toBe(404);
  });

  it("is nothing that was rolled back, was never public, or belongs to somebody who blocks", async () => {
    const dice = await makeApp(mika, { name: "Rolled dice", license: "MIT" }, PUBLISHED);
    await publish(mika, dice, false);
    await add(mika, dice, "1.1.0");
    await add(mika, dice, "1.2.0");
    expect((await upstream(ren, dice, "1.0.0")).body.code).toBe("unknown_app");
    await publish(mika, dice, true);
    expect((await upstream(ren, dice, "1.0.0")).body.newest?.version).toBe("1.2.0");
    // It was current only while nobody but its maker saw it.
    expect((await download(ren, dice, "1.1.0")).status).toBe(404);

    const { items } = (
      await call<{ items: AppVersion[] }>(versionsRoute.GET, { as: mika, params: { id: dice.id } })
    ).body;
    const first = items.find(({ version }) => version === "1.0.0")!;
    await call(rollbackRoute.POST, { as: mika, params: { id: dice.id }, json: { versionId: first.id } });
    expect((await upstream(ren, dice, "1.0.0")).body.newest).toBeNull();
    expect((await download(ren, dice, "1.2.0")).status).toBe(404);

    const yuki = await makePerson("yuki2");
    await call(blockRoute.POST, { as: mika, params: { id: yuki.id }, method: "POST" });
    expect((await upstream(yuki, dice, "1.0.0")).body.code).toBe("unknown_app");
    expect((await download(yuki, dice, "1.0.0")).status).toBe(404);
  });
});

it("shows the published part of the tree to whoever has the link of a shared app", async () => {
  const root = await makeApp(mika, { name: "Shared root", license: "MIT" }, PUBLISHED);
  const middle = await makeApp(sora, { name: "Hidden middle", license: "MIT", ...claim(root) }, PUBLISHED);
  const leaf = await makeApp(ren, { name: "Shared leaf", license: "MIT", ...claim(middle) }, PUBLISHED);
  await makeApp(ren, { name: "Not published", license: "MIT", ...claim(leaf) });
  const child = await makeApp(mika, { name: "Shared child", ...claim(leaf) }, PUBLISHED);
  await publish(sora, middle, false);
  for (const viewer of [null, sora]) {
    const { total, ancestors, remixes } = await getLineage(viewer, leaf.id);
    expect(ancestors).toMatchObject([null, { name: "Shared root", shareId: root.shareId }]);
    expect(remixes).toMatchObject([{ name: "Shared child", shareId: child.shareId }]);
    expect(total).toBe(1);
    expect(remixes[0]!.iconUrl).toContain(`/share/${child.shareId}/`);
  }
});
