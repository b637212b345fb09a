import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as exportsRoute from "@/app/api/v2/users/me/exports/route";
import * as exportRoute from "@/app/api/v2/users/me/exports/[id]/route";
import * as repliesRoute from "@/app/api/posts/[id]/replies/route";
import * as importRoute from "@/app/api/v2/users/me/imports/posts/route";
import * as importListsRoute from "@/app/api/v2/users/me/imports/lists/route";
import * as knownRoute from "@/app/api/v2/users/me/imports/known/route";
import * as notificationsRoute from "@/app/api/v1/notifications/route";
import { EXPORT_ALIVE_MS, EXPORT_ATTEMPTS, EXPORT_KEPT_MS, IMPORT_POSTS } from "@/lib/config/export-limits";
import { LIST_MEMBERS_MAX, RATE_LIMITS } from "@/lib/config/limits";
import { db } from "@/lib/db/client";
import type {
  ArchiveApp,
  ArchiveDraft,
  ArchiveHead,
  ArchivePost,
  ArchiveProject,
} from "@/lib/exports/archive-contract";
import type { Exports } from "@/lib/exports/contract";
import type { ImportListResponse } from "@/lib/people/list-contract";
import type { ImportPostsResponse, KnownPosts } from "@/lib/exports/import-contract";
import { fileStore } from "@/lib/files/file-store";
import { countJobs, workOffAll } from "@/lib/infra/queue";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { runJob } from "@/lib/jobs/jobs";
import type { NotificationPage } from "@/lib/notifications/contract";
import { openArchive } from "@/lib/package/archive";
import { block, follow } from "@/lib/people/follow-service";
import { getList, makeList, setMember } from "@/lib/people/list-service";
import { saveDraft } from "@/lib/posts/draft-service";
import { uploadMedia } from "@/lib/posts/media-service";
import { changeRecording, storeRecording } from "@/lib/posts/recording-service";
import { createPost, getPost } from "@/lib/posts/service";
import { saveProject } from "@/lib/projects/service";
import { makeApp, png, type Problem } from "../support/apps";
import { timeOfId } from "@/lib/shared/time-id";
import { call, makePerson, type TestPerson } from "../support/people";
import { settled } from "../support/settled";

vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let mika: TestPerson;
let ren: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
});

const start = (as: TestPerson) => call<Exports & Problem>(exportsRoute.POST, { as, method: "POST" });
const newest = async (as: TestPerson) => (await call<Exports>(exportsRoute.GET, { as })).body.items[0];
const ready = async (as: TestPerson) => {
  await expect.poll(async () => (await newest(as))?.status).toBe("ready");
  await settled("exports");
  return (await newest(as))!;
};
const fetchArchive = (as: TestPerson, id: string): Promise<Response> =>
  exportRoute.GET(
    new Request(`http://localhost:3000/api/v2/users/me/exports/${id}`, {
      headers: { authorization: `Bearer ${as.token}` },
    }),
    { params: Promise.resolve({ id }) },
  );

