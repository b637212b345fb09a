import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";
import { PROJECT_MAX_BYTES, PROJECT_VERSION_MS, PROJECT_VERSIONS_MAX } from "@/lib/config/project-limits";
import {
  fetchGuestVersion,
  keepGuestVersion,
  listGuestVersions,
  pruneGuestHistory,
} from "./guest-history.client";
import { changeRecord, putRecord } from "./project-storage";

let id: string;
let time = 0;
beforeEach(() => {
  id = crypto.randomUUID();
  time = Date.UTC(2026, 0, 1);
});

/** Saves the project `minutes` later. */
async function save(text: string | Uint8Array<ArrayBuffer>, minutes = 1, userId: string | null = null) {
  time += minutes * 60_000;
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  await putRecord({
    id,
    userId,
    name: "Game",
    title: null,
    files: [["index.html", bytes]],
    current: "index.html",
    trusted: true,
    savedAt: time,
    base: 0,
    known: [],
    isUnsent: true,
    attempts: [],
    isDeleted: false,
  });
}
const numbers = async () => (await listGuestVersions(id)).map(({ number }) => number);
const textOf = async (number: number) =>
  new TextDecoder().decode((await fetchGuestVersion(id, number))[0]![1]);

test("saves within ten minutes share a version, unless a version is begun", async () => {
  for (const text of ["one", "two"]) {
    await save(text);
    await keepGuestVersion(id);
  }
  expect(await numbers()).toEqual([1]);
  expect(await textOf(1)).toBe("two");
  await save("three", PROJECT_VERSION_MS / 60_000);
  await keepGuestVersion(id);
  // The same state again is no version of its own.
  expect(await keepGuestVersion(id, { asVersion: true })).toBe(false);
  await save("four");
  await keepGuestVersion(id, { asVersion: true });
  expect(await numbers()).toEqual([3, 2, 1]);
  expect(await Promise.all([1, 2, 3].map(textOf))).toEqual(["two", "three", "four"]);
  expect((await listGuestVersions(id))[0]).toEqual({
    number: 3,
    files: 1,
    bytes: 4,
    savedAt: new Date(time).toISOString(),
  });
});

test("the oldest versions go where there are too many, or they are too large together", async () => {
  for (let n = 0; n < PROJECT_VERSIONS_MAX + 3; n++) {
    await save(String(n));
    await keepGuestVersion(id, { asVersion: true });
  }
  expect(await numbers()).toHaveLength(PROJECT_VERSIONS_MAX);
  await expect(textOf(1)).rejects.toThrow();
  id = crypto.randomUUID();
  for (let n = 0; n < 5; n++) {
    await save(new Uint8Array(PROJECT_MAX_BYTES));
    await keepGuestVersion(id, { asVersion: true });
  }
  expect(await numbers()).toEqual([5, 4, 3]);
});

test("the history of a project that is deleted or somebody's is forgotten; that of others stays", async () => {
  const [kept, deleted, adopted] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  for (id of [kept, deleted, adopted]) {
    await save("text");
    await keepGuestVersion(id);
  }
  await changeRecord(deleted, () => null);
  await save("text", 1, "somebody");
  await pruneGuestHistory();
  const counts = [kept, deleted, adopted].map(async (each) => (await listGuestVersions(each)).length);
  expect(await Promise.all(counts)).toEqual([1, 0, 0]);
});

test("the project of an account has its history there", async () => {
  await save("text", 1, "somebody");
  await keepGuestVersion(id);
  expect(await numbers()).toEqual([]);
});
