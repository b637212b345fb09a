import { createHash } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as listRoute from "@/app/api/v2/projects/route";
import * as projectRoute from "@/app/api/v2/projects/[id]/route";
import * as restoreRoute from "@/app/api/v2/projects/[id]/restore/route";
import * as versionsRoute from "@/app/api/v2/projects/[id]/versions/route";
import {
  PROJECT_MAX_BYTES,
  PROJECT_UNDELETE_MS,
  PROJECTS_DELETED_MAX,
  PROJECT_VERSION_MS,
  PROJECTS_MAX,
} from "@/lib/config/project-limits";
import { db } from "@/lib/db/client";
import { runJob } from "@/lib/jobs/jobs";
import { saveProject } from "@/lib/projects/service";
import {
  saveProjectSchema,
  type Project,
  type ProjectSummary,
  type ProjectVersion,
  type SavedProject,
} from "@/lib/projects/contract";
import type { Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let mika: TestPerson;
let ren: TestPerson;

type Files = Record<string, string | Buffer>;
const hash = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const bodyOf = (files: Files, base: number, more: object = {}) => ({
  base,
  name: "Mine",
  title: null,
  trusted: true,
  files: Object.entries(files).map(([path, content]) => ({ path, sha256: hash(content) })),
  contents: Object.fromEntries(
    Object.values(files).map((content) => [hash(content), Buffer.from(content).toString("base64")]),
  ),
  ...more,
});
const save = (as: TestPerson, id: string, files: Files, base: number, more: object = {}) =>
  call<SavedProject & Problem>(projectRoute.PUT, {
    as,
    params: { id },
    method: "PUT",
    json: bodyOf(files, base, more),
  });
const read = (as: TestPerson, id: string, query = {}) =>
  call<Project & Problem>(projectRoute.GET, { as, params: { id }, query });
const list = async (as: TestPerson) =>
  (await call<{ items: ProjectSummary[] }>(listRoute.GET, { as })).body.items;
const versions = async (as: TestPerson, id: string) =>
  (await call<{ items: ProjectVersion[] }>(versionsRoute.GET, { as, params: { id } })).body.items;
const remove = (as: TestPerson, id: string) =>
  call<Problem>(projectRoute.DELETE, { as, params: { id }, method: "DELETE" });
const restore = (as: TestPerson, id: string) =>
  call<Problem>(restoreRoute.POST, { as, params: { id }, method: "POST" });
const textOf = ({ files, contents }: Project, path: string) =>
  Buffer.from(contents[files.find((file) => file.path === path)!.sha256]!, "base64").toString();
const age = (id: string) =>
  db().projectVersion.updateMany({
    where: { projectId: id },
    data: { createdAt: new Date(Date.now() - PROJECT_VERSION_MS - 1) },
  });

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
});