describe("an export", () => {
  it("has everything, readable and as JSON, is announced, and only its owner can download it", async () => {
    const picture = await uploadMedia({ actor: mika, bytes: await png(), alt: "a <red> square" });
    const post = (body: string, more: object = {}) =>
      createPost({ actor: mika, payload: { kind: "text", body, media: [], ...more } });
    for (let number = 0; number < 55; number++) await post(`post ${number}`);
    const { post: shown } = await post("<b>bold</b> & 日本語", { media: [{ id: picture.id }] });
    const reply = { kind: "text", body: "a reply", media: [] };
    await call(repliesRoute.POST, { as: mika, method: "POST", params: { id: shown.id }, json: reply });
    await follow({ actor: mika, userId: ren.id });
    const app = await makeApp(mika, { name: "Notes" });
    const list = await makeList({ actor: mika, name: "<Friends>" });
    await setMember({ actor: mika, listId: list.id, userId: ren.id, on: true });
    const drawn = await uploadMedia({ actor: mika, bytes: await png(), alt: "" });
    await saveDraft({
      actor: mika,
      id: randomUUID(),
      draft: {
        text: "a draft",
        media: [{ id: drawn.id, alt: "drawn" }],
        appId: null,
        options: {},
        revision: 0,
      },
    });
    const project = randomUUID();
    const page = "<p>mine</p>";
    const sha256 = createHash("sha256").update(page).digest("hex");
    await saveProject({
      actor: mika,
      id: project,
      byToken: false,
      change: {
        ...{ base: 0, name: "Mine", title: null, trusted: true, asVersion: false },
        files: [{ path: "index.html", sha256 }],
        contents: { [sha256]: Buffer.from(page).toString("base64") },
      },
    });

    expect(await start(mika)).toMatchObject({ status: 202, body: { items: [{ status: "waiting" }] } });
    expect((await start(mika)).status).toBeLessThan(300);
    const { id, bytes } = await ready(mika);

    const response = await fetchArchive(mika, id);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="gum-.*\.zip"$/);
    const content = new Uint8Array(await response.arrayBuffer());
    expect(content.length).toBe(bytes);
    expect(response.headers.get("content-length")).toBe(String(bytes));
    const archive = openArchive(content);
    const text = (path: string) => new TextDecoder().decode(archive.read(path));
    const json = <T>(path: string) => JSON.parse(text(path)) as T;

    const head = json<ArchiveHead>("data/export.json");
    expect(head).toMatchObject({ format: "gum-export", version: 1, leftOut: [] });
    for (const path of head.files) expect(json(path)).toBeDefined();
    const posts = head.files
      .filter((path) => /\/posts-\d+\.json$/.test(path))
      .flatMap((path) => json<ArchivePost[]>(path));
    expect(posts).toHaveLength(56);
    expect(posts[0]).toMatchObject({
      id: shown.id,
      createdAt: shown.createdAt,
      media: [{ alt: "a <red> square" }],
    });
    expect(archive.read(posts[0]!.media[0]!.file).length).toBeGreaterThan(50);
    expect(json<ArchivePost[]>("data/replies-1.json")).toMatchObject([
      { body: "a reply", parentId: shown.id },
    ]);
    expect(json("data/following-1.json")).toMatchObject([{ username: "ren" }]);
    const [exported] = json<ArchiveApp[]>("data/apps.json");
    expect(exported).toMatchObject({ id: app.id, name: "Notes" });
    expect(openArchive(archive.read(exported!.package!)).entries.has("manifest.json")).toBe(true);

    expect(json("data/people-lists.json")).toEqual([
      { id: list.id, name: "<Friends>", members: [{ id: ren.id, username: "ren" }] },
    ]);
    const [draft] = json<ArchiveDraft[]>("data/drafts.json");
    expect(draft).toMatchObject({ text: "a draft", scheduledAt: null, media: [{ alt: "drawn" }] });
    expect(archive.entries.has(draft!.media[0]!.file)).toBe(true);
    const [mine] = json<ArchiveProject[]>("data/projects.json");
    expect(mine).toMatchObject({ id: project, name: "Mine" });
    const files = openArchive(archive.read(mine!.file!));
    expect(new TextDecoder().decode(files.read("index.html"))).toBe(page);

    // Every link of a page leads to an entry or to the instance, and words are never markup.
    const pages = [...archive.entries.keys()].filter((path) => path.endsWith(".html"));
    expect(pages).toContain("pages/posts-2.html");
    for (const page of pages) {
      const base = new URL(page, "file:///");
      for (const [, target = ""] of text(page).matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (target.startsWith("http://localhost")) continue;
        expect(archive.entries.has(new URL(target, base).pathname.slice(1)), `${page}: ${target}`).toBe(true);
      }
    }
    expect(text("pages/posts-1.html")).toContain("&lt;b&gt;bold&lt;/b&gt; &amp; 日本語");
    expect(text("pages/posts-1.html")).not.toMatch(/<b>|<red>/);

    const { items } = (await call<NotificationPage>(notificationsRoute.GET, { as: mika })).body;
    expect(items).toMatchObject([{ kind: "export", actors: [] }]);

    expect((await fetchArchive(ren, id)).status).toBe(404);
    expect(await newest(ren)).toBeUndefined();
    expect(await start(mika)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  });

  it("has videos with poster and captions, which its pages play", async () => {
    const person = await makePerson("export-recordings");
    const bytes = readFileSync(new URL("../support/recordings/silent.webm", import.meta.url));
    const { id } = await storeRecording({
      actor: person,
      id: randomUUID(),
      bytes: new Uint8Array(bytes),
      poster: await png(64, 48),
      title: "<Waves>",
    });
    const captions = { text: "WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n", language: "en" };
    await changeRecording({ actor: person, id, change: { captions, loops: true } });
    const payload = { kind: "text" as const, body: "look", media: [{ id, alt: "the sea" }] };
    await createPost({ actor: person, payload });
    await start(person);
    const response = await fetchArchive(person, (await ready(person)).id);
    const archive = openArchive(new Uint8Array(await response.arrayBuffer()));
    const text = (path: string) => new TextDecoder().decode(archive.read(path));
    const [{ media }] = JSON.parse(text("data/posts-1.json")) as [ArchivePost];
    const { file, recording } = media[0]!;
    expect(recording).toMatchObject({ title: "<Waves>", loops: true, captions: { language: "en" } });
    expect(archive.read(file).length).toBeGreaterThan(1_000);
    expect(archive.read(recording!.poster!).length).toBeGreaterThan(50);
    expect(text(recording!.captions!.file)).toBe(captions.text);
    const page = text("pages/posts-1.html");
    expect(page).toContain(`<video controls preload="none" src="../${file}"`);
    expect(page).toContain("&lt;Waves&gt; · the sea");
  });

  it("is deleted with its files after a week", async () => {
    const { id } = await ready(mika);
    const { partKeys } = await db().export.findUniqueOrThrow({ where: { id }, select: { partKeys: true } });
    const ended = (ago: number) =>
      db().export.update({
        where: { id },
        data: { finishedAt: new Date(Date.now() - ago) },
        select: { id: true },
      });
    await ended(EXPORT_KEPT_MS - 60_000);
    expect((await runJob("exports")).done).toBe(0);
    await ended(EXPORT_KEPT_MS + 60_000);
    expect((await runJob("exports")).done).toBe(1);
    expect(partKeys.length).toBeGreaterThan(0);
    for (const key of partKeys) expect(await fileStore().has(key)).toBe(false);
    expect((await fetchArchive(mika, id)).status).toBe(404);
  });

  it("that fails waits for another attempt, and has failed after the last one", async () => {
    const owner = await makePerson("unlucky-exports");
    const queued = async () => (await countJobs()).find(({ queue }) => queue === "exports");
    const failedOnce = async () => {
      await start(owner);
      await expect
        .poll(() => db().$queryRaw`SELECT 1 FROM gum_queue.job WHERE name = 'exports' AND state = 'retry'`)
        .toHaveLength(1);
      expect(await newest(owner)).toMatchObject({ status: "waiting" });
    };
    const again = async () => {
      await db().$executeRaw`UPDATE gum_queue.job SET start_after = now() WHERE name = 'exports'`;
      await workOffAll("exports");
      await settled("exports");
    };
    const failing = async (work: () => Promise<void>) => {
      await db().$executeRaw`ALTER TABLE bookmarks RENAME TO bookmarks_away`;
      await work().finally(() => db().$executeRaw`ALTER TABLE bookmarks_away RENAME TO bookmarks`);
    };
    await failing(async () => {
      await failedOnce();
      for (let attempt = 2; attempt <= 3; attempt++) {
        expect(await queued()).toMatchObject({ queued: 1, dead: 0 });
        await again();
      }
    });
    expect(await queued()).toMatchObject({ queued: 0, dead: 1 });
    expect(await newest(owner)).toMatchObject({ status: "failed" });

    // Asked for again, it is made at the second attempt.
    await failing(failedOnce);
    await again();
    expect(await newest(owner)).toMatchObject({ status: "ready" });
  });

  it("that has no job is queued by the cron job; one that never ends has failed, and can be asked for again", async () => {
    const left = (attempts: number, aliveAt: Date | null = null) =>
      db().export.updateMany({
        where: { userId: ren.id },
        data: { status: "running", attempts, aliveAt, finishedAt: null, createdAt: new Date(0) },
      });
    await start(ren);
    const { id } = await ready(ren);
    // For the release before, which has no jobs and takes over what has not been alive of late.
    const { aliveAt } = await db().export.findUniqueOrThrow({ where: { id }, select: { aliveAt: true } });
    expect(Date.now() - aliveAt!.getTime()).toBeLessThan(EXPORT_ALIVE_MS);
    await left(1, new Date());
    expect((await runJob("exports")).done).toBe(0);
    await left(1);
    expect((await runJob("exports")).done).toBe(1);
    await ready(ren);
    await left(EXPORT_ATTEMPTS);
    expect((await runJob("exports")).done).toBe(1);
    expect((await newest(ren))?.status).toBe("failed");
    expect((await start(ren)).status).toBe(202);
    await ready(ren);
  });
});

