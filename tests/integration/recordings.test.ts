import { readFileSync } from "node:fs";
import path from "node:path";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as files from "@/app/api/files/[...key]/route";
import * as cases from "@/app/api/v1/moderation/cases/[type]/[id]/route";
import * as undo from "@/app/api/v1/moderation/decisions/[id]/undo/route";
import * as held from "@/app/api/v1/moderation/files/[name]/route";
import * as parts from "@/app/api/v1/recordings/[id]/parts/route";
import * as post from "@/app/api/posts/[id]/route";
import * as posts from "@/app/api/v1/posts/route";
import * as reports from "@/app/api/v1/reports/route";
import * as recording from "@/app/api/v1/recordings/[id]/route";
import { listFilesOfUser } from "@/lib/account/user-repository";
import { db } from "@/lib/db/client";
import { fileStore } from "@/lib/files/file-store";
import { runJob } from "@/lib/jobs/jobs";
import type { Case } from "@/lib/moderation/queue-contract";
import type { Post, PostMedia } from "@/lib/posts/contract";
import { uploadMedia } from "@/lib/posts/media-service";
import { UPLOAD_PART_BYTES } from "@/lib/package/limits";
import { png, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let me: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  process.env.RECORDING_MAX_MB = "1";
  [me, other] = await Promise.all([makePerson("me-recordings"), makePerson("other-recordings")]);
});

const sample = (name: string) =>
  new Uint8Array(readFileSync(path.join(import.meta.dirname, "../support/recordings", name)));
const file = (bytes: Uint8Array<ArrayBuffer>, name = "a", type = "") => new File([bytes], name, { type });

async function store(
  bytes: Uint8Array<ArrayBuffer> | null,
  { as = me, id = uuidv7(), poster = true, name = "a", type = "", title = "" } = {},
) {
  const form = new FormData();
  if (bytes) form.set("file", file(bytes, name, type));
  if (poster) form.set("poster", file(new Uint8Array(await png(64, 48))));
  form.set("title", title);
  return call<PostMedia & Problem>(recording.PUT, { as, params: { id }, form, method: "PUT" });
}
const change = (id: string, json: object, as = me) =>
  call<PostMedia & Problem>(recording.PATCH, { as, params: { id }, json, method: "PATCH" });
const publish = (json: object, as = me) => call<Post & Problem>(posts.POST, { as, json });
const keyOf = (url: string) => url.replace("/api/files/", "");
const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  (files.GET as (request: Request, context: object) => Promise<Response>)(
    new Request(`http://localhost:3000${url}`, { headers, method }),
    { params: Promise.resolve({ key: keyOf(url).split("/") }) },
  );

