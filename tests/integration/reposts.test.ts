import { beforeAll, describe, expect, it } from "vitest";
import * as notifications from "@/app/api/v1/notifications/route";
import * as post from "@/app/api/posts/[id]/route";
import * as posts from "@/app/api/v1/posts/route";
import * as repost from "@/app/api/posts/[id]/repost/route";
import * as timeline from "@/app/api/v1/timeline/route";
import * as userPosts from "@/app/api/users/[id]/posts/route";
import { deleteUserAndCounts } from "@/lib/account/user-repository";
import { db, inTransaction } from "@/lib/db/client";
import type { NotificationPage } from "@/lib/notifications/contract";
import { block, follow, mute, unblock, unmute } from "@/lib/people/follow-service";
import type { Post, Repost } from "@/lib/posts/contract";
import { createPost, deletePost } from "@/lib/posts/service";
import { repost as repostAt } from "@/lib/posts/reaction-service";
import type { Page } from "@/lib/shared/contract";
import { some } from "../support/depth";
import { call, makePerson, type TestPerson } from "../support/people";

const write = async (author: TestPerson, body: string, at?: Date) =>
  (await createPost({ actor: author, at, payload: { kind: "text", body, media: [] } })).post.id;
const share = (as: TestPerson, id: string) => call<Repost>(repost.POST, { as, params: { id }, json: {} });
const undo = (as: TestPerson, id: string) =>
  call<Repost>(repost.DELETE, { as, params: { id }, method: "DELETE" });
const read = async (as: TestPerson, query: Record<string, string | number> = {}) =>
  (await call<Page<Post>>(timeline.GET, { as, query })).body;
const see = async (as: TestPerson, id: string) => (await call<Post>(post.GET, { as, params: { id } })).body;
const quote = (as: TestPerson, id: string, json: object = {}) =>
  call<Post>(posts.POST, { as, json: { body: "look at this", quote: id, ...json } });
const news = async (as: TestPerson) =>
  (await call<NotificationPage>(notifications.GET, { as })).body.items.map(({ kind, post: about }) => [
    kind,
    about?.id,
  ]);
const profileOf = async (as: TestPerson, person: TestPerson, query = {}) =>
  (await call<Page<Post>>(userPosts.GET, { as, params: { id: person.id }, query })).body;

let mika: TestPerson;
let ren: TestPerson;
let aoi: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren, aoi] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("aoi")]);
  await follow({ actor: mika, userId: ren.id });
});

