import { event, fails, is, ok, skip } from "./check.js";

/** True after the first run: what that one has left must be there. */
const isSecond = localStorage.getItem("conformance") !== null;
const onSecond = () => isSecond || skip("Needs a second run.");

function openDatabase() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("conformance", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("things");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

export const storage = [
  [
    "localStorage holds text",
    () => {
      localStorage.setItem("a", "1");
      localStorage.b = "2";
      is([localStorage.getItem("a"), localStorage.b, localStorage.getItem("c")], ["1", "2", null]);
      localStorage.removeItem("a");
      is(Object.keys(localStorage).includes("a"), false);
    },
  ],
  [
    "sessionStorage holds text",
    () => {
      sessionStorage.setItem("a", "1");
      is(sessionStorage.getItem("a"), "1");
    },
  ],
  [
    "IndexedDB holds objects",
    async () => {
      const database = await openDatabase();
      const writing = database.transaction("things", "readwrite");
      writing.objectStore("things").put({ when: new Date(0), bytes: new Uint8Array([1, 2]) }, "one");
      await event(writing, "complete");
      const reading = database.transaction("things").objectStore("things").get("one");
      await event(reading, "success");
      is([reading.result.when.getTime(), [...reading.result.bytes]], [0, [1, 2]]);
      database.close();
    },
  ],
  [
    "gum.storage holds JSON",
    async () => {
      await gum.storage.set("check/one", { list: [1, "two", null] });
      is(await gum.storage.get("check/one"), { list: [1, "two", null] });
      is(await gum.storage.get("check/none"), undefined);
      is(await gum.storage.list("check/"), ["check/one"]);
      await gum.storage.delete("check/one");
      is(await gum.storage.list("check/"), []);
    },
  ],
  [
    "gum.storage reports changes",
    async () => {
      const heard = [];
      const stop = gum.storage.changes((change) => heard.push(change));
      await gum.storage.set("check/two", 2);
      await gum.storage.delete("check/two");
      stop();
      is(heard[0], { key: "check/two", value: 2 });
    },
  ],
  [
    "A full storage refuses with QuotaExceededError and keeps what was there",
    async () => {
      await gum.storage.set("check/full", "before");
      const error = await fails(() => gum.storage.set("check/full", "x".repeat(11_000_000)));
      is(error.name, "QuotaExceededError");
      is(await gum.storage.get("check/full"), "before");
      await gum.storage.delete("check/full");
    },
  ],
  [
    "navigator.storage.estimate has a quota",
    async () => ok((await navigator.storage.estimate()).quota >= 10_000_000, "It is under 10 MB."),
  ],
  [
    "localStorage is there after a reload",
    () => onSecond() && is(localStorage.getItem("conformance"), "yes"),
  ],
  [
    "gum.storage is there after a reload",
    async () => onSecond() && is(await gum.storage.get("conformance"), ["yes"]),
  ],
  [
    "IndexedDB is there after a reload",
    async () => {
      onSecond();
      const database = await openDatabase();
      const reading = database.transaction("things").objectStore("things").get("kept");
      await event(reading, "success");
      database.close();
      is(reading.result, "yes");
    },
  ],
  [
    "The person is the same after a reload",
    async () => onSecond() && is(await gum.storage.get("person"), gum.user.id),
  ],
];

/** What the next run looks for. */
export async function leaveForNextRun() {
  const database = await openDatabase();
  const writing = database.transaction("things", "readwrite");
  writing.objectStore("things").put("yes", "kept");
  await event(writing, "complete");
  database.close();
  await gum.storage.set("conformance", ["yes"]);
  await gum.storage.set("person", gum.user.id);
  localStorage.setItem("conformance", "yes");
}
