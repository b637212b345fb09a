import { mkdir, rename, rmdir } from "node:fs/promises";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as publicRoute from "@/app/api/apps/public/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as rollbackRoute from "@/app/api/apps/[id]/rollback/route";
import * as shareRoute from "@/app/api/apps/share/[shareId]/route";
import * as versionsRoute from "@/app/api/apps/[id]/versions/route";
import type { App, AppVersion } from "@/lib/apps/contract";
import { db } from "@/lib/db/client";
import { fileStore } from "@/lib/files/file-store";
import { runJob } from "@/lib/jobs/jobs";
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
const publish = ({ id }: App) =>
  call(publishRoute.PATCH, { as: mika, params: { id }, json: { isPublic: true }, method: "PATCH" });
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

describe("the job made-with", () => {
  const DAY_MS = 86_400_000;
  /** Leaves the newest version of an app as one from before the feature. */
  async function forget({ id }: App): Promise<void> {
    await db().$executeRaw`
      UPDATE app_versions SET made_with = '{}', made_with_tries = DEFAULT, made_with_tried_at = NULL
       WHERE app_id = ${id}::uuid`;
    await db().$executeRaw`UPDATE apps SET made_with_keys = '{}' WHERE id = ${id}::uuid`;
  }
  async function uploaded(name: string, files: Record<string, string | Uint8Array> = {}, manifest = {}) {
    const gumFile = await makePackage({ name, ...manifest }, { "own.txt": name, ...files });
    const { body } = await upload(mika, { gumFile });
    return body;
  }
  const keyOf = async ({ id }: App) => {
    const { packageSha256: sha256 } = await db().appVersion.findFirstOrThrow({ where: { appId: id } });
    return `packages/${sha256}.gum`;
  };
  const read = async ({ id }: App) => (await call<App>(appRoute.GET, { as: mika, params: { id } })).body;
  const triesOf = async ({ id }: App) =>
    (await db().appVersion.findFirstOrThrow({ where: { appId: id } })).madeWithTries;
  const run = async (days = 0) => (await runJob("made-with", new Date(Date.now() + days * DAY_MS))).done;

  beforeEach(async () => {
    await db().$executeRaw`UPDATE app_versions SET made_with_tries = NULL`;
  });

  it("finds what an upload would have found, for the store, too, and does so once", async () => {
    const app = await uploaded("From before", PHASER);
    const script = await uploaded(
      "A script",
      { "main.js": "1" },
      { runtime_target: "quickjs", entry: "main.js" },
    );
    const plain = await uploaded("With nothing in it");
    const said = await uploaded("Its own words", PHASER, { made_with: ["Words 1"] });
    const { updatedAt } = await read(app);
    for (const each of [app, script, plain, said]) await forget(each);
    await publish(app);
    expect(await namesOf("phaser")).not.toContain("From before");
    expect(await run()).toBe(4);
    expect((await read(app)).madeWith).toEqual(["Phaser 3.80.1"]);
    expect((await read(script)).madeWith).toEqual(script.madeWith);
    expect((await read(plain)).madeWith).toEqual([]);
    expect((await read(said)).madeWith).toEqual(["Words 1"]);
    expect(await namesOf("phaser")).toContain("From before");
    expect((await read(script)).updatedAt).toBe(script.updatedAt);
    expect(updatedAt).toBe(app.updatedAt);
    expect(await run(9)).toBe(0);
  });

  it("reads a large package by its ranges", async () => {
    const noise = new Uint8Array(300_000);
    for (let at = 0; at < noise.length; at += 60_000) crypto.getRandomValues(noise.subarray(at, at + 60_000));
    const app = await uploaded("Large", { "a.bin": noise, ...PHASER, "z.bin": noise });
    await forget(app);
    expect(await run()).toBe(1);
    expect((await read(app)).madeWith).toEqual(["Phaser 3.80.1"]);
  });

  it("leaves the store alone for a version that is not the current one", async () => {
    const app = await uploaded("Went on", PHASER);
    const gumFile = await makePackage({ name: "Went on", version: "1.1.0", made_with: ["Later engine"] });
    await upload(mika, { gumFile, metadata: { appId: app.id, force: true } });
    await db().$executeRaw`
      UPDATE app_versions SET made_with = '{}', made_with_tries = DEFAULT
       WHERE app_id = ${app.id}::uuid AND version = '1.0.0'`;
    expect(await run()).toBe(1);
    expect((await read(app)).madeWith).toEqual(["Later engine"]);
    await publish(app);
    expect(await namesOf("phaser")).not.toContain("Went on");
    expect(await namesOf("later engine")).toEqual(["Went on"]);
  });

  it("is stopped by no package: one that is gone or broken has nothing, one that cannot be read is tried thrice", async () => {
    const sound = await uploaded("Sound", PHASER);
    const [gone, broken, short, stuck] = [
      await uploaded("Gone", PHASER),
      await uploaded("Broken", PHASER),
      await uploaded("Short", PHASER),
      await uploaded("Stuck", PHASER),
    ];
    for (const each of [sound, gone, broken, short, stuck]) await forget(each);
    await fileStore().delete(await keyOf(gone));
    const bytes = (await fileStore().get(await keyOf(broken)))!;
    await fileStore().put(await keyOf(broken), bytes.fill(7, 0, bytes.length - 100));
    await fileStore().put(await keyOf(short), new Uint8Array(10));
    // A folder in its place: the store fails for it.
    const stuckKey = await keyOf(stuck);
    await fileStore().delete(stuckKey);
    const file = path.join(
      process.env.VAR_DIR!,
      "files",
      "packages",
      stuckKey.slice(9, 11),
      stuckKey.slice(9),
    );
    await mkdir(file);

    expect(await run()).toBe(5);
    expect((await read(sound)).madeWith).toEqual(["Phaser 3.80.1"]);
    expect(await Promise.all([gone, broken, short, stuck].map(triesOf))).toEqual([null, null, null, 1]);
    expect(await run()).toBe(0);
    expect(await run(1)).toBe(1);
    expect(await run(2)).toBe(1);
    expect(await run(3)).toBe(0);
    expect(await triesOf(stuck)).toBe(3);
    await rmdir(file);
  });

  it("ends a run in which the store fails, and goes on the next day", async () => {
    const apps = [await uploaded("One of 4", PHASER), await uploaded("Two of 4", PHASER)];
    apps.push(await uploaded("Three of 4", PHASER), await uploaded("Four of 4", PHASER));
    const folders: [string, string][] = [];
    for (const app of apps) {
      await forget(app);
      const name = (await keyOf(app)).slice(9);
      const file = path.join(process.env.VAR_DIR!, "files", "packages", name.slice(0, 2), name);
      await rename(file, `${file}.away`);
      await mkdir(file);
      folders.push([file, `${file}.away`]);
    }
    await expect(run()).rejects.toThrow();
    expect(await Promise.all(apps.map(triesOf))).toEqual([0, 1, 1, 1]);
    for (const [file, away] of folders) {
      await rmdir(file);
      await rename(away, file);
    }
    expect(await run()).toBe(1);
    expect(await run(1)).toBe(3);
    for (const app of apps) expect((await read(app)).madeWith).toEqual(["Phaser 3.80.1"]);
  });
});
