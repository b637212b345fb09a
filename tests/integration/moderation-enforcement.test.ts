import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import * as appRoute from "@/app/api/apps/[id]/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as shareRoute from "@/app/api/apps/share/[shareId]/route";
import * as roomRoute from "@/app/api/rooms/[id]/route";
import * as memberRoute from "@/app/api/rooms/[id]/members/[address]/route";
import * as membersRoute from "@/app/api/rooms/[id]/members/route";
import * as streamRoute from "@/app/api/realtime/v1/stream/route";
import * as caseRoute from "@/app/api/v1/moderation/cases/[type]/[id]/route";
import * as undoRoute from "@/app/api/v1/moderation/decisions/[id]/undo/route";
import * as noticesRoute from "@/app/api/v1/notices/route";
import * as timelineRoute from "@/app/api/v1/timeline/route";
import * as appealRoute from "@/app/api/v2/auth/appeal/route";
import { dropAccountFiles, removeAccount } from "@/lib/account/service";
import { rotateRefreshToken } from "@/lib/auth/session-service";
import { signInWithPassword, signUp } from "@/lib/auth/service";
import { createToken } from "@/lib/auth/token-service";
import { db, inTransaction } from "@/lib/db/client";
import type { NoticePage } from "@/lib/moderation/notice-contract";
import type { ActBody, ActResponse } from "@/lib/moderation/queue-contract";
import { FOREVER } from "@/lib/moderation/rules";
import { requireNotSuspended } from "@/lib/moderation/suspension-service";
import { fetchForApp, setAllowedHosts } from "@/lib/egress/service";
import { fileStore } from "@/lib/files/file-store";
import { dropUnusedPackages, packageKeyOf } from "@/lib/apps/package-file-service";
import { issueRunToken } from "@/lib/apps/run-token-service";
import { getPost } from "@/lib/posts/service";
import { addressOf } from "@/lib/rooms/access-service";
import { makeApp, makePackage, upload } from "../support/apps";
import { readEvents } from "../support/event-reader";
import { openRoom } from "../support/in-room";
import { lastMailTo } from "../support/mailbox";
import { call, makePerson, type TestPerson } from "../support/people";

let mod: TestPerson;
let count = 0;

beforeAll(async () => {
  mod = await makePerson("keeper");
  await db().user.update({ where: { id: mod.id }, data: { role: "moderator" } });
});

const someone = () => makePerson(`judged${++count}`);
const act = (type: string, id: string, json: ActBody) =>
  call<ActResponse & { code?: string }>(caseRoute.POST, { as: mod, params: { type, id }, json });
const undo = (id: string) => call(undoRoute.POST, { as: mod, params: { id }, method: "POST" });
const read = (as: TestPerson) => call(timelineRoute.GET, { as });
const notices = async (as: TestPerson) => (await call<NoticePage>(noticesRoute.GET, { as })).body.items;

