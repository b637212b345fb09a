import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as post from "@/app/api/posts/[id]/route";
import * as linkCard from "@/app/api/v1/links/card/route";
import { RATE_LIMITS } from "@/lib/config/limits";
import { db, inTransaction } from "@/lib/db/client";
import { createEgressFetch } from "@/lib/egress/egress-fetch.server";
import { fileStore } from "@/lib/files/file-store";
import { countJobs, workOffAll } from "@/lib/infra/queue";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { dropUnusedLinks, previewCard, readCard } from "@/lib/links/service";
import type { Post, PostPayload } from "@/lib/posts/contract";
import { editPost } from "@/lib/posts/edit-service";
import { addCard, hashOf, queueCard } from "@/lib/posts/link-service";
import { createPost, deletePost } from "@/lib/posts/service";
import { eventBus, type LiveEvent } from "@/lib/realtime/event-bus.server";
import { lanesOf } from "../support/lanes";
import { call, makePerson, type TestPerson } from "../support/people";

let server: Server;
let me: TestPerson;
let asked: string[];
let round = 0;
let host: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const outside = createEgressFetch({
  resolve: async (name) => [name.startsWith("private") ? "10.0.0.1" : "93.184.216.34"],
  dial: () => connect((server.address() as AddressInfo).port, "127.0.0.1"),
});
const read = (url: string) => readCard(url, outside);
const write = async (body: string, more: Partial<PostPayload> = {}) =>
  (await createPost({ actor: me, payload: { kind: "text", body, media: [], ...more } })).post;
/** A post whose page the test reads itself: what the server would do afterwards goes to the internet. */
const writeAlone = (body: string) => write(body, { preview: false });
const seen = async (id: string) => (await call<Post>(post.GET, { as: me, params: { id } })).body;
/** What the job of a post does. */
const add = ({ id, body }: Post) => addCard({ postId: id, authorId: me.id, bodyHash: hashOf(body) }, read);

beforeAll(async () => {
  me = await makePerson("linker");
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

beforeEach(async () => {
  host = `site${++round}.example.com`;
  asked = [];
  const picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "red" } })
    .withExif({ IFD0: { Copyright: "somebody" } })
    .jpeg()
    .toBuffer();
  answer = ({ url }, response) => {
    if (url === "/moved") return response.writeHead(301, { location: "/page" }).end();
    if (url === "/to-private")
      return response.writeHead(301, { location: "https://private.example.com/" }).end();
    if (url === "/picture.jpg") return response.writeHead(200, { "content-type": "image/jpeg" }).end(picture);
    if (url !== "/page")
      return response.writeHead(404, { "content-type": "text/html" }).end("<title>404</title>");
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>A page</title><meta name=description content="About it">
      <meta property=og:image content=/picture.jpg><meta property=og:image:alt content="All red">`);
  };
});

it("a post gets the card of its first link afterwards, live; the next one has it at once", async () => {
  const made = await writeAlone(`look: https://${host}/moved#part, https://${host}/other`);
  expect(made.link).toBeUndefined();
  const events: LiveEvent[] = [];
  const unsubscribe = eventBus().subscribe((event) => events.push(event));
  await add(made);
  unsubscribe();
  expect(events).toContainEqual({ type: "post_edited", id: made.id, authorId: me.id });
  const { link, editedAt } = await seen(made.id);
  expect(editedAt).toBeNull();
  expect(link).toMatchObject({
    url: `https://${host}/moved`,
    title: "A page",
    description: "About it",
    image: { width: 1200, height: 675, alt: "All red" },
  });
  const bytes = await fileStore().get(link!.image!.url.replace("/api/files/", ""));
  const { format, exif } = await sharp(bytes!).metadata();
  expect([format, exif]).toEqual(["webp", undefined]);
  expect((await write(`again https://${host}/moved`)).link?.title).toBe("A page");
  expect((await write(`not here https://${host}/moved`, { preview: false })).link).toBeUndefined();
  expect(asked).toEqual([`${host}/moved`, `${host}/page`, `${host}/picture.jpg`]);
});