describe("reposts", () => {
  it("bring a post into the feeds of followers, with who did it", async () => {
    const id = await write(aoi, "worth it");
    await write(ren, "something else");
    expect((await share(ren, id)).body).toEqual({ postId: id, reposted: true, reposts: 1 });
    const [first] = (await read(mika)).items;
    expect(first).toMatchObject({
      id,
      author: { id: aoi.id },
      repost: { by: { id: ren.id } },
      counts: { reposts: 1 },
      viewer: { reposted: false },
    });
    expect((await see(ren, id)).viewer.reposted).toBe(true);
    expect((await see(ren, id)).repost).toBeUndefined();
    expect((await read(ren, { feed: "all" })).items.filter((each) => each.repost)).toEqual([]);
    expect((await profileOf(mika, ren)).items[0]).toMatchObject({ id, repost: { by: { id: ren.id } } });
    expect((await undo(ren, id)).body).toEqual({ postId: id, reposted: false, reposts: 0 });
    expect((await read(mika)).items.map((each) => each.id)).not.toContain(id);
    expect((await profileOf(mika, ren)).items.map((each) => each.id)).not.toContain(id);
  });

  it("of one person count once, also twenty at the same moment", async () => {
    const id = await write(aoi, "once");
    const answers = await Promise.all(Array.from({ length: 20 }, () => share(ren, id)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await see(mika, id)).counts.reposts).toBe(1);
    expect(await db().repost.count({ where: { postId: id } })).toBe(1);
    await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? share(ren, id) : undo(ren, id))));
    expect((await see(mika, id)).counts.reposts).toBe(await db().repost.count({ where: { postId: id } }));
  });

  it("show a post once in a page, at its newest place, and its author's other posts where they were", async () => {
    const [reader, one, two] = await Promise.all([
      makePerson("once_reader"),
      makePerson("once_one"),
      makePerson("once_two"),
    ]);
    for (const other of [one, two]) await follow({ actor: reader, userId: other.id });
    const a = await write(one, "a");
    const b = await write(two, "b");
    await share(two, a);
    await share(one, b);
    await share(one, a);
    const { items } = await read(reader);
    expect(items.map(({ id, repost: by }) => [id, by?.by.id])).toEqual([
      [a, one.id],
      [b, one.id],
    ]);
  });

  it("notify the author once, until taken back; not oneself, nor who mutes", async () => {
    const [author, fan] = await Promise.all([makePerson("noted_author"), makePerson("noted_fan")]);
    const id = await write(author, "noted");
    await share(fan, id);
    await undo(fan, id);
    expect(await news(author)).toEqual([]);
    await share(fan, id);
    await share(author, id);
    expect(await news(author)).toEqual([["repost", id]]);
    await mute({ actor: author, userId: fan.id });
    expect(await news(author)).toEqual([]);
    const muted = await write(author, "muted");
    await share(fan, muted);
    await unmute({ actor: author, userId: fan.id });
    expect(await news(author)).toEqual([["repost", id]]);
  });

  it("respect blocks and mutes in all directions", async () => {
    const [reader, sharer, author] = await Promise.all([
      makePerson("wall_reader"),
      makePerson("wall_sharer"),
      makePerson("wall_author"),
    ]);
    await follow({ actor: reader, userId: sharer.id });
    const id = await write(author, "behind a wall");
    await share(sharer, id);
    const sees = async () => (await read(reader)).items.some((each) => each.id === id);
    expect(await sees()).toBe(true);
    await mute({ actor: reader, userId: author.id });
    expect(await sees()).toBe(false);
    await unmute({ actor: reader, userId: author.id });
    await mute({ actor: reader, userId: sharer.id });
    expect(await sees()).toBe(false);
    await unmute({ actor: reader, userId: sharer.id });
    await block({ actor: author, userId: reader.id });
    expect(await sees()).toBe(false);
    expect((await profileOf(reader, sharer)).items).toEqual([]);
    expect((await share(reader, id)).status).toBe(404);
    await unblock({ actor: author, userId: reader.id });
    expect(await sees()).toBe(true);
    expect((await share(reader, crypto.randomUUID())).status).toBe(404);
    expect((await share(reader, "x")).status).toBe(404);
  });

  it("go with their post and with who made them", async () => {
    const leaver = await makePerson("repost_leaver");
    const [kept, gone] = [await write(aoi, "kept"), await write(aoi, "gone")];
    for (const id of [kept, gone]) await share(leaver, id);
    await deletePost({ actor: aoi, id: gone });
    expect(await db().repost.count({ where: { userId: leaver.id } })).toBe(1);
    await quote(leaver, kept);
    expect((await see(mika, kept)).counts).toMatchObject({ reposts: 1, quotes: 1 });
    await inTransaction((tx) => deleteUserAndCounts(leaver.id, 1, tx));
    expect((await see(mika, kept)).counts).toMatchObject({ reposts: 0, quotes: 0 });
  });

  it.each(
    some(
      [
        ["few", 60],
        ["many", 130],
      ] as const,
      1,
    ),
  )("are walked without gaps by who follows %s", async (name, followed) => {
    const reader = await makePerson(`walk_${name}`);
    const crowd: TestPerson[] = [];
    for (let i = 0; i < followed; i++) crowd.push(await makePerson(`${name}_${String(i).padStart(3, "0")}`));
    const stranger = await makePerson(`stranger_${name}`);
    for (const one of crowd) await follow({ actor: reader, userId: one.id });
    const start = Date.now() - 86_400_000;
    const foreign: string[] = [];
    const placed: { place: string; id: string }[] = [];
    for (let minute = 0; minute < 150; minute++) {
      const at = new Date(start + minute * 60_000);
      const one = crowd[(minute * 7) % crowd.length]!;
      if (minute % 3 === 0) foreign.push(await write(stranger, `foreign ${minute}`, at));
      else if (minute % 3 === 1) {
        // Each foreign post is reposted several times, by different people.
        const id = foreign[Math.floor(minute / 10)]!;
        await repostAt({ actor: one, postId: id, on: true, at });
        const { id: place } = await db().repost.findFirstOrThrow({ where: { userId: one.id, postId: id } });
        placed.push({ place, id });
      } else {
        const id = await write(one, `own ${minute}`, at);
        placed.push({ place: id, id });
      }
    }
    placed.sort((a, b) => (a.place < b.place ? 1 : -1));
    const walk = async (limit: number) => {
      const places: string[] = [];
      const seen = new Set<string>();
      let after: string | undefined;
      do {
        const page: Page<Post> = await read(reader, { limit, ...(after && { after }) });
        expect(new Set(page.items.map(({ id }) => id)).size).toBe(page.items.length);
        for (const each of page.items) {
          places.push(each.repost?.id ?? each.id);
          seen.add(each.id);
        }
        after = page.nextCursor ?? undefined;
      } while (after);
      expect(places).toEqual([...places].sort().reverse());
      expect(seen).toEqual(new Set(placed.map(({ id }) => id)));
      return places;
    };
    // A page of one has no post twice: every place is there.
    expect(await walk(1)).toEqual(placed.map(({ place }) => place));
    await walk(7);
    await walk(20);
  });
});

