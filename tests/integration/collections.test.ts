import { beforeAll, describe, expect, it, vi } from "vitest";
import * as appCollections from "@/app/api/apps/[id]/collections/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as userCollections from "@/app/api/users/[id]/collections/route";
import * as collection from "@/app/api/v1/collections/[id]/route";
import * as item from "@/app/api/v1/collections/[id]/apps/[appId]/route";
import * as items from "@/app/api/v1/collections/[id]/apps/route";
import * as save from "@/app/api/v1/collections/[id]/save/route";
import * as discover from "@/app/api/v1/collections/discover/route";
import * as collections from "@/app/api/v1/collections/route";
import * as saved from "@/app/api/v1/collections/saved/route";
import * as caseRoute from "@/app/api/v1/moderation/cases/[type]/[id]/route";
import * as undoRoute from "@/app/api/v1/moderation/decisions/[id]/undo/route";
import * as reportsRoute from "@/app/api/v1/reports/route";
import { removeAccount } from "@/lib/account/service";
import type { App } from "@/lib/apps/contract";
import type { Collection, CollectionApp, OwnCollection } from "@/lib/collections/contract";
import { db, inTransaction } from "@/lib/db/client";
import { runJob } from "@/lib/jobs/jobs";
import type { ActResponse } from "@/lib/moderation/queue-contract";
import { block, follow, unblock } from "@/lib/people/follow-service";
import type { Page } from "@/lib/shared/contract";
import { makeApp, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let maker: TestPerson;
let mika: TestPerson;
let ren: TestPerson;
let apps: App[];

const make = (as: TestPerson | undefined, json: object) =>
  call<Collection & Problem>(collections.POST, { as, json });
const change = (as: TestPerson, id: string, json: object) =>
  call<Collection & Problem>(collection.PATCH, { as, params: { id }, json, method: "PATCH" });
const remove = (as: TestPerson, id: string) =>
  call<Problem>(collection.DELETE, { as, params: { id }, method: "DELETE" });
const read = (as: TestPerson | undefined, id: string) =>
  call<Collection & Problem>(collection.GET, { as, params: { id } });
const put = (as: TestPerson, id: string, appId: string, json: object = {}) =>
  call<Collection & Problem>(item.PUT, { as, params: { id, appId }, json, method: "PUT" });
const take = (as: TestPerson, id: string, appId: string) =>
  call<Collection & Problem>(item.DELETE, { as, params: { id, appId }, method: "DELETE" });
const list = (as: TestPerson, id: string, query = {}) =>
  call<Page<CollectionApp> & Problem>(items.GET, { as, params: { id }, query });
const names = async (as: TestPerson, id: string) =>
  (await list(as, id)).body.items.map(({ app }) => app.name.slice(-1)).join("");
const keep = (as: TestPerson, id: string, on = true) =>
  call<Collection & Problem>(on ? save.PUT : save.DELETE, {
    as,
    params: { id },
    method: on ? "PUT" : "DELETE",
  });
const own = async (as: TestPerson, app?: App) =>
  (await call<{ items: OwnCollection[] }>(collections.GET, { as, query: app ? { app: app.id } : {} })).body
    .items;
const kept = async (as: TestPerson) =>
  (await call<Page<Collection>>(saved.GET, { as })).body.items.map(({ id }) => id);
const of = async (as: TestPerson, person: TestPerson, query = {}) =>
  (await call<Page<Collection>>(userCollections.GET, { as, params: { id: person.id }, query })).body;
const inStore = async (as: TestPerson) =>
  (await call<{ items: Collection[] }>(discover.GET, { as })).body.items.map(({ id }) => id);
const withApp = async (as: TestPerson, app: App) =>
  (await call<{ items: Collection[] }>(appCollections.GET, { as, params: { id: app.id } })).body.items.map(
    ({ id }) => id,
  );
const publish = (as: TestPerson, app: App, isPublic: boolean) =>
  call(publishRoute.PATCH, { as, params: { id: app.id }, json: { isPublic }, method: "PATCH" });
const setPerson = (person: TestPerson, data: object) =>
  db().user.update({ where: { id: person.id }, data, select: { id: true } });

/** A collection with these apps. */
async function filled(as: TestPerson, title: string, which = apps, isPublic = true): Promise<Collection> {
  const { id } = (await make(as, { title, isPublic })).body;
  for (const app of which) await put(as, id, app.id);
  return (await read(as, id)).body;
}

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [maker, mika, ren] = await Promise.all([
    makePerson("col_maker"),
    makePerson("col_mika"),
    makePerson("col_ren"),
  ]);
  apps = [];
  for (const letter of "abcd")
    apps.push(await makeApp(maker, { name: `Collected ${letter}` }, { published: true }));
});

