import { existsSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as cronRoute from "@/app/api/cron/[job]/route";
import * as partsRoute from "@/app/api/apps/uploads/[id]/route";
import * as searchRoute from "@/app/api/v1/search/route";
import { SCHEDULE } from "../../bin/launcher/cron.mjs";
import {
  CODE_KEPT_MS,
  EGRESS_RECORD_KEPT_MS,
  NEWEST_VERSIONS_KEPT,
  NOTIFICATION_KEPT_MS,
  OLD_VERSION_KEPT_MS,
  PARTIAL_UPLOAD_KEPT_MS,
  REFRESH_TOKEN_KEPT_MS,
  SESSION_KEPT_MS,
  UNUSED_MEDIA_KEPT_MS,
} from "@/lib/config/limits";
import { JOB_NAMES, type JobName, type JobResult } from "@/lib/jobs/contract";
import { fileStore } from "@/lib/files/file-store";
import { db } from "@/lib/db/client";
import { runJob } from "@/lib/jobs/jobs";
import { scheduleQueue, workOffAll } from "@/lib/jobs/schedule";
import { addComment } from "@/lib/posts/comment-service";
import { writeTerms } from "@/lib/posts/search-repository";
import { indexUnindexedPosts } from "@/lib/posts/search-service";
import { createPost } from "@/lib/posts/service";
import type { Page } from "@/lib/shared/contract";
import { idAt } from "@/lib/shared/time-id";
import { uploadMedia } from "@/lib/posts/media-service";
import { makeApp, png, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

const CRON_SECRET = "a-cron-secret-for-tests";
let mika: TestPerson;
let ren: TestPerson;

beforeAll(async () => {
  Object.assign(process.env, { RATE_LIMIT_SCALE: "1000", CRON_SECRET });
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
});

/** A time so long ago, one minute more or one less. */
const before = (ms: number) => new Date(Date.now() - ms - 60_000);
const within = (ms: number) => new Date(Date.now() - ms + 60_000);

/** Runs a job twice: the second run finds nothing. */
async function done(job: JobName): Promise<number> {
  const { done: count } = await runJob(job);
  expect(await runJob(job)).toMatchObject({ job, done: 0 });
  return count;
}

describe("/api/cron/{job}", () => {
  const cron = (job: string, secret?: string, method: "GET" | "POST" = "GET") =>
    call<JobResult & Problem>(cronRoute[method], {
      params: { job },
      method,
      headers: secret === undefined ? {} : { authorization: secret },
    });

  it("runs a job for whoever has the secret, by GET and POST", async () => {
    for (const method of ["GET", "POST"] as const) {
      const answer = await cron("codes", `Bearer ${CRON_SECRET}`, method);
      expect(answer).toMatchObject({ status: 200, body: { job: "codes", done: 0 } });
      expect(answer.body.ms).toBeGreaterThanOrEqual(0);
    }
    expect(await cron("all", `Bearer ${CRON_SECRET}`)).toMatchObject({ status: 200, body: { job: "all" } });
  });

  it("runs nothing for anybody else, and knows no other jobs", async () => {
    for (const secret of [
      undefined,
      "",
      CRON_SECRET,
      "Bearer ",
      `Bearer ${CRON_SECRET}x`,
      `Bearer ${mika.token}`,
    ]) {
      expect((await cron("codes", secret)).status).toBe(401);
    }
    expect((await cron("everything", `Bearer ${CRON_SECRET}`)).status).toBe(404);
  });

  it("leaves a job to the process that is running it", async () => {
    let end!: () => void;
    let elsewhere!: Promise<void | undefined>;
    await new Promise<void>((running) => {
      elsewhere = scheduleQueue.runAlone("codes", { job: "codes" }, () => {
        running();
        return new Promise<void>((resolve) => (end = resolve));
      });
    });
    expect((await cron("codes", `Bearer ${CRON_SECRET}`)).body).toEqual({
      job: "codes",
      done: 0,
      ms: 0,
      isElsewhere: true,
    });
    expect((await cron("sessions", `Bearer ${CRON_SECRET}`)).body.isElsewhere).toBeUndefined();
    end();
    await elsewhere;
    expect((await cron("codes", `Bearer ${CRON_SECRET}`)).body.isElsewhere).toBeUndefined();
  });

  it("tries a job again that has failed", async () => {
    const failing = scheduleQueue.runAlone("codes", { job: "codes" }, () =>
      Promise.reject(new Error("not today")),
    );
    await expect(failing).rejects.toThrow("not today");
    const left = () => db().$queryRaw<{ state: string; data: { job: string } }[]>`
      SELECT state::text, data FROM gum_queue.job WHERE name = 'schedule'`;
    expect(await left()).toEqual([{ state: "retry", data: { job: "codes" } }]);
    await db().$executeRaw`UPDATE gum_queue.job SET start_after = now() WHERE name = 'schedule'`;
    expect(await workOffAll("schedule")).toBe(1);
    expect(await left()).toEqual([]);
  });

  it("runs no attempt that a later run has replaced", async () => {
    const fail = () => Promise.reject(new Error("not today"));
    for (let minute = 0; minute < 3; minute++)
      await expect(scheduleQueue.runAlone("codes", { job: "codes" }, fail)).rejects.toThrow("not today");
    expect((await cron("codes", `Bearer ${CRON_SECRET}`)).body).toMatchObject({ job: "codes", done: 0 });
    expect(await db().$queryRaw`SELECT id FROM gum_queue.job WHERE name LIKE 'schedule%'`).toEqual([]);
  });

  it("is called by the launcher for every job", () => {
    expect(Object.keys(SCHEDULE).sort()).toEqual([...JOB_NAMES].sort());
  });
});

describe("jobs", () => {
  it("sessions, refresh-tokens: removes what ended long enough ago, and no used token of a live session", async () => {
    const session = (times: { expiresAt: Date; revokedAt?: Date }) =>
      db().session.create({
        data: { id: uuidv7(), userId: mika.id, kind: "api", ...times },
        select: { id: true },
      });
    const later = new Date(Date.now() + 60_000);
    const gone = [
      await session({ expiresAt: before(SESSION_KEPT_MS) }),
      await session({ expiresAt: later, revokedAt: before(SESSION_KEPT_MS) }),
    ];
    const live = await session({ expiresAt: later });
    const kept = [live, await session({ expiresAt: within(SESSION_KEPT_MS) })];
    const token = (expiresAt: Date) =>
      db().refreshToken.create({
        data: { id: uuidv7(), sessionId: live.id, tokenHash: uuidv7(), expiresAt, usedAt: new Date() },
        select: { id: true },
      });
    const expired = await token(before(REFRESH_TOKEN_KEPT_MS));
    const used = await token(later);

    expect(await done("sessions")).toBe(2);
    expect(await db().session.count({ where: { id: { in: gone.map(({ id }) => id) } } })).toBe(0);
    expect(await db().session.count({ where: { id: { in: kept.map(({ id }) => id) } } })).toBe(2);
    expect(await done("refresh-tokens")).toBe(1);
    const tokens = await db().refreshToken.findMany({ where: { id: { in: [expired.id, used.id] } } });
    expect(tokens.map(({ id }) => id)).toEqual([used.id]);
  });

  it("codes: removes spent ones, and authenticator apps that were never confirmed", async () => {
    const code = (times: { expiresAt: Date; usedAt?: Date }) =>
      db().oneTimeCode.create({
        data: {
          id: uuidv7(),
          userId: mika.id,
          purpose: "sign_in",
          email: "mika@gum.test",
          codeHash: "",
          tokenHash: uuidv7(),
          ...times,
        },
      });
    const later = new Date(Date.now() + 60_000);
    await code({ expiresAt: before(CODE_KEPT_MS) });
    await code({ expiresAt: later, usedAt: before(CODE_KEPT_MS) });
    await code({ expiresAt: within(CODE_KEPT_MS) });
    await code({ expiresAt: later });
    const createdAt = before(CODE_KEPT_MS);
    await db().totpFactor.create({ data: { id: uuidv7(), userId: mika.id, secret: "", createdAt } });
    await db().totpFactor.create({
      data: { id: uuidv7(), userId: ren.id, secret: "", createdAt, confirmedAt: createdAt },
    });

    expect(await done("codes")).toBe(3);
    expect(await db().oneTimeCode.count({ where: { userId: mika.id } })).toBe(2);
    expect(await db().totpFactor.findMany({ select: { userId: true } })).toEqual([{ userId: ren.id }]);
  });

  it("egress-records: keeps the ledger of the last months", async () => {
    const app = await makeApp(mika, { name: "Caller" });
    for (const createdAt of [before(EGRESS_RECORD_KEPT_MS), within(EGRESS_RECORD_KEPT_MS)]) {
      await db().egressCall.create({
        data: {
          id: uuidv7(),
          userId: mika.id,
          appId: app.id,
          runId: uuidv7(),
          requestId: "1",
          host: "gum.test",
          method: "GET",
          createdAt,
        },
      });
    }
    expect(await done("egress-records")).toBe(1);
    expect(await db().egressCall.count({ where: { appId: app.id } })).toBe(1);
  });

  it("partial-uploads: removes old ones with their parts, and files of cut-off writes", async () => {
    const begin = async () => {
      const id = uuidv7();
      await call(partsRoute.PUT, { as: mika, params: { id }, json: { bytes: 100 }, method: "PUT" });
      const form = new FormData();
      form.set("part", new File([new Uint8Array(10)], "part"));
      await call(partsRoute.PATCH, { as: mika, params: { id }, query: { offset: 0 }, form, method: "PATCH" });
      return db().partialUpload.findUniqueOrThrow({ where: { id } });
    };
    const [old, young] = [await begin(), await begin()];
    await db().partialUpload.update({
      where: { id: old.id },
      data: { createdAt: before(PARTIAL_UPLOAD_KEPT_MS) },
    });
    const media = path.join(process.env.VAR_DIR!, "files", "left-behind.webp.part");
    const fresh = path.join(process.env.VAR_DIR!, "files", "being-written.webp.part");
    for (const file of [media, fresh]) writeFileSync(file, "");
    utimesSync(media, before(PARTIAL_UPLOAD_KEPT_MS), before(PARTIAL_UPLOAD_KEPT_MS));

    expect(await done("partial-uploads")).toBe(2);
    expect(await db().partialUpload.count({ where: { ownerId: mika.id } })).toBe(1);
    expect(await fileStore().get(old.partKeys[0]!)).toBeNull();
    expect(await fileStore().get(young.partKeys[0]!)).not.toBeNull();
    expect([existsSync(media), existsSync(fresh)]).toEqual([false, true]);
  });

  it("unused-media: removes pictures of nobody's post, with their files", async () => {
    const bytes = await png();
    const [old, young, posted] = [
      await uploadMedia({ actor: mika, bytes }),
      await uploadMedia({ actor: ren, bytes }),
      await uploadMedia({ actor: mika, bytes }),
    ];
    const post = await db().post.create({
      data: { id: uuidv7(), authorId: mika.id, body: "", render: {} },
      select: { id: true },
    });
    const createdAt = before(UNUSED_MEDIA_KEPT_MS);
    await db().media.update({ where: { id: posted.id }, data: { postId: post.id, createdAt } });
    const { fileKey } = await db().media.update({ where: { id: old.id }, data: { createdAt } });

    expect(await done("unused-media")).toBe(1);
    expect(await fileStore().get(fileKey)).toBeNull();
    const left = await db().media.findMany({ select: { id: true } });
    expect(left.map(({ id }) => id).sort()).toEqual([young.id, posted.id].sort());
  });

  it("notifications: removes old ones", async () => {
    const notify = (at: Date) => {
      const id = idAt(at);
      const data = {
        id,
        userId: mika.id,
        actorId: ren.id,
        kind: "follow" as const,
        dedupeKey: id,
        createdAt: at,
      };
      return db().notification.create({ data, select: { id: true } });
    };
    await notify(before(NOTIFICATION_KEPT_MS));
    const young = await notify(within(NOTIFICATION_KEPT_MS));
    expect(await done("notifications")).toBe(1);
    expect(await db().notification.findMany({ where: { userId: mika.id }, select: { id: true } })).toEqual([
      young,
    ]);
  });

  it("post-search: makes what were comments once searchable, as often as it takes, and not what is edited meanwhile", async () => {
    const post = (body: string) =>
      createPost({ actor: mika, payload: { kind: "text", body, media: [] } }).then((made) => made.post);
    await runJob("post-search");
    const parent = await post("a post with comments");
    const bodies = [
      "An Old Remark",
      "昔のコメントです",
      "🎉🎉",
      ...Array.from({ length: 3 }, (_, n) => `said ${n}`),
    ];
    const ids: string[] = [];
    for (const content of bodies)
      ids.push((await addComment({ actor: ren, subject: { type: "post", id: parent.id }, content })).id);
    // As the migration of comments left them.
    await db().$executeRaw`UPDATE posts SET search = ''::tsvector WHERE id = ANY (${ids}::uuid[])`;
    const found = async (q: string) =>
      (
        await call<Page<{ body: string }>>(searchRoute.GET, { as: mika, query: { q, type: "posts" } })
      ).body.items.map(({ body }) => body);
    expect(await found("remark")).toEqual([]);
    expect(await indexUnindexedPosts(2)).toBe(2);
    expect(await found("said")).toEqual([]);
    // The rest, and none twice: a text without words counts as indexed, too.
    expect(await done("post-search")).toBe(bodies.length - 2);
    expect(await found("old rem")).toEqual(["An Old Remark"]);
    expect(await found("コメント")).toEqual(["昔のコメントです"]);
    expect((await found("said")).sort()).toEqual(["said 0", "said 1", "said 2"]);
    expect(await found("-")).toEqual([]);

    const [edited = ""] = ids;
    await db().$executeRaw`UPDATE posts SET search = ''::tsvector WHERE id = ${edited}::uuid`;
    expect(await writeTerms([{ id: edited, body: "what it said before", terms: ["before"] }])).toBe(0);
    expect(await done("post-search")).toBe(1);
    expect(await found("before")).toEqual([]);
  });

  it("old-versions: removes those that nobody runs, but for the newest, with their packages", async () => {
    const app = await makeApp(mika, { name: "Often renewed" });
    const at = before(OLD_VERSION_KEPT_MS).getTime();
    const stored = async (n: number) => {
      const sha256 = n.toString(16).padStart(64, "0");
      await fileStore().put(`packages/${sha256}.gum`, new Uint8Array([n]));
      const createdAt = new Date(at - 1_000_000 + n * 1_000);
      const facts = { appId: app.id, version: `0.0.${n}`, packageBytes: 1, manifest: {} };
      await db().appVersion.create({
        data: { ...facts, id: idAt(createdAt), packageSha256: sha256, createdAt },
      });
      return `packages/${sha256}.gum`;
    };
    const files: string[] = [];
    for (let n = 1; n <= NEWEST_VERSIONS_KEPT + 3; n++) files.push(await stored(n));
    // By the counter of people who run the app, too.
    await db().appRun.create({ data: { userId: ren.id, appId: app.id, version: "0.0.2" } });
    await db().app.update({ where: { id: app.id }, data: { usersCount: 1, runsCount: 1, popularity: 1 } });
    // The current one is the newest: nine of these belong to the ten, and somebody runs the second.
    expect(await done("old-versions")).toBe(3);
    const left = await db().appVersion.findMany({ where: { appId: app.id }, select: { version: true } });
    const gone = ["0.0.1", "0.0.3", "0.0.4"];
    expect(left.filter(({ version }) => gone.includes(version))).toEqual([]);
    expect(left).toHaveLength(NEWEST_VERSIONS_KEPT + 1);
    expect(await Promise.all(files.slice(0, 4).map((key) => fileStore().has(key)))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it("counters: corrects those that drifted, and leaves right ones alone", async () => {
    const app = await makeApp(mika, { name: "Counted" }, { published: true });
    await db().post.deleteMany();
    const post = await db().post.create({
      data: { id: uuidv7(), authorId: mika.id, body: "", render: {}, likesCount: 7 },
      select: { id: true },
    });
    await db().like.create({ data: { userId: ren.id, postId: post.id } });
    await db().post.create({
      data: { id: uuidv7(), authorId: ren.id, body: "x", render: {}, parentId: post.id, rootId: post.id },
    });
    await db().follow.create({ data: { followerId: ren.id, followeeId: mika.id } });
    await db().appLike.create({ data: { userId: ren.id, appId: app.id } });
    await db().appRun.create({ data: { userId: ren.id, appId: app.id, runs: 4 } });

    expect(await done("counters")).toBe(4);
    expect(await db().post.findUnique({ where: { id: post.id } })).toMatchObject({
      likesCount: 1,
      commentsCount: 1,
    });
    expect(await db().user.findUnique({ where: { id: mika.id } })).toMatchObject({
      postsCount: 1,
      followersCount: 1,
      followingCount: 0,
      appsCount: 1,
    });
    expect(await db().user.findUnique({ where: { id: ren.id } })).toMatchObject({ followingCount: 1 });
    expect(await db().app.findUnique({ where: { id: app.id } })).toMatchObject({
      likesCount: 1,
      usersCount: 1,
      runsCount: 4,
      popularity: 4,
    });
  });
});
