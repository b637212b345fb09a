import { beforeAll, describe, expect, it, vi } from "vitest";
import * as appsRoute from "@/app/api/apps/route";
import * as publicRoute from "@/app/api/apps/public/route";
import * as trendingRoute from "@/app/api/apps/trending/route";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as bannerRoute from "@/app/api/apps/[id]/banner/route";
import * as iconRoute from "@/app/api/apps/[id]/icon/route";
import * as installRoute from "@/app/api/apps/[id]/install/route";
import * as likeRoute from "@/app/api/apps/[id]/like/route";
import * as packageRoute from "@/app/api/apps/[id]/package/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as runsRoute from "@/app/api/apps/[id]/runs/route";
import * as screenshotRoute from "@/app/api/apps/[id]/screenshots/[index]/route";
import * as storageRoute from "@/app/api/apps/[id]/storage/route";
import * as versionsRoute from "@/app/api/apps/[id]/versions/route";
import * as shareRoute from "@/app/api/apps/share/[shareId]/route";
import * as shareIconRoute from "@/app/api/apps/share/[shareId]/icon/route";
import * as sharePackageRoute from "@/app/api/apps/share/[shareId]/package/route";
import * as shareShotRoute from "@/app/api/apps/share/[shareId]/screenshots/[index]/route";
import * as userAppsRoute from "@/app/api/users/[id]/apps/route";
import * as postsRoute from "@/app/api/v1/posts/route";
import type { App, AppVersion } from "@/lib/apps/contract";
import { fetchRoute, makeApp, makePackage, png, upload } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let mika: TestPerson;
let ren: TestPerson;
let app: App;
let shareId: string;

const publish = async (isPublic: boolean) =>
  (
    await call<App>(publishRoute.PATCH, {
      as: mika,
      params: { id: app.id },
      json: { isPublic },
      method: "PATCH",
    })
  ).body;

/** Every way to a thing of the app, with the status that `as` gets. */
async function statuses(as: TestPerson | undefined): Promise<Record<string, number>> {
  const params = { id: app.id };
  const shot = { ...params, index: "0" };
  const byLink = { shareId };
  const answers: Record<string, Promise<{ status: number }>> = {
    app: fetchRoute(appRoute.GET, { as, params }),
    icon: fetchRoute(iconRoute.GET, { as, params }),
    banner: fetchRoute(bannerRoute.GET, { as, params }),
    screenshot: fetchRoute(screenshotRoute.GET, { as, params: shot }),
    package: fetchRoute(packageRoute.GET, { as, params }),
    versions: fetchRoute(versionsRoute.GET, { as, params }),
    runStart: fetchRoute(runsRoute.GET, { as, params }),
    storage: fetchRoute(storageRoute.GET, { as, params }),
    run: call(runsRoute.POST, { as, params, json: {} }),
    like: call(likeRoute.POST, { as, params, method: "POST" }),
    install: call(installRoute.PUT, { as, params, method: "PUT" }),
    share: fetchRoute(shareRoute.GET, { as, params: byLink }),
    shareIcon: fetchRoute(shareIconRoute.GET, { as, params: byLink }),
    sharePackage: fetchRoute(sharePackageRoute.GET, { as, params: byLink }),
    shareScreenshot: fetchRoute(shareShotRoute.GET, { as, params: { ...byLink, index: "0" } }),
  };
  const entries = Object.entries(answers).map(
    async ([name, answer]) => [name, (await answer).status] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function listed(as: TestPerson): Promise<string[]> {
  const lists = await Promise.all([
    call<{ items: App[] }>(appsRoute.GET, { as }),
    call<{ items: App[] }>(appsRoute.GET, { as, query: { search: "hidden" } }),
    call<{ items: App[] }>(publicRoute.GET, { as }),
    call<{ items: App[] }>(trendingRoute.GET, { as }),
    call<{ items: App[] }>(userAppsRoute.GET, { as, params: { id: mika.id } }),
  ]);
  return lists.flatMap((list) => list.body.items.map((item) => item.id));
}

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
  const gumFile = await makePackage(
    { name: "Hidden", screenshots: ["one.png"] },
    { "one.png": await png(300, 500, "#00f") },
  );
  app = (await upload(mika, { gumFile, banner: await png(800, 300) })).body;
  shareId = (await publish(true)).shareId!;
});

