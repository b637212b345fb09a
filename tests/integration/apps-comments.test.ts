import { beforeAll, describe, expect, it, vi } from "vitest";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as commentsRoute from "@/app/api/apps/[id]/comments/route";
import * as commentRoute from "@/app/api/apps/[id]/comments/[commentId]/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as notificationsRoute from "@/app/api/v1/notifications/route";
import * as reportsRoute from "@/app/api/v1/reports/route";
import type { App } from "@/lib/apps/contract";
import type { Comment } from "@/lib/posts/comment-contract";
import type { Page } from "@/lib/shared/contract";
import type { NotificationPage } from "@/lib/notifications/contract";
import { db } from "@/lib/db/client";
import { block } from "@/lib/people/follow-service";
import { makeApp, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let mika: TestPerson;
let ren: TestPerson;
let sora: TestPerson;
let app: App;

const say = (as: TestPerson | undefined, content: string, to = app) =>
  call<Comment & Problem>(commentsRoute.POST, { as, params: { id: to.id }, json: { content } });
const read = (as: TestPerson, query = {}, of = app) =>
  call<Page<Comment> & Problem>(commentsRoute.GET, { as, params: { id: of.id }, query });
const remove = (as: TestPerson, comment: Comment, of = app) =>
  call<Problem>(commentRoute.DELETE, {
    as,
    params: { id: of.id, commentId: comment.id },
    method: "DELETE",
  });
const told = async (as: TestPerson) =>
  (await call<NotificationPage>(notificationsRoute.GET, { as })).body.items;
const counted = async () =>
  (await call<App>(appRoute.GET, { as: mika, params: { id: app.id } })).body.counts.comments;
const report = (as: TestPerson, subjectType: string, subjectId: string) =>
  call(reportsRoute.POST, { as, json: { subjectType, subjectId, reason: "malware", note: "steals saves" } });

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren, sora] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("sora")]);
  app = await makeApp(mika, { name: "Talked about" }, { published: true });
});

describe("comments on an app", () => {
  it("are written, counted, read oldest first and by pages, and told to the owner and to who is named", async () => {
    const first = await say(ren, `Lovely, look @${sora.username}`);
    expect(first).toMatchObject({ status: 201, body: { appId: app.id, postId: null } });
    await say(mika, "Thank you");
    expect(await counted()).toBe(2);
    const page = (await read(ren, { limit: 1 })).body;
    expect(page.items).toMatchObject([{ content: `Lovely, look @${sora.username}` }]);
    expect((await read(ren, { after: page.nextCursor! })).body).toMatchObject({
      items: [{ content: "Thank you" }],
      nextCursor: null,
    });
    expect(await told(mika)).toMatchObject([
      { kind: "app_comment", app: { id: app.id }, comment: { id: first.body.id } },
    ]);
    expect(await told(sora)).toMatchObject([{ kind: "mention", app: { id: app.id }, post: null }]);
  });

  it("are taken back by who wrote them, and by nobody else", async () => {
    const { body: mine } = await say(ren, "Oops");
    expect((await remove(mika, mine)).status).toBe(403);
    const other = await makeApp(mika, { name: "Elsewhere" }, { published: true });
    expect((await remove(ren, mine, other)).status).toBe(404);
    const before = await counted();
    expect((await remove(ren, mine)).status).toBe(204);
    expect((await remove(ren, mine)).status).toBe(404);
    expect(await counted()).toBe(before - 1);
  });

  it("refuse what has no text or too much of it, and guests", async () => {
    expect((await say(ren, "  ")).status).toBe(400);
    expect((await say(ren, "x".repeat(100_000))).status).toBe(400);
    expect((await say(undefined, "hello")).status).toBe(401);
  });

  it("leave out people who do not meet", async () => {
    const aoi = await makePerson("aoi");
    await say(aoi, "I was here");
    await block({ actor: ren, userId: aoi.id });
    const contents = async (as: TestPerson) => (await read(as)).body.items.map(({ content }) => content);
    expect(await contents(ren)).not.toContain("I was here");
    expect(await contents(sora)).toContain("I was here");
    await block({ actor: mika, userId: aoi.id });
    expect((await say(aoi, "Me again")).status).toBe(403);
  });
});

describe("a report of an app", () => {
  it("is stored with its reason and what the app was, and a private app is not there to be reported", async () => {
    expect((await report(ren, "app", app.id)).status).toBeLessThan(300);
    const stored = await db().report.findFirst({
      where: { subjectId: app.id },
      select: { reason: true, note: true, context: true },
    });
    expect(stored).toMatchObject({
      reason: "malware",
      note: "steals saves",
      context: { name: "Talked about", currentVersion: { packageSha256: app.packageSha256 } },
    });
    const hidden = await makeApp(mika, { name: "Not to be seen" });
    expect((await report(ren, "app", hidden.id)).status).toBe(404);
  });
});

describe("a private app's comments", () => {
  it("are behind no address, in no notification and not to be reported", async () => {
    const { body: comment } = await say(ren, `Only for us @${sora.username}`);
    await call(publishRoute.PATCH, {
      as: mika,
      params: { id: app.id },
      json: { isPublic: false },
      method: "PATCH",
    });
    expect(await read(sora)).toMatchObject({ status: 404, body: { code: "unknown_app" } });
    expect(await say(sora, "Hello?")).toMatchObject({ status: 404, body: { code: "unknown_app" } });
    expect((await told(sora)).filter(({ app: about }) => about?.id === app.id)).toEqual([]);
    expect((await report(sora, "comment", comment.id)).status).toBe(404);
    expect((await read(mika)).body.items.at(-1)).toMatchObject({ id: comment.id });
    // One's own words can be taken back all the same.
    expect((await remove(ren, comment)).status).toBe(204);
  });
});
