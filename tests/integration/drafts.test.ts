import { beforeAll, describe, expect, it } from "vitest";
import * as draftRoute from "@/app/api/v1/drafts/[id]/route";
import * as publish from "@/app/api/v1/drafts/[id]/publish/route";
import * as schedule from "@/app/api/v1/drafts/[id]/schedule/route";
import * as drafts from "@/app/api/v1/drafts/route";
import * as posts from "@/app/api/v1/posts/route";
import { db } from "@/lib/db/client";
import { runJob } from "@/lib/jobs/jobs";
import type { Post } from "@/lib/posts/contract";
import type { Draft, SavedDraft } from "@/lib/posts/draft-contract";
import { deletePost } from "@/lib/posts/service";
import { block, unblock } from "@/lib/people/follow-service";
import { uploadMedia } from "@/lib/posts/media-service";
import { png } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

let me: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [me, other] = await Promise.all([makePerson("me-drafts"), makePerson("other-drafts")]);
});

const content = (text: string, more: object = {}) => ({ text, media: [], appId: null, options: {}, ...more });
const put = (id: string, json: object, as = me) =>
  call<SavedDraft>(draftRoute.PUT, { as, params: { id }, json, method: "PUT" });
const list = async (as = me) => (await call<{ items: Draft[] }>(drafts.GET, { as })).body.items;
const newId = () => crypto.randomUUID();

