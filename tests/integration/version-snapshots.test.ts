import { beforeAll, describe, expect, it, vi } from "vitest";
import * as snapshotRoute from "@/app/api/apps/[id]/snapshot/route";
import * as packageRoute from "@/app/api/apps/[id]/package/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as rollbackRoute from "@/app/api/apps/[id]/rollback/route";
import * as runsRoute from "@/app/api/apps/[id]/runs/route";
import * as claimRoute from "@/app/api/apps/[id]/storage/claim/route";
import * as storageRoute from "@/app/api/apps/[id]/storage/route";
import * as updateRoute from "@/app/api/apps/[id]/update/route";
import { KEPT_APP_DATA_MS } from "@/lib/config/kept-limits";
import type { App, AppRunStart } from "@/lib/apps/contract";
import type { AppSnapshot } from "@/lib/apps/version-contract";
import { db } from "@/lib/db/client";
import { findAppNetwork } from "@/lib/egress/repository";
import { runJob } from "@/lib/jobs/jobs";
import type { AppStorageSnapshot, AppStorageUsage, ClaimedAppStorage } from "@/lib/storage/contract";
import { fetchRoute, makeApp, makePackage, upload, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let mika: TestPerson;
let ren: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
});

const of = (app: { id: string }) => ({ id: app.id });
const run = (app: App, version?: string, declined?: string) =>
  call<Problem>(runsRoute.POST, { as: ren, params: of(app), json: { version, declined } });
const start = async (app: App) => (await call<AppRunStart>(runsRoute.GET, { as: ren, params: of(app) })).body;
const take = (app: App, version: string) =>
  call<AppSnapshot & Problem>(updateRoute.POST, { as: ren, params: of(app), json: { version } });
const snapshot = async (app: App, as = ren) =>
  (await call<AppSnapshot & Problem>(snapshotRoute.GET, { as, params: of(app) })).body;
const go = (app: App, id: string, as = ren) =>
  call<AppSnapshot & Problem>(snapshotRoute.POST, { as, params: of(app), json: { id } });
const save = (app: App, value: string, more: object = {}) =>
  call<AppStorageUsage & Problem>(storageRoute.PUT, {
    as: ren,
    params: of(app),
    json: { changes: [{ area: "local", key: "note", value }], ...more },
    method: "PUT",
  });
const note = async (app: App) =>
  (await call<AppStorageSnapshot>(storageRoute.GET, { as: ren, params: of(app) })).body.entries[0]?.value;

/** An app that Ren ran in 1.0.0, with a note, and whose 2.0.0 wants more. */
async function updated(name: string): Promise<App> {
  const app = await makeApp(mika, { name, version: "1.0.0" }, { published: true });
  await run(app, "1.0.0");
  await save(app, "of one");
  await release(app, name, "2.0.0");
  return app;
}
const hashOf = async (app: App, version: string): Promise<string> =>
  (await db().appVersion.findFirstOrThrow({ where: { appId: app.id, version } })).packageSha256;

async function release(app: App, name: string, version: string): Promise<void> {
  const wants = { network: { hosts: ["api.example.com"], reason: "Weather" } };
  const gumFile = await makePackage({ name, version, ...(version !== "1.0.0" && wants) });
  expect((await upload(mika, { gumFile, metadata: { appId: app.id } })).status).toBe(201);
}

