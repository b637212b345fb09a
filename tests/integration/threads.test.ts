import { beforeAll, beforeEach, expect, it } from "vitest";
import * as post from "@/app/api/posts/[id]/route";
import * as replies from "@/app/api/posts/[id]/replies/route";
import * as thread from "@/app/api/posts/[id]/thread/route";
import * as posts from "@/app/api/v1/posts/route";
import * as timeline from "@/app/api/v1/timeline/route";
import { POST_THREAD_MAX, RATE_LIMITS } from "@/lib/config/limits";
import { db } from "@/lib/db/client";
import { consumeLimit, resetLimit } from "@/lib/infra/rate-limiter";
import type { Post } from "@/lib/posts/contract";
import { uploadMedia } from "@/lib/posts/media-service";
import { threadMaxOf } from "@/lib/posts/thread-limit-service";
import { eventBus, type LiveEvent } from "@/lib/realtime/event-bus.server";
import type { Page } from "@/lib/shared/contract";
import { png } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

let me: TestPerson;
let other: TestPerson;
let round = 0;

beforeAll(async () => {
  other = await makePerson("thread-reader");
});
beforeEach(async () => {
  me = await makePerson(`thread-writer-${++round}`);
});

const parts = (count: number) => Array.from({ length: count }, (_, index) => ({ body: `part ${index + 2}` }));
const send = (json: object, as = me) => call<Post & { code: string }>(posts.POST, { as, json });
const replyTo = (id: string, json: object, as = me) =>
  call<Post & { code: string }>(replies.POST, { as, params: { id }, json });
const bodies = (as = me) =>
  db().post.findMany({ where: { authorId: as.id }, select: { body: true }, orderBy: { id: "asc" } });
const below = async (id: string, as = me) =>
  (await call<{ items: Post[] }>(thread.GET, { as, params: { id } })).body.items;

it("is published in order, each post a reply to the one before, and its first one says so", async () => {
  const media = await uploadMedia({ actor: me, bytes: await png() });
  const events: LiveEvent[] = [];
  const unsubscribe = eventBus().subscribe((event) => events.push(event));
  const { status, body: first } = await send({
    body: "one",
    replyPolicy: "nobody",
    thread: [
      { body: `two @${other.username}` },
      { body: "", media: [{ id: media.id, alt: "a sea" }], warning: "water", sensitive: true },
    ],
  });
  unsubscribe();
  expect(status).toBe(201);
  expect(first).toMatchObject({ body: "one", reply: null, hasThread: true, counts: { comments: 1 } });
  const [second, third] = await below(first.id, other);
  expect(second).toMatchObject({
    body: `two @${other.username}`,
    hasThread: true,
    reply: { parentId: first.id, rootId: first.id },
    replyPolicy: "nobody",
    viewer: { canReply: false },
  });
  expect(third).toMatchObject({
    reply: { parentId: second!.id, rootId: first.id },
    media: [{ alt: "a sea" }],
    warning: "water",
    sensitive: true,
  });
  expect(third!.hasThread).toBeUndefined();
  expect((await below(second!.id)).map(({ id }) => id)).toEqual([third!.id]);
  expect(
    events.flatMap((event) => (event.type === "post" || event.type === "reply" ? [event.id] : [])),
  ).toEqual([first.id, second!.id, third!.id]);
  expect(
    await db().notification.count({ where: { userId: other.id, postId: second!.id, kind: "mention" } }),
  ).toBe(1);
  expect(await db().notification.count({ where: { userId: me.id } })).toBe(0);
  const feed = await call<Page<Post>>(timeline.GET, { as: me });
  expect(feed.body.items.map(({ body }) => body)).toEqual(["one"]);
});

