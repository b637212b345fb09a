import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import * as media from "@/app/api/media/route";
import * as posts from "@/app/api/v1/posts/route";
import * as post from "@/app/api/posts/[id]/route";
import * as comments from "@/app/api/posts/[id]/comments/route";
import * as comment from "@/app/api/posts/[id]/comments/[commentId]/route";
import * as reactions from "@/app/api/v1/reactions/route";
import * as counts from "@/app/api/v1/posts/counts/route";
import type { Comment } from "@/lib/posts/comment-contract";
import type { Post, PostMedia, Reaction } from "@/lib/posts/contract";
import { SENDER_HEADER } from "@/lib/outbox/rules";
import { db } from "@/lib/db/client";
import { readPublicFile } from "@/lib/files/service";
import { call, makePerson, type TestPerson } from "../support/people";

let mika: TestPerson;
let ren: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
});

type Problem = { code: string; message: string; fields?: { path: string }[] };
const publish = (as: TestPerson, json: unknown) => call<Post>(posts.POST, { as, json });
const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: "#c44" } })
    .withMetadata({ exif: { IFD0: { Copyright: "me" } } })
    .jpeg()
    .toBuffer();
const asFile = (bytes: Uint8Array, name = "p.jpg") =>
  new File([new Uint8Array(bytes)], name, { type: "image/jpeg" });