it("several posts that name a page at once ask it once; one that fails is not asked again at once", async () => {
  const url = `https://${host}/page`;
  const ids = await Promise.all([read(url), read(url), read(url)]);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).not.toBeNull();
  for (const path of ["/gone", "/to-private"]) {
    expect(await read(`https://${host}${path}`)).toBeNull();
    expect(await read(`https://${host}${path}`)).toBeNull();
  }
  expect(asked.filter((address) => address !== `${host}/picture.jpg`)).toEqual([
    `${host}/page`,
    `${host}/gone`,
    `${host}/to-private`,
  ]);
});

it.each(["https://private.example.com/page", "https://router.lan/", "https://localhost/"])(
  "reaches no private address: %s",
  async (url) => {
    expect(await read(url)).toBeNull();
    expect(asked).toEqual([]);
  },
);

it("a page without a usable picture has a card without one", async () => {
  const before = answer;
  answer = (request, response) =>
    request.url === "/picture.jpg" ? response.end("no picture") : before(request, response);
  const made = await writeAlone(`https://${host}/page`);
  await add(made);
  expect((await seen(made.id)).link).toMatchObject({ title: "A page", image: null });
});

it("an edit changes the card with the link, and leaves one that was not wanted away", async () => {
  const made = await writeAlone(`https://${host}/page`);
  await add(made);
  const edit = (body: string) => editPost({ actor: me, id: made.id, edit: { body } });
  expect((await edit(`more https://${host}/page`)).link?.title).toBe("A page");
  expect((await edit("no link")).link).toBeUndefined();
  // Its text changed while the page was read.
  await add(made);
  expect((await seen(made.id)).link).toBeUndefined();
});

it("a person who changes the link of a post again and again makes no more fetches than the limit allows", async () => {
  const author = await makePerson("relinker");
  const { post: made } = await createPost({
    actor: author,
    payload: { kind: "text", body: `https://${host}/`, media: [], preview: false },
  });
  const addOf = async (link: string) => {
    await editPost({ actor: author, id: made.id, edit: { body: link } });
    await addCard({ postId: made.id, authorId: author.id, bodyHash: hashOf(link) }, read);
  };
  await consumeLimit("linkCards", author.id, { points: RATE_LIMITS.linkCards.points - 1 });
  await addOf(`https://${host}/gone`);
  await addOf(`https://${host}/page`);
  expect(asked).toEqual([`${host}/gone`]);
  expect((await seen(made.id)).link).toBeUndefined();
});

it("the job of a card is tried again, and given up after its last attempt", async () => {
  const url = `https://${host}/page`;
  // Known: what the job itself reads would come from the internet.
  await read(url);
  const queued = async () => (await countJobs()).find(({ queue }) => queue === "links");
  const failOnce = async ({ id, body }: Post) => {
    await inTransaction((tx) => queueCard({ postId: id, authorId: me.id, body }, tx));
    const waiting = () =>
      db().$queryRaw<object[]>`SELECT 1 FROM gum_queue.job WHERE name = 'links' AND state = 'retry'`;
    await expect.poll(async () => [(await waiting()).length, lanesOf("links")]).toEqual([1, 0]);
  };
  const again = async () => {
    await db().$executeRaw`UPDATE gum_queue.job SET start_after = now() WHERE name = 'links'`;
    await workOffAll("links");
  };
  const failing = async (work: () => Promise<void>) => {
    await db().$executeRaw`ALTER TABLE links RENAME TO links_away`;
    await work().finally(() => db().$executeRaw`ALTER TABLE links_away RENAME TO links`);
  };

  const late = await writeAlone(`late: ${url}`);
  await failing(() => failOnce(late));
  expect((await seen(late.id)).link).toBeUndefined();
  await again();
  expect((await seen(late.id)).link).toMatchObject({ title: "A page" });
  expect(await queued()).toMatchObject({ queued: 0, dead: 0 });

  const never = await writeAlone(`never: ${url}`);
  await failing(async () => {
    await failOnce(never);
    for (let attempt = 2; attempt <= 4; attempt++) {
      expect(await queued()).toMatchObject({ queued: 1, dead: 0 });
      await again();
    }
  });
  expect(await queued()).toMatchObject({ queued: 0, dead: 1 });
  expect((await seen(never.id)).link).toBeUndefined();
});

