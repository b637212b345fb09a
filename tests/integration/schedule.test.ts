import { beforeAll, expect, it } from "vitest";
import * as draftRoute from "@/app/api/v1/drafts/[id]/route";
import * as publishRoute from "@/app/api/v1/drafts/[id]/publish/route";
import * as scheduleRoute from "@/app/api/v1/drafts/[id]/schedule/route";
import * as drafts from "@/app/api/v1/drafts/route";
import * as notifications from "@/app/api/v1/notifications/route";
import { RATE_LIMITS } from "@/lib/config/limits";
import { db } from "@/lib/db/client";
import { consumeLimit, resetLimit } from "@/lib/infra/rate-limiter";
import { runJob } from "@/lib/jobs/jobs";
import type { NotificationPage } from "@/lib/notifications/contract";
import type { Post } from "@/lib/posts/contract";
import type { Draft } from "@/lib/posts/draft-contract";
import { createPost, deletePost } from "@/lib/posts/service";
import { block } from "@/lib/people/follow-service";
import { makeApp } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

const HOUR_MS = 3_600_000;
let me: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  me = await makePerson("me-schedule");
});

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const schedule = (id: string, at: Date, as = me) =>
  call<Draft>(scheduleRoute.PUT, { as, params: { id }, json: { at: at.toISOString() }, method: "PUT" });
const list = async (as = me) => (await call<{ items: Draft[] }>(drafts.GET, { as })).body.items;
const posts = (as = me) =>
  db().post.findMany({ where: { authorId: as.id }, select: { body: true }, orderBy: { id: "asc" } });
const notices = async (as: TestPerson) =>
  (await call<NotificationPage>(notifications.GET, { as })).body.items.filter(
    ({ kind }) => kind === "schedule",
  );

async function write(text: string, more: object = {}, as = me): Promise<string> {
  const id = crypto.randomUUID();
  const json = { text, media: [], appId: null, options: {}, ...more, revision: 0 };
  expect((await call(draftRoute.PUT, { as, params: { id }, json, method: "PUT" })).status).toBe(200);
  return id;
}

it("publishes a thread whole", async () => {
  const owner = await makePerson("thread-schedule");
  const part = { text: "two", media: [], appId: null, options: {} };
  const id = await write("one", { thread: [part, { ...part, text: "three" }] }, owner);
  expect((await schedule(id, inHours(1), owner)).body.thread).toHaveLength(2);
  await runJob("scheduled-posts", inHours(2));
  await runJob("scheduled-posts", inHours(2));
  expect(await posts(owner)).toEqual([{ body: "one" }, { body: "two" }, { body: "three" }]);
  expect(await list(owner)).toEqual([]);
});

it("publishes what is due, once, however often and late the job runs", async () => {
  const [first, second, third] = [
    await write("first", { options: { warning: "careful" } }),
    await write("second"),
    await write("third"),
  ];
  for (const [id, hours] of [
    [second, 2],
    [first, 1],
    [third, 5],
  ] as const)
    expect((await schedule(id, inHours(hours))).body.scheduledAt).toEqual(expect.any(String));
  await runJob("scheduled-posts");
  expect(await posts()).toEqual([]);
  // The server was down meanwhile, and two are started at once.
  await Promise.all([runJob("scheduled-posts", inHours(3)), runJob("scheduled-posts", inHours(3))]);
  await runJob("scheduled-posts", inHours(3));
  expect(await posts()).toEqual([{ body: "first" }, { body: "second" }]);
  expect((await list()).map(({ text }) => text)).toEqual(["third"]);
  expect(await notices(me)).toEqual([]);
  expect(
    await db().post.findFirst({ where: { authorId: me.id, body: "first" }, select: { warning: true } }),
  ).toEqual({
    warning: "careful",
  });
});

it("is edited, posted now or taken back before its time", async () => {
  const owner = await makePerson("owner-schedule");
  const [kept, now] = [await write("not yet", {}, owner), await write("now", {}, owner)];
  for (const id of [kept, now]) await schedule(id, inHours(1), owner);
  // Another device still has it open.
  const json = { text: "half done", media: [], appId: null, options: {}, revision: 1 };
  expect((await call(draftRoute.PUT, { as: owner, params: { id: kept }, json, method: "PUT" })).status).toBe(
    409,
  );
  const back = await call<Draft>(scheduleRoute.DELETE, { as: owner, params: { id: kept }, method: "DELETE" });
  expect(back.body).toMatchObject({ text: "not yet", scheduledAt: null });
  const publish = () => call<Post>(publishRoute.POST, { as: owner, params: { id: now }, json: {} });
  const [one, again] = [await publish(), await publish()];
  expect([one.status, one.body.body, again.body.id]).toEqual([201, "now", one.body.id]);
  await runJob("scheduled-posts", inHours(2));
  expect(await posts(owner)).toEqual([{ body: "now" }]);
});

