import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as iconRoute from "@/app/api/apps/[id]/icon/route";
import * as bannerRoute from "@/app/api/apps/[id]/banner/route";
import * as packageRoute from "@/app/api/apps/[id]/package/route";
import * as shelfRoute from "@/app/api/users/me/apps/route";
import type { App, InstalledApp } from "@/lib/apps/contract";
import { fileStore } from "@/lib/files/file-store";
import { db } from "@/lib/db/client";
import { DEFAULT_PACKAGE_LIMITS, setPackageLimits, type PackageLimitSettings } from "@/lib/package/limits";
import { openPackage } from "@/lib/package/open-package";
import { fetchRoute, makeApp, makePackage, png, upload, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let mika: TestPerson;
let ren: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
});

/** Every file below the file store's folder. */
function storedFiles(): string[] {
  const root = path.join(process.env.VAR_DIR!, "files");
  if (!fs.existsSync(root)) return [];
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Nothing stays that was not there before. Late work removes it, and what earlier tests have left. */
const expectNothingNew = (before: string[]) =>
  expect.poll(() => storedFiles().filter((file) => !before.includes(file))).toEqual([]);

describe("a new app", () => {
  it("is answered whole, unpublished, and stands on its owner's shelf", async () => {
    const gumFile = await makePackage({
      name: "Sketch pad",
      version: "1.2.0",
      description: "Draw.",
      category: "art",
      tags: ["draw", "pen"],
    });
    const { status, body, headers } = await upload(mika, { gumFile });
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/apps/${body.id}`);
    expect(body).toMatchObject({
      name: "Sketch pad",
      version: "1.2.0",
      description: "Draw.",
      category: "creativity",
      tags: ["draw", "pen"],
      isPublic: false,
      shareId: null,
      shareUrl: null,
      owner: { id: mika.id },
      counts: { likes: 0, users: 0, runs: 0, comments: 0 },
      viewer: { liked: false, added: true, owner: true },
    });
    const shelf = await call<{ items: InstalledApp[] }>(shelfRoute.GET, { as: mika });
    expect(shelf.body.items.map((item) => item.id)).toContain(body.id);

    const stored = await fetchRoute(packageRoute.GET, { as: mika, params: { id: body.id } });
    expect(stored.headers.get("etag")).toBe(`"${body.packageSha256}"`);
    const bytes = new Uint8Array(await stored.arrayBuffer());
    const opened = await openPackage(bytes);
    expect(opened.manifest.name).toBe("Sketch pad");
    expect(opened.sha256).toBe(body.packageSha256);

    const part = await fetchRoute(packageRoute.GET, {
      as: mika,
      params: { id: body.id },
      headers: { range: "bytes=2-9", "if-range": stored.headers.get("etag") },
    });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 2-9/${bytes.length}`]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(2, 10));

    const ranged = async (headers: Record<string, string>) => {
      const answer = await fetchRoute(packageRoute.GET, { as: mika, params: { id: body.id }, headers });
      const sent = new Uint8Array(await answer.arrayBuffer());
      return [answer.status, answer.headers.get("content-range"), sent.length];
    };
    const size = bytes.length;
    expect(await ranged({ range: "bytes=-20" })).toEqual([206, `bytes ${size - 20}-${size - 1}/${size}`, 20]);
    expect(await ranged({ range: `bytes=${size}-` })).toEqual([416, `bytes */${size}`, 0]);
    expect(await ranged({ range: "bytes=2-9", "if-range": '"other"' })).toEqual([200, null, size]);
  });

  it("takes what the metadata say before what the manifest says, name and version too", async () => {
    const metadata = {
      name: "Other name",
      version: "3.0.0",
      description: "Mine",
      category: "games",
      tags: ["a"],
    };
    const { body } = await upload(mika, { gumFile: await makePackage({ name: "Manifest name" }), metadata });
    expect(body).toMatchObject({ ...metadata, manifest: { name: "Other name", version: "3.0.0" } });
  });

  it("has no name of the shell's own, nor one that looks like it; an app keeps the name that it has", async () => {
    const named = async (name: string, metadata?: { name?: string; appId?: string; version?: string }) =>
      upload<App>(mika, {
        gumFile: await makePackage({ name }),
        metadata,
      });
    for (const refused of [
      await named("Gum Settings"),
      await named("Gսm"),
      await named("Honest name", { name: "Developer Terminal" }),
    ]) {
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused.body)).toContain("name_reserved");
    }
    const old = await makeApp(mika, { name: "Before the rule" });
    const renamed = await named("設定", { appId: old.id, version: "1.1.0" });
    expect(JSON.stringify(renamed.body)).toContain("name_reserved");
    await db().app.update({ where: { id: old.id }, data: { name: "Settings", nameKey: "settings" } });
    const kept = await named("Settings", { appId: old.id, version: "1.1.0" });
    expect(kept.body).toMatchObject({ id: old.id, name: "Settings" });
  });

  it("may be a single page, named after its title or its file", async () => {
    const page = new TextEncoder().encode("<!doctype html><title>My page</title><p>hi");
    const { status, body } = await upload(mika, { gumFile: page, fileName: "page.html" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "My page", version: "1.0.0" });
  });

  it("gets its pictures re-encoded without what they carried, and an icon drawn where it has none", async () => {
    const icon = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#0a0" } })
      .withMetadata({ exif: { IFD0: { Copyright: "secret place" } } })
      .jpeg()
      .toBuffer();
    const { body } = await upload(mika, {
      gumFile: await makePackage({ name: "Pictures" }),
      icon: new Uint8Array(icon),
      banner: await png(2000, 500),
    });
    const read = async (route: unknown) => {
      const answer = await fetchRoute(route, { as: mika, params: { id: body.id } });
      expect(answer.headers.get("content-type")).toBe("image/webp");
      return sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    };
    const stored = await read(iconRoute.GET);
    expect(stored).toMatchObject({ width: 512, height: 512, format: "webp" });
    expect(stored.exif).toBeUndefined();
    expect(await read(bannerRoute.GET)).toMatchObject({ width: 1600, height: 600 });

    const plain = await upload(mika, { gumFile: await makePackage({ name: "Plain", icon: undefined }) });
    const drawn = await fetchRoute(iconRoute.GET, { as: mika, params: { id: plain.body.id } });
    expect(drawn.status).toBe(200);
  });

  it("refuses pictures that are none, SVG, and bombs, and keeps nothing", async () => {
    const before = storedFiles();
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    for (const icon of [svg, new TextEncoder().encode("GIF89a not really"), new Uint8Array(bomb)]) {
      const { status, body } = await upload<Problem & { fields: object[] }>(mika, {
        gumFile: await makePackage({ name: "Bad picture" }),
        icon,
      });
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: "invalid_image", fields: [{ path: "icon" }] });
    }
    await expectNothingNew(before);
    expect(await db().app.count({ where: { name: "Bad picture" } })).toBe(0);
  });
});

