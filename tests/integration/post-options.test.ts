import { beforeAll, expect, it } from "vitest";
import * as comments from "@/app/api/posts/[id]/comments/route";
import * as post from "@/app/api/posts/[id]/route";
import * as replies from "@/app/api/posts/[id]/replies/route";
import * as posts from "@/app/api/v1/posts/route";
import * as timeline from "@/app/api/v1/timeline/route";
import type { Post } from "@/lib/posts/contract";
import type { ReplyPolicy } from "@/lib/posts/rules";
import { follow } from "@/lib/people/follow-service";
import type { Page } from "@/lib/shared/contract";
import { call, makePerson, type TestPerson } from "../support/people";

let author: TestPerson;
let followed: TestPerson;
let mentioned: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [author, followed, mentioned, other] = (await Promise.all(
    ["author", "followed", "mentioned", "other"].map((name) => makePerson(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
  await follow({ actor: author, userId: followed.id });
});

type Problem = { code: string };
const publish = (json: object) => call<Post & Problem>(posts.POST, { as: author, json });
const say = (as: TestPerson, id: string, json: object = { body: "hello" }) =>
  call<Post & Problem>(replies.POST, { as, params: { id }, json });

it.each<[ReplyPolicy, number[]]>([
  ["everyone", [201, 201, 201, 201]],
  ["following", [201, 201, 403, 403]],
  ["mentioned", [201, 403, 201, 403]],
  ["nobody", [201, 403, 403, 403]],
])("replies of %s", async (replyPolicy, expected) => {
  const { body: root } = await publish({ body: `for @${mentioned.username}`, replyPolicy });
  expect(root).toMatchObject({ replyPolicy, viewer: { canReply: true } });
  const people = [author, followed, mentioned, other];
  const answers = [];
  for (const person of people) answers.push(await say(person, root.id));
  expect(answers.map(({ status }) => status)).toEqual(expected);
  for (const [index, person] of people.entries()) {
    const seen = await call<Post>(post.GET, { as: person, params: { id: root.id } });
    expect(seen.body.viewer.canReply).toBe(expected[index] === 201);
    // The comment call is no way around it.
    const comment = await call(comments.POST, {
      as: person,
      params: { id: root.id },
      json: { content: "x" },
    });
    expect(comment.status).toBe(expected[index]);
  }
  // It holds for the whole thread.
  const below = answers[0]!.body;
  expect(below.replyPolicy).toBe(replyPolicy);
  const { status, body } = await say(other, below.id);
  expect([status, status === 403 && body.code]).toEqual([
    expected[3],
    expected[3] === 403 && "replies_limited",
  ]);
  expect((await say(author, below.id, { body: "x", replyPolicy: "nobody" })).status).toBe(400);
});

it("a thread whose first post is deleted stays limited", async () => {
  const { body: root } = await publish({ body: "soon gone", replyPolicy: "nobody" });
  const { body: below } = await say(author, root.id);
  await call(post.DELETE, { as: author, params: { id: root.id }, method: "DELETE" });
  expect((await say(other, below.id)).status).toBe(403);
});

it("a content warning and sensitive pictures are the author's, also inside a quote", async () => {
  const { body: made } = await publish({ body: "the end", warning: " spoiler ", sensitive: true });
  // Without pictures there is nothing to hide.
  expect(made).toMatchObject({ warning: "spoiler", sensitive: false });
  const { body: quoting } = await publish({ body: "look", quote: made.id });
  expect(quoting.quote?.post).toMatchObject({ warning: "spoiler", sensitive: false });
  const { items } = (await call<Page<Post>>(timeline.GET, { as: author })).body;
  expect(items.find(({ id }) => id === made.id)).toMatchObject({ warning: "spoiler" });
  for (const wrong of [
    { warning: "x".repeat(101) },
    { warning: 5 },
    { sensitive: "yes" },
    { replyPolicy: "me" },
  ])
    expect((await publish({ body: "x", ...wrong })).status).toBe(400);
});
