import { existsSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as cronRoute from "@/app/api/cron/[job]/route";
import * as partsRoute from "@/app/api/apps/uploads/[id]/route";
import { SCHEDULE } from "../../bin/launcher/cron.mjs";
import {
  CODE_KEPT_MS,
  EGRESS_RECORD_KEPT_MS,
  PARTIAL_UPLOAD_KEPT_MS,
  REFRESH_TOKEN_KEPT_MS,
  SESSION_KEPT_MS,
  UNUSED_MEDIA_KEPT_MS,
} from "@/lib/config/limits";
import { JOB_NAMES, type JobName, type JobResult } from "@/lib/jobs/contract";
import { fileStore } from "@/lib/files/file-store";
import { db } from "@/lib/db/client";
import { runJob } from "@/lib/jobs/jobs";
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
