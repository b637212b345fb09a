import { beforeAll, describe, expect, it, vi } from "vitest";
import * as packageRoute from "@/app/api/apps/[id]/package/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as compareRoute from "@/app/api/apps/[id]/versions/compare/route";
import { packageKeyOf } from "@/lib/apps/package-file-service";
import type { VersionComparison } from "@/lib/apps/compare-contract";
import type { App } from "@/lib/apps/contract";
import { db } from "@/lib/db/client";
import { fileStore } from "@/lib/files/file-store";
import { fetchRoute, makePackage, upload, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let mika: TestPerson;
let ren: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
});

const compare = (as: TestPerson | undefined, app: { id: string }, from: string, to: string) =>
  call<VersionComparison & Problem>(compareRoute.GET, { as, params: { id: app.id }, query: { from, to } });
const publish = (app: { id: string }, isPublic: boolean) =>
  call(publishRoute.PATCH, { as: mika, params: { id: app.id }, json: { isPublic }, method: "PATCH" });

type Files = Record<string, string | Uint8Array>;
async function release(
  manifest: { name: string; version: string },
  files: Files,
  appId?: string,
): Promise<App> {
  const gumFile = await makePackage(manifest, files);
  const { status, body } = await upload(mika, { gumFile, ...(appId && { metadata: { appId } }) });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
/** An app with two published versions. */
async function twoVersions(name: string, before: Files, after: Files, wants: object = {}): Promise<App> {
  const app = await release({ name, version: "1.0.0" }, before);
  await publish(app, true);
  return release({ name, version: "1.1.0", ...wants }, after, app.id);
}

describe("two versions of an app", () => {
  it("differ in size, in permissions and in files", async () => {
    const app = await twoVersions(
      "Compared",
      { "a.js": "1", "gone.txt": "bye", "same.css": "b{}" },
      { "a.js": "22", "new.txt": "hello", "same.css": "b{}" },
      {
        network: { hosts: ["api.example.com"], reason: "Weather" },
        required_capabilities: [{ name: "clipboard", reason: "Copies" }],
      },
    );
    const { status, body } = await compare(ren, app, "1.0.0", "1.1.0");
    expect(status).toBe(200);
    expect(body.permissions).toEqual({
      added: { capabilities: ["clipboard"], hosts: ["api.example.com"] },
      removed: { capabilities: [], hosts: [] },
    });
    expect(body.files.filter(({ path }) => path !== "manifest.json")).toEqual([
      { path: "a.js", kind: "changed", before: 1, after: 2 },
      { path: "gone.txt", kind: "removed", before: 3, after: null },
      { path: "new.txt", kind: "added", before: null, after: 5 },
    ]);
    expect(body.counts).toMatchObject({ added: 1, removed: 1 });
    expect(body.to).toMatchObject({
      version: "1.1.0",
      files: body.from.files,
      packedBytes: app.packageBytes,
    });
    const back = (await compare(ren, app, "1.1.0", "1.0.0")).body;
    expect(back.permissions).toEqual({ added: body.permissions.removed, removed: body.permissions.added });
    expect(back.counts).toEqual({ ...body.counts, added: 1, removed: 1 });
    expect((await compare(ren, app, "1.0.0", "1.0.0")).body.files).toEqual([]);
    // Names and sizes are all that is shown of a version whose license does not show its source.
    const params = { id: app.id };
    expect((await fetchRoute(packageRoute.GET, { as: ren, params, url: "?version=1.0.0" })).status).toBe(404);
  });

  it("are read by a directory that is larger than what is read at first, and listed up to 500 files", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 700 }, (_, index) => [`${"folder-with-a-long-name".repeat(3)}/${index}.txt`, "x"]),
    );
    const app = await twoVersions("Many files", {}, many);
    const { status, body } = await compare(ren, app, "1.0.0", "1.1.0");
    expect(status).toBe(200);
    expect(body.files).toHaveLength(500);
    expect(body.counts.added).toBe(700);
  });

  it("are compared by whoever sees them both in the list of versions", async () => {
    const app = await release({ name: "Half seen", version: "1.0.0" }, {});
    await release({ name: "Half seen", version: "1.1.0" }, {}, app.id);
    expect((await compare(mika, app, "1.0.0", "1.1.0")).status).toBe(200);
    expect((await compare(ren, app, "1.0.0", "1.1.0")).body.code).toBe("unknown_app");
    await publish(app, true);
    expect((await compare(ren, app, "1.0.0", "1.1.0")).body.code).toBe("not_found");
    expect((await compare(mika, app, "1.0.0", "9.9.9")).body.code).toBe("not_found");
    expect((await compare(undefined, app, "1.0.0", "1.1.0")).status).toBe(401);
    expect((await compare(ren, app, "", "1.1.0")).body.code).toBe("validation_error");
  });

  it("are not compared where a package is missing, shorter than it was or broken; and are again once it is back", async () => {
    const app = await twoVersions("Broken", {}, { "a.txt": "a" });
    const { packageSha256 } = await db().appVersion.findFirstOrThrow({
      where: { appId: app.id, version: "1.0.0" },
    });
    const key = packageKeyOf(packageSha256);
    const bytes = (await fileStore().get(key))!;
    const answer = async () => {
      const { status, body } = await compare(ren, app, "1.0.0", "1.1.0");
      return [status, body.code];
    };
    await fileStore().delete(key);
    expect(await answer()).toEqual([404, "not_found"]);
    await fileStore().put(key, bytes.subarray(0, bytes.length - 9));
    expect(await answer()).toEqual([422, "invalid_package"]);
    const noise = new Uint8Array(bytes.length).fill(7);
    await fileStore().put(key, noise);
    expect(await answer()).toEqual([422, "invalid_package"]);
    // The end record is sound; the directory that it names is not.
    const torn = bytes.slice();
    new DataView(torn.buffer).setUint32(torn.length - 22 + 16, 1, true);
    await fileStore().put(key, torn);
    expect(await answer()).toEqual([422, "invalid_package"]);
    await fileStore().put(key, bytes);
    expect((await answer())[0]).toBe(200);
  });
});