describe("a published app", () => {
  it("is open to people who are signed in, and by its link to guests", async () => {
    const forRen = await statuses(ren);
    expect(Object.entries(forRen).filter(([, status]) => status >= 400)).toEqual([]);
    expect(await listed(ren)).toHaveLength(5);
    const forGuests = await statuses(undefined);
    const open = Object.keys(forGuests).filter((name) => forGuests[name] === 200);
    expect(open.sort()).toEqual(["share", "shareIcon", "sharePackage", "shareScreenshot"]);
    const closed = Object.values(forGuests).filter((status) => status !== 200);
    expect(new Set(closed)).toEqual(new Set([401]));
  });

  it("sends files that no cache in between keeps and no page of ours runs", async () => {
    const first = await fetchRoute(packageRoute.GET, { as: ren, params: { id: app.id }, url: "?v=1" });
    expect(first.headers.get("cache-control")).toMatch(/^private/);
    expect(first.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    const headers = { "if-none-match": first.headers.get("etag")! };
    const again = await fetchRoute(packageRoute.GET, { as: ren, params: { id: app.id }, headers });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });
});

describe("a private app", () => {
  beforeAll(async () => {
    await publish(false);
  });

  it("is in no list, no search, and behind no address for anybody but its owner", async () => {
    const forRen = await statuses(ren);
    expect(Object.entries(forRen).filter(([, status]) => status !== 404)).toEqual([]);
    const forGuests = await statuses(undefined);
    expect(Object.values(forGuests).filter((status) => status !== 401 && status !== 404)).toEqual([]);
    expect(await listed(ren)).toEqual([]);
    const forOwner = await statuses(mika);
    const closed = Object.keys(forOwner).filter((name) => forOwner[name]! >= 400);
    expect(closed.sort()).toEqual(["share", "shareIcon", "sharePackage", "shareScreenshot"]);
  });

  it("does not answer an ETag that somebody kept", async () => {
    const headers = { "if-none-match": `"${app.packageSha256}"` };
    expect((await fetchRoute(packageRoute.GET, { as: ren, params: { id: app.id }, headers })).status).toBe(
      404,
    );
  });

  it("tells others of the versions since it was published only, and their notes", async () => {
    const made = await makeApp(mika, { name: "Drafted" });
    const params = { id: made.id };
    const add = async (version: string) =>
      upload(mika, {
        gumFile: await makePackage({ name: "Drafted", version }),
        metadata: { appId: made.id, notes: `secret of ${version}` },
      });
    const seen = async (as: TestPerson) =>
      (await call<{ items: AppVersion[] }>(versionsRoute.GET, { as, params })).body.items.map(
        ({ version }) => version,
      );
    const show = (isPublic: boolean) =>
      call(publishRoute.PATCH, { as: mika, params, json: { isPublic }, method: "PATCH" });
    await add("1.1.0");
    await add("1.2.0");
    await show(true);
    expect(await seen(ren)).toEqual(["1.2.0"]);
    await show(false);
    await add("1.3.0");
    await add("1.4.0");
    await show(true);
    await add("1.5.0");
    expect(await seen(ren)).toEqual(["1.5.0", "1.4.0", "1.2.0"]);
    expect(await seen(mika)).toEqual(["1.5.0", "1.4.0", "1.3.0", "1.2.0", "1.1.0", "1.0.0"]);
    const post = (version: string) =>
      call(postsRoute.POST, {
        as: ren,
        json: { kind: "text", body: "x", appRef: { appId: made.id, version } },
      });
    expect((await post("1.3.0")).status).toBe((await post("9.9.9")).status);
    expect((await post("1.4.0")).status).toBe(201);
    const draft = await fetchRoute(packageRoute.GET, { as: ren, params, url: "?version=1.3.0" });
    expect(draft.status).toBe(404);
  });

  it("gives its older versions to its owner, and to nobody who did not stay with one", async () => {
    await upload(mika, {
      gumFile: await makePackage({ name: "Hidden", version: "2.0.0" }),
      metadata: { appId: app.id },
    });
    const older = (as: TestPerson) =>
      fetchRoute(packageRoute.GET, { as, params: { id: app.id }, url: "?version=1.0.0" });
    expect((await older(mika)).status).toBe(200);
    expect((await older(ren)).status).toBe(404);
    await publish(true);
    // Ren ran 1.0.0 last and may stay with it; somebody else may not ask for it.
    expect((await older(ren)).headers.get("etag")).toBe(`"${app.packageSha256}"`);
    expect((await older(await makePerson("sora"))).status).toBe(404);
  });

  it("gives a running app the files of its own version, and lets nobody cache another's in their place", async () => {
    const nao = await makePerson("nao");
    const read = async (as: TestPerson, v: string) => {
      const { headers } = await fetchRoute(packageRoute.GET, { as, params: { id: app.id }, url: `?v=${v}` });
      return [headers.get("etag"), headers.get("cache-control")];
    };
    const before = app.packageSha256;
    const lasting = "private, max-age=86400, immutable";
    const current = (await call<App>(appRoute.GET, { as: mika, params: { id: app.id } })).body.packageSha256;
    expect(await read(nao, current.slice(0, 16))).toEqual([`"${current}"`, lasting]);
    // Mika is the owner; Ren ran that version last.
    for (const person of [mika, ren])
      expect(await read(person, before.slice(0, 16))).toEqual([`"${before}"`, lasting]);
    for (const v of [before.slice(0, 16), before.slice(0, 2), "%", "f".repeat(16)])
      expect(await read(nao, encodeURIComponent(v))).toEqual([`"${current}"`, "private, no-cache"]);
  });
});
