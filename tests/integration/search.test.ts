import { beforeAll, describe, expect, it } from "vitest";
import * as completeRoute from "@/app/api/v1/search/complete/route";
import * as tagsRoute from "@/app/api/v1/discover/tags/route";
import * as searchRoute from "@/app/api/v1/search/route";
import type { Completions } from "@/lib/search/contract";
import type { Page } from "@/lib/shared/contract";
import type { Person } from "@/lib/people/contract";
import type { Post } from "@/lib/posts/contract";
import { block, follow, mute } from "@/lib/people/follow-service";
import { createPost } from "@/lib/posts/service";
import { updateProfile } from "@/lib/account/profile-service";
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

it("finds people, posts and apps by one request", async () => {
  type All = { users: Page<Person>; posts: Page<Post>; apps: Page<unknown> };
  const { body } = await call<All>(searchRoute.GET, { as: mika, query: { q: "珈琲", type: "all" } });
  expect(body.users.items.map(({ username }) => username)).toEqual(["mika"]);
  expect(body.posts.items.map(({ body }) => body)).toEqual(["朝の珈琲がおいしい"]);
  expect(body.apps).toEqual({ items: [], nextCursor: null });
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
});