describe("who and what is refused", () => {
  it("guests, in the specification's words", async () => {
    const { status, body } = await upload<Problem>(undefined, { gumFile: await makePackage() });
    expect(status).toBe(401);
    expect(body.message).toBe("Not authenticated. Please log in to upload apps.");
  });

  it("people who have not finished onboarding", async () => {
    const newcomer = await makePerson("newcomer", { onboarded: false });
    expect((await upload<Problem>(newcomer, { gumFile: await makePackage() })).body.code).toBe(
      "onboarding_required",
    );
  });

  it("a package that is none, with code, entry and line, and keeps nothing of it", async () => {
    const before = storedFiles();
    const notZip = await upload<Problem>(mika, {
      gumFile: new TextEncoder().encode("hello"),
      fileName: "a.gum",
    });
    expect(notZip.status).toBe(422);
    expect(notZip.body.code).toBe("invalid_package");
    const broken = await upload<Problem>(mika, {
      gumFile: await makePackage({ entry: { html: "missing.html" } }),
    });
    expect(broken.body).toMatchObject({
      code: "invalid_package",
      message: "Entry file not found: missing.html",
      details: { code: "entry_file_missing", entry: "manifest.json", findings: expect.any(Array) },
    });
    expect(broken.body.details?.line).toBeGreaterThan(0);
    const nothing = await upload<Problem>(mika, {});
    expect(nothing.body).toMatchObject({ code: "validation_error" });
    await expectNothingNew(before);
  });

  it("a package above a limit of this instance, with 413 and the limit", async () => {
    const before = storedFiles();
    const files = { "a.bin": randomBytes(300 * 1024), "b.bin": new Uint8Array(600 * 1024) };
    const gumFile = await makePackage({}, files);
    const refusalAt = async (limits: PackageLimitSettings) => {
      setPackageLimits(limits);
      const { status, body } = await upload<Problem>(mika, { gumFile }).finally(() =>
        setPackageLimits(DEFAULT_PACKAGE_LIMITS),
      );
      expect(body.code).toBe("payload_too_large");
      return [status, body.details?.code, body.message];
    };
    expect(await refusalAt({ packedBytes: 256 * 1024 })).toEqual([
      413,
      undefined,
      "gumFile is larger than the limit of 256 KB.",
    ]);
    expect(await refusalAt({ unpackedBytes: 512 * 1024 })).toEqual([
      413,
      "unpacked_too_large",
      expect.stringMatching(/^Unpacked the package has .* KB; the limit is 512 KB\.$/),
    ]);
    expect(await refusalAt({ entryBytes: 512 * 1024 })).toEqual([
      413,
      "entry_too_large",
      "b.bin: unpacked it has 600 KB; the limit for one file is 512 KB.",
    ]);
    expect(await refusalAt({ entries: 4 })).toEqual([
      413,
      "too_many_entries",
      "The archive has 5 entries; the limit is 4.",
    ]);
    setPackageLimits({ packedBytes: 0 });
    const body = await upload<Problem>(mika, {
      gumFile: new Uint8Array(17 * 2 ** 20),
    }).finally(() => setPackageLimits(DEFAULT_PACKAGE_LIMITS));
    expect(body.body.message).toMatch(
      /^The upload, whose package may have 0 bytes, is larger than the limit/,
    );
    await expectNothingNew(before);
  });

  it("metadata that are not as the contract has them", async () => {
    for (const metadata of [{ category: "nonsense" }, { isPublic: true }, { version: "1" }, { tags: [""] }]) {
      const { status } = await upload(mika, { gumFile: await makePackage(), metadata });
      expect(status).toBe(400);
    }
  });
});

