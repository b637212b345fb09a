import { beforeAll, expect, it } from "vitest";
import * as list from "@/app/api/v1/lists/[id]/route";
import * as member from "@/app/api/v1/lists/[id]/members/[userId]/route";
import * as members from "@/app/api/v1/lists/[id]/members/route";
import * as lists from "@/app/api/v1/lists/route";
import * as timeline from "@/app/api/v1/timeline/route";
import { block, unblock } from "@/lib/people/follow-service";
import type { Person } from "@/lib/people/contract";
import type { PeopleList } from "@/lib/people/list-contract";
import type { Post } from "@/lib/posts/contract";
import { repost } from "@/lib/posts/reaction-service";
import { createPost, deletePost } from "@/lib/posts/service";
import type { Page } from "@/lib/shared/contract";
import { openLive } from "../support/live-stream";
import { call, makePerson, type TestPerson } from "../support/people";

let me: TestPerson;
let ren: TestPerson;
let aoi: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [me, ren, aoi] = await Promise.all([
    makePerson("me-lists"),
    makePerson("ren-lists"),
    makePerson("aoi-lists"),
  ]);
});

const make = async (name: string, as = me) =>
  (await call<PeopleList>(lists.POST, { as, json: { name } })).body;
const put = (id: string, userId: string, as = me) =>
  call<PeopleList>(member.PUT, { as, params: { id, userId } });
const drop = (id: string, userId: string) =>
  call<PeopleList>(member.DELETE, { as: me, params: { id, userId } });
const feed = (id: string, query: Record<string, string> = {}, as = me) =>
  call<Page<Post>>(timeline.GET, { as, query: { list: id, ...query } });
const bodies = async (id: string) => (await feed(id)).body.items.map(({ body }) => body);
const write = async (actor: TestPerson, body: string) =>
  (await createPost({ actor, payload: { kind: "text", body, media: [] } })).post;

it("a list has the posts and reposts of its people, page by page, and nobody else's", async () => {
  const { id } = await make("friends");
  const other = await makePerson("other-lists");
  const spread = await write(other, "spread");
  for (const text of ["one", "two", "three"]) await write(ren, text);
  await write(aoi, "not in it");
  expect(await bodies(id)).toEqual([]);
  expect((await put(id, ren.id)).body).toEqual({ id, name: "friends", members: 1, has: true });
  await put(id, ren.id);
  await repost({ actor: ren, postId: spread.id, on: true });
  expect(await bodies(id)).toEqual(["spread", "three", "two", "one"]);
  const first = (await feed(id, { limit: "3" })).body;
  expect(first.items.map(({ body }) => body)).toEqual(["spread", "three", "two"]);
  const rest = (await feed(id, { limit: "3", after: first.nextCursor! })).body;
  expect([rest.items.map(({ body }) => body), rest.nextCursor]).toEqual([["one"], null]);
  await block({ actor: me, userId: ren.id });
  expect(await bodies(id)).toEqual([]);
  await unblock({ actor: me, userId: ren.id });
  await drop(id, ren.id);
  await drop(id, ren.id);
  expect(await bodies(id)).toEqual([]);
});

it("tells in which lists a person is, and who is in one", async () => {
  const { id } = await make("painters");
  await put(id, aoi.id);
  await put(id, ren.id);
  const { items } = (await call<{ items: PeopleList[] }>(lists.GET, { as: me, query: { member: aoi.id } }))
    .body;
  expect(items.find((one) => one.id === id)).toMatchObject({ members: 2, has: true });
  expect(items.filter(({ has }) => has)).toHaveLength(1);
  const people = (await call<Page<Person>>(members.GET, { as: me, params: { id } })).body.items;
  expect(people.map((person) => person.id)).toEqual([ren.id, aoi.id]);
});

it("is nobody else's", async () => {
  const { id } = await make("private");
  await put(id, ren.id);
  const json = { name: "stolen" };
  const answers = await Promise.all([
    feed(id, {}, ren),
    call(list.GET, { as: ren, params: { id } }),
    call(list.PATCH, { as: ren, params: { id }, json }),
    call(members.GET, { as: ren, params: { id } }),
    put(id, aoi.id, ren),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await call(list.DELETE, { as: ren, params: { id } })).status).toBe(204);
  expect((await call<PeopleList>(list.GET, { as: me, params: { id } })).body).toMatchObject({
    name: "private",
    members: 1,
  });
});

it.each([
  ["", "too_small"],
  ["x".repeat(41), "too_big"],
  ["a\nb", "hidden_characters"],
])("the name %j is refused", async (name) => {
  expect((await call(lists.POST, { as: me, json: { name } })).status).toBe(400);
});

it("has a name of its own, and room for twenty", async () => {
  const owner = await makePerson("owner-lists");
  const mine = await make("one", owner);
  const again = await call(lists.POST, { as: owner, json: { name: "one" } });
  expect(again).toMatchObject({ status: 400, body: { fields: [{ path: "name", code: "taken" }] } });
  const other = await make("other", owner);
  const rename = (name: string) => call(list.PATCH, { as: owner, params: { id: other.id }, json: { name } });
  expect([
    (await rename("one")).status,
    (await rename("other")).status,
    (await rename("new")).status,
  ]).toEqual([400, 200, 200]);
  for (let count = 2; count < 20; count++) await make(`list ${count}`, owner);
  expect(await call(lists.POST, { as: owner, json: { name: "one more" } })).toMatchObject({
    status: 400,
    body: { fields: [{ code: "too_many" }] },
  });
  expect((await call(list.DELETE, { as: owner, params: { id: mine.id } })).status).toBe(204);
  expect((await feed(mine.id, {}, owner)).status).toBe(404);
});

it("takes nobody whom its owner may not see", async () => {
  const { id } = await make("strangers");
  const blocker = await makePerson("blocker-lists");
  await block({ actor: blocker, userId: me.id });
  expect((await put(id, blocker.id)).status).toBe(404);
  expect((await put(id, id)).status).toBe(404);
});

it("is told live to its owner's streams that show it, and to nobody else's", async () => {
  const { id } = await make("live");
  await put(id, aoi.id);
  const other = await makePerson("other-live");
  const seen = await write(other, "seen");
  const [mine, elsewhere, theirs] = await Promise.all([
    openLive(me, { lists: [id] }),
    openLive(me),
    openLive(ren, { lists: [id], everyone: true }),
  ]);
  const post = await write(aoi, "news");
  const heard = await mine.until((event) => event.type === "list_post");
  expect(heard.event).toEqual({ type: "list_post", listId: id, id: post.id, authorId: aoi.id });
  await repost({ actor: aoi, postId: seen.id, on: true });
  await mine.until((event) => event.type === "list_post" && event.repostOf === seen.id);
  await repost({ actor: aoi, postId: seen.id, on: false });
  await mine.until((event) => event.type === "repost_undone" && event.postId === seen.id);
  await deletePost({ actor: aoi, id: post.id });
  await mine.until((event) => event.type === "post_deleted" && event.id === post.id);
  await theirs.until((event) => event.type === "post_deleted" && event.id === post.id);
  await drop(id, aoi.id);
  await write(aoi, "after");
  await theirs.until((event) => event.type === "post" && event.id > post.id);
  expect(mine.events.filter(({ event }) => event.type === "list_post")).toHaveLength(2);
  expect(theirs.events.some(({ event }) => event.type === "list_post")).toBe(false);
  await elsewhere.until((event) => event.type === "relations");
  expect(elsewhere.events.map(({ event }) => event.type)).toEqual(["hello", "relations"]);
  await Promise.all([mine, elsewhere, theirs].map((stream) => stream.close()));
});
