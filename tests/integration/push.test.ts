import webPush from "web-push";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as preferencesRoute from "@/app/api/v2/users/me/preferences/route";
import * as deviceRoute from "@/app/api/v2/users/me/push/[id]/route";
import * as pushRoute from "@/app/api/v2/users/me/push/route";
import * as testRoute from "@/app/api/v2/users/me/push/test/route";
import * as reactionsRoute from "@/app/api/v1/reactions/route";
import { endSession, touchSession } from "@/lib/auth/session-repository";
import { PUSH_AT_ONCE_PERSON, PUSH_FAILURES_MAX, PUSH_TTL_SECONDS } from "@/lib/config/push-limits";
import { db } from "@/lib/db/client";
import { notify } from "@/lib/notifications/notify-service";
import { block } from "@/lib/people/follow-service";
import { addComment } from "@/lib/posts/comment-service";
import { createPost } from "@/lib/posts/service";
import type { PushState, PushTestResult } from "@/lib/push/contract";
import { defineQueue } from "@/lib/infra/queue";
import { runJob } from "@/lib/jobs/jobs";
import { deliver } from "@/lib/push/delivery-service";
import { pushQueue } from "@/lib/push/queue-service";
import type { PushJob } from "@/lib/push/repository";
import { sendTest } from "@/lib/push/service";
import { BrowserKeys, PushService, verifyVapid } from "../support/push-service";
import { call, makePerson, type TestPerson } from "../support/people";
import { age, becomeDue, deliveriesTo, lookAgain, settled } from "../support/push-jobs";

let language: string;
vi.mock("next/headers", () => ({
  cookies: async () => new Map([["gum-locale", { value: language }]]),
  headers: async () => new Headers(),
}));

const keys = webPush.generateVAPIDKeys();
const service = new PushService();
let serial = 0;

beforeAll(async () => {
  // Nobody but the tests' own fetch finds a name below .invalid.
  defineQueue<PushJob>("pushes", (job, run) => deliver(job, run, service.fetch));
  Object.assign(process.env, {
    RATE_LIMIT_SCALE: "1000",
    VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
    VAPID_SUBJECT: "mailto:operator@gum.test",
  });
  await service.start();
});
afterAll(() => service.stop());
beforeEach(() => {
  language = "en";
});

type Device = { person: TestPerson; browser: BrowserKeys; path: string; endpoint: string };

const subscribe = (as: TestPerson, endpoint: string, { p256dh, auth }: { p256dh: string; auth: string }) =>
  call<PushState>(pushRoute.POST, { as, json: { endpoint, keys: { p256dh, auth } } });

async function makeDevice(name: string): Promise<Device> {
  const person = await makePerson(`${name}${++serial}`);
  const path = `/send/${serial}`;
  const device = { person, browser: new BrowserKeys(), path, endpoint: `https://push.invalid${path}` };
  const answer = await subscribe(person, device.endpoint, device.browser);
  expect(answer).toMatchObject({ status: 200, body: { devices: [{ current: true }] } });
  return device;
}

const write = async (author: TestPerson, body: string) =>
  (await createPost({ actor: author, payload: { kind: "text", body, media: [] } })).post;

/** Notifies of a like. */
async function liked({ person }: Device, postId: string, by: TestPerson): Promise<string[]> {
  await db().like.create({ data: { userId: by.id, postId }, select: { postId: true } });
  const events = await notify({ kind: "like", actorId: by.id, userIds: [person.id], postId });
  return events.flatMap((event) => (event.type === "notification" ? [event.id] : []));
}
/** Waits until what a like causes has been sent, or waits for its next attempt. */
const push = async (liking: Promise<string[]>) => {
  await liking;
  await settled();
};
const deliveries = ({ person }: Device) => deliveriesTo(person.id);
const devicesOf = async ({ person }: Device) =>
  (await call<PushState>(pushRoute.GET, { as: person })).body.devices;
const toDevice = ({ path, browser }: Device) => service.messagesTo(path, browser);
const later = (ms: number) => new Date(Date.now() + ms + 1_000);

