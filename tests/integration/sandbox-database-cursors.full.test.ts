/** Cursors of IndexedDB: they stop where a browser's do, and a step costs the same wherever it begins. */
import { expect, test } from "vitest";
import { DATABASE_TOOLS } from "../support/database-tools";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();

/** Walks by every direction and range, with steps to keys, and with records that come and go on the way. */
const WALKS = `
async function walks() {
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const db = await open(1, (db) => { const s = db.createObjectStore("s"); s.createIndex("group", "group"); s.createIndex("tags", "tags", { multiEntry: true }); s.createIndex("one", "n", { unique: true }) }, { name: "walks" });
  const fill = () => change(db, (s) => { s.clear(); for (let n = 0; n < 60; n += 1) s.put({ n, group: n % 4 ? "ab"[n % 2] : [n % 3], tags: [n % 5, "t" + (n % 3)] }, n * 2) });
  const ranges = [undefined, IDBKeyRange.lowerBound(20), IDBKeyRange.bound(10, 90, true, true), IDBKeyRange.upperBound("a"), IDBKeyRange.bound("a", "b"), IDBKeyRange.only(3), IDBKeyRange.bound("t0", []), IDBKeyRange.upperBound(3, true)];
  const walk = (source, range, direction, changes) => new Promise((done) => {
    const tx = db.transaction("s", "readwrite"), store = tx.objectStore("s"), seen = [], from = source ? store.index(source) : store;
    from.openCursor(range, direction).onsuccess = ({ target: { result } }) => {
      if (!result) return done(seen);
      seen.push([result.key, result.primaryKey, result.value.n].join());
      const chance = random(10);
      if (changes && chance === 1) store.delete(result.primaryKey);
      if (changes && chance === 2) store.put({ n: 1000 + seen.length, group: "a", tags: [2] }, random(120) + 0.5);
      if (changes && chance === 3) result.update({ ...result.value, group: "b", tags: ["t1"] });
      const isForth = direction.startsWith("next");
      if (chance === 4) { result.advance(1 + random(4)); return }
      if (chance === 5 && typeof result.key === "number") { result.continue(result.key + (isForth ? 1 : -1) * (1 + random(3))); return }
      if (chance === 6 && source && !direction.endsWith("unique")) { result.continuePrimaryKey(result.key, result.primaryKey + (isForth ? 7 : -7)); return }
      result.continue();
    };
  });
  const all = [];
  for (const changes of [false, true]) for (const source of [null, "group", "tags", "one"]) for (const range of ranges) for (const direction of ["next", "prev", "nextunique", "prevunique"]) {
    await fill();
    all.push([source, ranges.indexOf(range), direction, ...await walk(source, range, direction, changes)].join(" "));
  }
  db.close();
  return all;
}`;

test("cursors go where those of a tab go", async () => {
  const script = `(() => { ${DATABASE_TOOLS} ${WALKS} return walks() })()`;
  const tab = await here.stage.page();
  await tab.goto(`${here.stage.origin}/open?${here.stage.offer(() => `<!doctype html><body></body>`)}`);
  const there = await tab.evaluate<string[]>(script);
  await tab.close();
  await here.shell.run({
    files: { "index.html": page("result(1)"), "uses.js": "indexedDB" },
    manifest: { required_capabilities: ["eval"] },
  });
  expect(await here.shell.inside<string[]>(script)).toEqual(there);
});

test("a step of a walk costs the same among many records with one key, and in a range", async () => {
  const script = `
    // Two keys are compared by their kind first, for which a date is asked.
    let asked = 0; Object.defineProperty(Date.prototype, Symbol.toStringTag, { get() { asked += 1; return "Date" } });
    const count = 2_000, db = await open(1, (db) => db.createObjectStore("s").createIndex("at", "at"));
    await change(db, (s) => { for (let n = 0; n < count; n += 1) s.put({ at: new Date(5) }, new Date(n)) });
    const walk = (make) => new Promise((done) => {
      asked = 0; let seen = 0;
      make(db.transaction("s").objectStore("s")).onsuccess = ({ target: { result } }) => { if (!result) return done([seen, Math.ceil(asked / seen)]); seen += 1; result.continue() };
    });
    const all = [], range = IDBKeyRange.bound(new Date(0), new Date(1e9));
    for (const direction of ["next", "prev"]) all.push(await walk((s) => s.index("at").openKeyCursor(null, direction)), await walk((s) => s.openCursor(range, direction)));
    result(all);`;
  const files = { "index.html": page(`(async () => { ${DATABASE_TOOLS} ${script} })()`) };
  await here.shell.run({ files }, { settleMs: 0 });
  const [walks] = (await here.shell.resultsFrom(1)) as [seen: number, askedForEach: number][][];
  expect(walks!.map(([seen]) => seen)).toEqual([2_000, 2_000, 2_000, 2_000]);
  // It was two thousand and more.
  for (const [, askedForEach] of walks!) expect(askedForEach).toBeLessThan(150);
  expect(Math.min(...walks!.map(([, askedForEach]) => askedForEach))).toBeGreaterThan(5);
});