describe("a suspended person", () => {
  it("stays so after a second, shorter suspension, and reads the end of the first", async () => {
    const person = await someone();
    await act("user", person.id, { action: "suspend", message: "For good." });
    await act("user", person.id, { action: "suspend", days: 7, message: "For a week." });
    const { suspendedUntil } = await db().user.findUniqueOrThrow({ where: { id: person.id } });
    expect(suspendedUntil).toEqual(FOREVER);
    await expect(requireNotSuspended(person.id)).rejects.toMatchObject({
      details: { until: null, message: "For good." },
    });
    const mail = await lastMailTo(`${person.id}@gum.test`, { about: /For a week\./ });
    expect(mail.text).not.toMatch(/\d{4}-\d\d-\d\d/);
  });

  it("loses sessions, streams and tokens at once, reads why at sign-in, and can appeal there", async () => {
    const email = "suspended@gum.test";
    const facts = { kind: "api", userAgent: "", device: null, language: "en", address: "192.0.2.9" } as const;
    const password = "a handful of words";
    const { user, session } = await signUp({
      ...facts,
      email,
      password,
      username: "suspended_one",
      displayName: undefined,
      humanToken: undefined,
      language: "en",
    });
    await db().user.update({
      where: { id: user.id },
      data: { emailVerifiedAt: new Date(), consentVersion: "v1", profileCompletedAt: new Date() },
    });
    const { issueAccessToken } = await import("@/lib/auth/access-token.server");
    const { accessToken } = await issueAccessToken({ userId: user.id, sessionId: session!.sessionId });
    const person = { id: user.id, username: user.username, token: accessToken };
    const { token } = await createToken(
      { userId: user.id, sessionId: session!.sessionId, email, language: "en" },
      { name: "bot", scopes: ["read"], expiresInDays: null },
    );
    const bot = { ...person, token };
    expect([(await read(person)).status, (await read(bot)).status]).toEqual([200, 200]);
    const stream = await streamRoute.GET(
      new Request("http://localhost:3000/api/realtime/v1/stream", {
        headers: { authorization: `Bearer ${accessToken}` },
      }),
      { params: Promise.resolve({}) },
    );
    const events = readEvents(stream.body!);
    await events.until((event) => event.type === "hello");

    const { body } = await act("user", user.id, {
      action: "suspend",
      days: 7,
      reason: "spam",
      message: "Too much.",
    });
    await expect.poll(events.ended).toBe(true);
    expect([(await read(person)).status, (await read(bot)).status]).toEqual([401, 401]);
    await expect(rotateRefreshToken(session!.refreshToken!)).rejects.toMatchObject({ code: "invalid_token" });
    const signIn = () => signInWithPassword({ ...facts, email, password, humanToken: undefined });
    await expect(
      signInWithPassword({ ...facts, email, password: "wrong words here", humanToken: undefined }),
    ).rejects.toMatchObject({ code: "invalid_credentials" });
    const refusal = (await signIn().catch((error: unknown) => error)) as {
      code: string;
      details: { appealToken: string };
    };
    expect(refusal).toMatchObject({
      code: "account_suspended",
      details: { reason: "spam", message: "Too much.", appeal: null },
    });
    await lastMailTo(email, { about: /Too much\./ });

    const appeal = (given: string) => call(appealRoute.POST, { json: { token: given, text: "Never again" } });
    expect((await appeal(`${refusal.details.appealToken}x`)).status).toBe(401);
    expect((await appeal(accessToken)).status).toBe(401);
    expect((await appeal(refusal.details.appealToken)).status).toBe(204);
    expect((await appeal(refusal.details.appealToken)).status).toBe(409);
    expect(await signIn().catch((error: unknown) => error)).toMatchObject({
      details: { appealToken: null, appeal: { text: "Never again" } },
    });
    expect((await undo(body.decisionId!)).status).toBe(204);
    expect((await signIn()).user.id).toBe(user.id);
    expect((await read(bot)).status).toBe(200);
  });
});

