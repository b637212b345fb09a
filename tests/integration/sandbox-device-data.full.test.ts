/** Databases that are too large for the account: they stay on the device, up to a quota, and nothing of them is lost silently. */
import { expect, test } from "vitest";
import { DATABASE_TOOLS } from "../support/database-tools";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();
const MB = 1024 * 1024;

async function run(id: string, script: string, { deviceBytes = 200 * MB, count = 1, on = here.shell } = {}) {
  const html = page(`${DATABASE_TOOLS} (async () => { ${script} })()`);
  // Without `deviceBytes` the stage keeps nothing on the device.
  const app = { id, keep: "browser" as const, deviceBytes, files: { "index.html": html } };
  await on.run(app, { settleMs: 0 });
  const results = await on.resultsFrom(count);
  expect(on.problems(await on.events())).toEqual([]);
  return results;
}

test("a database that grows over the account's quota moves to the device, whole, and is there in the next run", async () => {
  const write = `
    const db = await open(1, (db) => { const s = db.createObjectStore("s"); s.createIndex("kind", "kind"); db.createObjectStore("auto", { autoIncrement: true, keyPath: "id" }) });
    const said = new Set();
    for (let n = 0; n < 20; n++) said.add(await change(db, (s) => s.put({ n, text: mega, kind: n % 2 ? "odd" : "even" }, n)));
    said.add(await change(db, (s) => { for (let n = 0; n < 3000; n++) s.put({ n, kind: "small" }, "small" + n) }));
    said.add(await change(db, (s) => s.put(new Blob([mega, mega, mega], { type: "text/x" }), "blob")));
    said.add(await change(db, (s) => s.put(new Uint8Array(5e6).fill(7), "bytes")));
    said.add(await change(db, (s) => s.delete(3)));
    said.add(await change(db, (s) => { s.add({ kind: "a" }); s.add({ kind: "b" }) }, "auto"));
    const other = await open(1, undefined, { name: "other" }); said.add(await change(other, (s) => s.put("small", 1)));
    localStorage.beside = mega;
    const { usage, quota } = await navigator.storage.estimate();
    result([[...said], usage > 28e6 && usage < 34e6, quota]);`;
  expect(await run("grows", write)).toEqual([[["complete"], true, 210 * MB]]);
  const events = await here.shell.events();
  expect(events.findLast((event) => event.type === "device")).toMatchObject({ place: "here" });
  expect(events.some((event) => event.type === "storageFull")).toBe(false);
  const again = `
    const before = (await navigator.storage.estimate()).usage;
    const db = await open();
    const all = await wait(db.transaction("s").objectStore("s").index("kind").getAll("odd"));
    const blob = await read(db, "blob"), bytes = await read(db, "bytes");
    result([before > 28e6, all.map(({ n, text }) => [n, text === mega]), (await keys(db)).length]);
    result([blob.size, blob.type, await blob.slice(0, 3).text(), bytes.length, bytes.every((one) => one === 7)]);
    result([await change(db, (s) => s.add({ kind: "c" }), "auto"), await wait(db.transaction("auto").objectStore("auto").getAllKeys())]);
    result([(await indexedDB.databases()).map(({ name, version }) => name + version).sort(), await read(await open(1, undefined, { name: "other" }), 1), localStorage.beside.length, await gum.storage.list()]);`;
  const odd = Array.from({ length: 9 }, (_, at) => [at === 0 ? 1 : at * 2 + 3, true]);
  expect(await run("grows", again, { count: 4 })).toEqual([
    [true, odd, 3021],
    [3 * MB, "text/x", "xxx", 5e6, true],
    ["complete", [1, 2, 3]],
    [["db1", "other1"], "small", MB, []],
  ]);
});

test("a write beyond the device's quota fails before its transaction completes; what was there stays", async () => {
  const write = `
    const db = await open(), said = [];
    for (let n = 0; n < 20; n++) { const how = await change(db, (s) => s.put(mega, n)); said.push(how); if (how !== "complete") break; }
    said.push(await change(db, (s) => { s.delete(0); s.put(mega + mega + mega, "large") }));
    said.push(await change(db, (s) => s.put(new Blob([new Uint8Array(4e6)]), "blob")));
    said.push(await change(db, (s) => s.put("little", "little")));
    result([said, await keys(db)]);`;
  const full = "QuotaExceededError,abort,QuotaExceededError";
  const first = Array.from({ length: 15 }, (_, at) => at);
  const said = [...first.map(() => "complete"), full, "abort,QuotaExceededError", full, "complete"];
  const expected = [[said, [...first, "little"]]];
  expect(await run("full", write, { deviceBytes: 16 * MB })).toEqual(expected);
  const again = `const db = await open(); result([await keys(db), (await read(db, 0)) === mega])`;
  expect(await run("full", again, { deviceBytes: 16 * MB })).toEqual([[[...first, "little"], true]]);
});

test("several databases share the account's quota; each that does not fit moves", async () => {
  const write = `
    const said = [];
    for (const name of ["a", "b", "c"]) { const db = await open(1, undefined, { name }); said.push(await change(db, (s) => s.put(mega.repeat(6), 1))); }
    result(said);`;
  expect(await run("several", write)).toEqual([["complete", "complete", "complete"]]);
  const again = `
    const sizes = []; for (const name of ["a", "b", "c"]) sizes.push((await read(await open(1, undefined, { name }), 1)).length);
    result(sizes);`;
  expect(await run("several", again)).toEqual([[6 * MB, 6 * MB, 6 * MB]]);
});