it("is not published as it was read if its author or another process was faster", async () => {
  const kei = await makePerson("kei-schedule");
  const [edited, taken] = [await write("as it was", {}, kei), await write("once", {}, kei)];
  for (const id of [edited, taken]) await schedule(id, inHours(1), kei);
  const due = { revision: 2, now: inHours(2) };
  const payloadOf = (id: string, body: string) => ({
    kind: "text" as const,
    body,
    media: [],
    draft: id,
    clientKey: id,
  });
  await call(scheduleRoute.DELETE, { as: kei, params: { id: edited }, method: "DELETE" });
  await expect(
    createPost({ actor: kei, payload: payloadOf(edited, "as it was"), due }),
  ).rejects.toMatchObject({
    code: "conflict",
  });
  const { post } = await createPost({ actor: kei, payload: payloadOf(taken, "once"), due });
  await deletePost({ actor: kei, id: post.id });
  await expect(createPost({ actor: kei, payload: payloadOf(taken, "once"), due })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await posts(kei)).toEqual([]);
  expect((await list(kei)).map(({ text }) => text)).toEqual(["as it was"]);
});

it("with the key of a post that is there already, is dropped", async () => {
  const key = crypto.randomUUID();
  const rin = await makePerson("rin-schedule");
  await createPost({ actor: rin, payload: { kind: "text", body: "there", media: [], clientKey: key } });
  const json = { text: "again", media: [], appId: null, options: {}, revision: 0 };
  await call(draftRoute.PUT, { as: rin, params: { id: key }, json, method: "PUT" });
  await schedule(key, inHours(1), rin);
  await runJob("scheduled-posts", inHours(2));
  expect(await list(rin)).toEqual([]);
  expect(await posts(rin)).toEqual([{ body: "there" }]);
});

it("waits while its author has posted too much", async () => {
  const nao = await makePerson("nao-schedule");
  const id = await write("patient", {}, nao);
  await schedule(id, inHours(1), nao);
  await consumeLimit("posts", nao.id, { points: RATE_LIMITS.posts.points * 1_000 });
  await runJob("scheduled-posts", inHours(2));
  expect(await posts(nao)).toEqual([]);
  const [draft] = await list(nao);
  expect(Date.parse(draft!.scheduledAt!)).toBeGreaterThan(inHours(2).getTime());
  await resetLimit("posts", nao.id);
  await runJob("scheduled-posts", inHours(4));
  expect(await posts(nao)).toEqual([{ body: "patient" }]);
});

it("what cannot be published is a draft again, and its author is told why", async () => {
  const [limited, suspended, maker, guest] = await Promise.all(
    ["limited", "suspended", "maker", "guest"].map((name) => makePerson(`${name}-schedule`)),
  );
  const app = await makeApp(maker!, { name: "Scheduled" }, { published: true });
  const cases = [
    [limited!, await write("x", {}, limited), "account_limited"],
    [suspended!, await write("x", {}, suspended), "account_suspended"],
    [guest!, await write("x", { appId: app.id }, guest), "unknown_app"],
    [maker!, await write("x", { media: [{ id: crypto.randomUUID(), alt: "" }] }, maker), "media_gone"],
  ] as const;
  for (const [person, id] of cases) expect((await schedule(id, inHours(1), person)).status).toBe(200);
  const until = new Date(Date.now() + 90 * 86_400_000);
  await db().user.update({ where: { id: limited!.id }, data: { limitedUntil: until }, select: { id: true } });
  await db().user.update({
    where: { id: suspended!.id },
    data: { suspendedUntil: until },
    select: { id: true },
  });
  await db().app.update({
    where: { id: app.id },
    data: { isPublic: false, shareId: null },
    select: { id: true },
  });
  await runJob("scheduled-posts", inHours(2));
  await runJob("scheduled-posts", inHours(2));
  for (const [person, id, problem] of cases) {
    const [row] = await db().postDraft.findMany({
      where: { ownerId: person.id },
      select: { id: true, problem: true, scheduledAt: true },
    });
    expect([problem, row]).toEqual([problem, { id, problem, scheduledAt: null }]);
    expect(await posts(person)).toEqual([]);
    if (person !== suspended)
      expect(await notices(person)).toMatchObject([{ problem, count: 0, actors: [] }]);
  }
  // A change is a new try.
  const json = { text: "y", media: [], appId: null, options: {}, revision: (await list(guest))[0]!.revision };
  await call(draftRoute.PUT, { as: guest!, params: { id: cases[2][1] }, json, method: "PUT" });
  expect((await list(guest))[0]?.problem).toBeNull();
});

