import { beforeAll, describe, expect, it, vi } from "vitest";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import * as claimRoute from "@/app/api/apps/[id]/storage/claim/route";
import * as storageRoute from "@/app/api/apps/[id]/storage/route";
import type { App } from "@/lib/apps/contract";
import type {
  AppStorageSnapshot,
  AppStorageUsage,
  AppStorageHolder,
  ClaimedAppStorage,
  StorageChange,
} from "@/lib/storage/contract";
import { makeApp, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

const QUOTA = 10 * 1024 * 1024;
let mika: TestPerson;
let ren: TestPerson;
let app: App;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
  app = await makeApp(mika, { name: "Keeper" }, { published: true });
});

const params = () => ({ id: app.id });
const read = (as: TestPerson) =>
  call<AppStorageSnapshot & Problem>(storageRoute.GET, { as, params: params() });
const change = (as: TestPerson, ...changes: StorageChange[]) =>
  call<AppStorageUsage & Problem>(storageRoute.PUT, {
    as,
    params: params(),
    json: { changes },
    method: "PUT",
  });
const clear = (as: TestPerson) =>
  call<AppStorageUsage>(storageRoute.DELETE, { as, params: params(), method: "DELETE" });
const set = (key: string, value: string | null, area: StorageChange["area"] = "local"): StorageChange => ({
  area,
  key,
  value,
});

describe("what an app keeps for a person", () => {
  it("is theirs alone, and starts empty", async () => {
    const personId = expect.stringMatching(/^[\w-]{22}$/) as string;
    const empty = {
      revision: 0,
      usedBytes: 0,
      quotaBytes: QUOTA,
      personId,
      dataId: null,
      entries: [],
      saves: [],
    };
    expect((await read(ren)).body).toEqual(empty);
    const { body } = await change(ren, set("score", "12"), set("score", "13", "values"));
    expect(body).toEqual({ revision: 1, usedBytes: 14, quotaBytes: QUOTA });
    expect((await read(mika)).body.entries).toEqual([]);
    expect((await read(ren)).body.entries).toEqual([set("score", "12"), set("score", "13", "values")]);
  });

  it("is refused where it belongs to somebody else than the one signed in now", async () => {
    const { personId } = (await read(mika)).body;
    const before = (await read(ren)).body;
    const changes = [set("score", "of mika")];
    const send = (as: TestPerson) =>
      call<Problem>(storageRoute.PUT, { as, params: params(), json: { personId, changes }, method: "PUT" });
    expect(await send(ren)).toMatchObject({ status: 409, body: { code: "account_changed" } });
    expect((await read(ren)).body).toEqual(before);
    expect((await send(mika)).status).toBe(200);
    await clear(mika);
  });

  it("changes in order: overwrite, delete, empty an area", async () => {
    await clear(ren);
    await change(ren, set("a", "1"), set("b", "2"), set("c", "3", "cookies"));
    const { body } = await change(
      ren,
      set("a", "9"),
      { area: "local", key: null, value: null },
      set("d", "4"),
      set("d", "5"),
      set("c", null, "cookies"),
      set("never", null),
    );
    expect(body.usedBytes).toBe(2);
    expect((await read(ren)).body.entries).toEqual([set("d", "5")]);
  });

  it("gives any text back as it was written", async () => {
    await clear(ren);
    const texts = ["", "\0\u0001", "\ud800 lone", "日本語 🎨", '"quoted\\"', "__proto__", "a".repeat(1_000)];
    await change(ren, ...texts.map((text, index) => set(`${text.slice(0, 900)}${index}`, text)));
    const { entries } = (await read(ren)).body;
    expect(new Set(entries.map((entry) => entry.value))).toEqual(new Set(texts));
    expect(new Set(entries.map((entry) => entry.key))).toEqual(
      new Set(texts.map((text, index) => `${text.slice(0, 900)}${index}`)),
    );
  });

  it("lists the last saves by their ids, so that a browser learns that one arrived", async () => {
    const ids = Array.from({ length: 22 }, (_, i) => `${i}`.padStart(22, "s"));
    const save = (saveId: string) =>
      call<Problem>(storageRoute.PUT, {
        as: ren,
        params: params(),
        json: { changes: [set("at", saveId)], saveId },
        method: "PUT",
      });
    for (const id of ids) expect((await save(id)).status).toBe(200);
    // A save without an id forgets none.
    await change(ren, set("at", "later"));
    expect((await read(ren)).body.saves).toEqual([...ids.slice(-20), ""]);
    expect((await read(mika)).body.saves).toEqual([""]);
    expect((await save("short")).status).toBe(400);
  });

  it("ends at the quota as a whole: what would pass it changes nothing", async () => {
    await clear(ren);
    const half = "x".repeat(QUOTA / 2 - 1);
    expect((await change(ren, set("a", half), set("b", half))).body.usedBytes).toBe(QUOTA);
    const { revision } = (await read(ren)).body;
    const over = await change(ren, set("small", "1"));
    expect([over.status, over.body.code]).toEqual([413, "quota_exceeded"]);
    const after = (await read(ren)).body;
    expect([after.revision, after.entries.length]).toEqual([revision, 2]);
    // Making room and using it in one change set is fine.
    expect((await change(ren, set("a", null), set("small", "1"))).status).toBe(200);
  });

  it("lets writers take turns", async () => {
    await clear(ren);
    const { revision } = (await read(ren)).body;
    await Promise.all(Array.from({ length: 10 }, (_, index) => change(ren, set(`key${index}`, "v"))));
    const after = (await read(ren)).body;
    expect([after.entries.length, after.revision]).toEqual([10, revision + 10]);
  });

  it("refuses what is no change set", async () => {
    const put = (json: unknown) =>
      call<Problem>(storageRoute.PUT, { as: ren, params: params(), json, method: "PUT" });
    for (const json of [
      {},
      { changes: [{ area: "session", key: "a", value: "b" }] },
      { changes: [{ area: "local", key: null, value: "b" }] },
      { changes: [{ area: "local", key: "k".repeat(1_025), value: "b" }] },
    ]) {
      expect((await put(json)).status).toBe(400);
    }
  });

  it("cannot be reached any more when the app is private, but can be forgotten", async () => {
    await clear(ren);
    await change(ren, set("a", "1"));
    await call(publishRoute.PATCH, {
      as: mika,
      params: params(),
      json: { isPublic: false },
      method: "PATCH",
    });
    expect((await read(ren)).body.message).toBe("Unknown app");
    expect((await change(ren, set("a", "2"))).status).toBe(404);
    expect((await clear(ren)).body.usedBytes).toBe(0);
  });
});

