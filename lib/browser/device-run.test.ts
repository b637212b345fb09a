import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deviceUses, forgetAllDeviceData, GUEST } from "./device-data";
import { openDeviceRun } from "./device-run";

const owner = (appId: string, userId = "ada") => ({ userId, appId });
const bytes = (length: number, fill = 1) => new Uint8Array(length).fill(fill).buffer;
const page = (number: number, first: number, count = 1) => ({ page: number, first, count });
const one = { schema: "s", pages: [page(0, 0)] };

beforeEach(() => void vi.stubGlobal("navigator", {}));
afterEach(async () => {
  for (const person of ["ada", "bob", GUEST]) await forgetAllDeviceData(person);
  vi.unstubAllGlobals();
});

async function contents(appId: string, userId?: string): Promise<Record<string, number[]>> {
  const { run, databases } = await openDeviceRun(owner(appId, userId));
  const found: Record<string, number[]> = {};
  for (const { name } of databases) {
    const { rows } = await run.read(name, null);
    found[name] = rows.map((row) => new Uint8Array(row.bytes)[0]!);
  }
  await run.close();
  return found;
}

describe("what an app keeps on this device", () => {
  it("is there in the next run: pages that a commit replaces or deletes are not", async () => {
    const { run } = await openDeviceRun(owner("app"));
    const first = await run.rows("db", [bytes(10, 1), bytes(10, 2), bytes(10, 3)]);
    await run.commit("db", { schema: "s", pages: [page(0, first), page(1, first + 1, 2)] });
    const next = await run.rows("db", [bytes(5, 4)]);
    await run.commit("db", { schema: "t", pages: [page(1, next)] });
    expect(run.usedBytes).toBe(15);
    await run.commit("db", { schema: "u", pages: [page(0, 0, 0)] });
    await run.close();
    const { run: again, databases } = await openDeviceRun(owner("app"));
    expect(databases).toEqual([{ name: "db", schema: "u", bytes: 5, pages: 2 }]);
    expect((await again.read("db", null)).rows.map((row) => row.page)).toEqual([1]);
    await again.close();
  });

  it("has nothing of a commit that did not come to its end", async () => {
    const { run } = await openDeviceRun(owner("app"));
    await run.rows("db", [bytes(10, 1)]);
    await run.commit("db", one);
    await run.rows("db", [bytes(10, 9)]);
    await run.rows("other", [bytes(10, 9)]);
    // The page crashes here.
    expect(await contents("app")).toEqual({ db: [1] });
    expect(await deviceUses("ada")).toEqual(new Map([["app", 10]]));
  });

  it("is read in several answers, and a page of many rows in its order", async () => {
    const { run } = await openDeviceRun(owner("app"));
    for (let row = 0; row < 5; row += 1) await run.rows("db", [bytes(1024 * 1024, row)]);
    await run.commit("db", { schema: "s", pages: [page(0, 0, 5)] });
    const order: number[] = [];
    let next: { page: number; part: number } | null = null;
    let answers = 0;
    do {
      const answer = await run.read("db", next);
      order.push(...answer.rows.map((row) => new Uint8Array(row.bytes)[0]!));
      next = answer.next;
      answers += 1;
    } while (next);
    expect([order, answers]).toEqual([[0, 1, 2, 3, 4], 3]);
    await run.close();
  });

  it("does not exceed its quota, whatever a commit says", async () => {
    const { run } = await openDeviceRun(owner("app"), 100);
    await run.rows("db", [bytes(60, 1)]);
    await run.commit("db", one);
    const first = await run.rows("db", [bytes(50, 2)]);
    await expect(run.commit("db", { schema: "s", pages: [page(1, first)] })).rejects.toMatchObject({
      code: "quota",
    });
    await expect(run.rows("db", [bytes(101)])).rejects.toMatchObject({ code: "quota" });
    // In its place there is room.
    const other = await run.rows("db", [bytes(90, 3)]);
    await run.commit("db", { schema: "s", pages: [page(0, other)] });
    await run.close();
    expect(await contents("app")).toEqual({ db: [3] });
  });

  it("takes no rows that were not sent for this commit, or twice", async () => {
    const { run } = await openDeviceRun(owner("app"));
    const first = await run.rows("db", [bytes(10, 1)]);
    for (const pages of [[page(0, first + 1)], [page(0, first, 2)], [page(0, first), page(1, first)]])
      await expect(run.commit("db", { schema: "s", pages })).rejects.toMatchObject({ code: "failed" });
    await run.rows("db", [bytes(10, 1)]);
    await run.commit("db", one);
    await expect(run.commit("db", { schema: "s", pages: [page(1, 0)] })).rejects.toMatchObject({
      code: "failed",
    });
    await run.close();
    expect(await contents("app")).toEqual({ db: [1] });
  });

  it("is written by the run that was opened last", async () => {
    const { run } = await openDeviceRun(owner("app"));
    await run.rows("db", [bytes(10, 1)]);
    await run.commit("db", one);
    const later = await openDeviceRun(owner("app"));
    const first = await run.rows("db", [bytes(10, 2)]);
    await expect(run.commit("db", { schema: "s", pages: [page(0, first)] })).rejects.toMatchObject({
      code: "lost",
    });
    await later.run.close();
    expect(await contents("app")).toEqual({ db: [1] });
  });

  it("is its account's alone, and gone after a sign-out; a guest's stays", async () => {
    for (const userId of ["ada", "bob", GUEST]) {
      const { run } = await openDeviceRun(owner("app", userId));
      await run.rows("db", [bytes(10, userId.length)]);
      await run.commit("db", one);
      await run.close();
    }
    expect(await contents("app", "eve")).toEqual({});
    await forgetAllDeviceData("bob");
    expect([await contents("app", "ada"), await contents("app", "bob")]).toEqual([{ db: [3] }, {}]);
    await forgetAllDeviceData("ada");
    expect([await contents("app", "ada"), await contents("app", GUEST)]).toEqual([{}, { db: [5] }]);
  });
});