describe("a recording", () => {
  it("is stored with its poster, in the size of the poster, and shown by its post", async () => {
    const id = uuidv7();
    const { status, body } = await store(sample("sound.mp4"), { id, title: "At the sea" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, type: "video/mp4", width: 64, height: 48 });
    expect(body.preview).toMatch(/^data:image\/webp/);
    const { durationMs, posterUrl, ...playback } = body.playback!;
    expect(playback).toEqual({
      kind: "video",
      title: "At the sea",
      hasSound: true,
      loops: false,
      captions: null,
    });
    expect(durationMs).toBeGreaterThan(1_800);
    // Its answer was lost, and it is sent again.
    expect((await store(sample("silent.mp4"), { id })).body).toEqual(body);
    const posted = await publish({ body: "", media: [{ id, alt: "waves" }] });
    expect(posted.status).toBe(201);
    expect(posted.body.media).toEqual([{ ...body, alt: "waves" }]);
    expect(posted.body.render.slots.image).toBe(posterUrl);
    expect((await get(posterUrl!)).headers.get("content-type")).toBe("image/webp");
    // What is posted does not change.
    expect((await change(id, { title: "x" })).status).toBe(404);
    expect((await store(sample("sound.mp4"), { id })).status).toBe(409);
  });

  it("is what its bytes are, whatever its name and type say", async () => {
    const { body } = await store(sample("video.webm"), { name: "a.mp4", type: "text/html" });
    expect(body.type).toBe("video/webm");
    const { body: sound } = await store(sample("sound.opus"), { poster: false, type: "video/mp4" });
    expect(sound).toMatchObject({ type: "audio/ogg", width: 0, height: 0, playback: { kind: "audio" } });
    for (const text of ["<!doctype html><script>alert(1)</script>", "GIF89a", "\0\0\0\x18ftypmp42<html>"]) {
      const forged = new Uint8Array(Buffer.from(text, "latin1"));
      const refused = await store(forged, { name: "a.mp4", type: "video/mp4" });
      expect(refused).toMatchObject({ status: 422, body: { code: "invalid_recording" } });
    }
    expect(await store(sample("oldcodec.mp4"))).toMatchObject({ status: 422 });
    expect(await store(sample("sound.mp4"), { poster: false })).toMatchObject({
      status: 400,
      body: { fields: [{ path: "poster" }] },
    });
  });

  it("comes in parts, may have the size that the instance allows, and not a byte more", async () => {
    const id = uuidv7();
    const begin = (bytes: number) =>
      call<Problem>(parts.PUT, { as: me, params: { id }, json: { bytes }, method: "PUT" });
    expect(await begin(1024 * 1024 + 1)).toMatchObject({
      status: 413,
      body: { message: "A video or a sound recording may have 1 MB at most." },
    });
    // A second of sound and padding, which is not kept.
    const bytes = new Uint8Array(UPLOAD_PART_BYTES + 5_000);
    bytes.set(sample("sound.wav"));
    Buffer.from(bytes.buffer).write("JUNK", sample("sound.wav").length, "latin1");
    new DataView(bytes.buffer).setUint32(
      sample("sound.wav").length + 4,
      bytes.length - sample("sound.wav").length - 8,
      true,
    );
    expect((await begin(bytes.length)).status).toBe(200);
    const send = (offset: number) => {
      const form = new FormData();
      form.set("part", file(bytes.slice(offset, offset + UPLOAD_PART_BYTES)));
      return call(parts.PATCH, { as: me, params: { id }, query: { offset }, form, method: "PATCH" });
    };
    await send(0);
    expect(await store(null, { id, poster: false })).toMatchObject({ status: 400 });
    await send(UPLOAD_PART_BYTES);
    expect(await store(null, { id, poster: false, as: other })).toMatchObject({ status: 400 });
    expect(await store(null, { id, poster: false })).toMatchObject({
      status: 200,
      body: { type: "audio/wav" },
    });
    expect(await db().partialUpload.count({ where: { id } })).toBe(0);
  });

  it("is alone in its post", async () => {
    const { body } = await store(sample("silent.webm"));
    const picture = await uploadMedia({ actor: me, bytes: await png() });
    const both = await publish({ body: "both", media: [{ id: body.id }, { id: picture.id }] });
    expect(both).toMatchObject({ status: 400, body: { fields: [{ path: "media", code: "alone" }] } });
    expect(both.body.message).toContain("without pictures");
  });

  it("is nobody else's before it is posted", async () => {
    const { body } = await store(sample("silent.webm"));
    expect((await publish({ body: "mine", media: [{ id: body.id }] }, other)).status).toBe(400);
    expect((await change(body.id, { title: "mine" }, other)).status).toBe(404);
    expect((await store(null, { id: body.id, as: other })).status).toBe(400);
    expect(
      (await call(recording.PUT, { params: { id: body.id }, method: "PUT", form: new FormData() })).status,
    ).toBe(401);
  });

  it("plays as a loop only when it is short and silent", async () => {
    const { body: silent } = await store(sample("silent.mp4"));
    expect((await change(silent.id, { loops: true })).body.playback).toMatchObject({ loops: true });
    for (const [name, poster] of [
      ["sound.mp4", true],
      ["video.webm", true],
      ["sound.mp3", false],
    ] as const) {
      const { body } = await store(sample(name), { poster });
      expect(await change(body.id, { loops: true })).toMatchObject({
        status: 400,
        body: { fields: [{ code: "not_a_loop" }] },
      });
    }
  });

  it("has captions of which only the text is kept, and the earlier ones go", async () => {
    const { body } = await store(sample("sound.mp4"));
    const source =
      "WEBVTT\n\nSTYLE\n::cue{color:red}\n\n00:00.000 --> 00:01.000 line:0\n<b>Hello</b>\n\nNOTE secret\n";
    const captions = (text: string, language = "en-gb") => change(body.id, { captions: { text, language } });
    const first = (await captions(source)).body.playback!.captions!;
    expect(first.language).toBe("en-GB");
    const answer = await get(first.url);
    expect(answer.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
    expect(await answer.text()).toBe("WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n");
    const second = (await captions(source.replace("Hello", "Bye"))).body.playback!.captions!;
    expect((await get(first.url)).status).toBe(404);
    for (const text of ["", "1\n00:00:00,000 --> 00:00:01,000\nSRT", `WEBVTT\n\n${"x".repeat(204_800)}`])
      expect((await captions(text)).status).toBe(400);
    expect((await captions(source, "not a language")).status).toBe(400);
    expect((await change(body.id, { captions: null })).body.playback!.captions).toBeNull();
    expect((await get(second.url)).status).toBe(404);
  });

  it("has the poster that its author chooses, in the shape of the video", async () => {
    const { body } = await store(sample("sound.mp4"));
    const drawn = await uploadMedia({ actor: me, bytes: await png(32, 32) });
    // Refused with something else: the picture stays.
    expect((await change(body.id, { poster: drawn.id, loops: true })).status).toBe(400);
    const first = body.playback!.posterUrl!;
    const changed = await change(body.id, { poster: drawn.id });
    expect(changed).toMatchObject({
      status: 200,
      body: { width: 64, height: 48, preview: drawn.preview, playback: { posterUrl: drawn.url } },
    });
    expect((await get(first)).status).toBe(404);
    expect((await get(drawn.url)).status).toBe(200);
    expect(await db().media.count({ where: { id: drawn.id } })).toBe(0);
    const theirs = await uploadMedia({ actor: other, bytes: await png() });
    const { body: sound } = await store(sample("sound.mp3"), { poster: false });
    for (const [id, poster, code] of [
      [body.id, drawn.id, "unknown"],
      [body.id, theirs.id, "unknown"],
      [body.id, sound.id, "unknown"],
      [sound.id, (await uploadMedia({ actor: me, bytes: await png() })).id, "not_a_video"],
    ] as const)
      expect(await change(id, { poster }), code).toMatchObject({
        status: 400,
        body: { fields: [{ path: "poster", code }] },
      });
    expect((await get(theirs.url)).status).toBe(200);
  });

  it("is seen by moderators who removed it, by nobody else, and is back when they undo that", async () => {
    const moderator = await makePerson("judge-recordings");
    await db().user.update({ where: { id: moderator.id }, data: { role: "moderator" } });
    const { body } = await store(sample("sound.mp4"));
    const { body: made } = await publish({ body: "odd", media: [{ id: body.id, alt: "something odd" }] });
    const params = { type: "post", id: made.id };
    await call(reports.POST, {
      as: other,
      json: { subjectType: "post", subjectId: made.id, reason: "spam", note: "" },
    });
    const { body: removed } = await call<{ decisionId: string }>(cases.POST, {
      as: moderator,
      params,
      json: { action: "remove" },
    });
    const { posterUrl } = body.playback!;
    const statuses = () => Promise.all([body.url, posterUrl!].map(async (url) => (await get(url)).status));
    await expect.poll(statuses).toEqual([404, 404]);
    const { body: shown } = await call<Case>(cases.GET, { as: moderator, params });
    expect(shown.content?.recordings).toMatchObject([{ type: "video/mp4", alt: "something odd" }]);
    const name = keyOf(body.url).split("/")[1]!;
    const part = (as: TestPerson) =>
      (held.GET as (request: Request, context: object) => Promise<Response>)(
        new Request("http://localhost:3000/", {
          headers: { authorization: `Bearer ${as.token}`, range: "bytes=0-9" },
        }),
        { params: Promise.resolve({ name }) },
      );
    expect((await part(moderator)).status).toBe(206);
    expect((await part(me)).status).toBe(404);
    await call(undo.POST, { as: moderator, params: { id: removed.decisionId }, method: "POST" });
    await expect.poll(statuses).toEqual([200, 200]);
  });

  it("goes with its post, or after a week in none, with poster and captions", async () => {
    const made = async () => {
      const { body } = await store(sample("sound.mp4"));
      const text = "WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n";
      const { body: whole } = await change(body.id, { captions: { text, language: "en" } });
      const { posterUrl, captions } = whole.playback!;
      return { id: body.id, keys: [body.url, posterUrl!, captions!.url].map(keyOf) };
    };
    const kept = (keys: string[]) => Promise.all(keys.map((key) => fileStore().has(key)));
    const [posted, unposted] = [await made(), await made()];
    const { keys } = await db().$transaction((tx) => listFilesOfUser(me.id, tx));
    expect(keys).toEqual(expect.arrayContaining([...posted.keys, ...unposted.keys]));
    const { body } = await publish({ body: "", media: [{ id: posted.id }] });
    expect(await kept(posted.keys)).toEqual([true, true, true]);
    await call(post.DELETE, { as: me, params: { id: body.id }, method: "DELETE" });
    expect(await kept(posted.keys)).toEqual([false, false, false]);
    await db().media.update({ where: { id: unposted.id }, data: { createdAt: new Date(0) } });
    await runJob("unused-media");
    expect(await kept(unposted.keys)).toEqual([false, false, false]);
  });
});

describe("its file", () => {
  let url: string;
  let whole: Buffer;

  beforeAll(async () => {
    url = (await store(sample("sound.mp4"))).body.url;
    whole = Buffer.from((await fileStore().get(keyOf(url)))!);
  });

  it("is sent whole, with our type and nothing that runs", async () => {
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "content-type": "video/mp4",
      "content-length": String(whole.length),
      "content-disposition": "inline",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(whole)).toBe(true);
  });

  it("is sent in parts", async () => {
    for (const [range, start, end] of [
      ["bytes=0-", 0, whole.length - 1],
      ["bytes=0-0", 0, 0],
      ["bytes=100-199", 100, 199],
      ["bytes=100-999999999", 100, whole.length - 1],
      ["bytes=-10", whole.length - 10, whole.length - 1],
    ] as const) {
      const answer = await get(url, { range });
      expect(answer.status, range).toBe(206);
      expect(answer.headers.get("content-range")).toBe(`bytes ${start}-${end}/${whole.length}`);
      expect(answer.headers.get("content-length")).toBe(String(end - start + 1));
      expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(start, end + 1)), range).toBe(
        true,
      );
    }
    // Only GET has ranges.
    const head = await get(url, { range: "bytes=0-0" }, "HEAD");
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(String(whole.length));
    for (const range of [`bytes=${whole.length}-`, "bytes=-0"]) {
      const answer = await get(url, { range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get("content-range")).toBe(`bytes */${whole.length}`);
      expect(await answer.text()).toBe("");
    }
    for (const range of ["bytes=5-1", "bytes=0-1,3-4", "bytes=x", "lines=0-1"]) {
      const answer = await get(url, { range });
      expect(answer.status, range).toBe(200);
      await answer.body?.cancel();
    }
  });

  it("is sent whole when a part of another version is asked for", async () => {
    const etag = (await get(url, {}, "HEAD")).headers.get("etag")!;
    const status = async (ifRange: string) => {
      const answer = await get(url, { range: "bytes=0-1", "if-range": ifRange });
      await answer.body?.cancel();
      return answer.status;
    };
    expect(await status(etag)).toBe(206);
    expect(await status(`W/${etag}`)).toBe(200);
    expect(await status('"another"')).toBe(200);
    expect(await status("Wed, 25 Nov 2026 00:00:00 GMT")).toBe(200);
  });

  it("is not there under another area or a made-up name", async () => {
    const name = keyOf(url).split("/")[1]!;
    for (const key of [`held/${name}`, `packages/${name}`, "media/0000000000000000.mp4", "media/..%2f..mp4"])
      expect((await get(`/api/files/${key}`)).status, key).toBe(404);
    // What moderators took away is for moderators.
    const taken = await call(held.GET, { as: other, params: { name } });
    expect(taken.status).toBe(404);
  });
});
