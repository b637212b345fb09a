import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import * as ancestors from "@/app/api/posts/[id]/ancestors/route";
import * as comments from "@/app/api/posts/[id]/comments/route";
import * as post from "@/app/api/posts/[id]/route";
import * as replies from "@/app/api/posts/[id]/replies/route";
import * as timeline from "@/app/api/v1/timeline/route";
import * as userPosts from "@/app/api/users/[id]/posts/route";
import type { Comment } from "@/lib/posts/comment-contract";
import type { Post } from "@/lib/posts/contract";
import { threadOf } from "@/lib/posts/rules";
import { react } from "@/lib/posts/reaction-service";
import { createPost } from "@/lib/posts/service";
import { block, mute } from "@/lib/people/follow-service";
import { getProfile } from "@/lib/people/service";
import type { Page } from "@/lib/shared/contract";
import { call, makePerson, type TestPerson } from "../support/people";

let mika: TestPerson;
let ren: TestPerson;
let aoi: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren, aoi] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("aoi")]);
});

const write = async (actor: TestPerson, body: string) =>
  (await createPost({ actor, payload: { kind: "text", body, media: [] } })).post;
const reply = async (as: TestPerson, to: string, body: string) => {
  const answer = await call<Post>(replies.POST, { as, params: { id: to }, json: { body } });
  expect(answer.status).toBe(201);
  return answer.body;
};
const read = async (as: TestPerson, id: string, query = {}) =>
  (await call<Page<Post>>(replies.GET, { as, params: { id }, query })).body;
const above = async (as: TestPerson, id: string) =>
  (await call<{ items: Post[] }>(ancestors.GET, { as, params: { id } })).body.items.map(({ body }) => body);
const countOf = async (id: string) => (await call<Post>(post.GET, { as: mika, params: { id } })).body.counts;

describe("a thread", () => {
  it("has what a reply replies to above it, and the first replies to replies below", async () => {
    const root = await write(mika, "root");
    const first = await reply(ren, root.id, "first");
    expect(first.reply).toEqual({ parentId: root.id, rootId: root.id, to: first.reply!.to });
    expect(first.reply!.to).toMatchObject({ id: mika.id });
    const nested = await reply(aoi, first.id, "nested");
    expect(nested.reply).toMatchObject({ parentId: first.id, rootId: root.id, to: { id: ren.id } });
    for (const word of ["a", "b"]) await reply(mika, first.id, word);
    const deep = await reply(ren, nested.id, "deep");
    const deeper = await reply(aoi, deep.id, "deeper");
    await reply(aoi, root.id, "second");

    const { items, nextCursor } = await read(mika, root.id);
    expect(nextCursor).toBeNull();
    expect(threadOf(items, root.id).map(({ post, depth, more }) => [depth, more || post.body])).toEqual([
      [0, "first"],
      [1, "nested"],
      [2, "deep"],
      [3, 1],
      [1, "a"],
      [1, 1],
      [0, "second"],
    ]);
    expect(await above(mika, deeper.id)).toEqual(["root", "first", "nested", "deep"]);
    expect((await countOf(root.id)).comments).toBe(2);
    expect((await countOf(first.id)).comments).toBe(3);
  });

  it("comes in pages of direct replies, each with what is below", async () => {
    const root = await write(mika, "long");
    for (let i = 0; i < 5; i++) await reply(ren, (await reply(ren, root.id, `r${i}`)).id, `below ${i}`);
    const first = await read(mika, root.id, { limit: 2 });
    expect(first.items.map(({ body }) => body)).toEqual(["r0", "below 0", "r1", "below 1"]);
    const second = await read(mika, root.id, { limit: 2, after: first.nextCursor });
    const last = await read(mika, root.id, { limit: 2, after: second.nextCursor });
    expect(last.items.map(({ body }) => body)).toEqual(["r4", "below 4"]);
    expect(last.nextCursor).toBeNull();
  });

  it("keeps replies when what they reply to is deleted", async () => {
    const root = await write(mika, "short-lived");
    const kept = await reply(ren, root.id, "kept");
    await call(post.DELETE, { as: mika, params: { id: root.id }, method: "DELETE" });
    const { body } = await call<Post>(post.GET, { as: aoi, params: { id: kept.id } });
    expect(body.reply).toEqual({ parentId: root.id, rootId: root.id, to: null });
    expect(await above(aoi, kept.id)).toEqual([]);
    const refused = await call(replies.POST, { as: aoi, params: { id: root.id }, json: { body: "late" } });
    expect(refused.status).toBe(404);
  });

  it("is without people who are blocked or muted", async () => {
    const [blocked, muted] = await Promise.all([makePerson("blocked"), makePerson("muted")]);
    const root = await write(mika, "careful");
    const from = await reply(blocked, root.id, "from the blocked");
    await reply(ren, from.id, "below the blocked");
    await reply(muted, root.id, "from the muted");
    await block({ actor: mika, userId: blocked.id });
    await mute({ actor: mika, userId: muted.id });
    expect((await read(mika, root.id)).items).toEqual([]);
    expect((await read(ren, root.id)).items).toHaveLength(3);
    const answer = await call(replies.POST, { as: blocked, params: { id: root.id }, json: { body: "x" } });
    expect(answer.status).toBe(404);
  });
});