describe("a new version", () => {
  it("replaces in place: same app, same likes and data, new package", async () => {
    const app = await makeApp(mika, { name: "Steps" });
    const { status, body } = await upload(mika, {
      gumFile: await makePackage({ name: "STEPS", version: "1.1.0" }, { "extra.txt": "more" }),
      metadata: { appId: app.id, notes: "More." },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: app.id, version: "1.1.0", name: "STEPS" });
    expect(body.packageSha256).not.toBe(app.packageSha256);
    expect(await db().app.count({ where: { ownerId: mika.id, nameKey: "steps" } })).toBe(1);
  });

  it("must be new and higher, and says what the highest is", async () => {
    const { id: appId } = await makeApp(mika, { name: "Order", version: "2.0.0" });
    const again = await upload<Problem>(mika, {
      gumFile: await makePackage({ name: "Order", version: "2.0.0" }, { "x.txt": "x" }),
      metadata: { appId },
    });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: "version_exists", details: { highest: "2.0.0" } });
    const lower = await upload<Problem>(mika, {
      gumFile: await makePackage({ name: "Order", version: "1.9.9" }),
      metadata: { appId },
    });
    expect(lower.body).toMatchObject({ code: "version_not_higher", details: { highest: "2.0.0" } });
  });

  it("is never made by a name: an upload that names no app is a new one", async () => {
    const first = await makeApp(mika, { name: "Twice" });
    const second = await makeApp(mika, { name: "Twice", version: "2.0.0" });
    expect(second.id).not.toBe(first.id);
    const { body } = await call<App>(appRoute.GET, { as: mika, params: { id: first.id } });
    expect(body).toMatchObject({ version: "1.0.0", packageSha256: first.packageSha256 });
  });

  it("of somebody else's name is an app of one's own", async () => {
    const theirs = await makeApp(mika, { name: "Shared name" });
    const mine = await makeApp(ren, { name: "Shared name" });
    expect(mine.id).not.toBe(theirs.id);
  });

  it("may be named by its app's id, which takes its new name then; not somebody else's", async () => {
    const app = await makeApp(mika, { name: "Old name" });
    const gumFile = await makePackage({ name: "New name", version: "1.1.0" });
    const denied = await upload<Problem>(ren, { gumFile, metadata: { appId: app.id } });
    expect(denied.body.code).toBe("unknown_app");
    const { body } = await upload(mika, { gumFile, metadata: { appId: app.id } });
    expect(body).toMatchObject({ id: app.id, name: "New name" });
  });

  it("of two at once with one version, one wins and the other is told; nothing is left of it", async () => {
    for (const name of ["Race one", "Race two", "Race three"]) {
      const { id: appId } = await makeApp(mika, { name });
      const version = "1.1.0";
      const [a, b] = [
        await makePackage({ name, version }, { "a.txt": "a" }),
        await makePackage({ name, version }, { "b.txt": "b" }),
      ];
      const answers = await Promise.all([
        upload<App & Problem>(mika, { gumFile: a, metadata: { appId } }),
        upload<App & Problem>(mika, { gumFile: b, metadata: { appId } }),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
      expect(answers.find((answer) => answer.status === 409)?.body.code).toBe("version_exists");
      const winner = answers.find((answer) => answer.status === 201)!.body;
      const versions = await db().appVersion.findMany({ where: { appId: winner.id } });
      expect(versions).toHaveLength(2);
      const losers = [await openPackage(a), await openPackage(b)].filter(
        (one) => one.sha256 !== winner.packageSha256,
      );
      for (const loser of losers)
        await expect.poll(() => fileStore().has(`packages/${loser.sha256}.gum`)).toBe(false);
    }
  });

  it("sent again after its answer was lost is answered, not refused", async () => {
    const gumFile = await makePackage({ name: "Lost answer" });
    const metadata = { uploadKey: uuidv7() };
    const first = await upload(mika, { gumFile, metadata });
    const second = await upload(mika, { gumFile, metadata });
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({ id: first.body.id, version: "1.0.0" });
  });

  it("counts against its owner's rows only: the same bytes of two people are stored once and kept until both are gone", async () => {
    const gumFile = await makePackage({ name: "Same bytes" });
    const [mine, theirs] = [(await upload(mika, { gumFile })).body, (await upload(ren, { gumFile })).body];
    expect(mine.packageSha256).toBe(theirs.packageSha256);
    await call(appRoute.DELETE, { as: mika, params: { id: mine.id }, method: "DELETE" });
    // The name is used anew: the deletion is final now.
    await upload(mika, { gumFile: await makePackage({ name: "Same bytes" }, { "y.txt": "y" }) });
    expect(await fileStore().get(`packages/${theirs.packageSha256}.gum`)).not.toBeNull();
  });
});

describe("a full disk", () => {
  it("answers storage_full and leaves neither rows nor files", async () => {
    const before = storedFiles();
    const store = fileStore();
    const put = store.put.bind(store);
    vi.spyOn(store, "put").mockImplementation(async (key, bytes) => {
      if (key.startsWith("packages/")) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      await put(key, bytes);
    });
    const { status, body } = await upload<Problem>(mika, { gumFile: await makePackage({ name: "No room" }) });
    vi.restoreAllMocks();
    expect(status).toBe(507);
    expect(body.code).toBe("storage_full");
    expect(await db().app.count({ where: { name: "No room" } })).toBe(0);
    await expectNothingNew(before);
  });
});
