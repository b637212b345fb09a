import { beforeAll, expect, it } from "vitest";
import * as post from "@/app/api/posts/[id]/route";
import * as versions from "@/app/api/posts/[id]/versions/route";
import * as search from "@/app/api/v1/search/route";
import * as notifications from "@/app/api/v1/notifications/route";
import type { Post, PostVersion } from "@/lib/posts/contract";
import type { NotificationPage } from "@/lib/notifications/contract";
import { createPost } from "@/lib/posts/service";
import type { Page } from "@/lib/shared/contract";
import { call, makePerson, type TestPerson } from "../support/people";

let mika: TestPerson;
let ren: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
});

type Problem = { code: string };
const write = async (body: string, at?: Date) =>
  (await createPost({ actor: mika, payload: { kind: "text", body, media: [] }, ...(at && { at }) })).post;
const edit = (as: TestPerson, id: string, json: object) =>
  call<Post & Problem>(post.PATCH, { as, params: { id }, method: "PATCH", json });
const versionsOf = async (as: TestPerson, id: string) =>
  (await call<{ items: PostVersion[] }>(versions.GET, { as, params: { id } })).body.items;

it("an edit replaces the text, in searches too, and keeps what it said for everybody", async () => {
  const made = await write("zebras in the garden");
  expect(made.editedAt).toBeNull();
  const { status, body } = await edit(mika, made.id, { body: "giraffes in the garden", warning: "tall" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    body: "giraffes in the garden",
    warning: "tall",
    editedAt: expect.any(String),
  });
  expect(body.render.slots.title).toBe("giraffes in the garden");
  await edit(mika, made.id, { body: "lions in the garden" });
  // Nothing new is no version.
  await edit(mika, made.id, { body: "lions in the garden" });
  expect((await versionsOf(ren, made.id)).map(({ body, warning }) => [body, warning])).toEqual([
    ["lions in the garden", "tall"],
    ["giraffes in the garden", "tall"],
    ["zebras in the garden", ""],
  ]);
  const found = async (q: string) =>
    (await call<Page<Post>>(search.GET, { as: ren, query: { q, type: "posts" } })).body.items.map(
      ({ id }) => id,
    );
  expect(await found("lions")).toContain(made.id);
  expect(await found("zebras")).not.toContain(made.id);
});

it("is for the author, for half an hour, and leaves something", async () => {
  const made = await write("mine");
  expect((await edit(ren, made.id, { body: "taken" })).status).toBe(403);
  expect((await edit(mika, made.id, { body: " " })).status).toBe(400);
  expect((await edit(mika, made.id, { body: "x".repeat(5_001) })).status).toBe(400);
  expect((await edit(mika, crypto.randomUUID(), { body: "x" })).status).toBe(404);
  const old = await write("old", new Date(Date.now() - 31 * 60_000));
  const { status, body } = await edit(mika, old.id, { body: "too late" });
  expect([status, body.code]).toEqual([403, "edit_closed"]);
});

it("tells whom it mentions, once", async () => {
  const made = await write("hello");
  for (const words of ["one", "two"]) await edit(mika, made.id, { body: `@${ren.username} ${words}` });
  const { items } = (await call<NotificationPage>(notifications.GET, { as: ren })).body;
  expect(items.filter(({ post }) => post?.id === made.id).map(({ kind }) => kind)).toEqual(["mention"]);
});
