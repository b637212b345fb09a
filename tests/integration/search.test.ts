import { beforeAll, describe, expect, it } from "vitest";
import * as completeRoute from "@/app/api/v1/search/complete/route";
import * as tagsRoute from "@/app/api/v1/discover/tags/route";
import * as searchRoute from "@/app/api/v1/search/route";
import type { App } from "@/lib/apps/contract";
import type { Collection } from "@/lib/collections/contract";
import { writeTerms } from "@/lib/collections/search-repository";
import {
  changeCollection,
  deleteCollection,
  makeCollection,
  placeApp,
  saveCollection,
} from "@/lib/collections/service";
import { db, inTransaction } from "@/lib/db/client";
import { runJob } from "@/lib/jobs/jobs";
import type { Completions } from "@/lib/search/contract";
import { searchQuery } from "@/lib/search/terms";
import type { Page } from "@/lib/shared/contract";
import { encodeCursor } from "@/lib/shared/list-cursor";
import type { Person } from "@/lib/people/contract";
import type { Post } from "@/lib/posts/contract";
import { block, follow, mute, unblock, unmute } from "@/lib/people/follow-service";
import { createPost } from "@/lib/posts/service";
import { updateProfile } from "@/lib/account/profile-service";
import { makeApp } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

let mika: TestPerson;
let ren: TestPerson;

async function find<T>(as: TestPerson, type: string, q: string, more: Record<string, string | number> = {}) {
  return (await call<Page<T>>(searchRoute.GET, { as, query: { q, type, ...more } })).body;
}
const posts = async (q: string, as = mika) =>
  (await find<Post>(as, "posts", q)).items.map(({ body }) => body);
const people = async (q: string, as = mika) =>
  (await find<Person>(as, "users", q)).items.map(({ username }) => username);
const write = (author: TestPerson, body: string) =>
  createPost({ actor: author, payload: { kind: "text", body, media: [] } });

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  mika = await makePerson("mika", { displayName: "Mika Tanaka", bio: "珈琲とカメラ" });
  ren = await makePerson("ren", { displayName: "蓮", bio: "Jazz and trains" });
  for (const body of [
    "夕焼けの写真を撮りました",
    "朝の珈琲がおいしい",
    "Café Société opens tomorrow",
    "The quick brown fox",
    "新しいゲームを作っています #落書き帳",
    "ｶﾞﾑを噛む",
  ]) {
    await write(ren, body);
  }
});

it("finds people, posts, apps and collections by one request", async () => {
  type All = { users: Page<Person>; posts: Page<Post>; apps: Page<unknown>; collections: Page<unknown> };
  const { body } = await call<All>(searchRoute.GET, { as: mika, query: { q: "珈琲", type: "all" } });
  expect(body.users.items.map(({ username }) => username)).toEqual(["mika"]);
  expect(body.posts.items.map(({ body }) => body)).toEqual(["朝の珈琲がおいしい"]);
  expect(body.apps).toEqual({ items: [], nextCursor: null });
  expect(body.collections).toEqual({ items: [], nextCursor: null });
});

describe("posts", () => {
  it.each([
    ["写真", ["夕焼けの写真を撮りました"]],
    ["珈琲", ["朝の珈琲がおいしい"]],
    ["焼け", ["夕焼けの写真を撮りました"]],
    ["夕", ["夕焼けの写真を撮りました"]],
    ["ゲーム", ["新しいゲームを作っています #落書き帳"]],
    ["#落書き帳", ["新しいゲームを作っています #落書き帳"]],
    ["ガム", ["ｶﾞﾑを噛む"]],
    ["cafe soc", ["Café Société opens tomorrow"]],
    ["CAFÉ", ["Café Société opens tomorrow"]],
    ["brown fo", ["The quick brown fox"]],
    ["quick cafe", []],
    ["rown", []],
    ["写珈", []],
    ["!?*&|':\\", []],
    ["", []],
    ["'; DROP TABLE posts; --", []],
  ])("%j finds %j", async (q, expected) => {
    expect(await posts(q)).toEqual(expected);
  });

  it("come newest first, by cursor", async () => {
    for (let i = 0; i < 5; i++) await write(mika, `pageable ${i}`);
    const first = await find<Post>(ren, "posts", "pageable", { limit: 3 });
    expect(first.items.map(({ body }) => body)).toEqual(["pageable 4", "pageable 3", "pageable 2"]);
    const rest = await find<Post>(ren, "posts", "pageable", { limit: 3, after: first.nextCursor! });
    expect(rest.items.map(({ body }) => body)).toEqual(["pageable 1", "pageable 0"]);
  });
});