describe("an app that is taken down", () => {
  it("ends its share link, its runs and its publication, and comes back with them", async () => {
    const [owner, player] = [await someone(), await someone()];
    const app = await makeApp(owner, { name: `Trap ${randomUUID().slice(0, 8)}` }, { published: true });
    const get = (as: TestPerson) => call<{ shareId: string }>(appRoute.GET, { as, params: { id: app.id } });
    const share = (await get(player)).body.shareId;
    const shared = () => call(shareRoute.GET, { as: player, params: { shareId: share } });
    expect((await shared()).status).toBe(200);
    const stream = await streamRoute.GET(
      new Request("http://localhost:3000/api/realtime/v1/stream", {
        headers: { authorization: `Bearer ${player.token}` },
      }),
      { params: Promise.resolve({}) },
    );
    const events = readEvents(stream.body!);
    await events.until((event) => event.type === "hello");
    const hidden = (await act("app", app.id, { action: "hide" })).body;
    await events.until((event) => event.type === "app_gone");
    await events.close();
    expect([(await shared()).status, (await get(player)).status, (await get(owner)).status]).toEqual([
      404, 404, 200,
    ]);
    const publish = () =>
      call<{ code: string }>(publishRoute.PATCH, {
        as: owner,
        params: { id: app.id },
        json: { isPublic: true },
        method: "PATCH",
      });
    expect((await publish()).body.code).toBe("held_by_moderators");
    await undo(hidden.decisionId!);
    expect((await shared()).status).toBe(200);
    const removed = (await act("app", app.id, { action: "remove" })).body;
    expect([(await shared()).status, (await get(owner)).status]).toEqual([404, 404]);
    await undo(removed.decisionId!);
    expect([(await shared()).status, (await get(player)).status]).toEqual([200, 200]);
  });

  it("does not come back under another name once its package is blocked", async () => {
    const [owner, friend] = [await someone(), await someone()];
    const gumFile = await makePackage({ name: "Malicious thing" });
    const made = await upload(owner, { gumFile });
    expect((await act("app", made.body.id, { action: "remove", blockPackage: true })).status).toBe(200);
    expect(await upload<{ code: string }>(friend, { gumFile })).toMatchObject({
      status: 403,
      body: { code: "package_blocked" },
    });
  });

  it("takes its hosts with it, for every app and until that is taken back", async () => {
    const [owner, other, user] = [await someone(), await someone(), await someone()];
    const network = { hosts: ["bad.example.com"], reason: "data" };
    const bad = await makeApp(owner, { name: "Collector", network }, { published: true });
    const good = await makeApp(other, { name: "Weather now", network }, { published: true });
    await setAllowedHosts(user.id, good.id, network.hosts);
    const runToken = await issueRunToken({ userId: user.id, appId: good.id, runId: randomUUID() });
    const request = () => ({
      type: "egress" as const,
      req_id: randomUUID(),
      ts: Date.now(),
      method: "GET",
      url: "https://bad.example.com/x",
      headers: [],
      body: null,
      bodyEncoding: "text" as const,
      runToken,
    });
    const outcome = { ok: true as const, status: 200, statusText: "", headers: [], body: Buffer.from("") };
    const ask = () =>
      fetchForApp({ viewerId: user.id, request: request() }, (() => Promise.resolve(outcome)) as never).then(
        ({ status }) => status,
        (error: { details?: { reason?: string } }) => error.details?.reason,
      );
    expect(await ask()).toBe(200);
    const { decisionId } = (await act("app", bad.id, { action: "remove", blockHosts: true })).body;
    expect(await ask()).toBe("host_blocked");
    await undo(decisionId!);
    expect(await ask()).toBe(200);
  });

  it("goes back to the version before, if only one version is bad", async () => {
    const owner = await someone();
    const name = `Steps ${randomUUID().slice(0, 8)}`;
    const made = await upload(owner, { gumFile: await makePackage({ name, version: "1.0.0" }) });
    expect((await act("app", made.body.id, { action: "remove_version" })).status).toBe(409);
    await upload(owner, {
      gumFile: await makePackage({ name, version: "2.0.0" }),
      metadata: { appId: made.body.id },
    });
    const version = async () =>
      (await call<{ version: string }>(appRoute.GET, { as: owner, params: { id: made.body.id } })).body
        .version;
    expect(await version()).toBe("2.0.0");
    const { decisionId } = (await act("app", made.body.id, { action: "remove_version" })).body;
    expect(await version()).toBe("1.0.0");
    expect((await undo(decisionId!)).status).toBe(204);
    expect(await version()).toBe("2.0.0");
    expect(await db().appVersion.count({ where: { appId: made.body.id } })).toBe(2);

    const again = (await act("app", made.body.id, { action: "remove_version" })).body;
    await upload(owner, {
      gumFile: await makePackage({ name, version: "3.0.0" }),
      metadata: { appId: made.body.id },
    });
    expect((await undo(again.decisionId!)).status).toBe(204);
    expect(await version()).toBe("3.0.0");
    expect(await db().appVersion.count({ where: { appId: made.body.id } })).toBe(3);
  });

  /** @returns the hash of a version that moderators took away */
  async function takeVersion(owner: TestPerson): Promise<string> {
    const name = `Same ${randomUUID().slice(0, 8)}`;
    const made = await upload(owner, { gumFile: await makePackage({ name, version: "1.0.0" }) });
    await upload(owner, {
      gumFile: await makePackage({ name, version: "2.0.0" }),
      metadata: { appId: made.body.id },
    });
    const { packageSha256 } = await db().appVersion.findFirstOrThrow({
      where: { appId: made.body.id, version: "2.0.0" },
      select: { packageSha256: true },
    });
    await act("app", made.body.id, { action: "remove_version" });
    return packageSha256;
  }

  it("keeps the package of a version that it took away, though another app that has it is deleted", async () => {
    const bad = await takeVersion(await someone());
    await dropUnusedPackages([bad]);
    expect(await fileStore().has(packageKeyOf(bad))).toBe(true);
  });

  it("deletes the package of a version that it took away with its owner's account", async () => {
    const owner = await someone();
    const bad = await takeVersion(owner);
    await dropAccountFiles(await inTransaction((tx) => removeAccount(owner.id, tx)));
    expect(await fileStore().has(packageKeyOf(bad))).toBe(false);
  });
});