it("the job forgets pages that no post shows, and those of hosts that were blocked", async () => {
  const made = await writeAlone(`https://${host}/page`);
  await add(made);
  const key = (await seen(made.id)).link!.image!.url.replace("/api/files/", "");
  const later = new Date(Date.now() + 40 * 86_400_000);
  const kept = () => db().link.count({ where: { url: { startsWith: `https://${host}` } } });
  await dropUnusedLinks(later);
  expect(await kept()).toBe(1);
  await db().blockedHost.create({ data: { host } });
  await dropUnusedLinks(new Date());
  expect([await kept(), await fileStore().get(key)]).toEqual([0, null]);
  expect((await seen(made.id)).link).toBeUndefined();
  expect(await read(`https://${host}/page`)).toBeNull();
  await deletePost({ actor: me, id: made.id });
});

it("previews the card while a post is written, fetches the page once, and no more pages than the limit allows", async () => {
  const writer = await makePerson("previewer");
  const preview = (url: string) => previewCard({ actor: writer, url, read });
  const url = `https://${host}/page`;
  expect(await preview(url)).toMatchObject({ url, title: "A page", image: { alt: "All red" } });
  expect(await preview(`https://${host}/gone`)).toBeNull();
  await consumeLimit("linkPreviews", writer.id, { points: RATE_LIMITS.linkPreviews.points - 2 });
  // Known pages cost nothing, nor do those that have no card.
  for (let repeat = 0; repeat < 2; repeat++) {
    expect((await preview(url))?.title).toBe("A page");
    expect(await preview(`https://${host}/gone`)).toBeNull();
  }
  expect(await preview(`https://${host}/moved`)).toBeNull();
  expect(asked).toEqual([`${host}/page`, `${host}/picture.jpg`, `${host}/gone`]);
  expect((await write(`see ${url}`)).link?.title).toBe("A page");

  const ask = (text: string) => call(linkCard.GET, { as: writer, query: { url: text } });
  expect(await ask(`${url}#part`)).toMatchObject({ status: 200, body: { card: { title: "A page" } } });
  for (const wrong of [
    "",
    "no link",
    "https://me:secret@example.com/",
    "ftp://example.com/",
    "x".repeat(2_001),
  ])
    expect((await ask(wrong)).status).toBe(400);
});

it("previews never wait: two at once per person, none while the queue is busy, none for who is read-only", async () => {
  const writer = await makePerson("busy-previewer");
  const release: (() => void)[] = [];
  const answerNow = answer;
  answer = (request, response) => void release.push(() => answerNow(request, response));
  const preview = (path: string, actor = writer) =>
    previewCard({ actor, url: `https://${host}${path}`, read });
  const first = preview("/page");
  const second = preview("/gone");
  await expect.poll(() => release.length).toBe(2);
  expect(await preview("/third")).toBeNull();
  const posted = [read(`https://${host}/fourth`), read(`https://${host}/fifth`)];
  expect(await preview("/sixth", await makePerson("other-previewer"))).toBeNull();
  await expect.poll(() => release.length).toBe(4);
  answer = answerNow;
  for (const go of release) go();
  expect(await first).toMatchObject({ title: "A page" });
  expect(await Promise.all([second, ...posted])).toEqual([null, null, null]);

  const limitedUntil = new Date(Date.now() + 3_600_000);
  await db().user.update({ where: { id: writer.id }, data: { limitedUntil } });
  expect(await preview("/moved")).toBeNull();
  expect((await preview("/page"))?.title).toBe("A page");
  expect(asked).not.toContain(`${host}/moved`);
});