describe("a collection", () => {
  it("has a title, a description and apps in the order that its owner sets", async () => {
    const made = await make(mika, { title: "  Mornings ", description: "Slow\nones" });
    expect(made).toMatchObject({
      status: 201,
      body: { title: "Mornings", description: "Slow\nones", isPublic: true, apps: 0, icons: [], saves: 0 },
    });
    const { id } = made.body;
    const [a, b, c] = apps.map((app) => app.id) as [string, string, string];
    await put(mika, id, a, { note: "first" });
    await put(mika, id, b);
    expect((await put(mika, id, c, { after: null })).body).toMatchObject({ apps: 3 });
    await put(mika, id, c, { note: "third" });
    expect(await names(mika, id)).toBe("cab");
    await put(mika, id, c, { after: a });
    expect(await names(ren, id)).toBe("acb");
    expect((await list(ren, id)).body.items.map(({ note }) => note)).toEqual(["first", "third", ""]);
    expect((await put(mika, id, c, { after: apps[3]!.id })).status).toBe(400);
    expect((await put(mika, id, apps[3]!.id, { after: apps[3]!.id })).status).toBe(400);
    expect((await read(ren, id)).body).toMatchObject({ apps: 3, viewer: { owner: false, saved: false } });
    await take(mika, id, a);
    await take(mika, id, a);
    expect(await names(ren, id)).toBe("cb");
    // Undone where it was.
    await put(mika, id, a, { note: "first", after: null });
    expect(await names(ren, id)).toBe("acb");

    const first = (await list(ren, id, { limit: 2 })).body;
    const rest = (await list(ren, id, { limit: 2, after: first.nextCursor })).body;
    expect([first.items.length, rest.items.map(({ app }) => app.id), rest.nextCursor]).toEqual([
      2,
      [b],
      null,
    ]);
    expect((await list(ren, id, { after: "x" })).status).toBe(400);

    const changed = await change(mika, id, { title: "Evenings", isPublic: false });
    expect(changed.body).toMatchObject({ title: "Evenings", description: "Slow\nones", isPublic: false });
    expect((await remove(mika, id)).status).toBe(204);
    expect((await read(mika, id)).status).toBe(404);
  });

  it.each([
    [{ title: "" }],
    [{ title: " \u2800" }],
    [{ title: "x".repeat(61) }],
    [{ title: "a\nb" }],
    [{ title: "x", description: "x".repeat(301) }],
    [{ title: "x", description: "\u202e" }],
    [{ title: "x", owner: "me" }],
  ])("with %j is refused", async (json) => {
    expect((await make(mika, json)).status).toBe(400);
  });

  it("is changed by its owner only, and made by nobody who is limited", async () => {
    const { id } = await filled(mika, "Mine", apps.slice(0, 1));
    const hidden = await filled(mika, "Hidden", apps.slice(0, 1), false);
    const tries = (target: string) => [
      change(ren, target, { title: "Stolen" }),
      put(ren, target, apps[1]!.id),
      take(ren, target, apps[0]!.id),
      remove(ren, target),
    ];
    expect((await Promise.all(tries(id))).map(({ body }) => body.code)).toEqual(Array(4).fill("forbidden"));
    expect((await Promise.all(tries(hidden.id))).map(({ status }) => status)).toEqual(Array(4).fill(404));
    expect((await make(undefined, { title: "x" })).status).toBe(401);
    expect((await read(undefined, id)).status).toBe(401);
    await setPerson(mika, { limitedUntil: new Date(Date.now() + 60_000) });
    for (const answer of [
      await make(mika, { title: "x" }),
      await change(mika, id, { title: "x" }),
      await put(mika, id, apps[1]!.id),
    ])
      expect(answer.body.code).toBe("account_limited");
    await setPerson(mika, { limitedUntil: null });
    expect((await put(mika, id, apps[1]!.id, { note: "x".repeat(141) })).status).toBe(400);
    expect((await put(mika, id, id)).body.code).toBe("unknown_app");
  });

  it("has room for a hundred apps that its owner sees, and its owner for fifty of them", async () => {
    const owner = await makePerson("col_full");
    const { id } = (await make(owner, { title: "Full" })).body;
    const stored = () => db().collectionApp.count({ where: { collectionId: id } });
    const ids = Array.from({ length: 99 }, () => crypto.randomUUID());
    await db().app.createMany({
      data: ids.map((each, index) => ({
        id: each,
        ownerId: index === 0 ? maker.id : owner.id,
        name: each,
        nameKey: each,
        iconKey: "apps/x",
      })),
    });
    await db().$executeRaw`
      INSERT INTO app_versions (id, app_id, version, manifest, package_sha256, package_bytes)
      SELECT gen_random_uuid(), a.id, v.version, v.manifest, v.package_sha256, v.package_bytes
        FROM apps a JOIN app_versions v ON v.app_id = ${apps[0]!.id}::uuid WHERE a.id = ANY (${ids}::uuid[])`;
    await db().$executeRaw`
      UPDATE apps a SET current_version_id = v.id FROM app_versions v
       WHERE v.app_id = a.id AND a.id = ANY (${ids}::uuid[])`;
    await db().collectionApp.createMany({
      data: ids.map((appId, position) => ({ collectionId: id, appId, position })),
    });
    const both = await Promise.all([put(owner, id, apps[0]!.id), put(owner, id, apps[1]!.id)]);
    // The place of the one that its maker keeps private is free.
    expect(both.map(({ status }) => status).sort()).toEqual([200, 200]);
    expect([(await read(owner, id)).body.apps, await stored()]).toEqual([100, 100]);
    expect((await put(owner, id, apps[2]!.id)).status).toBe(400);
    await db().app.update({ where: { id: ids[1]! }, data: { deletedAt: new Date() } });
    expect((await put(owner, id, apps[2]!.id)).status).toBe(200);
    expect((await own(owner, apps[2])).map(({ has }) => has)).toEqual([true]);
    expect([(await read(owner, id)).body.apps, await stored()]).toEqual([100, 100]);
    await db().app.deleteMany({ where: { id: { in: ids } } });

    for (let count = 1; count < 49; count++) await make(owner, { title: `${count}` });
    const last = await Promise.all([make(owner, { title: "a" }), make(owner, { title: "b" })]);
    expect(last.map(({ status }) => status).sort()).toEqual([201, 400]);
  });
});

