import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as restoreRoute from "@/app/api/apps/[id]/restore/route";
import * as caseRoute from "@/app/api/v1/moderation/cases/[type]/[id]/route";
import * as answerRoute from "@/app/api/v1/moderation/decisions/[id]/answer/route";
import * as undoRoute from "@/app/api/v1/moderation/decisions/[id]/undo/route";
import * as appealRoute from "@/app/api/v1/notices/[id]/appeal/route";
import { deleteApp } from "@/lib/apps/publish-service";
import { db } from "@/lib/db/client";
import { runJob } from "@/lib/jobs/jobs";
import { isHostBlocked } from "@/lib/moderation/standing-repository";
import type { ActBody, ActResponse } from "@/lib/moderation/queue-contract";
import { addComment } from "@/lib/posts/comment-service";
import { react } from "@/lib/posts/reaction-service";
import { createPost } from "@/lib/posts/service";
import { makeApp, makePackage, upload } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

/** What has changed between a decision and its undoing. */

let mod: TestPerson;
let author: TestPerson;
let owner: TestPerson;

beforeAll(async () => {
  [mod, author, owner] = await Promise.all([
    makePerson("undo_mod"),
    makePerson("undo_author"),
    makePerson("undo_owner"),
  ]);
  await db().user.update({ where: { id: mod.id }, data: { role: "moderator" } });
});

const act = async (type: string, id: string, json: ActBody) => {
  const { status, body } = await call<ActResponse>(caseRoute.POST, { as: mod, params: { type, id }, json });
  expect(status).toBe(200);
  return body.decisionId!;
};
const undo = (id: string) =>
  call<{ code?: string; message?: string }>(undoRoute.POST, { as: mod, params: { id }, method: "POST" });
const undone = async (id: string) => expect((await undo(id)).status).toBe(204);
const isUndone = async (id: string) =>
  (await db().decision.findUniqueOrThrow({ where: { id } })).undoneAt !== null;
const isKept = async (decisionId: string) => (await db().removal.count({ where: { decisionId } })) === 1;
const purgeApp = async (person: TestPerson, id: string) => {
  await deleteApp({ viewer: person, id });
  await runJob("deleted-apps", new Date(Date.now() + 2 * 3_600_000));
  expect(await db().app.count({ where: { id } })).toBe(0);
};

describe("a post that comes back", () => {
  it("does so without its app, if that is gone", async () => {
    const app = await makeApp(owner, { name: "Shown in a post" }, { published: true });
    const payload = { kind: "text" as const, body: "play", appRef: { appId: app.id }, media: [] };
    const { post } = await createPost({ actor: author, payload });
    await react({ actor: owner, postId: post.id, kind: "like", on: true });
    const decision = await act("post", post.id, { action: "hide" });
    await purgeApp(owner, app.id);
    await undone(decision);
    expect(await db().post.findUnique({ where: { id: post.id } })).toMatchObject({
      body: "play",
      appId: null,
    });
    expect(await db().like.count({ where: { postId: post.id } })).toBe(1);
  });

  it("has the default of a column that is younger than its removal", async () => {
    const payload = { kind: "text" as const, body: "old", media: [] };
    const { post } = await createPost({ actor: author, payload });
    const decision = await act("post", post.id, { action: "remove" });
    await db()
      .$executeRaw`UPDATE removals SET rows = rows #- '{0,rows,0,sensitive}' WHERE decision_id = ${decision}::uuid`;
    await undone(decision);
    expect(await db().post.findUnique({ where: { id: post.id } })).toMatchObject({ sensitive: false });
  });

  it("stays removed and restorable while another has its place", async () => {
    const payload = { kind: "text" as const, body: "sent twice", media: [], clientKey: randomUUID() };
    const { post } = await createPost({ actor: author, payload });
    const decision = await act("post", post.id, { action: "hide" });
    const appeal = { as: author, params: { id: decision }, json: { text: "Why?" } };
    expect((await call(appealRoute.POST, appeal)).status).toBe(204);
    const { post: second } = await createPost({ actor: author, payload });
    expect(await undo(decision)).toMatchObject({
      status: 409,
      body: { code: "conflict", message: expect.stringContaining("cannot be restored") },
    });
    const answer = () =>
      call(answerRoute.POST, {
        as: mod,
        params: { id: decision },
        json: { undo: true, text: "You are right." },
      });
    expect((await answer()).status).toBe(409);
    expect([await isUndone(decision), await isKept(decision)]).toEqual([false, true]);
    await db().post.delete({ where: { id: second.id } });
    expect((await answer()).status).toBe(204);
    expect(await db().post.count({ where: { id: post.id } })).toBe(1);
  });
});