describe("drafts", () => {
  it("are kept, the last changed first, and end with their post", async () => {
    const [first, second] = [newId(), newId()];
    expect(await put(first, { ...content("one"), revision: 0 })).toMatchObject({
      status: 200,
      body: { revision: 1 },
    });
    await put(second, { ...content("two"), revision: 0 });
    const options = { warning: "spoiler", replyPolicy: "following" };
    expect((await put(first, { ...content("one more", { options }), revision: 1 })).body.revision).toBe(2);
    expect(await list()).toMatchObject([
      { id: first, text: "one more", options, revision: 2, media: [], app: null },
      { id: second, text: "two" },
    ]);
    const clientKey = newId();
    const send = () =>
      call<Post>(posts.POST, { as: me, json: { body: "one more", draft: first, clientKey } });
    expect([(await send()).status, (await send()).status]).toEqual([201, 200]);
    expect((await list()).map(({ id }) => id)).toEqual([second]);
    const gone = () => call(draftRoute.DELETE, { as: me, params: { id: second }, method: "DELETE" });
    expect([(await gone()).status, (await gone()).status]).toEqual([204, 204]);
    expect(await list()).toEqual([]);
  });

  it("lose nothing when two devices write: the older one is told", async () => {
    const id = newId();
    await put(id, { ...content("from here"), revision: 0 });
    await put(id, { ...content("from there"), revision: 1 });
    expect(await put(id, { ...content("also here"), revision: 1 })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    // A repeated call, whose answer was lost.
    expect((await put(id, { ...content("from there"), revision: 1 })).body.revision).toBe(2);
    await call(draftRoute.DELETE, { as: me, params: { id }, method: "DELETE" });
    expect((await put(id, { ...content("again"), revision: 2 })).status).toBe(409);
    expect(await list()).toEqual([]);
  });

  it("keep their pictures, which nobody cleans up, until they are posted", async () => {
    const media = await uploadMedia({ actor: me, bytes: await png() });
    const unused = await uploadMedia({ actor: me, bytes: await png() });
    const id = newId();
    await put(id, { ...content("", { media: [{ id: media.id, alt: "a sea" }] }), revision: 0 });
    await runJob("unused-media", new Date(Date.now() + 40 * 86_400_000));
    expect(await db().media.count({ where: { id: unused.id } })).toBe(0);
    const [draft] = await list();
    expect(draft?.media).toMatchObject([{ id: media.id, alt: "a sea", url: media.url }]);
    const sent = await call<Post>(posts.POST, {
      as: me,
      json: { media: draft?.media.map(({ id, alt }) => ({ id, alt })), draft: id },
    });
    expect(sent.body.media).toMatchObject([{ alt: "a sea" }]);
    expect(await list()).toEqual([]);
  });

  it("keep a thread, with the pictures of its further posts, which is published and deleted as one", async () => {
    const media = await uploadMedia({ actor: me, bytes: await png() });
    const id = newId();
    const part = {
      text: "two",
      media: [{ id: media.id, alt: "a sea" }],
      appId: null,
      options: { sensitive: true },
    };
    await put(id, { ...content("one", { thread: [part, content("three")] }), revision: 0 });
    await runJob("unused-media", new Date(Date.now() + 40 * 86_400_000));
    const draft = (await list()).find((each) => each.id === id);
    expect(draft).toMatchObject({
      text: "one",
      about: null,
      thread: [
        { text: "two", media: [{ id: media.id, alt: "a sea" }], options: { sensitive: true } },
        { text: "three" },
      ],
    });
    const { status, body } = await call<Post>(publish.POST, { as: me, params: { id }, method: "POST" });
    expect([status, body.hasThread]).toEqual([201, true]);
    const sent = await db().post.findMany({
      where: { rootId: body.id },
      select: { body: true, sensitive: true },
    });
    expect(sent.sort((a, b) => (a.body < b.body ? -1 : 1))).toEqual([
      { body: "three", sensitive: false },
      { body: "two", sensitive: true },
    ]);
    expect((await list()).some((each) => each.id === id)).toBe(false);
  });

  it("say what they reply to or quote, also when that is gone, and only to whom may see it", async () => {
    const { body: post } = await call<Post>(posts.POST, { as: other, json: { body: "said" } });
    const [reply, quote] = [newId(), newId()];
    await put(reply, { ...content("my answer", { replyTo: post.id }), revision: 0 });
    await put(quote, { ...content("my quote", { quote: post.id }), revision: 0 });
    const about = async () => {
      const drafts = await list();
      return [reply, quote].map((id) => drafts.find((each) => each.id === id)!.about);
    };
    const shown = { id: post.id, post: { id: post.id, body: "said", author: { username: other.username } } };
    expect(await about()).toMatchObject([
      { type: "reply", ...shown },
      { type: "quote", ...shown },
    ]);
    await block({ actor: me, userId: other.id });
    expect(await about()).toMatchObject([{ post: null }, { post: null }]);
    await unblock({ actor: me, userId: other.id });
    const sent = await call<Post>(publish.POST, { as: me, params: { id: reply }, method: "POST" });
    expect(sent.body.reply).toMatchObject({ parentId: post.id });
    await put(reply, { ...content("my answer", { replyTo: post.id }), revision: 0 });
    await deletePost({ actor: other, id: post.id });
    expect(await about()).toMatchObject([
      { type: "reply", post: null },
      { type: "quote", post: null },
    ]);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect(
      await call(schedule.PUT, { as: me, params: { id: reply }, json: { at }, method: "PUT" }),
    ).toMatchObject({ status: 400, body: { fields: [{ path: "replyTo" }] } });
    for (const id of [reply, quote])
      await call(draftRoute.DELETE, { as: me, params: { id }, method: "DELETE" });
  });

  it("keep their thread and what they are about when a client does not know these, and lose them when it says so", async () => {
    const [id, parent] = [newId(), newId()];
    const more = { thread: [content("two")], replyTo: parent };
    await put(id, { ...content("one", more), revision: 0 });
    const shown = async () => (await call<Draft>(draftRoute.GET, { as: me, params: { id } })).body;
    expect((await put(id, { ...content("1"), revision: 1 })).body.revision).toBe(2);
    // A repeated call, whose answer was lost.
    expect((await put(id, { ...content("1"), revision: 1 })).body.revision).toBe(2);
    expect(await shown()).toMatchObject({ text: "1", thread: [{ text: "two" }], about: { id: parent } });
    const none = { thread: [], replyTo: null, quote: null };
    expect((await put(id, { ...content("1", none), revision: 2 })).body.revision).toBe(3);
    expect(await shown()).toMatchObject({ text: "1", thread: [], about: null });
    const { content: stored } = await db().postDraft.findUniqueOrThrow({ where: { id } });
    expect(stored).toEqual(content("1"));
    await call(draftRoute.DELETE, { as: me, params: { id }, method: "DELETE" });
  });

  it("are read as far as this version can, which leaves out what it cannot read", async () => {
    const owner = await makePerson("later-drafts");
    const [known, unknown] = [newId(), newId()];
    const media = [{ id: newId(), alt: "", later: 1 }];
    const later = { ...content("later", { media, options: { later: 1 } }), later: 1 };
    const add = (id: string, content: object) =>
      db().postDraft.create({ data: { id, ownerId: owner.id, content } });
    await add(known, { ...later, thread: [later] });
    await add(unknown, content("later", { options: { replyPolicy: "friends" } }));
    const shown = { text: "later", options: {}, media: [] };
    expect(await list(owner)).toMatchObject([{ id: known, ...shown, thread: [shown] }]);
    expect((await call(draftRoute.GET, { as: owner, params: { id: unknown } })).status).toBe(503);
    const send = (id: string) => call(publish.POST, { as: owner, params: { id }, method: "POST" });
    expect((await send(unknown)).status).toBe(503);
    expect(await db().postDraft.count({ where: { id: unknown } })).toBe(1);
  });

  it("are nobody else's", async () => {
    const id = newId();
    await put(id, { ...content("private"), revision: 0 });
    const get = (as: TestPerson) => call(draftRoute.GET, { as, params: { id } });
    expect([(await get(me)).status, (await get(other)).status]).toEqual([200, 404]);
    expect((await put(id, { ...content("taken"), revision: 1 }, other)).status).toBe(409);
    expect((await put(id, { ...content("taken"), revision: 0 }, other)).status).toBe(409);
    expect((await put(id, { ...content("far"), revision: 2 ** 32 })).status).toBe(400);
    await call(draftRoute.DELETE, { as: other, params: { id }, method: "DELETE" });
    await call(posts.POST, { as: other, json: { body: "mine", draft: id } });
    expect(await list(other)).toEqual([]);
    expect((await list()).map(({ text }) => text)).toEqual(["private"]);
  });

  it("are fifty at most", async () => {
    const owner = await makePerson("owner-drafts");
    for (let count = 0; count < 50; count++)
      await put(newId(), { ...content(`${count}`), revision: 0 }, owner);
    expect(await put(newId(), { ...content("one more"), revision: 0 }, owner)).toMatchObject({
      status: 400,
      body: { fields: [{ code: "too_many" }] },
    });
    expect(await list(owner)).toHaveLength(50);
  });

  it.each([
    { text: "x".repeat(60_001) },
    { text: 1 },
    { media: Array(5).fill({ id: crypto.randomUUID(), alt: "" }) },
    { options: { replyPolicy: "friends" } },
    { appId: "x" },
    { revision: -1 },
    { thread: Array(25).fill({ text: "x", media: [], appId: null, options: {} }) },
    { thread: [{ text: "x", media: [], appId: null, options: { replyPolicy: "nobody" } }] },
    { replyTo: "x" },
  ])("%j is refused", async (wrong) => {
    expect((await put(newId(), { ...content("x"), revision: 0, ...wrong })).status).toBe(400);
  });
});