it("refuses other times, what cannot be a post, and other people's drafts", async () => {
  const other = await makePerson("other-schedule");
  const id = await write("fine");
  const refused = [
    await schedule(id, inHours(-1)),
    await schedule(id, inHours(24 * 367)),
    await schedule(await write(""), inHours(1)),
    await schedule(await write("x".repeat(5_001)), inHours(1)),
    await call(scheduleRoute.PUT, { as: me, params: { id }, json: { at: "tomorrow" }, method: "PUT" }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect((await schedule(id, inHours(1), other)).status).toBe(404);
  expect((await call(publishRoute.POST, { as: other, params: { id }, json: {} })).status).toBe(404);
});

it("publishes a reply and a quote at their time, as those of now", async () => {
  const [author, owner] = await Promise.all(
    ["author", "answers"].map((name) => makePerson(`${name}-schedule`)),
  );
  const payload = { kind: "text" as const, body: "what do you say", media: [] };
  const { post } = await createPost({ actor: author!, payload });
  for (const [text, about] of [
    ["an answer", { replyTo: post.id }],
    ["look at that", { quote: post.id }],
  ] as const)
    expect((await schedule(await write(text, about, owner), inHours(1), owner)).status).toBe(200);
  await runJob("scheduled-posts", inHours(2));
  const made = await db().post.findMany({
    where: { authorId: owner!.id },
    select: { body: true, parentId: true, quoteId: true },
    orderBy: { body: "asc" },
  });
  expect(made).toEqual([
    { body: "an answer", parentId: post.id, quoteId: null },
    { body: "look at that", parentId: null, quoteId: post.id },
  ]);
  const { items } = (await call<NotificationPage>(notifications.GET, { as: author! })).body;
  expect(items.map(({ kind }) => kind).sort()).toEqual(["comment", "quote"]);
});

it("a reply or a quote whose post is gone, or closed to its author, is a draft again", async () => {
  const [author, owner] = await Promise.all(["gone", "late"].map((name) => makePerson(`${name}-schedule`)));
  const say = async (body: string) =>
    (await createPost({ actor: author!, payload: { kind: "text", body, media: [] } })).post.id;
  const [gone, limited, quoted, blocker] = [
    await say("a"),
    await say("b"),
    await say("c"),
    await makePerson("blocker-schedule"),
  ];
  const theirs = (await createPost({ actor: blocker, payload: { kind: "text", body: "d", media: [] } })).post
    .id;
  const cases = [
    [await write("1", { replyTo: gone }, owner), "reply_gone"],
    [await write("2", { replyTo: limited }, owner), "replies_limited"],
    [await write("3", { quote: quoted }, owner), "quote_gone"],
    [await write("4", { replyTo: theirs }, owner), "reply_gone"],
  ] as const;
  for (const [id] of cases) expect((await schedule(id, inHours(1), owner)).status).toBe(200);
  await deletePost({ actor: author!, id: gone });
  await deletePost({ actor: author!, id: quoted });
  await db().post.update({ where: { id: limited }, data: { replyPolicy: "nobody" }, select: { id: true } });
  await block({ actor: blocker, userId: owner!.id });
  await runJob("scheduled-posts", inHours(2));
  const drafts = await list(owner);
  for (const [id, problem] of cases)
    expect(drafts.find((draft) => draft.id === id)).toMatchObject({ problem, scheduledAt: null });
  expect(await posts(owner)).toEqual([]);
  // What cannot be published now is not scheduled, either.
  const again = await Promise.all(cases.map(([id]) => schedule(id, inHours(1), owner)));
  expect(again.map(({ status }) => status)).toEqual([400, 403, 400, 400]);
});