describe("a project", () => {
  it("is kept for its owner alone, and a second device continues it", async () => {
    const id = uuidv7();
    expect(await save(mika, id, { "index.html": "<p>1</p>", "a/b.js": "1" }, 0)).toMatchObject({
      status: 200,
      body: { revision: 1 },
    });
    const { body } = await read(mika, id);
    expect(body).toMatchObject({ name: "Mine", title: null, revision: 1, bytes: 9 });
    expect(textOf(body, "a/b.js")).toBe("1");
    expect(await list(mika)).toMatchObject([{ id, files: 2, bytes: 9, revision: 1 }]);

    // Only what is new needs to come along.
    const known = bodyOf({ "index.html": "<p>1</p>", "a/b.js": "2" }, 1, {
      contents: { [hash("2")]: Buffer.from("2").toString("base64") },
    });
    const second = await call(projectRoute.PUT, { as: mika, params: { id }, method: "PUT", json: known });
    expect(second).toMatchObject({ status: 200, body: { revision: 2 } });

    expect((await read(ren, id)).status).toBe(404);
    expect((await save(ren, id, { "index.html": "mine now" }, 2)).status).toBe(404);
    expect((await save(ren, id, { "index.html": "mine now" }, 0)).status).toBe(404);
    expect((await remove(ren, id)).status).toBe(404);
    expect(await list(ren)).toEqual([]);
    expect(textOf((await read(mika, id)).body, "a/b.js")).toBe("2");
  });

  it("a program adds a version to what a person wrote, and does not decide what runs by itself", async () => {
    const id = uuidv7();
    const byProgram = (text: string, base: number) =>
      saveProject({
        actor: mika,
        id,
        byToken: true,
        change: saveProjectSchema.parse(bodyOf({ "index.html": text }, base)),
      });
    await save(mika, id, { "index.html": "by hand" }, 0, { trusted: false });
    await byProgram("first", 1);
    await byProgram("second", 2);
    expect(await versions(mika, id)).toHaveLength(2);
    const { body } = await read(mika, id, { version: 1 });
    expect(textOf(body, "index.html")).toBe("by hand");
    expect(body.trusted).toBe(false);
    await save(mika, id, { "index.html": "by hand again" }, 3);
    await byProgram("third", 4);
    expect(await versions(mika, id)).toHaveLength(3);
  });

  it("is not overwritten by a device that has not seen the newest revision", async () => {
    const id = uuidv7();
    await save(mika, id, { "index.html": "1" }, 0);
    expect((await save(mika, id, { "index.html": "2" }, 1)).status).toBe(200);
    // The same save once more, after a lost response.
    expect(await save(mika, id, { "index.html": "2" }, 1)).toMatchObject({ body: { revision: 2 } });
    expect(await save(mika, id, { "index.html": "other" }, 1)).toMatchObject({
      status: 409,
      body: { code: "conflict", details: { revision: 2 } },
    });
    expect((await save(mika, uuidv7(), { "index.html": "gone" }, 3)).status).toBe(404);
    const both = await Promise.all(["3a", "3b"].map((text) => save(mika, id, { "index.html": text }, 2)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("has a history: saves of some minutes are one version, and each can be read", async () => {
    const id = uuidv7();
    await save(mika, id, { "index.html": "one" }, 0);
    await save(mika, id, { "index.html": "two" }, 1);
    expect(await versions(mika, id)).toHaveLength(1);
    // What no version names is gone.
    expect(await db().projectContent.count({ where: { projectId: id } })).toBe(1);
    await age(id);
    await save(mika, id, { "index.html": "three" }, 2);
    await save(mika, id, { "index.html": "four" }, 3, { asVersion: true });
    expect((await versions(mika, id)).map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(textOf((await read(mika, id, { version: 1 })).body, "index.html")).toBe("two");
    expect(textOf((await read(mika, id)).body, "index.html")).toBe("four");
    expect((await read(mika, id, { version: 9 })).status).toBe(404);
  });

  it("keeps its history within its size: the oldest versions go first", async () => {
    const id = uuidv7();
    const big = (fill: number) => Buffer.alloc(9 * 1024 * 1024, fill);
    for (const n of [0, 1, 2, 3])
      expect((await save(mika, id, { "a.bin": big(n) }, n, { asVersion: true })).status).toBe(200);
    expect((await versions(mika, id)).map(({ number }) => number)).toEqual([4, 3, 2]);
  });

  it("can be restored after its deletion, until the job removes it", async () => {
    const id = uuidv7();
    await save(ren, id, { "index.html": "1" }, 0);
    expect((await remove(ren, id)).status).toBe(204);
    expect((await read(ren, id)).status).toBe(404);
    expect((await save(ren, id, { "index.html": "2" }, 1)).status).toBe(404);
    expect((await restore(mika, id)).status).toBe(404);
    expect((await restore(ren, id)).status).toBe(204);
    expect(textOf((await read(ren, id)).body, "index.html")).toBe("1");
    await remove(ren, id);
    await runJob("deleted-apps", new Date(Date.now() + PROJECT_UNDELETE_MS - 60_000));
    expect((await restore(ren, id)).status).toBe(204);
    await remove(ren, id);
    await runJob("deleted-apps", new Date(Date.now() + PROJECT_UNDELETE_MS + 60_000));
    expect((await restore(ren, id)).status).toBe(404);
  });
});

it("keeps the last of the deleted projects alone: what is deleted takes no unbounded room", async () => {
  const tomo = await makePerson("tomo");
  const ids = Array.from({ length: PROJECTS_DELETED_MAX + 2 }, () => uuidv7());
  for (const id of ids) {
    await save(tomo, id, { "index.html": id }, 0);
    await remove(tomo, id);
  }
  expect(await db().project.count({ where: { ownerId: tomo.id } })).toBe(PROJECTS_DELETED_MAX);
  expect((await restore(tomo, ids[0]!)).status).toBe(404);
  expect((await restore(tomo, ids.at(-1)!)).status).toBe(204);
  expect((await read(tomo, ids.at(-1)!, { version: 2 ** 32 })).status).toBe(400);
});

describe("a save is refused", () => {
  const refused = async (change: object) => {
    const json = { ...bodyOf({ "index.html": "1" }, 0), ...change };
    const { status, body } = await call<Problem>(projectRoute.PUT, {
      as: mika,
      params: { id: uuidv7() },
      method: "PUT",
      json,
    });
    return `${status} ${body.code}`;
  };
  it("with paths, contents and sizes that cannot be", async () => {
    const file = (path: string) => [{ path, sha256: hash("1") }];
    for (const path of ["../a", "/a", "a//b", "a\\b", "a/", ""])
      expect(await refused({ files: file(path) }), path).toBe("400 validation_error");
    expect(await refused({ files: [...file("a"), ...file("a")] })).toBe("400 validation_error");
    expect(await refused({ files: [] })).toBe("400 validation_error");
    expect(await refused({ contents: { [hash("1")]: "Mg==" } })).toBe("400 validation_error");
    expect(await refused({ contents: {} })).toBe("412 precondition_failed");
    expect(await refused({ title: "x".repeat(61) })).toBe("400 validation_error");
    const large = await save(mika, uuidv7(), { "a.bin": Buffer.alloc(PROJECT_MAX_BYTES + 1) }, 0);
    expect(large).toMatchObject({ status: 413, body: { code: "quota_exceeded" } });
    // One large content that many paths name counts each time.
    const content = Buffer.alloc(1024 * 1024);
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.bin`, content]));
    expect((await save(mika, uuidv7(), many, 0)).status).toBe(413);
  });

  it("beyond the number of projects", async () => {
    const sora = await makePerson("sora");
    for (let n = 0; n < PROJECTS_MAX; n++) await save(sora, uuidv7(), { "index.html": String(n) }, 0);
    const id = uuidv7();
    expect(await save(sora, id, { "index.html": "one more" }, 0)).toMatchObject({
      status: 413,
      body: { message: `You can keep ${PROJECTS_MAX} projects.` },
    });
    await remove(sora, (await list(sora))[0]!.id);
    expect((await save(sora, id, { "index.html": "one more" }, 0)).status).toBe(200);
  });
});