describe("in two browsers", () => {
  const phone = `phone:${"p".repeat(22)}`;
  const desktop = `computer:${"d".repeat(22)}`;
  let kim: TestPerson;
  beforeAll(async () => {
    kim = await makePerson("kim");
    app = await makeApp(kim, { name: "Roamer" });
  });
  const save = (body: object) =>
    call<AppStorageUsage & Problem & { details?: object }>(storageRoute.PUT, {
      as: kim,
      params: params(),
      json: { changes: [set("note", "x")], ...body },
      method: "PUT",
    });
  const claim = (writer: string) =>
    call<ClaimedAppStorage>(claimRoute.POST, { as: kim, params: params(), json: { writer }, method: "POST" });
  const head = async () => (await call<AppStorageHolder>(claimRoute.GET, { as: kim, params: params() })).body;
  const holder = async () => (await head()).holder;

  it("a save from older data is refused whole, and says where the newer data comes from", async () => {
    const first = await save({ writer: phone, base: 0, release: true });
    expect(first).toMatchObject({ status: 200, body: { revision: 1 } });
    const changes = [set("other", "y"), set("note", "old")];
    const refused = await save({ writer: desktop, base: 0, changes });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "storage_conflict", details: { revision: 1, device: "phone" } },
    });
    expect((await read(kim)).body.entries).toEqual([set("note", "x")]);
    expect((await save({ writer: desktop, base: 1 })).status).toBe(200);
    expect(await holder()).toBe(desktop);
  });

  it("a save whose answer was lost may be sent again; one from before another's save may not", async () => {
    const { revision } = (await claim(phone)).body;
    expect((await save({ writer: phone, base: revision })).status).toBe(200);
    expect((await save({ writer: phone, base: revision, release: true })).status).toBe(200);
    expect((await save({ writer: phone, base: revision, release: true })).status).toBe(200);
    expect((await save({ writer: phone, base: revision - 1 })).status).toBe(409);
    // What an earlier run left, or nobody has signed, may only replace what is newest.
    expect((await save({ writer: phone, base: revision, left: true })).status).toBe(409);
    expect((await save({ base: revision })).status).toBe(409);
  });

  it("a save is applied once, goes on from one whose answer was lost, and is not undone by an earlier one", async () => {
    const [first, second, third, other] = ["1", "2", "3", "4"].map((id) => id.padStart(22, "i"));
    const note = async () => (await read(kim)).body.entries.find(({ key }) => key === "note")?.value;
    const { revision: base } = (await claim(phone)).body;
    const of = (saveId: string | undefined, value: string, more: object = {}) =>
      save({ writer: phone, base, saveId, changes: [set("note", value)], ...more });
    expect(await of(first, "first")).toMatchObject({ status: 200, body: { revision: base + 1 } });
    expect(await of(first, "again", { left: true })).toMatchObject({ body: { revision: base + 1 } });
    expect(await note()).toBe("first");
    // An earlier run left it with what was saved in between, and that was this one's own save.
    expect((await of(third, "third", { left: true })).status).toBe(409);
    expect((await of(third, "third", { left: true, supersedes: [first, second] })).status).toBe(200);
    // Late, or asked for again with the end of the app.
    expect((await of(second, "second", { release: true })).status).toBe(200);
    expect(await note()).toBe("third");
    expect(await head()).toMatchObject({ holder: null, lastSave: third });
    // With a save between them, of this browser or without a name, somebody must choose.
    expect((await save({ writer: phone, base: base + 2 })).status).toBe(200);
    expect(await head()).toMatchObject({ holder: phone, lastSave: "" });
    expect((await of(other, "other", { left: true, supersedes: [third] })).status).toBe(409);
    // Those changes had arrived before it: there is nothing to choose, only newer data to read.
    expect(await of(third, "third", { left: true })).toMatchObject({
      status: 409,
      body: { code: "storage_conflict", details: { hasArrived: true } },
    });
    expect((await of(other, "other", { supersedes: Array(11).fill(first) })).status).toBe(400);
  });

  it("a claim gives the data, stops the one before but for a last save, and must read that one", async () => {
    const { revision } = (await claim(phone)).body;
    const claimed = await claim(desktop);
    expect(claimed.body).toMatchObject({ revision, takenFrom: phone, entries: [set("note", "x")] });
    const refused = await save({ writer: phone, base: revision });
    expect(refused).toMatchObject({ status: 409, body: { details: { revision } } });
    const last = await save({ writer: phone, base: revision, release: true });
    expect(last).toMatchObject({ status: 200, body: { revision: revision + 1 } });
    expect(await holder()).toBe(desktop);
    expect((await save({ writer: desktop, base: revision })).status).toBe(409);
    expect((await save({ writer: desktop, base: revision + 1 })).status).toBe(200);
    // A release of another browser does not close it here.
    expect((await save({ writer: phone, base: 0, changes: [], release: true })).status).toBe(200);
    expect(await holder()).toBe(desktop);
    expect((await claim(desktop)).body).toMatchObject({ takenFrom: null });
    await save({ writer: desktop, base: 0, changes: [], release: true });
    expect(await holder()).toBeNull();
    expect((await claim(phone)).body).toMatchObject({ takenFrom: null });
  });

  it("a claim for somebody else's data is refused", async () => {
    const { personId } = (await read(kim)).body;
    const json = { personId, writer: phone };
    const answer = await call<Problem>(claimRoute.POST, { as: ren, params: params(), json, method: "POST" });
    expect([answer.status, answer.body.code]).toEqual([409, "account_changed"]);
  });

  it("what is cleared in the settings is not brought back by a copy that still runs", async () => {
    const { revision } = (await read(kim)).body;
    await clear(kim);
    expect((await save({ writer: desktop, base: revision })).status).toBe(409);
    expect((await read(kim)).body.entries).toEqual([]);
  });

  it.each([{ writer: "me" }, { writer: phone, base: -1 }, { writer: phone, base: 0.5 }, { base: "1" }])(
    "%j is refused",
    async (body) => {
      expect(await save(body)).toMatchObject({ status: 400, body: { code: "validation_error" } });
    },
  );
});
