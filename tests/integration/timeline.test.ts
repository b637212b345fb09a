import { beforeAll, describe, expect, it } from "vitest";
import * as timeline from "@/app/api/v1/timeline/route";
import * as userPosts from "@/app/api/users/[id]/posts/route";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "@/lib/posts/contract";
import { idAt } from "@/lib/shared/time-id";
import { inTransaction } from "@/lib/db/client";
import { insertPost } from "@/lib/posts/repository";
import { block, follow, mute, unfollow } from "@/lib/people/follow-service";
import { createPost } from "@/lib/posts/service";
import { call, makePerson, type TestPerson } from "../support/people";

type Feed = Page<Post>;
const read = async (as: TestPerson, query: Record<string, string | number> = {}) =>
  (await call<Feed>(timeline.GET, { as, query })).body;
const bodies = (page: Feed) => page.items.map((post) => post.body);

async function post(author: TestPerson, body: string, at?: Date): Promise<string> {
  const { post: made } = await createPost({ actor: author, at, payload: { kind: "text", body, media: [] } });
  return made.id;
}

async function walk(as: TestPerson, query: Record<string, string | number>): Promise<string[]> {
  const seen: string[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await read(as, { ...query, ...(after && { after }) });
    seen.push(...page.items.map(({ id }) => id));
    if (!page.nextCursor) return seen;
    after = page.nextCursor;
  }
}

describe("the two feeds", () => {
  let mika: TestPerson;
  let ren: TestPerson;
  let aoi: TestPerson;

  beforeAll(async () => {
    [mika, ren, aoi] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("aoi")]);
    await follow({ actor: mika, userId: ren.id });
    for (let i = 0; i < 25; i++) await post(i % 2 ? ren : aoi, `post ${i}`);
    await post(mika, "my own");
  });

  it("home is oneself and those one follows, newest first", async () => {
    const page = await read(mika, { limit: 5 });
    expect(bodies(page)).toEqual(["my own", "post 23", "post 21", "post 19", "post 17"]);
  });

  it("all is everyone, twenty a page, walked without gaps", async () => {
    const first = await read(ren, { feed: "all" });
    expect(first.items).toHaveLength(20);
    const second = await read(ren, { feed: "all", after: first.nextCursor! });
    expect(second.items).toHaveLength(6);
    expect(second.nextCursor).toBeNull();
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(26);
  });

  it("keeps its place while new posts come in", async () => {
    const first = await read(aoi, { feed: "all", limit: 10 });
    await post(ren, "meanwhile");
    const second = await read(aoi, { feed: "all", limit: 10, after: first.nextCursor! });
    expect(second.items.some(({ body }) => body === "meanwhile")).toBe(false);
    expect(second.items[0]!.id < first.items.at(-1)!.id).toBe(true);
  });

  it("follows and unfollows at once", async () => {
    await follow({ actor: mika, userId: aoi.id });
    expect(bodies(await read(mika, { limit: 20 }))).toContain("post 24");
    await unfollow({ actor: mika, userId: aoi.id });
    expect(bodies(await read(mika, { limit: 20 }))).not.toContain("post 24");
  });

  it.each<Record<string, string | number>>([
    { limit: 0 },
    { limit: 101 },
    { limit: "x" },
    { feed: "mine" },
    { after: "nonsense" },
  ])("refuses %j", async (query) => {
    const { status } = await call(timeline.GET, { as: mika, query });
    expect(status).toBe(400);
  });

  it("a person's posts come by cursor and by page", async () => {
    const params = { id: ren.id };
    const first = (await call<Feed>(userPosts.GET, { as: mika, params, query: { limit: 10 } })).body;
    const second = (
      await call<Feed>(userPosts.GET, { as: mika, params, query: { limit: 10, after: first.nextCursor! } })
    ).body;
    const byPage = (await call<Feed>(userPosts.GET, { as: mika, params, query: { limit: 10, page: 2 } }))
      .body;
    expect(byPage.items).toEqual(second.items);
    const byName = (
      await call<Feed>(userPosts.GET, { as: mika, params: { id: "ren" }, query: { limit: 10 } })
    ).body;
    expect(byName).toEqual(first);
  });
});

describe("whom one hides", () => {
  it("blocks hold both ways in both feeds, mutes one way", async () => {
    const [one, blocked, muted] = await Promise.all([
      makePerson("hider"),
      makePerson("blockedone"),
      makePerson("mutedone"),
    ]);
    await follow({ actor: one, userId: blocked.id });
    await follow({ actor: one, userId: muted.id });
    await follow({ actor: muted, userId: one.id });
    await post(one, "by hider");
    await post(blocked, "by blocked");
    await post(muted, "by muted");
    await block({ actor: one, userId: blocked.id });
    await mute({ actor: one, userId: muted.id });
    for (const feed of ["home", "all"]) {
      const seen = bodies(await read(one, { feed }));
      expect(seen).toContain("by hider");
      expect(seen).not.toContain("by blocked");
      expect(seen).not.toContain("by muted");
    }
    expect(bodies(await read(blocked, { feed: "all" }))).not.toContain("by hider");
    expect(bodies(await read(muted))).toContain("by hider");
  });
});

describe("a home feed of many", () => {
  const PEOPLE = 130;

  it("is the same by scan, by merge and by their meeting", async () => {
    const reader = await makePerson("reader");
    const authors = await Promise.all(
      Array.from({ length: PEOPLE }, (_, i) => makePerson(`author${String(i).padStart(3, "0")}x`)),
    );
    const noisy = await makePerson("noisy");
    for (const author of authors) await follow({ actor: reader, userId: author.id });
    const start = Date.now() - 10 * 86_400_000;
    const mine: string[] = [];
    // Old posts of those one follows, then a crowd's noise of more than the scan looks at, then a few new ones.
    await inTransaction(async (tx) => {
      const add = async (author: TestPerson, minute: number) => {
        const createdAt = new Date(start + minute * 60_000);
        const id = idAt(createdAt);
        await insertPost(
          {
            id,
            authorId: author.id,
            body: `m${minute}`,
            appId: null,
            appVersion: null,
            sharesApp: true,
            render: { mode: "template", templateId: "tpl_default", slots: { title: "" } },
            clientKey: null,
            createdAt,
            terms: [],
          },
          tx,
        );
        if (author !== noisy) mine.push(id);
      };
      let minute = 0;
      for (let i = 0; i < 60; i++) await add(authors[(i * 7) % PEOPLE]!, minute++);
      for (let i = 0; i < 1_050; i++) await add(noisy, minute++);
      for (let i = 0; i < 45; i++) await add(authors[(i * 11) % PEOPLE]!, minute++);
    });
    expect(await walk(reader, { limit: 20 })).toEqual([...mine].reverse());
    expect(await walk(reader, { limit: 7 })).toEqual([...mine].reverse());
  });
});
