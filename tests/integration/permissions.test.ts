import { beforeAll, describe, expect, it, vi } from "vitest";
import * as dataRoute from "@/app/api/v2/users/me/app-data/route";
import * as listRoute from "@/app/api/v2/users/me/permissions/route";
import * as grantsRoute from "@/app/api/apps/[id]/permissions/route";
import * as networkRoute from "@/app/api/apps/[id]/network/route";
import * as egressRoute from "@/app/api/egress/route";
import * as runsRoute from "@/app/api/apps/[id]/runs/route";
import * as storageRoute from "@/app/api/apps/[id]/storage/route";
import type { App, AppRunResponse } from "@/lib/apps/contract";
import type { AppStorageSnapshot } from "@/lib/storage/contract";
import type { EgressLedgerEntry } from "@/lib/egress/contract";
import type { AppDataUse, AppGrants, AppPermission } from "@/lib/permissions/contract";
import { makeApp, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let mika: TestPerson;
let ren: TestPerson;
let weather: App;
let plain: App;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
  const network = { hosts: ["api.example.com", "other.example.com"], reason: "The forecast" };
  const required_capabilities = [{ name: "profile", reason: "Greets you" }];
  weather = await makeApp(mika, { name: "Weather", network, required_capabilities }, { published: true });
  plain = await makeApp(mika, { name: "Plain" }, { published: true });
});

const grants = (as: TestPerson, app: App) =>
  call<AppGrants & Problem>(grantsRoute.GET, { as, params: { id: app.id } });
const allow = (as: TestPerson, app: App, json: object) =>
  call<AppGrants & Problem>(grantsRoute.PUT, { as, params: { id: app.id }, json, method: "PUT" });
const list = async (as: TestPerson) =>
  (await call<{ items: AppPermission[] }>(listRoute.GET, { as })).body.items;