describe("publishing", () => {
  it("answers with the whole post", async () => {
    const { status, body } = await publish(mika, { kind: "text", body: "おはよう #朝" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: "text",
      body: "おはよう #朝",
      appRef: null,
      media: [],
      render: {
        mode: "template",
        templateId: "tpl_default",
        slots: { title: "おはよう #朝", content: "おはよう #朝" },
      },
      author: { id: mika.id, username: "mika" },
      app: null,
      counts: { likes: 0, comments: 0, reposts: 0, quotes: 0 },
      viewer: { liked: false, bookmarked: false, reposted: false },
    });
  });

  it("takes the payload of the specification as it stands", async () => {
    const { status } = await publish(mika, {
      kind: "text",
      body: "hello",
      appRef: null,
      media: [],
      render: {
        mode: "template",
        templateId: "tpl_default",
        slots: { title: "hello", content: "hello", image: "" },
      },
    });
    expect(status).toBe(201);
  });

  it("fills slot title with the first fifty characters as a reader counts them", async () => {
    const { body } = await publish(mika, { body: "👩‍👩‍👧‍👦".repeat(60) });
    expect(body.render.slots.title).toBe("👩‍👩‍👧‍👦".repeat(50));
  });

  it.each([
    ["nothing at all", {}],
    ["blank text", { body: " \n " }],
    ["5,001 characters", { body: "あ".repeat(5_001) }],
    ["an unknown field", { body: "x", author: "me" }],
    ["another kind", { kind: "html", body: "x" }],
    ["another template", { body: "x", render: { mode: "template", templateId: "tpl_evil", slots: {} } }],
    ["five pictures", { body: "x", media: Array.from({ length: 5 }, () => crypto.randomUUID()) }],
    ["a picture that is not there", { body: "x", media: [crypto.randomUUID()] }],
    ["a body that is no text", { body: 5 }],
  ])("refuses %s", async (_, json) => {
    const { status, body } = await call<Problem>(posts.POST, { as: mika, json });
    expect(status).toBe(400);
    expect(body.code).toBe("validation_error");
  });

  it("takes 5,000 characters, counted as characters", async () => {
    expect((await publish(mika, { body: "👍".repeat(5_000) })).status).toBe(201);
  });

  it("refuses an app that is not there", async () => {
    const { status, body } = await call<Problem>(posts.POST, {
      as: mika,
      json: { body: "x", appRef: { appId: crypto.randomUUID(), version: "1.0.0" } },
    });
    expect([status, body.code]).toEqual([404, "unknown_app"]);
  });

  it("stores a post once that was sent twice, also at the same moment", async () => {
    const clientKey = crypto.randomUUID();
    const before = await db().user.findUniqueOrThrow({
      where: { id: mika.id },
      select: { postsCount: true },
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => publish(mika, { body: "once", clientKey })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const after = await db().user.findUniqueOrThrow({ where: { id: mika.id }, select: { postsCount: true } });
    expect(after.postsCount - before.postsCount).toBe(1);
  });

  it("is for people who are signed in and onboarded", async () => {
    const fresh = await makePerson("fresh", { onboarded: false });
    const forged = { authorization: "Bearer nonsense" };
    expect((await call<Problem>(posts.POST, { headers: forged, json: { body: "x" } })).body.code).toBe(
      "invalid_token",
    );
    expect((await call<Problem>(posts.POST, { as: fresh, json: { body: "x" } })).body.code).toBe(
      "onboarding_required",
    );
  });
});

describe("pictures", () => {
  const upload = async (as: TestPerson, alt = "") => {
    const form = new FormData();
    form.set("file", asFile(await picture()));
    form.set("alt", alt);
    return (await call<PostMedia>(media.POST, { as, form })).body;
  };

  it("are encoded anew without metadata and posted by id", async () => {
    const one = await upload(mika, "red");
    expect(one).toMatchObject({ type: "image/webp", width: 40, height: 30, alt: "red" });
    expect(one.preview).toMatch(/^data:image\/webp;base64,/);
    const file = await readPublicFile(one.url.replace("/api/files/", ""));
    expect((await sharp(file!.bytes).metadata()).exif).toBeUndefined();
    const { body } = await publish(mika, { body: "", media: [{ id: one.id, alt: "a red field" }] });
    expect(body.media).toEqual([{ ...one, alt: "a red field" }]);
    expect(body.render.slots.image).toBe(one.url);
    // A picture is in one post.
    expect((await publish(mika, { body: "again", media: [one.id] })).status).toBe(400);
  });

  it("of others cannot be posted", async () => {
    const hers = await upload(mika);
    expect((await publish(ren, { body: "mine", media: [hers.id] })).status).toBe(400);
  });

  it("come with a form too, up to four", async () => {
    const form = new FormData();
    form.set("payload", JSON.stringify({ kind: "text", body: "two pictures" }));
    form.append("media", asFile(await picture()));
    form.append("media", asFile(await picture(30, 60)));
    form.append("alt", "first");
    form.append("alt", "second");
    const { status, body } = await call<Post>(posts.POST, { as: mika, form });
    expect(status).toBe(201);
    expect(body.media.map(({ alt, height }) => [alt, height])).toEqual([
      ["first", 30],
      ["second", 60],
    ]);

    const five = new FormData();
    five.set("body", "five");
    for (let i = 0; i < 5; i++) five.append("media", asFile(await picture()));
    expect((await call(posts.POST, { as: mika, form: five })).status).toBe(400);
  });

  it("that are none are refused, and nothing of the post stays", async () => {
    const before = await db().media.count();
    const form = new FormData();
    form.set("body", "x");
    form.append("media", asFile(await picture()));
    form.append(
      "media",
      asFile(new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>"), "x.png"),
    );
    const { status, body } = await call<Problem>(posts.POST, { as: mika, form });
    expect([status, body.code]).toEqual([422, "invalid_image"]);
    expect(await db().media.count()).toBe(before);
  });

  it("over 8 MB are refused", async () => {
    const form = new FormData();
    form.set("file", asFile(new Uint8Array(8 * 1024 * 1024 + 1)));
    expect((await call<Problem>(media.POST, { as: mika, form })).body.code).toBe("payload_too_large");
  });

  it("go with their post", async () => {
    const one = await upload(mika);
    const { body } = await publish(mika, { body: "soon gone", media: [one.id] });
    expect((await call(post.DELETE, { as: mika, method: "DELETE", params: { id: body.id } })).status).toBe(
      204,
    );
    expect(await readPublicFile(one.url.replace("/api/files/", ""))).toBeNull();
  });
});

describe("reactions", () => {
  const react = (as: TestPerson, postId: string, action: string) =>
    call<Reaction>(reactions.POST, { as, json: { postId, action } });

  it("are idempotent both ways", async () => {
    const { body: made } = await publish(mika, { body: "like me" });
    for (const likes of [1, 1])
      expect((await react(ren, made.id, "like")).body).toEqual({ postId: made.id, liked: true, likes });
    expect((await call<Post>(post.GET, { as: ren, params: { id: made.id } })).body.viewer.liked).toBe(true);
    for (const likes of [0, 0])
      expect((await react(ren, made.id, "unlike")).body).toEqual({ postId: made.id, liked: false, likes });
  });

  it("count right under twenty at once, and back", async () => {
    const { body: made } = await publish(mika, { body: "popular" });
    const crowd = await Promise.all(
      Array.from({ length: 20 }, (_, i) => makePerson(`crowd${String(i).padStart(2, "0")}`)),
    );
    await Promise.all(crowd.flatMap((one) => [react(one, made.id, "like"), react(one, made.id, "like")]));
    const read = async () =>
      (await call<{ items: { likes: number }[] }>(counts.GET, { as: mika, query: { ids: made.id } })).body
        .items[0]!.likes;
    expect(await read()).toBe(20);
    expect(await db().like.count({ where: { postId: made.id } })).toBe(20);
    expect(await db().notification.count({ where: { postId: made.id, kind: "like" } })).toBe(20);
    await Promise.all(crowd.slice(0, 8).map((one) => react(one, made.id, "unlike")));
    expect(await read()).toBe(12);
  });

  it("need a post and an action", async () => {
    expect((await react(ren, crypto.randomUUID(), "like")).status).toBe(404);
    const { body: made } = await publish(mika, { body: "x" });
    expect((await react(ren, made.id, "love")).status).toBe(400);
  });
});

describe("comments", () => {
  it("are counted, listed oldest first, fifty a page, and deleted by their author only", async () => {
    const { body: made } = await publish(mika, { body: "talk to me" });
    const params = { id: made.id };
    for (let i = 0; i < 52; i++) {
      const { status } = await call(comments.POST, { as: ren, params, json: { content: `comment ${i}` } });
      expect(status).toBe(201);
    }
    const first = (await call<{ items: Comment[]; nextCursor: string }>(comments.GET, { as: mika, params }))
      .body;
    expect(first.items.map(({ content }) => content)).toEqual(
      Array.from({ length: 50 }, (_, i) => `comment ${i}`),
    );
    const rest = (
      await call<{ items: Comment[]; nextCursor: null }>(comments.GET, {
        as: mika,
        params,
        query: { after: first.nextCursor },
      })
    ).body;
    expect(rest.items).toHaveLength(2);
    expect(rest.nextCursor).toBeNull();
    const byOffset = (
      await call<{ items: Comment[] }>(comments.GET, { as: mika, params, query: { limit: 5, offset: 50 } })
    ).body;
    expect(byOffset.items).toEqual(rest.items);

    const at = { id: made.id, commentId: first.items[0]!.id };
    expect((await call(comment.DELETE, { as: mika, method: "DELETE", params: at })).status).toBe(403);
    expect((await call(comment.DELETE, { as: ren, method: "DELETE", params: at })).status).toBe(204);
    expect((await call(comment.DELETE, { as: ren, method: "DELETE", params: at })).status).toBe(404);
    expect((await call<Post>(post.GET, { as: mika, params })).body.counts.comments).toBe(51);
  });

  it("need some text, at most 2,000 characters, and a post", async () => {
    const { body: made } = await publish(mika, { body: "x" });
    for (const content of ["", "  ", "x".repeat(2_001)]) {
      expect(
        (await call(comments.POST, { as: ren, params: { id: made.id }, json: { content } })).status,
      ).toBe(400);
    }
    expect(
      (await call(comments.POST, { as: ren, params: { id: crypto.randomUUID() }, json: { content: "x" } }))
        .status,
    ).toBe(404);
    expect(
      (await call(comments.POST, { as: ren, params: { id: "nonsense" }, json: { content: "x" } })).status,
    ).toBe(404);
  });
});

describe("what a browser queued", () => {
  it("a comment with a known client key is the first one, also at the same moment", async () => {
    const { body: made } = await publish(mika, { body: "once" });
    const params = { id: made.id };
    const json = { content: "only once", clientKey: crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call<Comment>(comments.POST, { as: ren, params, json })),
    );
    const again = await call<Comment>(comments.POST, { as: ren, params, json });
    expect(new Set([...answers, again].map(({ body }) => body.id)).size).toBe(1);
    expect((await call<Post>(post.GET, { as: mika, params })).body.counts.comments).toBe(1);
    // Keys belong to their person.
    const other = await call<Comment>(comments.POST, { as: mika, params, json });
    expect(other.body.id).not.toBe(again.body.id);
  });

  it("is refused under another person's session", async () => {
    const { body: made } = await publish(mika, { body: "whose like" });
    const json = { postId: made.id, action: "like" };
    const like = (sender: TestPerson) =>
      call<Reaction>(reactions.POST, { as: ren, json, headers: { [SENDER_HEADER]: sender.id } });
    expect((await like(mika)).status).toBe(401);
    expect((await like(ren)).body.likes).toBe(1);
  });
});

describe("deleting a post", () => {
  it("is its author's", async () => {
    const { body: made } = await publish(mika, { body: "mine" });
    const params = { id: made.id };
    expect((await call(post.DELETE, { as: ren, method: "DELETE", params })).status).toBe(403);
    await call(reactions.POST, { as: ren, json: { postId: made.id, action: "like" } });
    expect((await call(post.DELETE, { as: mika, method: "DELETE", params })).status).toBe(204);
    expect((await call(post.GET, { as: mika, params })).status).toBe(404);
    expect(await db().notification.count({ where: { postId: made.id } })).toBe(0);
  });
});
