import { beforeAll, expect, it } from "vitest";
import * as pin from "@/app/api/posts/[id]/pin/route";
import * as userPosts from "@/app/api/users/[id]/posts/route";
import type { Pin, Post } from "@/lib/posts/contract";
import { createPost, deletePost } from "@/lib/posts/service";
import type { Page } from "@/lib/shared/contract";
import { call, makePerson, type TestPerson } from "../support/people";

let mika: TestPerson;
let ren: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("pin_mika"), makePerson("pin_ren")]);
});

const write = async (author: TestPerson, body: string) =>
  (await createPost({ actor: author, payload: { kind: "text", body, media: [] } })).post.id;
const change = (as: TestPerson, id: string, on: boolean) =>
  call<Pin>(on ? pin.PUT : pin.DELETE, { as, params: { id }, method: on ? "PUT" : "DELETE" });
const list = async (query: Record<string, string | number> = {}) =>
  (await call<Page<Post>>(userPosts.GET, { as: ren, params: { id: mika.id }, query })).body;

it("a pinned post stands first on the profile, once, and only one is pinned", async () => {
  const [a, b, c] = [await write(mika, "a"), await write(mika, "b"), await write(mika, "c")];
  expect((await change(mika, a, true)).body).toEqual({ pinned: a, previous: null });
  expect((await list()).items.map(({ id, pinned }) => [id, pinned])).toEqual([
    [a, true],
    [c, false],
    [b, false],
  ]);
  expect((await change(mika, b, true)).body).toEqual({ pinned: b, previous: a });
  const first = await list({ limit: 2 });
  expect(first.items.map(({ id }) => id)).toEqual([b, c]);
  // Further pages have every post in its own place.
  const second = await list({ limit: 2, after: first.nextCursor! });
  expect(second.items.map(({ id }) => id)).toEqual([b, a]);
  expect((await change(mika, a, false)).body).toEqual({ pinned: b, previous: b });
  expect((await change(mika, b, false)).body).toEqual({ pinned: null, previous: b });
  expect((await list()).items.map(({ id }) => id)).toEqual([c, b, a]);
  await change(mika, a, true);
  await deletePost({ actor: mika, id: a });
  expect((await list()).items.map(({ id }) => id)).toEqual([c, b]);
});

it("nobody pins another's post, nor one that is not there", async () => {
  const id = await write(mika, "mine");
  expect((await change(ren, id, true)).status).toBe(403);
  expect((await change(ren, crypto.randomUUID(), true)).status).toBe(404);
  expect((await change(ren, "x", true)).status).toBe(404);
});