describe("restoring an earlier version", () => {
  it("brings the data of before the update, and restoring the newer version the newer data", async () => {
    const app = await updated("Back and forth");
    expect((await snapshot(app)).kept).toBeNull();
    expect((await take(app, "2.0.0")).status).toBe(200);
    await run(app, "2.0.0");
    await save(app, "of two");
    const { runs, kept } = await snapshot(app);
    expect(runs).toBe("2.0.0");
    expect(kept).toMatchObject({ version: "1.0.0", isForward: false, bytes: 10 });

    const back = await go(app, kept!.id);
    expect(back.body).toMatchObject({ runs: "1.0.0", kept: { version: "2.0.0", isForward: true } });
    expect(await note(app)).toBe("of one");
    // As one who declined: the older version runs, its package is there, and nothing is asked.
    expect(await start(app)).toMatchObject({ lastVersion: "1.0.0", declined: true });
    const older = { as: ren, params: of(app), url: "?version=1.0.0" };
    expect((await fetchRoute(packageRoute.GET, older)).status).toBe(200);
    expect((await run(app, "1.0.0")).status).toBe(201);
    // It may use the network as that version may.
    const network = async (who: TestPerson) =>
      (await findAppNetwork(who.id, app.id))?.manifest as { network?: object };
    expect((await network(ren)).network).toBeUndefined();
    expect((await network(mika)).network).toBeDefined();
    await save(app, "of one, later");
    // Twice pressed, or on a page that is behind.
    expect((await go(app, kept!.id)).body.code).toBe("conflict");

    await go(app, (await snapshot(app)).kept!.id);
    expect(await note(app)).toBe("of two");
    expect(await start(app)).toMatchObject({ lastVersion: "2.0.0", declined: false });
    await go(app, (await snapshot(app)).kept!.id);
    expect(await note(app)).toBe("of one, later");
  });

  it("is not undone by a device that has not noticed: neither its start nor its saves", async () => {
    const app = await updated("Two devices");
    await take(app, "2.0.0");
    const writer = `computer:${"a".repeat(22)}`;
    await call(claimRoute.POST, { as: ren, params: of(app), json: { writer } });
    const { revision: base } = (await save(app, "of two", { writer, base: 1 })).body;
    await go(app, (await snapshot(app)).kept!.id);
    const late = await save(app, "too late", { writer, base });
    expect(late.body).toMatchObject({
      code: "storage_conflict",
      details: { dataId: expect.stringMatching(/-/) as string },
    });
    expect((await save(app, "too late", { writer, base, dataId: null })).body.code).toBe("data_replaced");
    const claim = (dataId: string | null) =>
      call<ClaimedAppStorage & Problem>(claimRoute.POST, {
        as: ren,
        params: of(app),
        json: { writer, dataId },
      });
    expect((await claim(null)).body.code).toBe("data_replaced");
    expect((await run(app, "2.0.0")).body.code).toBe("conflict");
    expect(await note(app)).toBe("of one");
    expect((await snapshot(app)).kept).toMatchObject({ version: "2.0.0" });
    // A start that names no version is one of the version that they went back to.
    expect((await run(app)).status).toBe(201);
    expect((await start(app)).lastVersion).toBe("1.0.0");
    // What belongs to the data of 2.0.0 fits again after the way forward.
    await go(app, (await snapshot(app)).kept!.id);
    expect((await claim(null)).status).toBe(200);
    expect(await note(app)).toBe("of two");
  });

  it("needs no more than a start; after it no later version takes the place of the newer data", async () => {
    const app = await updated("Unasked");
    await run(app, "2.0.0");
    const { kept } = await snapshot(app);
    expect(kept).toMatchObject({ version: "1.0.0" });
    await save(app, "of two");
    await go(app, kept!.id);
    await release(app, "Unasked", "3.0.0");
    for (const answer of [await run(app, "3.0.0"), await take(app, "3.0.0"), await take(app, "2.0.0")])
      expect(answer.body.code).toBe("conflict");
    expect(await start(app)).toMatchObject({ lastVersion: "1.0.0", declined: true });
    expect((await run(app, "1.0.0")).status).toBe(201);
    expect((await snapshot(app)).kept).toMatchObject({ version: "2.0.0", isForward: true });
    expect(await note(app)).toBe("of one");
    // Forward, and from there to the newest; or without the newer data.
    await go(app, (await snapshot(app)).kept!.id);
    expect((await take(app, "3.0.0")).status).toBe(200);
    expect(await note(app)).toBe("of two");
  });

  it("holds nobody where the newer version is gone", async () => {
    const app = await updated("Blocked");
    await run(app, "2.0.0");
    await go(app, (await snapshot(app)).kept!.id);
    await release(app, "Blocked", "3.0.0");
    const sha256 = await hashOf(app, "2.0.0");
    await db().blockedPackage.create({ data: { sha256 } });
    expect((await snapshot(app)).kept).toBeNull();
    expect((await take(app, "3.0.0")).status).toBe(200);
    expect(await snapshot(app)).toMatchObject({ runs: "3.0.0", kept: null });
    // A decision may be taken back: the newer data is still there.
    await db().blockedPackage.delete({ where: { sha256 } });
    expect((await snapshot(app)).kept).toMatchObject({ version: "2.0.0", isForward: false });
  });

  it("is asked about where the older version is gone, and that has no network any more", async () => {
    const app = await updated("Gone");
    await run(app, "2.0.0");
    await go(app, (await snapshot(app)).kept!.id);
    expect(await start(app)).toMatchObject({ lastVersion: "1.0.0", declined: true, canStay: true });
    const sha256 = await hashOf(app, "1.0.0");
    await db().blockedPackage.create({ data: { sha256 } });
    expect(await start(app)).toMatchObject({ lastVersion: "1.0.0", declined: true, canStay: false });
    expect(await findAppNetwork(ren.id, app.id)).toBeNull();
    expect((await findAppNetwork(ren.id, app.id, "2.0.0"))?.manifest).toHaveProperty("network");
    await db().blockedPackage.delete({ where: { sha256 } });
  });

  it("keeps both data apart where neither had an id, as on an instance without any restore so far", async () => {
    const app = await updated("Migrated");
    await run(app, "2.0.0");
    await db().keptAppData.updateMany({ where: { appId: app.id }, data: { dataId: null } });
    const ids = [(await start(app)).dataId];
    for (let n = 0; n < 3; n++) {
      await go(app, (await snapshot(app)).kept!.id);
      ids.push((await start(app)).dataId);
    }
    expect(ids[0]).toBeNull();
    expect(ids[1]).toEqual(ids[3]);
    expect(new Set(ids).size).toBe(2);
  });

  it("has what was changed offline before it, where nobody has changed that data since", async () => {
    const app = await updated("Offline");
    await run(app, "2.0.0");
    const { revision: base } = (await save(app, "of two")).body;
    const { dataId } = await start(app);
    for (let n = 0; n < 2; n++) await go(app, (await snapshot(app)).kept!.id);
    expect((await start(app)).dataId).toBe(dataId);
    const left = { base, left: true, dataId, writer: `computer:${"b".repeat(22)}` };
    expect((await save(app, "older", { ...left, base: base - 1 })).body.code).toBe("storage_conflict");
    expect((await save(app, "from offline", left)).status).toBe(200);
    expect((await save(app, "once more", left)).body.code).toBe("storage_conflict");
    expect(await note(app)).toBe("from offline");
  });

  it("a page that has not noticed a new version declines none", async () => {
    const app = await updated("Unnoticed");
    expect((await run(app, "1.0.0")).status).toBe(201);
    expect(await start(app)).toMatchObject({ lastVersion: "1.0.0", declined: false });
    await run(app, "1.0.0", "2.0.0");
    await run(app, "1.0.0");
    expect(await start(app)).toMatchObject({ lastVersion: "1.0.0", declined: true });
    await release(app, "Unnoticed", "3.0.0");
    await run(app, "1.0.0", "2.0.0");
    expect(await start(app)).toMatchObject({ lastVersion: "1.0.0", declined: false });
  });

  it("is given up with the newer data, once that is deleted", async () => {
    const app = await updated("Given up");
    await run(app, "2.0.0");
    await go(app, (await snapshot(app)).kept!.id);
    const drop = () => call(snapshotRoute.DELETE, { as: ren, params: of(app), method: "DELETE" });
    for (let n = 0; n < 2; n++) expect((await drop()).status).toBe(204);
    expect((await take(app, "2.0.0")).status).toBe(200);
    expect(await snapshot(app)).toMatchObject({
      runs: "2.0.0",
      kept: { version: "1.0.0", isForward: false },
    });
  });

  it("leads to the data before a bad update, even after the next one mends it or its maker takes it back", async () => {
    const app = await updated("Mended");
    await run(app, "2.0.0");
    await save(app, "damaged by two");
    await release(app, "Mended", "2.0.1");
    await run(app, "2.0.1");
    expect((await snapshot(app)).kept).toMatchObject({ version: "1.0.0" });
    const day = 24 * 60 * 60_000;
    await db().keptAppData.updateMany({
      where: { appId: app.id },
      data: { keptAt: new Date(Date.now() - day) },
    });
    const { id: versionId } = await db().appVersion.findFirstOrThrow({
      where: { appId: app.id, version: "1.0.0" },
    });
    const back = { as: mika, params: of(app), json: { versionId } };
    expect((await call(rollbackRoute.POST, back)).status).toBe(200);
    await run(app, "1.0.0");
    const { kept } = await snapshot(app);
    expect(kept).toMatchObject({ version: "1.0.0" });
    await go(app, kept!.id);
    expect(await note(app)).toBe("of one");
  });

  it("loses nothing that is saved while the update is taken, and is kept once", async () => {
    const app = await updated("At once");
    const changes = Array.from({ length: 12 }, (_, n) =>
      call<AppStorageUsage>(storageRoute.PUT, {
        as: ren,
        params: of(app),
        json: { changes: [{ area: "local", key: `k${n}`, value: "x" }] },
        method: "PUT",
      }),
    );
    const answers = await Promise.all([take(app, "2.0.0"), ...changes, run(app, "2.0.0"), run(app, "2.0.0")]);
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    const now = await call<AppStorageSnapshot>(storageRoute.GET, { as: ren, params: of(app) });
    expect(now.body.entries).toHaveLength(13);
    const rows = await db().keptAppData.findMany({
      where: { appId: app.id },
      include: { entries: { select: { bytes: true } } },
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]!.bytes).toBe(rows[0]!.entries.reduce((sum, { bytes }) => sum + bytes, 0));
    await go(app, rows[0]!.id);
    await go(app, (await snapshot(app)).kept!.id);
    const again = await call<AppStorageSnapshot>(storageRoute.GET, { as: ren, params: of(app) });
    expect(again.body.entries).toEqual(now.body.entries);
    expect(again.body.usedBytes).toBe(now.body.usedBytes);
  });

  it("counts as much as the quota allows, whichever way", async () => {
    const app = await updated("Full");
    const full = "x".repeat(10 * 1024 * 1024 - 4);
    await save(app, full);
    await take(app, "2.0.0");
    await save(app, "small");
    await go(app, (await snapshot(app)).kept!.id);
    expect(await note(app)).toBe(full);
    const more = { changes: [{ area: "local", key: "n", value: "x" }] };
    const refused = await call<Problem>(storageRoute.PUT, {
      as: ren,
      params: of(app),
      json: more,
      method: "PUT",
    });
    expect(refused.body.code).toBe("quota_exceeded");
  });

  it("is the person's own, and ends with the version, the app, their data and after 30 days", async () => {
    const app = await updated("Ends");
    await take(app, "2.0.0");
    const id = (await snapshot(app)).kept!.id;
    const sora = await makePerson("sora");
    expect((await snapshot(app, sora)).kept).toBeNull();
    expect((await go(app, id, sora)).body.code).toBe("not_found");
    const sha256 = await hashOf(app, "1.0.0");
    await db().blockedPackage.create({ data: { sha256 } });
    expect((await snapshot(app)).kept).toBeNull();
    expect((await go(app, id)).body.code).toBe("not_found");
    await db().blockedPackage.delete({ where: { sha256 } });
    expect((await snapshot(app)).kept).toMatchObject({ id });
    await call(publishRoute.PATCH, {
      as: mika,
      params: of(app),
      json: { isPublic: false },
      method: "PATCH",
    });
    expect((await go(app, id)).body.code).toBe("unknown_app");
    await call(publishRoute.PATCH, { as: mika, params: of(app), json: { isPublic: true }, method: "PATCH" });

    const kept = () => db().keptAppData.count({ where: { appId: app.id } });
    await runJob("old-versions");
    expect(await kept()).toBe(1);
    await db().keptAppData.update({
      where: { id },
      data: { keptAt: new Date(Date.now() - KEPT_APP_DATA_MS - 1_000) },
    });
    await runJob("old-versions");
    expect(await kept()).toBe(0);
    await release(app, "Ends", "3.0.0");
    await take(app, "3.0.0");
    expect(await kept()).toBe(1);
    await call(storageRoute.DELETE, { as: ren, params: of(app), method: "DELETE" });
    expect([await kept(), (await snapshot(app)).kept]).toEqual([0, null]);
    await release(app, "Ends", "4.0.0");
    await take(app, "4.0.0");
    await call(snapshotRoute.DELETE, { as: ren, params: of(app), method: "DELETE" });
    expect(await kept()).toBe(0);
    await release(app, "Ends", "5.0.0");
    await take(app, "5.0.0");
    expect((await db().appStorage.count({ where: { appId: app.id } })) > 0).toBe(true);
    await db().user.delete({ where: { id: ren.id } });
    expect(await kept()).toBe(0);
  });
});