describe("a moderator in somebody's room", () => {
  it("closes it for good, takes its card away, and removes a person, who are told", async () => {
    const [author, guest] = [await someone(), await someone()];
    const { post, room, join } = await openRoom(author);
    await join(guest);
    const change = (as: TestPerson, json: object) =>
      call(roomRoute.PATCH, { as, params: { id: room.id }, json, method: "PATCH" });
    expect((await change(guest, { isClosed: true })).status).toBe(403);
    expect((await change(mod, { isClosed: true })).status).toBe(204);
    expect((await change(author, { isClosed: false })).status).toBe(403);
    expect((await change(mod, { isCardHidden: true })).status).toBe(204);
    expect(await change(author, { isCardHidden: false })).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
    expect((await change(author, { isCardHidden: true })).status).toBe(204);
    expect((await change(author, { isCardHidden: false })).status).toBe(403);
    expect((await getPost({ viewer: author, id: post.id })).room?.isCardHidden).toBe(true);
    expect((await notices(author)).map(({ action }) => action)).toEqual(["remove_card", "close_room"]);
    expect((await change(mod, { isClosed: false })).status).toBe(204);
    expect((await change(author, { isClosed: true })).status).toBe(204);
    expect((await change(author, { isClosed: false })).status).toBe(204);

    type Members = { items: { address: string }[] };
    const asPeople = { params: { id: room.id } };
    const addresses = async () =>
      (await call<Members>(membersRoute.GET, { as: mod, ...asPeople })).body.items.map(
        ({ address }) => address,
      );
    const address = addressOf(guest.id, room.id);
    expect(await addresses()).toEqual([room.me, address]);
    const removeBy = (as: TestPerson) =>
      call(memberRoute.DELETE, { as, params: { id: room.id, address }, method: "DELETE" });
    expect((await removeBy(await someone())).status).toBe(403);
    expect((await removeBy(mod)).status).toBe(204);
    expect((await join(guest)).status).toBe(403);
    expect(await addresses()).toEqual([room.me]);
    const logged = await db().auditEntry.findMany({ where: { subjectId: post.id }, orderBy: { id: "asc" } });
    expect(logged.map(({ action }) => action)).toEqual([
      "close_room",
      "remove_card",
      "open_room",
      "remove_member",
    ]);
  });

  it("lets its owner show the card again once a moderator has", async () => {
    const [author, guest] = [await someone(), await someone()];
    const { room } = await openRoom(author);
    const show = (as: TestPerson, isCardHidden: boolean) =>
      call(roomRoute.PATCH, { as, params: { id: room.id }, json: { isCardHidden }, method: "PATCH" });
    expect((await show(guest, true)).status).toBe(403);
    const answers = [];
    for (const [as, isCardHidden] of [
      [author, true],
      [author, false],
      [mod, true],
      [author, false],
      [mod, false],
      [author, true],
      [author, false],
    ] as const)
      answers.push((await show(as, isCardHidden)).status);
    expect(answers).toEqual([204, 204, 204, 403, 204, 204, 204]);
  });

  it("removes nobody who has their role or a higher one; its owner removes anybody", async () => {
    const [author, boss, peer] = [await someone(), await someone(), await someone()];
    await db().user.update({ where: { id: boss.id }, data: { role: "admin" } });
    await db().user.update({ where: { id: peer.id }, data: { role: "moderator" } });
    const { room, join } = await openRoom(author);
    for (const person of [boss, peer, mod]) await join(person);
    const remove = (as: TestPerson, { id }: TestPerson) =>
      call<{ code?: string }>(memberRoute.DELETE, {
        as,
        params: { id: room.id, address: addressOf(id, room.id) },
        method: "DELETE",
      });
    for (const person of [boss, peer, mod])
      expect(await remove(mod, person)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await db().decision.count({ where: { personId: { in: [boss.id, peer.id, mod.id] } } })).toBe(0);
    expect((await remove(boss, peer)).status).toBe(204);
    expect((await remove(author, boss)).status).toBe(204);
    expect((await join(boss)).status).toBe(403);
  });
});