describe("people", () => {
  it.each([
    ["mik", ["mika"]],
    ["tanaka", ["mika"]],
    ["蓮", ["ren"]],
    ["カメラ", ["mika"]],
    ["jazz", ["ren"]],
    ["nobody", []],
  ])("%j finds %j", async (q, expected) => {
    expect(await people(q)).toEqual(expected);
  });

  it("are found by their new name at once", async () => {
    await updateProfile({ userId: ren.id, allows: () => true, patch: { displayName: "Lotus" } });
    expect(await people("lotus")).toEqual(["ren"]);
    expect(await people("蓮")).toEqual([]);
  });

  it("who have not finished signing up are not found", async () => {
    await makePerson("halfway", { onboarded: false });
    expect(await people("halfway")).toEqual([]);
  });
});

describe("those whom one hides", () => {
  it("are not found; who is muted is found as a person, not by posts", async () => {
    const [one, blocked, muted] = await Promise.all([
      makePerson("seeker"),
      makePerson("blockedguy"),
      makePerson("mutedguy"),
    ]);
    await write(blocked, "unusualword one");
    await write(muted, "unusualword two");
    await block({ actor: one, userId: blocked.id });
    await mute({ actor: one, userId: muted.id });
    expect(await posts("unusualword", one)).toEqual([]);
    expect(await people("blockedguy", one)).toEqual([]);
    expect(await people("mutedguy", one)).toEqual(["mutedguy"]);
    expect(await people("seeker", blocked)).toEqual([]);
  });
});