describe("a push message", () => {
  it("says what the list says, in the device's language, signed and encrypted", async () => {
    language = "ja";
    const device = await makeDevice("reader");
    const [fan, other] = await Promise.all([
      makePerson(`fan${serial}`, { displayName: "Mika" }),
      makePerson(`other${serial}`, { displayName: "Ren" }),
    ]);
    const post = await write(device.person, "hello");
    await push(liked(device, post.id, fan));
    await push(liked(device, post.id, other));
    expect(toDevice(device)).toEqual([
      expect.objectContaining({ title: "Mikaさんがあなたの投稿にいいねしました" }),
      {
        title: "RenさんとMikaさんがあなたの投稿にいいねしました",
        body: "hello",
        href: `/post/${post.id}`,
        tag: `like:${post.id}`,
        lang: "ja",
        icon: "/icons/icon-192.png",
      },
    ]);
    const { headers } = service.received.at(-1)!;
    expect(headers).toMatchObject({
      "content-encoding": "aes128gcm",
      ttl: "86400",
      urgency: "normal",
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(headers.cookie).toBeUndefined();
    expect(await verifyVapid(headers.authorization)).toMatchObject({
      publicKey: keys.publicKey,
      aud: "https://push.invalid",
      sub: "mailto:operator@gum.test",
    });
    expect(await deliveries(device)).toEqual([]);
    expect(await devicesOf(device)).toMatchObject([{ lastSuccessAt: expect.any(String) }]);
  });

  it("is in the language that the browser has now", async () => {
    const device = await makeDevice("moved");
    const [fan, { sessionId }] = await Promise.all([
      makePerson(`movedfan${serial}`, { displayName: "Mika" }),
      db().pushSubscription.findFirstOrThrow({
        where: { userId: device.person.id },
        select: { sessionId: true },
      }),
    ]);
    await touchSession({ id: sessionId, language: "ja" });
    await touchSession({ id: sessionId, language: null });
    await push(liked(device, (await write(device.person, "hello")).id, fan));
    expect(toDevice(device)).toMatchObject([{ title: "Mikaさんがあなたの投稿にいいねしました", lang: "ja" }]);
  });

  it("stays small, whatever the text", async () => {
    const device = await makeDevice("long");
    const fan = await makePerson(`longfan${serial}`, { displayName: "👩‍👩‍👧‍👦".repeat(20) });
    const post = await write(device.person, "👩‍👩‍👧‍👦".repeat(300));
    await push(liked(device, post.id, fan));
    expect(toDevice(device)).toHaveLength(1);
    expect(service.received.at(-1)!.body.length).toBeLessThanOrEqual(4_096);
  });

  it("follows an act by itself, after the response, and is tried again", async () => {
    const device = await makeDevice("author");
    const fan = await makePerson(`acting${serial}`);
    const post = await write(device.person, "hello");
    service.answers.set(device.path, (response) => response.writeHead(503).end());
    const like = { postId: post.id, action: "like" };
    expect((await call(reactionsRoute.POST, { as: fan, json: like })).status).toBe(200);
    await addComment({ actor: fan, subject: { type: "post", id: post.id }, content: "nice" });
    await expect.poll(async () => (await deliveries(device)).map(({ attempts }) => attempts)).toEqual([1, 1]);
    await settled();
    service.answers.delete(device.path);
    const before = toDevice(device).length;
    await becomeDue();
    expect(
      toDevice(device)
        .slice(before)
        .map(({ body }) => body)
        .sort(),
    ).toEqual(["hello", "nice"]);
    expect(await deliveries(device)).toEqual([]);
  });
});

describe("who gets no push", () => {
  it("is suspended, signed out, a day late, has read it, has blocked its author since, or has turned it off", async () => {
    const names = ["suspended", "signedout", "dayold", "hasread", "blocking", "quiet"] as const;
    const fan = await makePerson(`unheard${++serial}`);
    for (const name of names) {
      const device = await makeDevice(name);
      const { person } = device;
      const post = await write(person, "hello");
      // It is tried again after the change.
      service.answers.set(device.path, (response) => response.writeHead(503).end());
      const ids = await liked(device, post.id, fan);
      expect(ids).toHaveLength(1);
      await settled();
      service.answers.delete(device.path);
      const before = toDevice(device).length;
      if (name === "suspended")
        await db().user.update({
          where: { id: person.id },
          data: { suspendedUntil: later(3_600_000) },
          select: { id: true },
        });
      if (name === "signedout") {
        const { sessionId } = await db().pushSubscription.findFirstOrThrow({
          where: { userId: person.id },
          select: { sessionId: true },
        });
        await endSession({ id: sessionId, userId: person.id });
        expect(await db().pushSubscription.count({ where: { userId: person.id } })).toBe(0);
      }
      if (name === "dayold") await age(person.id, PUSH_TTL_SECONDS);
      if (name === "hasread")
        await db().notification.updateMany({ where: { id: { in: ids } }, data: { readAt: new Date() } });
      if (name === "blocking") await block({ actor: person, userId: fan.id });
      if (name === "quiet") {
        const off = { as: person, method: "PATCH", json: { pushes: { likes: false } } };
        const { body } = await call<{ pushes: object; notifications: object }>(preferencesRoute.PATCH, off);
        expect(body.pushes).toMatchObject({ likes: false, follows: true });
        expect(body.notifications).toMatchObject({ likes: true });
      }
      await becomeDue();
      expect(toDevice(device), name).toHaveLength(before);
      expect(await deliveries(device), name).toEqual([]);
    }
    await runJob("pushes");
    const left = await db().pushSubscription.findMany({
      where: { user: { username: { startsWith: "suspended" } } },
      select: { id: true },
    });
    expect(left).toEqual([]);
  });
});

describe("a push service that does not accept a message", () => {
  it("with 404 or 410 has forgotten the browser: the device is removed", async () => {
    for (const status of [404, 410]) {
      const device = await makeDevice("gone");
      service.answers.set(device.path, (response) => response.writeHead(status).end());
      const fan = await makePerson(`gonefan${serial}`);
      await push(liked(device, (await write(device.person, "hello")).id, fan));
      expect(await devicesOf(device)).toEqual([]);
    }
  });

  it("with 429 or 500 is tried again, not before Retry-After, and a limited number of times", async () => {
    for (const status of [429, 500]) {
      const device = await makeDevice("busy");
      service.answers.set(device.path, (response) =>
        response.writeHead(status, { "retry-after": "600" }).end(),
      );
      const fan = await makePerson(`busyfan${serial}`);
      await push(liked(device, (await write(device.person, "hello")).id, fan));
      const [waiting] = await deliveries(device);
      expect(waiting!.attempts).toBe(1);
      expect(waiting!.dueAt.getTime()).toBeGreaterThan(Date.now() + 590_000);
      expect(await pushQueue.workOff()).toBe(0);
      expect(toDevice(device)).toHaveLength(1);
      for (let attempt = 2; attempt <= 6; attempt++) await becomeDue();
      expect(toDevice(device)).toHaveLength(5);
      expect(await deliveries(device)).toEqual([]);
      expect(await devicesOf(device)).toHaveLength(1);
    }
  });

  it("again and again loses the device", async () => {
    const device = await makeDevice("broken");
    service.answers.set(device.path, (response) => response.writeHead(403).end());
    const post = await write(device.person, "hello");
    for (let index = 0; index < PUSH_FAILURES_MAX; index++) {
      expect(await devicesOf(device)).toHaveLength(1);
      await push(liked(device, post.id, await makePerson(`brokenfan${serial}x${index}`)));
    }
    expect(await devicesOf(device)).toEqual([]);
  });

  it("that never answers holds up nobody", async () => {
    const slow = await makeDevice("slow");
    const held: (() => void)[] = [];
    service.answers.set(slow.path, (response) => void held.push(() => response.writeHead(201).end()));
    const fan = await makePerson(`slowfan${serial}`);
    const posts = await Promise.all(["one", "two", "three", "four"].map((body) => write(slow.person, body)));
    for (const { id } of posts) await liked(slow, id, fan);
    await expect.poll(() => held.length).toBe(PUSH_AT_ONCE_PERSON);
    const other = await makeDevice("fast");
    await liked(other, (await write(other.person, "hello")).id, fan);
    await expect.poll(() => toDevice(other)).toHaveLength(1);
    // What is beyond the messages in flight waits and has lost no attempt; the longer, the more rarely we look.
    const waiting = async () => (await deliveries(slow)).map(({ attempts }) => attempts).sort();
    await expect.poll(waiting).toEqual([0, 0, 1, 1]);
    await age(slow.person.id, 3_600);
    await lookAgain();
    const waitLong = async () => (await deliveries(slow)).filter(({ dueAt }) => dueAt > later(28 * 60_000));
    await expect.poll(waitLong).toHaveLength(2);
    held.splice(0).forEach((answer) => answer());
    await expect.poll(waiting).toEqual([0, 0]);
    service.answers.delete(slow.path);
    await becomeDue();
    expect(await deliveries(slow)).toEqual([]);
  });
});

describe("/api/v2/users/me/push", () => {
  it("takes only addresses on the internet, with keys that are keys", async () => {
    const person = await makePerson("attacker");
    const browser = new BrowserKeys();
    for (const endpoint of [
      "http://push.example.com/x",
      "https://push.example.com:8443/x",
      "https://user:pass@push.example.com/x",
      "https://127.0.0.1/x",
      "https://[::1]/x",
      "https://localhost/x",
      "https://printer.local/x",
      "javascript:alert(1)",
      `https://push.example.com/${"x".repeat(2_000)}`,
    ])
      expect(await subscribe(person, endpoint, browser), endpoint).toMatchObject({
        status: 400,
        body: { code: "validation_error" },
      });
    for (const wrong of [
      { p256dh: "A".repeat(87), auth: browser.auth },
      { p256dh: browser.p256dh, auth: "short" },
    ])
      expect((await subscribe(person, "https://push.invalid/y", wrong)).status).toBe(400);
    const inside = await makeDevice("inside");
    await subscribe(inside.person, `https://private.invalid${inside.path}`, inside.browser);
    await push(liked(inside, (await write(inside.person, "hello")).id, person));
    expect(toDevice(inside)).toEqual([]);
    expect(await deliveries(inside)).toEqual([]);
  });

  it("moves a browser to who signs in with it, and to nobody who only knows its address", async () => {
    const device = await makeDevice("first");
    const [next, thief] = await Promise.all([makePerson(`next${serial}`), makePerson(`thief${serial}`)]);
    expect((await subscribe(thief, device.endpoint, new BrowserKeys())).status).toBe(409);
    expect(await devicesOf(device)).toHaveLength(1);
    expect((await subscribe(next, device.endpoint, device.browser)).body.devices).toHaveLength(1);
    expect(await devicesOf(device)).toEqual([]);
  });

  it("lets a browser with a subscription replace it, also after the push service has forgotten it", async () => {
    const device = await makeDevice("renewed");
    const { person } = device;
    const fan = await makePerson(`renewedfan${serial}`);
    const post = await write(person, "hello");
    const renew = (as: TestPerson, endpoint: string, { p256dh, auth }: BrowserKeys) =>
      call<PushState>(pushRoute.PUT, { as, method: "PUT", json: { endpoint, keys: { p256dh, auth } } });
    const renewed = async (path: string): Promise<BrowserKeys> => {
      const browser = new BrowserKeys();
      const { body } = await renew(person, `https://push.invalid${path}`, browser);
      expect(body.devices).toMatchObject([{ current: true }]);
      return browser;
    };
    const second = await renewed(`${device.path}/second`);
    await push(liked(device, post.id, fan));
    expect([toDevice(device).length, service.messagesTo(`${device.path}/second`, second).length]).toEqual([
      0, 1,
    ]);

    service.answers.set(`${device.path}/second`, (response) => response.writeHead(410).end());
    await push(liked(device, (await write(person, "more")).id, fan));
    expect(await devicesOf(device)).toEqual([]);
    const third = await renewed(`${device.path}/third`);
    await push(liked(device, (await write(person, "again")).id, fan));
    expect(service.messagesTo(`${device.path}/third`, third)).toMatchObject([{ body: "again" }]);

    // Whoever is signed in there now, and never asked for messages, gets none.
    const other = await makePerson(`renewedother${serial}`);
    expect((await renew(other, `https://push.invalid${device.path}/fourth`, new BrowserKeys())).status).toBe(
      404,
    );
    expect((await renew(fan, `https://push.invalid${device.path}/third`, third)).status).toBe(404);
    const { id } = (await devicesOf(device))[0]!;
    await call(deviceRoute.DELETE, { as: person, method: "DELETE", params: { id } });
    expect((await renew(person, `https://push.invalid${device.path}/fifth`, new BrowserKeys())).status).toBe(
      404,
    );
  });

  it("removes one's own devices only", async () => {
    const [mine, theirs] = [await makeDevice("mine"), await makeDevice("theirs")];
    const { id } = (await devicesOf(theirs))[0]!;
    const remove = (as: TestPerson) =>
      call<PushState>(deviceRoute.DELETE, { as, method: "DELETE", params: { id } });
    expect((await remove(mine.person)).status).toBe(404);
    expect(await remove(theirs.person)).toMatchObject({ status: 200, body: { devices: [] } });
    expect((await remove(theirs.person)).status).toBe(404);
  });

  it("sends a test to this device, and says how that went", async () => {
    const device = await makeDevice("tester");
    const { sessionId } = await db().pushSubscription.findFirstOrThrow({
      where: { userId: device.person.id },
      select: { sessionId: true },
    });
    const test = () =>
      sendTest({ actor: { id: device.person.id, sessionId }, language: "en", fetchOutside: service.fetch });
    expect(await test()).toEqual({ result: "sent" });
    expect(toDevice(device)).toMatchObject([
      { title: "Push works", href: "/settings#notification-settings" },
    ]);
    // Nobody finds this push service.
    const answer = await call<PushTestResult>(testRoute.POST, { as: device.person, method: "POST" });
    expect(answer).toMatchObject({ status: 200, body: { result: "failed" } });
    service.answers.set(device.path, (response) => response.writeHead(410).end());
    expect(await test()).toEqual({ result: "gone" });
    expect((await call(testRoute.POST, { as: device.person, method: "POST" })).status).toBe(404);
  });
});
