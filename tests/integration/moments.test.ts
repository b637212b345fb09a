/** A moment: the state of an app that a post carries, for others to start from. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as pictureRoute from "@/app/api/posts/[id]/moment/picture/route";
import * as momentRoute from "@/app/api/posts/[id]/moment/route";
import * as postRoute from "@/app/api/posts/[id]/route";
import * as postsRoute from "@/app/api/v1/posts/route";
import * as timelineRoute from "@/app/api/v1/timeline/route";
import type { App } from "@/lib/apps/contract";
import { db } from "@/lib/db/client";
import { resetLimit } from "@/lib/infra/rate-limiter";
import { block, unblock } from "@/lib/people/follow-service";
import type { Post } from "@/lib/posts/contract";
import type { Moment } from "@/lib/posts/moment-contract";
import type { Page } from "@/lib/shared/contract";
import { fetchRoute, makeApp, png, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

const KB = 1024;
let mika: TestPerson;
let ren: TestPerson;
let app: App;

beforeAll(async () => {
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
  app = await makeApp(mika, { name: "Takt", room: true }, { published: true });
});
beforeEach(() => resetLimit("posts", mika.id));

type Refused = Problem & { fields?: { path: string; code: string }[] };
const image = async () => ({ data: Buffer.from(await png(640, 480)).toString("base64"), alt: "A board" });
const send = <T = Post>(moment: unknown, more: object = {}) =>
  call<T>(postsRoute.POST, {
    as: mika,
    json: { body: "Look!", appRef: { appId: app.id }, moment, ...more },
  });
const share = async (moment: unknown = { state: "{}" }) => (await send(moment)).body;
const play = (as: TestPerson, id: string) => call<Moment>(momentRoute.GET, { as, params: { id } });
const picture = (as: TestPerson, id: string) => fetchRoute(pictureRoute.GET, { as, params: { id } });

it("is given to others exactly as it was shared, and shown in lists by its picture alone", async () => {
  const state = JSON.stringify({ bpm: 128, title: '"雨" \u0000 \ud83d\ude00', steps: [[1, 0], []] });
  const { status, body } = await send({ state, href: "page.html#bar-3", image: await image() });
  expect(status).toBe(201);
  expect((await play(ren, body.id)).body).toEqual({ appId: app.id, state, href: "#bar-3" });

  const list = await call<Page<Post>>(timelineRoute.GET, { as: ren, query: { feed: "all" } });
  const shown = list.body.items.find(({ id }) => id === body.id)!;
  expect(shown.moment).toEqual({
    image: {
      url: expect.stringContaining("/moment/picture?v=") as string,
      width: 640,
      height: 480,
      alt: "A board",
    },
  });
  expect(JSON.stringify(list.body)).not.toContain("bpm");
  const answer = await picture(ren, body.id);
  expect(answer.headers.get("content-type")).toBe("image/webp");
  expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(64 * KB);
});

it("is nobody's shared instance: whoever plays has a copy", async () => {
  expect((await share()).sharesApp).toBe(false);
});

it("is stored once for one client key", async () => {
  const clientKey = crypto.randomUUID();
  const [first, again] = [
    await send({ state: "1" }, { clientKey }),
    await send({ state: "2" }, { clientKey }),
  ];
  expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
  expect((await play(mika, first.body.id)).body.state).toBe("1");
});

describe("is refused", () => {
  it.each([
    ["larger than 256 KB", { state: JSON.stringify("x".repeat(256 * KB)) }, "moment.state", "too_big"],
    ["larger in UTF-8", { state: JSON.stringify("雨".repeat(100 * KB)) }, "moment.state", "too_big"],
    ["no JSON", { state: "{" }, "moment.state", "invalid_json"],
    ["without a state", { href: "#a" }, "moment.state", "invalid_type"],
    ["with a long place", { state: "1", href: "#".padEnd(1_002, "x") }, "moment.href", "too_big"],
    ["with more", { state: "1", appId: "x" }, "moment", "unrecognized_keys"],
  ])("%s", async (_, moment, path, code) => {
    const { status, body } = await send<Refused>(moment);
    expect([status, body.code]).toEqual([400, "validation_error"]);
    expect(body.fields?.[0]).toMatchObject({ path, code });
  });

  it("without its app, of an app that is not seen, with what is no picture", async () => {
    const none = await send<Refused>({ state: "1" }, { appRef: null });
    expect([none.status, none.body.fields?.[0]?.path]).toEqual([400, "moment"]);
    const secret = await makeApp(ren, { name: "Secret" });
    const other = await send<Refused>({ state: "1" }, { appRef: { appId: secret.id } });
    expect(other.body.code).toBe("unknown_app");
    const bad = await send<Refused>({
      state: "1",
      image: { data: Buffer.from("no picture").toString("base64") },
    });
    expect([bad.status, bad.body.code]).toEqual([422, "invalid_image"]);
    const large = Buffer.alloc(64 * KB + 3).toString("base64");
    expect((await send<Refused>({ state: "1", image: { data: large } })).status).toBe(400);
  });
});

it("takes as much as it may: 256 KB of quotes", async () => {
  const state = JSON.stringify('"'.repeat(128 * KB - 1));
  expect((await play(ren, (await share({ state })).id)).body.state).toBe(state);
});

describe("is given to nobody", () => {
  const seenBy = async (as: TestPerson, id: string) => [
    (await play(as, id)).status,
    (await picture(as, id)).status,
  ];

  it("who is blocked", async () => {
    const { id } = await share({ state: "1", image: await image() });
    expect(await seenBy(ren, id)).toEqual([200, 200]);
    await block({ actor: mika, userId: ren.id });
    expect(await seenBy(ren, id)).toEqual([404, 404]);
    await unblock({ actor: mika, userId: ren.id });
  });

  it("of a post without one, or without a picture", async () => {
    const { id } = await share();
    expect(await seenBy(ren, id)).toEqual([200, 404]);
    const plain = await send(undefined);
    expect(plain.body.moment).toBeNull();
    expect(await seenBy(ren, plain.body.id)).toEqual([404, 404]);
  });

  it("after its post is deleted, which only its author can do", async () => {
    const { id } = await share({ state: "1", image: await image() });
    expect((await call(postRoute.DELETE, { as: ren, params: { id }, method: "DELETE" })).status).toBe(403);
    await call(postRoute.DELETE, { as: mika, params: { id }, method: "DELETE" });
    expect(await seenBy(mika, id)).toEqual([404, 404]);
    expect(await db().postMoment.count({ where: { postId: id } })).toBe(0);
  });

  it("while its app is not published, and after it is deleted", async () => {
    const own = await makeApp(mika, { name: "Fleeting" }, { published: true });
    const { body } = await send({ state: "1", image: await image() }, { appRef: { appId: own.id } });
    const publish = (isPublic: boolean) =>
      call(publishRoute.PATCH, { as: mika, params: { id: own.id }, json: { isPublic }, method: "PATCH" });
    await publish(false);
    expect(await seenBy(ren, body.id)).toEqual([404, 404]);
    expect(await seenBy(mika, body.id)).toEqual([200, 200]);
    await publish(true);
    expect(await seenBy(ren, body.id)).toEqual([200, 200]);
    await call(appRoute.DELETE, { as: mika, params: { id: own.id }, method: "DELETE" });
    expect(await seenBy(mika, body.id)).toEqual([404, 404]);
  });
});