test("without a place on the device, the account's quota is the limit", async () => {
  const write = `const db = await open(); result([await change(db, (s) => s.put(mega.repeat(11), 1)), (await navigator.storage.estimate()).quota])`;
  expect(await run("nowhere", write, { deviceBytes: 0 })).toEqual([
    ["QuotaExceededError,abort,QuotaExceededError", 10 * MB],
  ]);
});

test("what a transaction takes back is taken back, in the next run too", async () => {
  const write = `
    const db = await open(), said = [];
    said.push(await change(db, (s, tx) => { s.put(mega.repeat(12), "gone"); tx.abort() }));
    said.push(await change(db, (s) => s.put("first", "small")));
    said.push(await change(db, (s) => s.put(mega.repeat(12), "large")));
    said.push(await change(db, (s, tx) => { s.put("second", "small"); s.put("new", "new"); s.delete("large"); tx.abort() }));
    said.push(await change(db, (s) => s.put("other", "other")));
    result([said, await keys(db)]);`;
  const aborted = "AbortError,abort,";
  const kept = ["large", "other", "small"];
  const [[said, found]] = (await run("back", write)) as [[string[], string[]]];
  expect([said.map((how) => how.replace("AbortError,", "")), found]).toEqual([
    [aborted, "complete", "complete", aborted, "complete"].map((how) => how.replace("AbortError,", "")),
    kept,
  ]);
  const again = `const db = await open(); result([await keys(db), await read(db, "small"), (await read(db, "large")).length])`;
  expect(await run("back", again)).toEqual([[kept, "first", 12 * MB]]);
});

test("versions, stores and indexes change as in a small database; deleted ones are gone", async () => {
  const write = `
    let db = await open(1, (db) => { db.createObjectStore("s"); db.createObjectStore("old") });
    await change(db, (s, tx) => { s.put({ name: "n", text: mega.repeat(12) }, 1); tx.objectStore("old").put("o", 1) }, ["s", "old"]);
    db.close();
    db = await open(2, (db, tx) => { db.deleteObjectStore("old"); tx.objectStore("s").createIndex("name", "name"); tx.objectStore("s").name = "t"; db.createObjectStore("s").put("fresh", 2) });
    result([db.version, [...db.objectStoreNames], await read(db, 2)]);
    db.close();
    await open(3, (db, tx) => { db.deleteObjectStore("t"); tx.objectStore("s").clear(); tx.abort() }).catch((error) => result(error.name));
  `;
  expect(await run("versions", write, { count: 2 })).toEqual([[2, ["s", "t"], "fresh"], "AbortError"]);
  const again = `
    const db = await open(2), found = await wait(db.transaction("t").objectStore("t").index("name").getAll("n"));
    result([[...db.objectStoreNames], await read(db, 2), found.length, found[0].text.length]);
    db.close(); await wait(indexedDB.deleteDatabase("db"));
    const next = await open(1); await change(next, (s) => s.put("anew", 1)); result([(await keys(next)).length, (await navigator.storage.estimate()).usage < 5000]);`;
  expect(await run("versions", again, { count: 2 })).toEqual([
    [["s", "t"], "fresh", 1, 12 * MB],
    [1, true],
  ]);
  expect(
    await run("versions", `const db = await open(); result([await keys(db), await read(db, 1)])`),
  ).toEqual([[[1], "anew"]]);
});

test("transactions of different stores that run together move together", async () => {
  const write = `
    const db = await open(1, (db) => { db.createObjectStore("s"); db.createObjectStore("t") });
    const together = await Promise.all([
      change(db, (s) => { s.put(mega.repeat(6), 1); s.put("a", 2) }),
      change(db, (s) => { s.put(mega.repeat(6), 1); s.put("b", 2) }, "t"),
      change(db, (s) => { s.put("c", 3) }),
    ]);
    result(together);`;
  expect(await run("together", write)).toEqual([["complete", "complete", "complete"]]);
  const again = `
    const db = await open(1); const t = await wait(db.transaction("t").objectStore("t").getAll());
    result([await keys(db), t.map(({ length }) => length), (await read(db, 1)).length]);`;
  expect(await run("together", again)).toEqual([[[1, 2, 3], [6 * MB, 1], 6 * MB]]);
});

test("a page of records that cannot be read costs only these, and the console says so", async () => {
  await run(
    "broken",
    `const db = await open(); for (let n = 0; n < 12; n++) await change(db, (s) => s.put(mega, n)); result(1)`,
  );
  await here.shell.page.evaluate(async () => {
    await window.stage.runner.destroy();
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("gum-device-data");
      request.onsuccess = () => resolve(request.result);
    });
    const tx = db.transaction(["databases", "rows"], "readwrite");
    const all = tx.objectStore("databases").getAll();
    all.onsuccess = () => {
      const { id } = all.result.find(({ appId }) => appId === "broken");
      const rows = tx.objectStore("rows");
      const keys = rows.getAllKeys(IDBKeyRange.bound([id], [id, []]));
      keys.onsuccess = () => rows.put(new ArrayBuffer(5), keys.result[4]);
    };
    await new Promise((resolve) => (tx.oncomplete = resolve));
    db.close();
  });
  const [left] = (await run("broken", `result((await keys(await open())).length)`)) as [number];
  expect(left).toBe(11);
  const errors = (await here.shell.events()).filter(
    ({ type, level }) => type === "console" && level === "error",
  );
  expect(errors.map(({ text }) => String(text))).toEqual([expect.stringContaining(`The database "db"`)]);
});