describe("what of a collection is seen", () => {
  it("is neither a private app, nor that of somebody with a block between them", async () => {
    const other = await makePerson("col_other");
    const theirs = await makeApp(other, { name: "Theirs x" }, { published: true });
    const draft = await makeApp(mika, { name: "Draft y" });
    const { id } = await filled(mika, "Mixed", [apps[0]!, theirs, draft]);
    expect([await names(mika, id), await names(ren, id)]).toEqual(["axy", "ax"]);
    expect((await read(ren, id)).body).toMatchObject({ apps: 2 });
    await publish(other, theirs, false);
    expect([await names(ren, id), (await read(ren, id)).body.icons.length]).toEqual(["a", 1]);
    await publish(other, theirs, true);
    await block({ actor: ren, userId: other.id });
    expect([await names(ren, id), (await read(ren, id)).body.apps]).toEqual(["a", 1]);
    expect(await withApp(mika, theirs)).toEqual([id]);
    expect((await put(ren, (await filled(ren, "Own", [])).id, theirs.id)).body.code).toBe("unknown_app");
  });

  it("is nothing where its owner blocks or is blocked, is private, or keeps it for themselves", async () => {
    const [owner, reader] = await Promise.all([makePerson("col_owner"), makePerson("col_reader")]);
    const { id } = await filled(owner, "Seen");
    const seen = async () => [
      (await read(reader, id)).status === 200,
      (await of(reader, owner)).items.length === 1,
      (await kept(reader)).includes(id),
    ];
    expect((await keep(reader, id)).body).toMatchObject({ saves: 1, viewer: { saved: true } });
    expect(await seen()).toEqual([true, true, true]);
    await block({ actor: owner, userId: reader.id });
    expect(await seen()).toEqual([false, false, false]);
    expect((await keep(reader, id)).status).toBe(404);
    await unblock({ actor: owner, userId: reader.id });
    await block({ actor: reader, userId: owner.id });
    expect(await seen()).toEqual([false, false, false]);
    await unblock({ actor: reader, userId: owner.id });
    await setPerson(owner, { isPrivate: true });
    expect(await seen()).toEqual([false, false, false]);
    expect((await list(reader, id)).status).toBe(404);
    await db().follow.create({ data: { followerId: reader.id, followeeId: owner.id } });
    expect(await seen()).toEqual([true, true, true]);
    await setPerson(owner, { isPrivate: false });
    await change(owner, id, { isPublic: false });
    expect(await seen()).toEqual([false, false, false]);
    // Who saved it can still take that back.
    expect((await keep(reader, id, false)).status).toBe(204);
    expect((await read(owner, id)).body.saves).toBe(0);
  });

  it("is listed in pages by person, without empty ones for others", async () => {
    const owner = await makePerson("col_lists");
    const ids = [];
    for (const title of ["one", "two", "three"]) ids.unshift((await filled(owner, title, [apps[0]!])).id);
    const empty = (await make(owner, { title: "empty" })).body.id;
    const first = await of(ren, owner, { limit: 2 });
    const rest = await of(ren, owner, { limit: 2, after: first.nextCursor });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
    expect((await of(owner, owner)).items.map(({ id }) => id)).toEqual([empty, ...ids]);
    expect((await own(owner, apps[0])).map(({ has }) => has)).toEqual([false, true, true, true]);
  });

  it("is offered in the store from three apps and a save on, two of a person at most, to nobody who muted them", async () => {
    const owner = await makePerson("col_store");
    const [few, many, more, most] = [
      await filled(owner, "few", apps.slice(0, 2)),
      await filled(owner, "many"),
      await filled(owner, "more"),
      await filled(owner, "most"),
    ];
    const mine = [few, many, more, most].map((each) => each!.id);
    const offered = async () => (await inStore(ren)).filter((id) => mine.includes(id));
    const withLast = async () => (await withApp(ren, apps[3]!)).filter((id) => mine.includes(id));
    expect([await offered(), await withLast()]).toEqual([[], []]);
    for (const { id } of [few, many, more, most].map((each) => each!)) await keep(ren, id);
    await keep(mika, many!.id);
    expect(await offered()).toEqual([many!.id, most!.id]);
    expect(await withLast()).toEqual([many!.id]);
    await setPerson(owner, { unlisted: true });
    expect(await offered()).toEqual([]);
    await follow({ actor: ren, userId: owner.id });
    expect(await offered()).toHaveLength(2);
    await db().mute.create({ data: { muterId: ren.id, mutedId: owner.id } });
    expect(await offered()).toEqual([]);
    expect(await withLast()).toEqual([]);
    expect((await read(ren, many!.id)).status).toBe(200);
  });
});