describe("a reply", () => {
  it("stays out of feeds and of the count of posts, and is in the tabs of its author", async () => {
    const person = await makePerson("tabs");
    const own = await write(person, "a post");
    const to = await reply(person, own.id, "a reply");
    const form = new FormData();
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#08c" } })
      .png()
      .toBuffer();
    form.append("media", new File([new Uint8Array(bytes)], "p.png", { type: "image/png" }));
    form.append("alt", "blue");
    const picture = (await call<Post>(replies.POST, { as: person, params: { id: to.id }, form })).body;
    expect(picture.media).toMatchObject([{ alt: "blue" }]);
    await react({ actor: person, postId: to.id, kind: "like", on: true });
    await react({ actor: person, postId: own.id, kind: "like", on: true });

    for (const feed of ["home", "all"]) {
      const { items } = (await call<Page<Post>>(timeline.GET, { as: person, query: { feed } })).body;
      expect(items[0]!.id).toBe(own.id);
    }
    const tab = async (tab: string, query = {}) =>
      (
        await call<Page<Post>>(userPosts.GET, {
          as: person,
          params: { id: person.id },
          query: { tab, ...query },
        })
      ).body;
    const idsOf = ({ items }: Page<Post>) => items.map(({ id }) => id);
    expect(idsOf(await tab("posts"))).toEqual([own.id]);
    expect(idsOf(await tab("replies"))).toEqual([picture.id, to.id]);
    expect(idsOf(await tab("media"))).toEqual([picture.id]);
    const liked = await tab("likes", { limit: 1 });
    expect(idsOf(liked)).toEqual([own.id]);
    expect(idsOf(await tab("likes", { limit: 1, after: liked.nextCursor }))).toEqual([to.id]);
    expect((await getProfile({ viewer: person, idOrName: person.id })).counts.posts).toBe(1);
    const others = await call(userPosts.GET, { as: ren, params: { id: person.id }, query: { tab: "likes" } });
    expect(others.status).toBe(403);
  });

  it("is a comment for the comment calls, and a comment is a reply", async () => {
    const root = await write(mika, "both ways");
    const params = { id: root.id };
    const said = (await call<Comment>(comments.POST, { as: ren, params, json: { content: "said" } })).body;
    expect(said).toMatchObject({ postId: root.id, appId: null, content: "said", author: { id: ren.id } });
    await reply(aoi, root.id, "replied");
    const listed = (await call<Page<Comment>>(comments.GET, { as: mika, params })).body.items;
    expect(listed.map(({ content }) => content)).toEqual(["said", "replied"]);
    expect((await read(mika, root.id)).items[0]).toMatchObject({ id: said.id, body: "said" });
  });

  it("is made once for one key, and needs something to say", async () => {
    const root = await write(mika, "once");
    const json = { body: "once", clientKey: crypto.randomUUID() };
    const params = { id: root.id };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call<Post>(replies.POST, { as: ren, params, json })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await countOf(root.id)).comments).toBe(1);
    expect((await call(replies.POST, { as: ren, params, json: {} })).status).toBe(400);
    expect((await call(replies.POST, { as: ren, params: { id: "x" }, json: { body: "x" } })).status).toBe(
      404,
    );
  });

  it("and a quote of one another at the same moment do not wait for each other", async () => {
    const [one, two] = [await write(mika, "one"), await write(mika, "two")];
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => {
        const [to, quote] = i % 2 ? [one, two] : [two, one];
        return call(replies.POST, {
          as: ren,
          params: { id: to.id },
          json: { body: `${i}`, quote: quote.id },
        });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 201));
    expect(await countOf(one.id)).toMatchObject({ comments: 8, quotes: 8 });
  });
});
