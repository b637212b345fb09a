import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as unsubscribeRoute from "@/app/api/v1/digest/unsubscribe/route";
import * as digestRoute from "@/app/api/v2/users/me/digest/route";
import { touchSession } from "@/lib/auth/session-repository";
import { db } from "@/lib/db/client";
import type { Digest } from "@/lib/digest/contract";
import { digestQueue, runDigests as queueDigests } from "@/lib/digest/service";
import { countJobs } from "@/lib/infra/queue";
import { workOffQueues } from "@/lib/jobs/queues";
import { follow, mute } from "@/lib/people/follow-service";
import { addComment } from "@/lib/posts/comment-service";
import { createPost } from "@/lib/posts/service";
import { call, makePerson, type TestPerson } from "../support/people";
import { settled } from "../support/settled";

let language: string;
vi.mock("next/headers", () => ({
  cookies: async () => new Map([["gum-locale", { value: language }]]),
  headers: async () => new Headers(),
}));

type Received = { to: string; headers: Record<string, string>; text: string; html: string };
const received: Received[] = [];
let isBroken = false;
let server: SMTPServer;
let serial = 0;
const DAY_MS = 24 * 3_600_000;

/** The text of a quoted-printable or base64 part. */
function decoded(head: string, body: string): string {
  const encoding = /content-transfer-encoding: ([\w-]+)/i.exec(head)?.[1]?.toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function parsed(to: string, raw: string): Received {
  const [head = ""] = raw.split("\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? "";
  const part = (type: string) => {
    const found = raw
      .split(`--${boundary}`)
      .find((each) => each.toLowerCase().includes(`content-type: ${type}`));
    const [partHead = "", ...body] = (found ?? "").trim().split("\r\n\r\n");
    return decoded(partHead, body.join("\r\n\r\n")).replaceAll("\r\n", "\n");
  };
  return { to, headers, text: part("text/plain"), html: part("text/html") };
}

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: (_address, _session, done) =>
      isBroken ? done(Object.assign(new Error("no space"), { responseCode: 452 })) : done(),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo[0]!.address;
        received.push(parsed(to, Buffer.concat(chunks).toString("utf8")));
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  Object.assign(process.env, { RATE_LIMIT_SCALE: "1000", SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
beforeEach(() => {
  language = "en";
  isBroken = false;
});

const mailsTo = ({ id }: TestPerson) => received.filter(({ to }) => to === `${id}@gum.test`);
const read = (as: TestPerson) => call<Digest>(digestRoute.GET, { as });
const choose = (as: TestPerson, every: string, timeZone?: string) =>
  call<Digest>(digestRoute.PUT, { as, method: "PUT", json: { every, ...(timeZone && { timeZone }) } });
const write = async (author: TestPerson, body: string) =>
  (await createPost({ actor: author, payload: { kind: "text", body, media: [] } })).post;
const waitingJobs = async (): Promise<number> =>
  (await countJobs()).reduce((sum, { queued, running }) => sum + queued + running, 0);

/** Queues what is due, and waits until it has been mailed. */
async function runDigests(now: Date): Promise<number> {
  const due = await queueDigests(now);
  await expect.poll(waitingJobs).toBe(0);
  return due;
}
const tomorrow = (days = 1) => new Date(Date.now() + days * DAY_MS);

/** Somebody with a daily digest, and somebody whom they follow. */
async function makeReader(name: string): Promise<{ reader: TestPerson; writer: TestPerson }> {
  const [reader, writer] = await Promise.all([
    makePerson(`${name}${++serial}`),
    makePerson(`writer${serial}`, { displayName: "Mika" }),
  ]);
  await follow({ actor: reader, userId: writer.id });
  expect((await choose(reader, "daily")).status).toBe(200);
  return { reader, writer };
}

describe("the digest", () => {
  it("is off by default, and due in the morning of the person's time zone", async () => {
    const person = await makePerson("morning");
    expect((await read(person)).body).toEqual({
      isAvailable: true,
      every: "off",
      timeZone: null,
      nextAt: null,
    });
    const { body } = await choose(person, "weekly", "Asia/Tokyo");
    expect(body).toMatchObject({ every: "weekly", timeZone: "Asia/Tokyo" });
    expect(body.nextAt).toMatch(/T23:00:00.000Z$/);
    expect(new Date(body.nextAt!).getUTCDay()).toBe(0);
    expect((await choose(person, "hourly")).status).toBe(400);
    expect((await choose(person, "daily", "Mars/Olympus")).status).toBe(400);
    expect((await choose(person, "off")).body).toMatchObject({ every: "off", nextAt: null });
  });

  it("has the unread notifications and the posts that had most reactions, once", async () => {
    const { reader, writer } = await makeReader("missing");
    const own = await write(reader, "my own post");
    await addComment({ actor: writer, subject: { type: "post", id: own.id }, content: "a <b>reply</b>" });
    const posts = await Promise.all(["plain", "best", "muted spoiler"].map((body) => write(writer, body)));
    await db().post.update({ where: { id: posts[1]!.id }, data: { likesCount: 9 }, select: { id: true } });
    await db().post.update({ where: { id: posts[2]!.id }, data: { likesCount: 99 }, select: { id: true } });
    await db().user.update({
      where: { id: reader.id },
      data: { mutedWords: ["spoiler"] },
      select: { id: true },
    });
    await Promise.all([runDigests(tomorrow()), runDigests(tomorrow())]);
    await runDigests(tomorrow());
    const [mail, ...others] = mailsTo(reader);
    expect(others).toEqual([]);
    expect(mail!.headers.subject).toBe("1 notification on Gum");
    expect(mail!.text).toContain("Mika replied to your post\na <b>reply</b>\n");
    expect(mail!.text.indexOf("best")).toBeLessThan(mail!.text.indexOf("plain"));
    expect(mail!.text).toContain("9 likes · 0 replies");
    expect(mail!.text).not.toContain("spoiler");
    expect(mail!.html).toContain("a &#60;b&#62;reply&#60;/b&#62;");
    // The day after nothing else has happened.
    const later = tomorrow(2);
    await runDigests(later);
    expect(mailsTo(reader)).toHaveLength(1);
    expect(await runDigests(later)).toBe(0);
  });

  it("is in the language that the person has now, or had when it was turned on", async () => {
    language = "ja";
    for (const [now, heading] of [
      [null, "フォロー中の人の投稿"],
      ["en", "From people you follow"],
    ] as const) {
      const { reader, writer } = await makeReader("nihongo");
      const where = { userId: reader.id };
      const { id } = await db().session.findFirstOrThrow({ where, select: { id: true } });
      await touchSession({ id, language: now });
      await write(writer, "こんにちは");
      await runDigests(tomorrow());
      expect(mailsTo(reader)[0]!.text).toContain(heading);
    }
  });

  it("is not sent without anything new, nor about hidden people", async () => {
    const { reader } = await makeReader("quiet");
    const hidden = await makeReader("hiding");
    await write(hidden.writer, "hello");
    await mute({ actor: hidden.reader, userId: hidden.writer.id });
    await runDigests(tomorrow());
    expect([...mailsTo(reader), ...mailsTo(hidden.reader)]).toEqual([]);
  });

  it("is not sent to who is suspended or has not confirmed the address, nor to who has deleted the account", async () => {
    const changes = {
      suspended: { suspendedUntil: tomorrow(30) },
      unconfirmed: { emailVerifiedAt: null },
      deleted: null,
    };
    for (const [name, data] of Object.entries(changes)) {
      const { reader, writer } = await makeReader(name);
      await write(writer, "hello");
      const where = { where: { id: reader.id }, select: { id: true } } as const;
      if (data) await db().user.update({ ...where, data });
      else await db().user.delete(where);
      await runDigests(tomorrow());
      await runDigests(tomorrow());
      expect(mailsTo(reader), name).toEqual([]);
    }
  });

  it("that cannot be sent now is tried again, and nothing of it is lost", async () => {
    const { reader, writer } = await makeReader("refused");
    await write(writer, "hello");
    isBroken = true;
    await queueDigests(tomorrow());
    await vi.waitFor(async () => {
      const rows = await db().$queryRaw`SELECT state::text FROM gum_queue.job WHERE name = 'mail'`;
      expect(rows).toEqual([{ state: "retry" }]);
    }, 30_000);
    expect(await queueDigests(tomorrow())).toBe(0);
    isBroken = false;
    await db().$executeRaw`UPDATE gum_queue.job SET start_after = now() WHERE name = 'mail'`;
    await workOffQueues();
    await settled("mail");
    expect(mailsTo(reader).map(({ text }) => text.includes("hello"))).toEqual([true]);
  });

  it("that is late leaves to the next what happened meanwhile", async () => {
    const { reader, writer } = await makeReader("late");
    const own = await write(reader, "my own post");
    await write(writer, "early");
    const until = new Date(Date.now() + 1);
    await vi.waitUntil(() => Date.now() > until.getTime(), { interval: 1 });
    await write(writer, "afterwards");
    await addComment({ actor: writer, subject: { type: "post", id: own.id }, content: "a reply" });
    await digestQueue.send({ userId: reader.id, until: until.toISOString() });
    await vi.waitFor(() => expect(mailsTo(reader)).toHaveLength(1), 30_000);
    await runDigests(tomorrow());
    const has = ({ text }: Received) => ["early", "afterwards", "a reply"].map((part) => text.includes(part));
    expect(mailsTo(reader).map(has)).toEqual([
      [true, false, false],
      [false, true, true],
    ]);
  });

  it("that is queued twice is sent once", async () => {
    const { reader, writer } = await makeReader("dying");
    await write(writer, "hello");
    await queueDigests(tomorrow());
    const until = tomorrow().toISOString();
    await Promise.all([1, 2].map(() => digestQueue.send({ userId: reader.id, until })));
    await runDigests(tomorrow(2));
    expect(mailsTo(reader).map(({ text }) => text.includes("hello"))).toEqual([true]);
  });
});

describe("unsubscribing", () => {
  const unsubscribe = (token: string, form?: string) =>
    call(unsubscribeRoute.POST, {
      method: "POST",
      query: { token },
      ...(form && { headers: { "content-type": "application/x-www-form-urlencoded" } }),
    });

  it("takes one click of a mail program that is signed in nowhere, and works again and again", async () => {
    const { reader, writer } = await makeReader("leaving");
    await write(writer, "hello");
    await runDigests(tomorrow());
    const { headers, text } = mailsTo(reader)[0]!;
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const [, address = ""] = /^<(.+)>$/.exec(headers["list-unsubscribe"] ?? "") ?? [];
    const url = new URL(address);
    expect(url.pathname).toBe("/api/v1/digest/unsubscribe");
    const token = url.searchParams.get("token")!;
    expect(text).toContain(`/auth/unsubscribe#token=${token}`);
    for (let time = 0; time < 2; time++)
      expect((await unsubscribe(token, "List-Unsubscribe=One-Click")).status).toBe(204);
    expect((await read(reader)).body.every).toBe("off");
    await write(writer, "more");
    await runDigests(tomorrow(2));
    expect(mailsTo(reader)).toHaveLength(1);
  });

  it("takes no other token", async () => {
    const { reader } = await makeReader("staying");
    for (const token of ["nonsense", reader.token, "a.b.c"])
      expect(await unsubscribe(token)).toMatchObject({ status: 400, body: { code: "validation_error" } });
    expect((await read(reader)).body.every).toBe("daily");
  });
});
