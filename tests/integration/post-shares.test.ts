import { beforeAll, describe, expect, it } from "vitest";
import * as likes from "@/app/api/posts/[id]/likes/route";
import * as quotes from "@/app/api/posts/[id]/quotes/route";
import * as reposts from "@/app/api/posts/[id]/reposts/route";
import type { Person } from "@/lib/people/contract";
import { block, mute } from "@/lib/people/follow-service";
import type { Post } from "@/lib/posts/contract";
import { react, repost } from "@/lib/posts/reaction-service";
import { createPost } from "@/lib/posts/service";
import type { Page } from "@/lib/shared/contract";
import { call, makePerson, type TestPerson } from "../support/people";

let author: TestPerson;
let fans: TestPerson[];
let postId: string;

const page = <T>(
  handler: unknown,
  as: TestPerson,
  query: Record<string, string | number> = {},
  id = postId,
) => call<Page<T>>(handler, { as, params: { id }, query });
const idsOf = ({ body }: { body: Page<Person> }) => body.items.map(({ id }) => id);
const write = async (as: TestPerson, body: string, quote?: string) =>
  (await createPost({ actor: as, payload: { kind: "text", body, media: [], quote } })).post.id;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [author, ...fans] = (await Promise.all(
    ["shared_author", "fan_one", "fan_two", "fan_three"].map((name) => makePerson(name)),
  )) as [TestPerson, ...TestPerson[]];
  postId = await write(author, "much shared");
  for (const fan of fans) {
    await react({ actor: fan, postId, kind: "like", on: true });
    await repost({ actor: fan, postId, on: true });
    await write(fan, `${fan.username} says`, postId);
  }
});

describe("the lists below a post", () => {
  it.each([
    ["likes", likes.GET],
    ["reposts", reposts.GET],
  ])("%s: the last one first, in pages", async (_, handler) => {
    const expected = fans.map(({ id }) => id).reverse();
    expect(idsOf(await page(handler, author))).toEqual(expected);
    const walked: string[] = [];
    let after: string | null | undefined;
    do {
      const { body } = await page<Person>(handler, author, { limit: 1, ...(after && { after }) });
      walked.push(...body.items.map(({ id }) => id));
      after = body.nextCursor;
    } while (after);
    expect(walked).toEqual(expected);
  });

  it("quotes: posts, the last one first, in pages", async () => {
    const first = (await page<Post>(quotes.GET, author, { limit: 2 })).body;
    expect(first.items.map(({ body }) => body)).toEqual(["fan_three says", "fan_two says"]);
    const rest = (await page<Post>(quotes.GET, author, { limit: 2, after: first.nextCursor! })).body;
    expect([rest.items.map(({ body }) => body), rest.nextCursor]).toEqual([["fan_one says"], null]);
  });

  it("leave out who is blocked, and muted people's posts; a post that is not for the viewer has none", async () => {
    const [viewer, one, two] = [await makePerson("shares_viewer"), fans[0]!, fans[1]!];
    await block({ actor: one, userId: viewer.id });
    await mute({ actor: viewer, userId: two.id });
    expect(idsOf(await page(likes.GET, viewer))).not.toContain(one.id);
    expect(idsOf(await page(reposts.GET, viewer))).toContain(two.id);
    const seen = (await page<Post>(quotes.GET, viewer)).body.items.map((each) => each.author.id);
    expect(seen).toEqual([fans[2]!.id]);
    await block({ actor: author, userId: viewer.id });
    for (const handler of [likes.GET, reposts.GET, quotes.GET]) {
      expect((await page(handler, viewer)).status).toBe(404);
      expect((await page(handler, author, {}, crypto.randomUUID())).status).toBe(404);
      expect((await page(handler, author, { after: "!" })).status).toBe(400);
    }
  });
});