describe("the number of people who saved one", () => {
  const count = async ({ id }: { id: string }) =>
    (await db().collection.findUniqueOrThrow({ where: { id }, select: { savedCount: true } })).savedCount;

  it("counts each once, not the owner, and is right again after an account is deleted", async () => {
    const one = await filled(mika, "Saved", apps.slice(0, 1));
    const people = await Promise.all([1, 2, 3].map((at) => makePerson(`col_saver_${at}`)));
    expect((await keep(mika, one.id)).body.code).toBe("forbidden");
    await Promise.all([...people, ...people].map((person) => keep(person, one.id)));
    expect(await count(one)).toBe(3);
    await Promise.all([keep(people[0]!, one.id, false), keep(people[0]!, one.id, false)]);
    expect(await count(one)).toBe(2);
    await inTransaction((tx) => removeAccount(people[1]!.id, tx));
    expect(await count(one)).toBe(1);
    await db().$executeRaw`UPDATE collections SET saved_count = 9 WHERE id = ${one.id}::uuid`;
    await runJob("counters");
    expect(await count(one)).toBe(1);
    const gone = await makePerson("col_gone");
    const theirs = await filled(gone, "Gone");
    await keep(ren, theirs.id);
    await inTransaction((tx) => removeAccount(gone.id, tx));
    expect([(await read(ren, theirs.id)).status, (await kept(ren)).includes(theirs.id)]).toEqual([
      404,
      false,
    ]);
  });

  it("goes down with an account in the order that other locks are taken", async () => {
    const leaver = await makePerson("col_leaver");
    const [low, high] = [await filled(mika, "Low"), await filled(mika, "High")];
    // Without an order of its own, the update would come upon the higher one first.
    await keep(leaver, high.id);
    await keep(leaver, low.id);
    let leaving: Promise<unknown> = Promise.resolve();
    await inTransaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM collections WHERE id = ${low.id}::uuid FOR UPDATE`;
      leaving = inTransaction((other) => removeAccount(leaver.id, other));
      await vi.waitFor(async () => {
        const waiting = await db().$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        expect(waiting).toHaveLength(1);
      });
      await tx.$queryRaw`SELECT 1 FROM collections WHERE id = ${high.id}::uuid FOR UPDATE NOWAIT`;
    });
    await leaving;
    expect([await count(low), await count(high)]).toEqual([0, 0]);
  });

  it("comes back with what moderators hid and put back", async () => {
    const one = await filled(mika, "Rude", apps.slice(0, 2));
    await put(mika, one.id, apps[0]!.id, { note: "a rude note" });
    await keep(ren, one.id);
    const mod = await makePerson("col_mod");
    await setPerson(mod, { role: "moderator" });
    const hidden = await filled(mika, "Not shared", [], false);
    const report = (subjectId: string) =>
      call<Problem>(reportsRoute.POST, {
        as: ren,
        json: { subjectType: "collection", subjectId, reason: "harassment", note: "" },
      });
    expect((await report(hidden.id)).status).toBe(404);
    expect((await report(one.id)).status).toBe(201);
    const params = { type: "collection", id: one.id };
    expect((await call(caseRoute.GET, { as: mod, params })).body).toMatchObject({
      content: { title: "Rude", text: "a rude note", href: `/collections/${one.id}` },
      person: { id: mika.id },
      actions: expect.arrayContaining(["hide", "remove"]),
    });
    const act = { as: mod, params, json: { action: "remove", reason: "harassment" } };
    const decided = await call<ActResponse>(caseRoute.POST, act);
    expect([decided.status, (await read(mika, one.id)).status]).toEqual([200, 404]);
    const id = decided.body.decisionId!;
    expect((await call(undoRoute.POST, { as: mod, params: { id }, method: "POST" })).status).toBe(204);
    expect((await read(ren, one.id)).body).toMatchObject({ apps: 2, saves: 1, viewer: { saved: true } });
    expect(await names(ren, one.id)).toBe("ab");
  });
});