it("is published once for one client key", async () => {
  const clientKey = crypto.randomUUID();
  const json = { body: "one", thread: parts(2), clientKey };
  const answers = await Promise.all([send(json), send(json)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
  expect((await send(json)).body.id).toBe(answers[0]!.body.id);
  expect(await bodies()).toHaveLength(3);
});

it("is published whole or not at all", async () => {
  const media = await uploadMedia({ actor: me, bytes: await png() });
  const picture = { media: [{ id: media.id, alt: "" }] };
  for (const [last, path] of [
    [{ body: " \n" }, "thread.1.body"],
    [{ body: "x".repeat(5_001) }, "thread.1.body"],
    [{ body: "x", replyPolicy: "nobody" }, "thread.1"],
    [{ media: [{ id: crypto.randomUUID() }] }, "media"],
  ] as const) {
    const answer = await send({ body: "one", ...picture, thread: [{ body: "two" }, last] });
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path }] } });
  }
  // The same picture in two posts is noticed when the second one is stored.
  expect((await send({ body: "one", ...picture, thread: [picture] })).status).toBe(400);
  expect((await send({ body: "one", thread: [{ body: "x", appRef: { appId: media.id } }] })).body.code).toBe(
    "unknown_app",
  );
  expect(await bodies()).toEqual([]);
  expect((await send({ body: "one", ...picture, thread: [{ body: "two" }] })).body.media).toHaveLength(1);
});

it("may be a reply, if its author lets one reply", async () => {
  const { body: root } = await send({ body: "root" }, other);
  const { status, body: first } = await replyTo(root.id, { body: "one", thread: parts(2) });
  expect([status, first.reply?.parentId]).toEqual([201, root.id]);
  expect((await below(first.id)).map(({ body, reply }) => [body, reply?.rootId])).toEqual([
    ["part 2", root.id],
    ["part 3", root.id],
  ]);
  expect(await db().notification.count({ where: { userId: other.id, kind: "comment" } })).toBe(1);
  const { body: closed } = await send({ body: "root", replyPolicy: "nobody" }, other);
  expect((await replyTo(closed.id, { body: "one", thread: parts(1) })).body.code).toBe("replies_limited");
});

it("has 25 posts at most, and counts each of them", async () => {
  expect((await send({ body: "one", thread: parts(POST_THREAD_MAX) })).status).toBe(400);
  const whole = { body: "one", thread: parts(POST_THREAD_MAX - 1) };
  await consumeLimit("comments", me.id, { points: RATE_LIMITS.comments.points - POST_THREAD_MAX + 2 });
  const refused = await send(whole);
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(await bodies()).toEqual([]);
  await resetLimit("comments", me.id);
  const clientKey = crypto.randomUUID();
  const sent = await send({ ...whole, clientKey });
  expect(sent.status).toBe(201);
  expect(await below(sent.body.id)).toHaveLength(POST_THREAD_MAX - 1);
  // A repeated request counts nothing.
  expect((await send({ ...whole, clientKey })).status).toBe(200);
  const left = RATE_LIMITS.comments.points - POST_THREAD_MAX + 1;
  await consumeLimit("comments", me.id, { points: left });
  await expect(consumeLimit("comments", me.id)).rejects.toMatchObject({ code: "rate_limited" });
});

it("of somebody new is no longer than their limit", async () => {
  me = await makePerson(`thread-newcomer-${round}`, { isNew: true });
  const most = RATE_LIMITS.comments.firstDay;
  // What the composer offers.
  expect(threadMaxOf(true)).toBe(1 + most);
  expect((await send({ body: "one", thread: parts(most + 1) })).body.code).toBe("thread_too_long");
  expect(await bodies()).toEqual([]);
  expect((await send({ body: "one", thread: parts(most) })).status).toBe(201);
  await resetLimit("comments", me.id);
  const { body: root } = await send({ body: "root" }, other);
  expect((await replyTo(root.id, { body: "one", thread: parts(most) })).body.code).toBe("thread_too_long");
});

it("ends where one of its posts is deleted", async () => {
  const { body: first } = await send({ body: "one", thread: parts(3) });
  const [, third] = await below(first.id);
  await call(post.DELETE, { as: me, params: { id: third!.id }, method: "DELETE" });
  expect((await below(first.id)).map(({ body }) => body)).toEqual(["part 2"]);
  expect((await call(thread.GET, { as: me, params: { id: third!.id } })).status).toBe(404);
});