describe("what a person allows an app", () => {
  it("is nothing at first, their own, kept part by part, and taken back", async () => {
    expect((await grants(ren, weather)).body).toMatchObject({ hosts: [], profile: false });
    expect((await allow(ren, weather, { hosts: ["api.example.com"] })).body).toMatchObject({
      hosts: ["api.example.com"],
      profile: false,
    });
    expect((await allow(ren, weather, { profile: true })).body).toMatchObject({
      hosts: ["api.example.com"],
      profile: true,
    });
    expect((await grants(mika, weather)).body).toMatchObject({ hosts: [], profile: false });
    expect(await list(ren)).toMatchObject([
      { app: { id: weather.id, name: "Weather" }, hosts: ["api.example.com"], profile: true, requests: 0 },
    ]);
    expect((await allow(ren, weather, { hosts: [] })).body).toMatchObject({ hosts: [], profile: true });
    expect(await list(ren)).toMatchObject([{ hosts: [], profile: true }]);
    expect((await allow(ren, weather, { profile: false })).body).toMatchObject({ hosts: [], profile: false });
    expect(await allow(mika, weather, { userId: ren.id, profile: true })).toMatchObject({
      status: 409,
      body: { code: "account_changed" },
    });
    expect((await grants(mika, weather)).body).toMatchObject({ hosts: [], profile: false });
    expect(await list(ren)).toEqual([]);
  });

  it("an app may notify them until they turn it off, also one that they cannot see", async () => {
    expect((await grants(ren, plain)).body.notifications).toBe(true);
    expect((await allow(ren, plain, { notifications: false })).body.notifications).toBe(false);
    expect((await allow(ren, plain, { notifications: false })).body.notifications).toBe(false);
    expect((await grants(mika, plain)).body.notifications).toBe(true);
    expect((await grants(ren, weather)).body.notifications).toBe(true);
    expect(await list(ren)).toEqual([]);
    expect((await allow(ren, plain, { notifications: true })).body.notifications).toBe(true);
    const secret = await makeApp(mika, { name: "Secret" });
    expect((await allow(ren, secret, { notifications: false })).status).toBe(200);
    const unknown = { id: "01890000-0000-7000-8000-000000000000" } as App;
    expect((await allow(ren, unknown, { notifications: false })).status).toBe(200);
  });

  it("is nothing that the manifest does not name", async () => {
    expect((await allow(ren, plain, { profile: true })).status).toBe(403);
    const hosts = await allow(ren, plain, { hosts: ["api.example.com"] });
    expect(hosts).toMatchObject({ status: 403, body: { code: "egress_refused" } });
    expect((await allow(ren, weather, { hosts: ["evil.example.com"] })).status).toBe(403);
    expect((await allow(ren, weather, { camera: true })).status).toBe(400);
    expect((await grants(ren, plain)).body).toMatchObject({ hosts: [], profile: false });
  });

  it("a run has an id and a token; what it asks without permission is refused and in the ledger", async () => {
    const run = await call<AppRunResponse>(runsRoute.POST, { as: ren, params: { id: weather.id }, json: {} });
    expect(run.body).toMatchObject({ runId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, counts: {} });
    const ask = (url: string, as = ren, more: object = {}) =>
      call<Problem & { title: string; status: number }>(egressRoute.POST, {
        as,
        json: {
          runToken: run.body.runToken,
          req_id: url,
          ts: Date.now(),
          method: "GET",
          url,
          ...more,
        },
      });
    const first = await ask("https://api.example.com/1");
    expect(first).toMatchObject({ status: 403, body: { code: "consent_required" } });
    expect(await ask("https://api.example.com/1")).toMatchObject({
      status: 409,
      body: { code: "duplicate" },
    });
    expect(await ask("https://api.example.com/2", ren, { ts: Date.now() - 6_000 })).toMatchObject({
      status: 400,
      body: { code: "expired" },
    });
    expect(await ask("https://elsewhere.example.com/")).toMatchObject({ body: { code: "egress_refused" } });
    // Somebody else's token is nobody's.
    expect((await ask("https://api.example.com/3", mika)).body.code).toBe("invalid_token");
    const ledger = await call<{ items: EgressLedgerEntry[] }>(networkRoute.GET, {
      as: ren,
      params: { id: weather.id },
    });
    expect(ledger.body.items.map(({ host, decision }) => [host, decision])).toEqual([
      ["elsewhere.example.com", "host_not_allowed"],
      ["api.example.com", "consent_required"],
    ]);
    const others = await call<{ items: unknown[] }>(networkRoute.GET, {
      as: mika,
      params: { id: weather.id },
    });
    expect(others.body.items).toEqual([]);
  });
});

describe("what apps keep", () => {
  it("is listed with its size until it is cleared", async () => {
    const data = async (as: TestPerson) =>
      (await call<{ items: AppDataUse[] }>(dataRoute.GET, { as })).body.items;
    expect(await data(ren)).toEqual([]);
    const params = { id: plain.id };
    const changes = [{ area: "local", key: "k", value: "value" }];
    await call(storageRoute.PUT, { as: ren, params, json: { changes }, method: "PUT" });
    expect(await data(ren)).toMatchObject([{ app: { id: plain.id, name: "Plain" }, usedBytes: 6 }]);
    expect(await data(mika)).toEqual([]);
    await call(storageRoute.DELETE, { as: ren, params, method: "DELETE" });
    expect(await data(ren)).toEqual([]);
  });

  it("comes with the name under which the app knows the person: steady, and another one everywhere else", async () => {
    const personId = async (as: TestPerson, app: App) =>
      (await call<AppStorageSnapshot>(storageRoute.GET, { as, params: { id: app.id } })).body.personId;
    const all = await Promise.all([
      personId(ren, plain),
      personId(ren, weather),
      personId(mika, plain),
      personId(mika, weather),
    ]);
    expect(new Set(all).size).toBe(4);
    expect(await personId(ren, plain)).toBe(all[0]);
    expect(all.join()).not.toContain(ren.id);
  });
});
