import { beforeAll, expect, it } from "vitest";
import * as emojis from "@/app/api/posts/[id]/emojis/route";
import * as post from "@/app/api/posts/[id]/route";
import * as counts from "@/app/api/v1/posts/counts/route";
import * as notifications from "@/app/api/v1/notifications/route";
import { removeAccount } from "@/lib/account/service";
import { db, inTransaction } from "@/lib/db/client";
import { recountDrifted } from "@/lib/jobs/counter-repository";
import type { NotificationPage } from "@/lib/notifications/contract";
import type { EmojiPerson, EmojiReactions, Post, PostCounts } from "@/lib/posts/contract";
import { createPost } from "@/lib/posts/service";
import { block } from "@/lib/people/follow-service";
import type { Page } from "@/lib/shared/contract";
import { call, makePerson, type TestPerson } from "../support/people";

let mika: TestPerson;
let ren: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
});

const write = async () =>
  (await createPost({ actor: mika, payload: { kind: "text", body: "react", media: [] } })).post.id;
const react = (as: TestPerson, id: string, emoji: unknown, on: unknown = true) =>
  call<EmojiReactions>(emojis.POST, { as, params: { id }, json: { emoji, on } });
const seen = async (as: TestPerson, id: string) =>
  (await call<Post>(post.GET, { as, params: { id } })).body.emojis;

it("are counted by emoji, once for each person, also at the same moment", async () => {
  const id = await write();
  await Promise.all([ren, ren, mika, mika].flatMap((as) => [react(as, id, "🎉"), react(as, id, "👩‍👩‍👧‍👦")]));
  await react(ren, id, "🔥");
  expect(await seen(mika, id)).toEqual([
    { emoji: "🎉", count: 2, mine: true },
    { emoji: "👩‍👩‍👧‍👦", count: 2, mine: true },
    { emoji: "🔥", count: 1, mine: false },
  ]);
  await react(ren, id, "🔥", false);
  const { body } = await react(ren, id, "🔥", false);
  expect(body.emojis.map(({ emoji }) => emoji)).toEqual(["🎉", "👩‍👩‍👧‍👦"]);
});

it("tell who reacted, without people whom one does not see", async () => {
  const id = await write();
  const blocked = await makePerson("blocked");
  for (const person of [ren, blocked]) await react(person, id, "👍");
  await block({ actor: mika, userId: blocked.id });
  const { items } = (await call<Page<EmojiPerson>>(emojis.GET, { as: mika, params: { id } })).body;
  expect(items.map(({ emoji, user }) => [emoji, user.id])).toEqual([["👍", ren.id]]);
  expect((await react(blocked, id, "👍")).status).toBe(404);
});

it.each(["", "a", "👍👍", "👍 ", "1", 5, "<b>"])("refuse %j", async (emoji) => {
  expect((await react(ren, await write(), emoji)).status).toBe(400);
});

it("are bounded for each person", async () => {
  const id = await write();
  const answers = [];
  for (const emoji of ["🐶", "🐱", "🐭", "🐹", "🐰", "🦊", "🐻", "🐼", "🐨"])
    answers.push(await react(ren, id, emoji));
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(8).fill(200), 409]);
  expect(answers.at(-1)?.body).toMatchObject({ code: "too_many_reactions" });
  expect((await react(ren, id, "🐶")).status).toBe(200);
  expect(await seen(ren, id)).toHaveLength(8);
});

it("notify the author once for each person, and no longer when they are taken back", async () => {
  const author = await makePerson("author");
  const { id } = (await createPost({ actor: author, payload: { kind: "text", body: "hm", media: [] } })).post;
  const told = async () =>
    (await call<NotificationPage>(notifications.GET, { as: author })).body.items.map(
      ({ kind, emoji, count }) => `${kind} ${emoji} ${count}`,
    );
  await react(author, id, "👍");
  for (const emoji of ["👍", "🔥"]) await react(ren, id, emoji);
  expect(await told()).toEqual(["emoji 🔥 1"]);
  await react(mika, id, "🎉");
  expect(await told()).toEqual(["emoji 🎉 2"]);
  for (const emoji of ["👍", "🔥"]) await react(ren, id, emoji, false);
  expect(await told()).toEqual(["emoji 🎉 1"]);
});

it("are counted anew where they drifted, and when an account is deleted", async () => {
  const [id, gone] = [await write(), await makePerson("gone")];
  await react(ren, id, "👍");
  await react(gone, id, "👍");
  await react(gone, id, "🎉");
  await inTransaction((tx) => removeAccount(gone.id, tx));
  expect(await seen(ren, id)).toEqual([{ emoji: "👍", count: 1, mine: true }]);
  await db().post.update({ where: { id }, data: { emojis: { "👍": 9, "👀": 1 } } });
  await recountDrifted({ limit: 100, popularityPerLike: 1 });
  const { items } = (await call<{ items: PostCounts[] }>(counts.GET, { as: ren, query: { ids: id } })).body;
  expect(items[0]?.emojis).toEqual([{ emoji: "👍", count: 1, mine: true }]);
});