describe("an import", () => {
  const ID = (number: number) => `0190a0a0-0000-7000-8000-00000000000${number}`;
  const post = (number: number, more: object = {}) => ({
    id: ID(number),
    createdAt: "2025-03-04T05:06:07.000Z",
    body: `imported ${number}`,
    ...more,
  });
  const take = (as: TestPerson, posts: object[]) =>
    call<ImportPostsResponse & Problem>(importRoute.POST, { as, method: "POST", json: { posts } });

  it("takes posts in with their dates, once, and tells nobody", async () => {
    const aoi = await makePerson("aoi");
    await follow({ actor: ren, userId: aoi.id });
    const { body } = await take(aoi, [post(1, { body: "hello @ren" }), post(2)]);
    expect(body.items).toMatchObject([{ isNew: true }, { isNew: true }]);
    const root = body.items[0]!.postId!;
    const again = await take(aoi, [post(1), post(3, { replyTo: root }), post(4, { quote: root })]);
    expect(again.body.items).toMatchObject([
      { id: ID(1), postId: root, isNew: false },
      { isNew: true },
      { isNew: true },
    ]);
    const rows = await db().post.findMany({
      where: { authorId: aoi.id },
      orderBy: { id: "asc" },
      select: { id: true, createdAt: true, parentId: true, commentsCount: true },
    });
    expect(rows).toHaveLength(4);
    const shown = await getPost({ viewer: ren, id: root });
    expect(Date.now() - Date.parse(shown.importedAt!)).toBeLessThan(60_000);
    const { post: written } = await createPost({
      actor: aoi,
      payload: { kind: "text", body: "now", media: [] },
    });
    expect(written).not.toHaveProperty("importedAt");
    for (const { createdAt } of rows) expect(createdAt.toISOString()).toBe("2025-03-04T05:06:07.000Z");
    expect(rows.find(({ id }) => id === root)).toMatchObject({ commentsCount: 1 });
    expect(timeOfId(root)?.getUTCFullYear()).toBe(2025);
    expect(await db().notification.count({ where: { actorId: aoi.id, kind: { not: "follow" } } })).toBe(0);
    const known = await call<KnownPosts>(knownRoute.POST, {
      as: aoi,
      method: "POST",
      json: { ids: [ID(1), ID(9)] },
    });
    expect(known.body.items).toEqual([{ id: ID(1), postId: root }]);
    expect(
      (await call<KnownPosts>(knownRoute.POST, { as: ren, method: "POST", json: { ids: [ID(1)] } })).body
        .items,
    ).toEqual([]);
  });

  it("refuses one bad post and takes the others; dates of the future and too many are refused whole", async () => {
    const yui = await makePerson("yui");
    const { body } = await take(yui, [post(1, { body: " " }), post(2, { replyTo: ID(8) }), post(3)]);
    expect(body.items).toMatchObject([
      { postId: null, problem: "validation_error" },
      { postId: null, problem: "not_found" },
      { isNew: true },
    ]);
    for (const createdAt of ["2999-01-01T00:00:00.000Z", "1999-01-01T00:00:00.000Z", "yesterday"])
      expect((await take(yui, [post(5, { createdAt })])).status).toBe(400);
    expect(
      (
        await take(
          yui,
          Array.from({ length: IMPORT_POSTS + 1 }, () => post(6)),
        )
      ).status,
    ).toBe(400);
    await db().user.update({
      where: { id: yui.id },
      data: { limitedUntil: new Date(Date.now() + 60_000) },
      select: { id: true },
    });
    expect((await take(yui, [post(7)])).status).toBe(403);
  });

  it("is no way around the limits of posts, nor into other people's threads", async () => {
    const [kaz, other] = await Promise.all([makePerson("kaz"), makePerson("other")]);
    const { post: theirs } = await createPost({
      actor: other,
      payload: { kind: "text", body: "mine", media: [] },
    });
    await consumeLimit("posts", kaz.id, { points: RATE_LIMITS.posts.points * 1_000 });
    const createdAt = new Date(Date.now() - 60_000).toISOString();
    const { body } = await take(kaz, [
      post(1, { replyTo: theirs.id }),
      post(2, { quote: theirs.id }),
      post(3, { createdAt }),
      post(4),
    ]);
    expect(body.items.map(({ problem }) => problem)).toEqual([
      "not_found",
      "not_found",
      "rate_limited",
      null,
    ]);
    await consumeLimit("importedPosts", kaz.id, { points: RATE_LIMITS.importedPosts.points * 1_000 - 5 });
    expect((await take(kaz, [post(5), post(6)])).status).toBe(429);
  });

  it("fills lists with those of their people who are here, once", async () => {
    const sora = await makePerson("sora");
    const fill = (name: string, members: string[]) =>
      call<ImportListResponse & Problem>(importListsRoute.POST, {
        as: sora,
        method: "POST",
        json: { name, members },
      });
    const members = [ren.id, mika.id, ID(8)];
    expect((await fill("Friends", members)).body).toEqual({ isNew: true, missing: 1 });
    expect((await fill("Friends", members)).body).toEqual({ isNew: false, missing: 1 });
    const [list] = await db().peopleList.findMany({ where: { ownerId: sora.id }, select: { id: true } });
    expect(await getList({ viewer: sora, id: list!.id })).toMatchObject({ name: "Friends", members: 2 });
    await block({ actor: ren, userId: sora.id });
    expect((await fill("Others", [ren.id])).body).toEqual({ isNew: true, missing: 1 });
    const many = Array.from({ length: LIST_MEMBERS_MAX + 1 }, () => randomUUID());
    expect((await fill("Many", many)).status).toBe(400);
    expect((await fill(" ", [])).status).toBe(400);
  });
});
