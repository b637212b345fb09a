import { beforeAll, describe, expect, it } from "vitest";
import * as bookmark from "@/app/api/posts/[id]/bookmark/route";
import * as bookmarks from "@/app/api/v1/bookmarks/route";
import * as post from "@/app/api/posts/[id]/route";
import { db } from "@/lib/db/client";
import { block, mute, unblock } from "@/lib/people/follow-service";
import type { Bookmark, Post } from "@/lib/posts/contract";
import { createPost, deletePost } from "@/lib/posts/service";
import type { Page } from "@/lib/shared/contract";
import { call, makePerson, type TestPerson } from "../support/people";

let mika: TestPerson;
let ren: TestPerson;

const write = async (author: TestPerson, body: string) =>
  (await createPost({ actor: author, payload: { kind: "text", body, media: [] } })).post.id;
const keep = (as: TestPerson, id: string) => call<Bookmark>(bookmark.POST, { as, params: { id }, json: {} });
const drop = (as: TestPerson, id: string) =>
  call<Bookmark>(bookmark.DELETE, { as, params: { id }, method: "DELETE" });
const list = async (as: TestPerson, query: Record<string, string | number> = {}) =>
  (await call<Page<Post>>(bookmarks.GET, { as, query })).body;
const idsOf = (page: Page<Post>) => page.items.map(({ id }) => id);

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
});

describe("bookmarks", () => {
  it("list the last one first, by when they were made, and in pages", async () => {
    const [a, b, c] = [await write(ren, "a"), await write(mika, "b"), await write(ren, "c")];
    for (const id of [c, a, b]) expect((await keep(mika, id)).body).toEqual({ postId: id, bookmarked: true });
    expect(idsOf(await list(mika))).toEqual([b, a, c]);
    const first = await list(mika, { limit: 2 });
    expect(idsOf(first)).toEqual([b, a]);
    const second = await list(mika, { limit: 2, after: first.nextCursor! });
    expect([idsOf(second), second.nextCursor]).toEqual([[c], null]);
    expect(first.items.every(({ viewer }) => viewer.bookmarked)).toBe(true);
    for (const id of [a, b, c]) expect((await drop(mika, id)).body.bookmarked).toBe(false);
    expect(idsOf(await list(mika))).toEqual([]);
  });

  it("are kept once, however often they are sent", async () => {
    const id = await write(ren, "once");
    await Promise.all(Array.from({ length: 20 }, () => keep(mika, id)));
    expect(await db().bookmark.count({ where: { postId: id } })).toBe(1);
    await Promise.all(Array.from({ length: 5 }, () => drop(mika, id)));
    expect(await db().bookmark.count({ where: { postId: id } })).toBe(0);
  });

  it("are nobody else's", async () => {
    const id = await write(ren, "secretly loved");
    await keep(mika, id);
    const seen = (await call<Post>(post.GET, { as: ren, params: { id } })).body;
    expect(seen.viewer.bookmarked).toBe(false);
    expect(idsOf(await list(ren))).not.toContain(id);
    expect(JSON.stringify(seen.counts)).not.toContain("bookmark");
    expect(await db().notification.count({ where: { userId: ren.id, postId: id } })).toBe(0);
  });

  it("hide those of people blocked in either direction, not of the muted, and go with their post", async () => {
    const aoi = await makePerson("aoi");
    const id = await write(aoi, "here and gone");
    await keep(mika, id);
    await mute({ actor: mika, userId: aoi.id });
    expect(idsOf(await list(mika))).toContain(id);
    await block({ actor: aoi, userId: mika.id });
    expect(idsOf(await list(mika))).not.toContain(id);
    expect((await keep(mika, id)).status).toBe(404);
    await unblock({ actor: aoi, userId: mika.id });
    expect(idsOf(await list(mika))).toContain(id);
    await block({ actor: mika, userId: aoi.id });
    expect((await drop(mika, id)).status).toBe(200);
    const gone = await write(ren, "gone");
    await keep(mika, gone);
    await deletePost({ actor: ren, id: gone });
    expect(idsOf(await list(mika))).not.toContain(gone);
  });

  it("refuse what is no post", async () => {
    expect((await keep(mika, crypto.randomUUID())).status).toBe(404);
    expect((await keep(mika, "x")).status).toBe(404);
    expect((await call(bookmarks.GET, { as: mika, query: { after: "x" } })).status).toBe(400);
  });
});
