import { uuidv7 } from "uuidv7";
import { beforeEach, describe, expect, it } from "vitest";
import * as list from "@/app/api/v1/notifications/route";
import * as read from "@/app/api/v1/notifications/read/route";
import * as unread from "@/app/api/v1/notifications/unread/route";
import type { NotificationPage } from "@/lib/notifications/contract";
import { db } from "@/lib/db/client";
import { addComment } from "@/lib/posts/comment-service";
import { block, follow, mute, unfollow } from "@/lib/people/follow-service";
import { createPost } from "@/lib/posts/service";
import { react } from "@/lib/posts/reaction-service";
import { call, makePerson, type TestPerson } from "../support/people";

let round = 0;
let me: TestPerson;
let ren: TestPerson;
let aoi: TestPerson;

beforeEach(async () => {
  round++;
  [me, ren, aoi] = await Promise.all([
    makePerson(`mee${round}`),
    makePerson(`ren${round}`),
    makePerson(`aoi${round}`),
  ]);
});

const page = async (as = me) => (await call<NotificationPage>(list.GET, { as })).body;
const write = async (author: TestPerson, body: string) =>
  (await createPost({ actor: author, payload: { kind: "text", body, media: [] } })).post;
const like = (actor: TestPerson, postId: string, action: "like" | "unlike" = "like") =>
  react({ actor, postId, kind: "like", on: action === "like" });
const told = async (as = me) => (await page(as)).items.map(({ kind, count }) => `${kind} ${count}`);

describe("notifications", () => {
  it("tell likes of one post as one, comments one by one, follows and mentions", async () => {
    const post = await write(me, "my post");
    await like(ren, post.id);
    await like(aoi, post.id);
    await addComment({ actor: ren, subject: { type: "post", id: post.id }, content: "nice" });
    await addComment({
      actor: ren,
      subject: { type: "post", id: post.id },
      content: `@${me.username} really`,
    });
    await follow({ actor: aoi, userId: me.id });
    await write(ren, `hello @${me.username} and @nobody`);
    const { items, unread: count } = await page();
    expect(items.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
      "mention 1",
      "follow 1",
      "comment 1",
      "comment 1",
      "like 2",
    ]);
    expect(count).toBe(6);
    expect(items.at(-1)).toMatchObject({
      actors: [{ username: aoi.username }, { username: ren.username }],
      post: { id: post.id, body: "my post" },
      read: false,
    });
    expect(items[2]).toMatchObject({ comment: { content: `@${me.username} really` } });
  });

  it("are not made by oneself", async () => {
    const post = await write(me, `talking to @${me.username}`);
    await like(me, post.id);
    await addComment({ actor: me, subject: { type: "post", id: post.id }, content: "me again" });
    expect(await told()).toEqual([]);
  });

  it("do not tell what was taken back, nor twice what was given again", async () => {
    const post = await write(me, "x");
    await like(ren, post.id);
    await follow({ actor: ren, userId: me.id });
    await like(ren, post.id, "unlike");
    await unfollow({ actor: ren, userId: me.id });
    expect(await told()).toEqual([]);
    await like(ren, post.id);
    await like(ren, post.id, "unlike");
    await like(ren, post.id);
    expect(await told()).toEqual(["like 1"]);
  });

  it("hold blocks and mutes, before and after", async () => {
    const post = await write(me, "x");
    await like(ren, post.id);
    await like(aoi, post.id);
    await block({ actor: me, userId: ren.id });
    await mute({ actor: me, userId: aoi.id });
    expect(await told()).toEqual([]);
    await addComment({ actor: aoi, subject: { type: "post", id: post.id }, content: "still here" });
    await write(aoi, `@${me.username}`);
    expect((await page()).unread).toBe(0);
  });

  it("of a mention in a reply show nothing of a post whose author blocks the person", async () => {
    const post = await write(aoi, "for some eyes only");
    await block({ actor: aoi, userId: me.id });
    await addComment({
      actor: ren,
      subject: { type: "post", id: post.id },
      content: `@${me.username} look`,
    });
    const [mention] = (await page()).items;
    expect(mention).toMatchObject({ kind: "mention", comment: { content: `@${me.username} look` } });
    expect(mention!.post).toBeNull();
  });

  it("are marked as read up to one, and all", async () => {
    const post = await write(me, "x");
    await addComment({ actor: ren, subject: { type: "post", id: post.id }, content: "one" });
    const before = await page();
    await addComment({ actor: ren, subject: { type: "post", id: post.id }, content: "two" });
    const upTo = before.items[0]!.id;
    expect((await call(read.POST, { as: me, json: { upTo } })).body).toEqual({ unread: 1 });
    expect((await page()).items.map((item) => item.read)).toEqual([false, true]);
    expect((await call(read.POST, { as: me, json: {} })).body).toEqual({ unread: 0 });
    expect((await call(unread.GET, { as: me })).body).toEqual({ unread: 0 });
    // Another one's are not mine to read.
    expect((await call(unread.GET, { as: ren })).body).toEqual({ unread: 0 });
  });

  it("of a kind that only a newer release knows are left out", async () => {
    await follow({ actor: aoi, userId: me.id });
    await db().$executeRaw`
      INSERT INTO notifications (id, user_id, kind, actor_id, dedupe_key)
      VALUES (${uuidv7()}::uuid, ${me.id}::uuid, 'of_tomorrow', ${ren.id}::uuid, ${`${me.id}:of_tomorrow`})`;
    expect(await told()).toEqual(["follow 1"]);
    expect((await call(unread.GET, { as: me })).body).toEqual({ unread: 1 });
  });

  it("go on by cursor", async () => {
    const post = await write(me, "x");
    for (let i = 0; i < 7; i++)
      await addComment({ actor: ren, subject: { type: "post", id: post.id }, content: `c${i}` });
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const query: Record<string, string | number> = { limit: 3, ...(after !== null && { after }) };
      const { body } = await call<NotificationPage>(list.GET, { as: me, query });
      seen.push(...body.items.map((item) => item.comment!.content));
      after = body.nextCursor;
    } while (after);
    expect(seen).toEqual(["c6", "c5", "c4", "c3", "c2", "c1", "c0"]);
  });
});