describe("quotes", () => {
  it("show the post inside, count and notify", async () => {
    const author = await makePerson("quoted_author");
    const id = await write(author, "quotable");
    const { status, body } = await quote(ren, id);
    expect(status).toBe(201);
    expect(body.quote).toMatchObject({ id, post: { id, body: "quotable", author: { id: author.id } } });
    expect((await see(mika, id)).counts.quotes).toBe(1);
    expect(await news(author)).toEqual([["quote", body.id]]);
    await deletePost({ actor: ren, id: body.id });
    expect((await see(mika, id)).counts.quotes).toBe(0);
  });

  it("have a placeholder where the viewer may not see the post, or it is gone", async () => {
    const author = await makePerson("hidden_author");
    const id = await write(author, "soon gone");
    const { body } = await quote(ren, id);
    await block({ actor: author, userId: mika.id });
    expect((await see(mika, body.id)).quote).toEqual({ id, post: null });
    expect((await see(aoi, body.id)).quote?.post?.id).toBe(id);
    await deletePost({ actor: author, id });
    expect((await see(aoi, body.id)).quote).toEqual({ id, post: null });
  });

  it("are counted once for one client key, and refused for what is not there", async () => {
    const id = await write(aoi, "one key");
    const clientKey = crypto.randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => quote(ren, id, { clientKey })));
    expect((await see(mika, id)).counts.quotes).toBe(1);
    const blocker = await makePerson("quote_blocker");
    const unseen = await write(blocker, "not for you");
    await block({ actor: blocker, userId: ren.id });
    for (const target of [unseen, crypto.randomUUID(), "x"]) {
      expect((await quote(ren, target)).status).toBe(400);
    }
  });

  it("of many at once all count, also while their author deletes some", async () => {
    const id = await write(aoi, "much quoted");
    const made = await Promise.all(Array.from({ length: 10 }, (_, i) => quote(i % 2 ? ren : mika, id)));
    expect((await see(mika, id)).counts.quotes).toBe(10);
    await Promise.all([
      ...made.slice(0, 5).map(({ body }, i) => deletePost({ actor: i % 2 ? ren : mika, id: body.id })),
      ...Array.from({ length: 5 }, () => quote(mika, id)),
    ]);
    expect((await see(mika, id)).counts.quotes).toBe(10);
  });
});