describe("collections", () => {
  let app: App;
  let owner: TestPerson;
  const titles = async (q: string, as = mika) =>
    (await find<Collection>(as, "collections", q)).items.map(({ title }) => title);
  /** With an app in it, without which nobody else finds it. */
  async function collect(
    words: { title: string; description?: string; isPublic?: boolean },
    as = owner,
  ): Promise<string> {
    const { id } = await makeCollection({ viewer: as, description: "", isPublic: true, ...words });
    await placeApp({ viewer: as, id, appId: app.id, place: {} });
    return id;
  }
  const setPerson = (person: TestPerson, data: object) =>
    db().user.update({ where: { id: person.id }, data, select: { id: true } });

  beforeAll(async () => {
    owner = await makePerson("curator");
    app = await makeApp(owner, { name: "Sorted by hand" }, { published: true });
    await collect({ title: "静かな夜のための道具", description: "眠れないときに" });
    await collect({ title: "Café games", description: "Quick ones, for the ｔｒａｉｎ" });
  });

  it.each([
    ["静か", ["静かな夜のための道具"]],
    ["夜", ["静かな夜のための道具"]],
    ["眠れない", ["静かな夜のための道具"]],
    ["ﾄﾞｳｸﾞ", []],
    ["cafe ga", ["Café games"]],
    ["TRAIN", ["Café games"]],
    ["ames", []],
    ["curator", []],
    ["!?*&|':\\", []],
  ])("%j finds %j", async (q, expected) => {
    expect(await titles(q)).toEqual(expected);
  });

  it("are found by their new words at once, and no longer once they are deleted", async () => {
    const id = await collect({ title: "Oldname" });
    await changeCollection({ viewer: owner, id, changes: { title: "Newname" } });
    expect([await titles("oldname"), await titles("newname")]).toEqual([[], ["Newname"]]);
    await changeCollection({ viewer: owner, id, changes: { description: "with a lighthouse" } });
    expect([await titles("lighthouse"), await titles("newname")]).toEqual([["Newname"], ["Newname"]]);
    await deleteCollection({ viewer: owner, id });
    expect(await titles("newname")).toEqual([]);
  });

  it("come by how many people saved them, page by page", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await collect({ title: `Shelved ${n}` }));
    for (const id of ids.slice(1, 3)) await saveCollection({ viewer: mika, id });
    await saveCollection({ viewer: ren, id: ids[1]! });
    const found: string[] = [];
    for (let after: string | null = ""; after !== null;) {
      const query: { limit: number; after?: string } = { limit: 2, ...(after && { after }) };
      const page: Page<Collection> = await find(mika, "collections", "shelved", query);
      found.push(...page.items.map(({ title }) => title));
      after = page.nextCursor;
    }
    expect(found).toEqual([1, 2, 4, 3, 0].map((n) => `Shelved ${n}`));
  });

  it("are not found by those who may not see them", async () => {
    const [maker, reader] = await Promise.all([makePerson("col_hider"), makePerson("col_reader")]);
    const id = await collect({ title: "Rareword" }, maker);
    await collect({ title: "Rareword of mine", isPublic: false }, maker);
    const { id: empty } = await makeCollection({
      viewer: maker,
      title: "Rareword without apps",
      description: "",
      isPublic: true,
    });
    const found = (as: TestPerson) => titles("rareword", as);
    expect(await found(reader)).toEqual(["Rareword"]);
    expect(await found(maker)).toEqual(["Rareword without apps", "Rareword"]);
    await deleteCollection({ viewer: maker, id: empty });

    await block({ actor: reader, userId: maker.id });
    expect([await found(reader), await found(maker)]).toEqual([[], ["Rareword"]]);
    await unblock({ actor: reader, userId: maker.id });
    await block({ actor: maker, userId: reader.id });
    expect(await found(reader)).toEqual([]);
    await unblock({ actor: maker, userId: reader.id });
    await mute({ actor: reader, userId: maker.id });
    expect(await found(reader)).toEqual([]);
    await unmute({ actor: reader, userId: maker.id });

    // Those who follow see more.
    const follower = await makePerson("col_follower");
    await follow({ actor: follower, userId: maker.id });
    for (const hidden of [{ unlisted: true }, { unlisted: false, isPrivate: true }]) {
      await setPerson(maker, hidden);
      expect([await found(reader), await found(follower)]).toEqual([[], ["Rareword"]]);
    }
    await setPerson(maker, { isPrivate: false });

    await block({ actor: reader, userId: owner.id });
    // Its only app is of somebody who is blocked.
    expect(await found(reader)).toEqual([]);
    await unblock({ actor: reader, userId: owner.id });
    await changeCollection({ viewer: maker, id, changes: { isPublic: false } });
    expect(await found(reader)).toEqual([]);
  });

  it("of the release before are indexed by the job collection-search", async () => {
    const ids = [
      await collect({ title: "Unindexed 一つ" }),
      await collect({ title: "🎉🎉" }),
      await collect({ title: "Unindexed edited" }),
    ];
    await runJob("collection-search");
    await db().$executeRaw`UPDATE collections SET search = ''::tsvector WHERE id = ANY (${ids}::uuid[])`;
    expect(await titles("unindexed")).toEqual([]);
    const words = { title: "before", description: "" };
    expect(await writeTerms([{ id: ids[2]!, ...words, terms: ["before"] }])).toBe(0);
    expect((await runJob("collection-search")).done).toBe(3);
    expect((await runJob("collection-search")).done).toBe(0);
    expect(await titles("unindexed 一")).toEqual(["Unindexed 一つ"]);
    expect(await titles("unindexed")).toEqual(["Unindexed edited", "Unindexed 一つ"]);
    expect(await titles("-")).toEqual([]);
  });

  it("that the release before renames are not found by their former words, and by the new ones after the job", async () => {
    const id = await collect({ title: "Formerly", description: "of this release" });
    await runJob("collection-search");
    await db()
      .$executeRaw`UPDATE collections SET title = 'Latterly', changed_at = now() WHERE id = ${id}::uuid`;
    expect(await titles("formerly")).toEqual([]);
    expect((await runJob("collection-search")).done).toBe(1);
    expect(await titles("latterly release")).toEqual(["Latterly"]);

    await db()
      .$executeRaw`UPDATE collections SET title = title, description = 'renamed' WHERE id = ${id}::uuid`;
    expect([await titles("latterly"), (await runJob("collection-search")).done]).toEqual([[], 1]);
    await db().$executeRaw`
      UPDATE collections SET title = title, description = description, saved_count = 0 WHERE id = ${id}::uuid`;
    expect(await titles("latterly renamed")).toEqual(["Latterly"]);
  });

  it("are found through an index", async () => {
    const search = searchQuery("shelv")!;
    const plan = await inTransaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return tx.$queryRaw<{ "QUERY PLAN": string }[]>`
        EXPLAIN SELECT id FROM collections WHERE search @@ ${search}::tsquery`;
    });
    expect(JSON.stringify(plan)).toContain("collections_search_idx");
  });
});

