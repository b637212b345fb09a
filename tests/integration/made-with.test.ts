import { beforeAll, describe, expect, it, vi } from "vitest";
import * as publicRoute from "@/app/api/apps/public/route";
import * as rollbackRoute from "@/app/api/apps/[id]/rollback/route";
import * as shareRoute from "@/app/api/apps/share/[shareId]/route";
import * as versionsRoute from "@/app/api/apps/[id]/versions/route";
import type { App, AppVersion } from "@/lib/apps/contract";
import type { Page } from "@/lib/shared/contract";
import { makeApp, makePackage, upload } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let mika: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  mika = await makePerson("mika");
});

const PHASER = { "lib/engine.js": `var r={VERSION:"3.80.1",BlendModes:1};o.hidePhaser` };

async function listed(query: Record<string, string>): Promise<Page<App>> {
  const { status, body } = await call<Page<App>>(publicRoute.GET, { query });
  expect(status).toBe(200);
  return body;
}
const namesOf = async (madeWith: string) => (await listed({ madeWith })).items.map(({ name }) => name);

describe("what an app was made with", () => {
  it("is recognised at the upload, in the answer, and leaves the package as it is", async () => {
    const gumFile = await makePackage({ name: "Recognised" }, PHASER);
    const { body } = await upload(mika, { gumFile });
    expect(body.madeWith).toEqual(["Phaser 3.80.1"]);
    expect(body.manifest.made_with).toBeUndefined();
    const other = await upload(mika, { gumFile, metadata: { version: "1.0.1" } });
    expect(other.body.madeWith).toEqual(["Phaser 3.80.1"]);
  });

  it("is what the manifest says, if it says something", async () => {
    const says = async (made_with: string[]) =>
      (await upload(mika, { gumFile: await makePackage({ name: "Says so", made_with }, PHASER) })).body;
    expect((await says(["My engine 2"])).madeWith).toEqual(["My engine 2"]);
    expect((await says([])).madeWith).toEqual([]);
    const refused = await upload<{ code: string }>(mika, {
      gumFile: await makePackage({ name: "Says so", made_with: ["a\u202eb"] }),
    });
    expect(refused.status).toBe(422);
  });

  it("is that of the current version", async () => {
    const first = await makeApp(
      mika,
      { name: "Moves on", made_with: ["First engine 1"] },
      { published: true },
    );
    const gumFile = await makePackage({ name: "Moves on", version: "1.1.0", made_with: ["Second engine"] });
    const second = await upload(mika, { gumFile, metadata: { appId: first.id, force: true } });
    expect(second.body.madeWith).toEqual(["Second engine"]);
    expect(await namesOf("first engine")).toEqual([]);
    expect(await namesOf("second engine")).toEqual(["Moves on"]);

    const params = { id: first.id };
    const versions = await call<{ items: AppVersion[] }>(versionsRoute.GET, { as: mika, params });
    const json = { versionId: versions.body.items.find(({ version }) => version === "1.0.0")!.id };
    const back = await call<App>(rollbackRoute.POST, { as: mika, params, json });
    expect(back.body.madeWith).toEqual(["First engine 1"]);
    expect(await namesOf("first engine")).toEqual(["Moves on"]);
    expect(await namesOf("second engine")).toEqual([]);
  });
});

describe("the store by what apps were made with", () => {
  it("counts neither case nor version, and lists public apps only", async () => {
    const shown = await makeApp(
      mika,
      { name: "Shown", made_with: ["Quux Engine 2.1", "Zot"] },
      { published: true },
    );
    await makeApp(mika, { name: "Hidden", made_with: ["Quux Engine"] });
    for (const name of ["quux engine", "QUUX ENGINE 3", " Quux  engine "])
      expect(await namesOf(name)).toEqual(["Shown"]);
    expect(await namesOf("zot")).toEqual(["Shown"]);
    expect(await namesOf("quux")).toEqual([]);
    expect((await listed({ madeWith: "zot", category: "games" })).items).toEqual([]);
    const shared = await call<App>(shareRoute.GET, { params: { shareId: shown.shareId! } });
    expect(shared.body.madeWith).toEqual(["Quux Engine 2.1", "Zot"]);
  });

  it("goes on page by page", async () => {
    for (const name of ["Page A", "Page B", "Page C"])
      await makeApp(mika, { name, made_with: ["Pager 1"] }, { published: true });
    await makeApp(mika, { name: "Page D" }, { published: true });
    const names: string[] = [];
    for (let after: string | null = ""; after !== null;) {
      const query = { madeWith: "pager", orderBy: "name", limit: "2", ...(after && { after }) };
      const page: Page<App> = await listed(query);
      names.push(...page.items.map(({ name }) => name));
      after = page.nextCursor;
    }
    expect(names).toEqual(["Page A", "Page B", "Page C"]);
  });

  it("refuses what is no name", async () => {
    for (const madeWith of ["x".repeat(41), "a\0b", "a\u202eb"]) {
      const { status } = await call(publicRoute.GET, { query: { madeWith } });
      expect(status).toBe(400);
    }
  });
});