describe("a comment or a version that no longer fits", () => {
  it("is not reported as restored", async () => {
    const app = await makeApp(owner, { name: "Soon gone" }, { published: true });
    const comment = await addComment({
      actor: author,
      subject: { type: "app", id: app.id },
      content: "rude",
    });
    const hidden = await act("comment", comment.id, { action: "hide" });
    await purgeApp(owner, app.id);
    expect((await undo(hidden)).status).toBe(409);
    expect([await isUndone(hidden), await isKept(hidden)]).toEqual([false, true]);

    const maker = await makePerson("undo_maker");
    const steps = await makeApp(maker, { name: "Steps", version: "1.0.0" });
    const release = async (version: string, files = {}) =>
      upload(maker, {
        gumFile: await makePackage({ name: "Steps", version }, files),
        metadata: { appId: steps.id },
      });
    await release("2.0.0");
    const removed = await act("app", steps.id, { action: "remove_version" });
    expect((await release("2.0.0", { "better.txt": "better" })).status).toBeLessThan(300);
    expect((await undo(removed)).status).toBe(409);
    expect([await isUndone(removed), await isKept(removed)]).toEqual([false, true]);
  });
});

describe("an app with several decisions", () => {
  const published = (name: string, hosts: string[] = []) =>
    makeApp(
      owner,
      { name, ...(hosts.length > 0 && { network: { hosts, reason: "data" } }) },
      { published: true },
    );
  const statusFor = async (as: TestPerson, id: string) =>
    (await call(appRoute.GET, { as, params: { id } })).status;
  const seen = async (id: string) => [await statusFor(owner, id), await statusFor(author, id)];

  it("is held until the last is undone", async () => {
    const app = await published("Hidden and removed");
    const hidden = await act("app", app.id, { action: "hide" });
    const removed = await act("app", app.id, { action: "remove" });
    await undone(hidden);
    expect(await seen(app.id)).toEqual([404, 404]);
    await undone(removed);
    expect(await seen(app.id)).toEqual([200, 200]);
    expect((await undo(removed)).status).toBe(409);
  });

  it("is its owner's again, but nobody else's, while it is only hidden", async () => {
    const app = await published("Removed and hidden");
    const hidden = await act("app", app.id, { action: "hide" });
    await undone(await act("app", app.id, { action: "remove" }));
    expect(await seen(app.id)).toEqual([200, 404]);
    await undone(hidden);
    expect(await seen(app.id)).toEqual([200, 200]);
  });

  it("stays deleted, if its owner deleted it, who can restore it", async () => {
    const app = await published("Hidden and deleted");
    const count = async () => (await db().user.findUniqueOrThrow({ where: { id: owner.id } })).appsCount;
    const before = await count();
    const hidden = await act("app", app.id, { action: "hide" });
    await deleteApp({ viewer: owner, id: app.id });
    await undone(hidden);
    expect(await seen(app.id)).toEqual([404, 404]);
    expect(await count()).toBe(before - 1);
    const restore = await call(restoreRoute.POST, { as: owner, params: { id: app.id }, method: "POST" });
    expect(restore.status).toBe(200);
    expect(await seen(app.id)).toEqual([200, 200]);
    expect(await count()).toBe(before);
  });

  it("keeps what they block until the last is undone, in any order and about any app", async () => {
    const host = "collector.example.com";
    const [one, other] = [await published("First", [host]), await published("Second", [host])];
    const block = (id: string) => act("app", id, { action: "hide", blockHosts: true });
    const decisions = [await block(one.id), await block(one.id), await block(other.id)];
    for (const decision of decisions) {
      expect(await isHostBlocked(host)).toBe(true);
      await undone(decision);
    }
    expect(await isHostBlocked(host)).toBe(false);

    const blocking = await block(one.id);
    const plain = await act("app", one.id, { action: "hide" });
    const removed = await act("app", one.id, { action: "remove", blockHosts: true });
    await undone(plain);
    await undone(removed);
    expect(await isHostBlocked(host)).toBe(true);
    await act("app", one.id, { action: "hide" });
    await undone(blocking);
    expect(await isHostBlocked(host)).toBe(false);
  });

  it("does not unblock what was blocked otherwise", async () => {
    const host = "known.example.com";
    await db().blockedHost.create({ data: { host } });
    const app = await published("Third", [host]);
    await undone(await act("app", app.id, { action: "hide", blockHosts: true }));
    expect(await isHostBlocked(host)).toBe(true);
  });
});