describe("what completes a name or a tag", () => {
  const complete = async (as: TestPerson, type: string, q: string) =>
    (await call<Completions>(completeRoute.GET, { as, query: { type, q } })).body;

  it("has those first whom one follows, then exact beginnings, without hidden people", async () => {
    const [one, friend, famous, hidden] = await Promise.all([
      makePerson("typist"),
      makePerson("a_zzfriend"),
      makePerson("zzfamous", { displayName: "Famous" }),
      makePerson("zzhidden"),
    ]);
    await makePerson("nothingofit", { bio: "zz only here" });
    await makePerson("zzhalf", { onboarded: false });
    await follow({ actor: one, userId: friend.id });
    await mute({ actor: one, userId: hidden.id });
    const { users, tags } = await complete(one, "users", "ZZ");
    expect(users.map(({ username }) => username)).toEqual(["a_zzfriend", famous.username]);
    expect(users.map(({ viewer }) => viewer.following)).toEqual([true, false]);
    expect(tags).toEqual([]);
    expect((await complete(one, "users", "")).users.map(({ username }) => username)).toEqual(["a_zzfriend"]);
    expect((await complete(one, "users", "%_'\\")).users).toEqual([]);
  });

  it("has the tags of recent posts", async () => {
    expect((await complete(mika, "tags", "落書")).tags).toEqual([{ tag: "落書き帳", posts: 1 }]);
    const { body } = await call<{ items: unknown[] }>(tagsRoute.GET, { as: mika });
    expect(body.items).toContainEqual({ tag: "落書き帳", posts: 1 });
    expect((await complete(mika, "tags", "nothing")).tags).toEqual([]);
    expect((await call(completeRoute.GET, { as: mika, query: { type: "apps", q: "x" } })).status).toBe(400);
  });
});

it("refuses an unknown type and too long a text", async () => {
  const ask = (query: Record<string, string>) => call(searchRoute.GET, { as: mika, query });
  expect((await ask({ q: "x", type: "secrets" })).status).toBe(400);
  expect((await ask({ q: "x".repeat(101), type: "posts" })).status).toBe(400);
  expect((await ask({ q: "x", type: "users", after: "nonsense" })).status).toBe(400);
  expect((await ask({ q: "x", type: "posts", after: "nonsense" })).status).toBe(400);
  expect((await ask({ q: "x", type: "collections", after: "nonsense" })).status).toBe(400);
  const forged = encodeCursor({ key: "x", id: mika.id });
  expect((await ask({ q: "x", type: "collections", after: forged })).status).toBe(400);
});
