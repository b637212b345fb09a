/** IndexedDB in workers: the databases are those of the page, for both at the same time, and saved as those are. */
import { expect, test } from "vitest";
import { DATABASE_TOOLS } from "../support/database-tools";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();
const MB = 1024 * 1024;

/** A worker has tasks, which the page gives to it by name. */
const ANSWERS = `
  onmessage = async ({ data: [id, name, given] }) => postMessage([id, await tasks[name](given).catch((error) => "failed: " + error.name + " " + error.stack)]);`;
const ASKS = `
  const work = () => {
    const worker = new Worker("worker.js"), waiting = new Map();
    let last = 0;
    worker.onmessage = ({ data: [id, value] }) => waiting.get(id)(value);
    worker.onerror = (event) => result("error: " + event.message);
    const ask = (name, given) => new Promise((done) => { waiting.set(++last, done); worker.postMessage([last, name, given]) });
    return Object.assign(ask, { end: () => worker.terminate() });
  };`;

interface Scripts {
  /** Defines `tasks`, for both. */
  tasks?: string;
  page: string;
}

async function run(id: string, { tasks = "", page: script }: Scripts, { deviceBytes = 0, count = 1 } = {}) {
  const files = {
    "index.html": page(`(async () => { ${script} })()`, {
      head: `<script src="tasks.js"></script><script src="asks.js"></script>`,
    }),
    "tasks.js": `${DATABASE_TOOLS} const tasks = {}; ${tasks}`,
    "asks.js": ASKS,
    "worker.js": `importScripts("tasks.js"); ${ANSWERS}`,
  };
  const app = { id, keep: "browser" as const, deviceBytes, files };
  await here.shell.run(app, { settleMs: 0 });
  const results = await here.shell.resultsFrom(count);
  expect(here.shell.problems(await here.shell.events())).toEqual([]);
  return results;
}

const WALK = `
  tasks.walk = async (name) => {
    const said = [];
    const db = await open(3, (db, tx, event) => {
      const store = db.createObjectStore("things", { keyPath: "id", autoIncrement: true });
      store.createIndex("kind", "kind"); store.createIndex("tags", "tags", { multiEntry: true }); store.createIndex("both", ["kind", "n"]);
      store.createIndex("one", "one", { unique: true });
      db.createObjectStore("s").put("early", "key"); db.createObjectStore("gone"); db.deleteObjectStore("gone");
      store.createIndex("late", "n"); store.deleteIndex("late");
      said.push(event.constructor === IDBVersionChangeEvent, event.oldVersion, event.newVersion, tx.mode, [...db.objectStoreNames], [...store.indexNames], event.target === tx._openRequest || event.target.transaction === tx);
    }, { name });
    said.push(db instanceof IDBDatabase, db.name === name, db.version, String(db), [...db.objectStoreNames]);
    said.push(await read(db, "key"));

    const tx = db.transaction(["things", "s"], "readwrite", { durability: "relaxed" }), things = tx.objectStore("things"), order = [];
    said.push(tx.mode, tx.durability, things.keyPath, things.autoIncrement, things.transaction === tx, tx.db === db, things.index("both").keyPath, things.index("tags").multiEntry, things.index("one").unique);
    const first = things.add({ kind: "a", n: 1, tags: ["x", "y"], one: 1 });
    said.push(first instanceof IDBRequest, first.readyState, nameOf(() => first.result), first.source === things, first.transaction === tx);
    first.onsuccess = (event) => { order.push("first", event.target === first, event.type, first.result); things.put({ kind: "b", n: 5, tags: [], id: 10 }) };
    first.addEventListener("success", () => order.push("listener"));
    things.add({ kind: "b", n: 2, tags: ["y"], one: 2 }); things.add({ kind: "a", n: 3, tags: ["z"] }).onsuccess = (event) => order.push(event.target.result);
    const when = new Date(7), bytes = new Uint8Array([1, 2, 3]).subarray(1), loop = {}; loop.self = loop;
    tx.objectStore("s").put({ when, bytes, loop, blob: new Blob(["hello"], { type: "text/x" }), set: new Set([1]), map: new Map([[1, 2n]]), nothing: undefined, error: new RangeError("r") }, [1, "a", when, bytes]);
    await new Promise((done) => { tx.addEventListener("complete", (event) => { order.push(event.type, event.target === tx); done() }) });
    said.push(order, nameOf(() => tx.objectStore("things")), nameOf(() => things.get(1)), nameOf(() => tx.abort()), nameOf(() => tx.commit()));

    const key = [1, "a", when, bytes], back = await read(db, key);
    said.push([back.when.getTime(), [...back.bytes], back.bytes.constructor.name, back.loop.self === back.loop, await back.blob.text(), back.blob.type, back.set.has(1), String(back.map.get(1)), "nothing" in back, back.error.name]);
    const found = (await wait(db.transaction("s").objectStore("s").getKey(IDBKeyRange.lowerBound([]))));
    said.push([found[0], found[1], found[2] instanceof Date, found[3] instanceof ArrayBuffer, indexedDB.cmp(found, key)]);
    said.push(nameOf(() => db.transaction("s", "readwrite").objectStore("s").put(() => {}, 1)), nameOf(() => db.transaction("s", "readwrite").objectStore("s").put(1)), nameOf(() => db.transaction("s", "readwrite").objectStore("s").put(1, {})),
      nameOf(() => db.transaction("s").objectStore("s").put(1, 1)), nameOf(() => db.transaction("none")), nameOf(() => db.transaction([])), nameOf(() => db.transaction("s", "odd")), nameOf(() => db.createObjectStore("x")), nameOf(() => indexedDB.open("x", 0)), nameOf(() => indexedDB.open()), nameOf(() => indexedDB.open("x", -1)), nameOf(() => db.transaction("s").objectStore("none")), nameOf(() => db.transaction("things").objectStore("things").index("none")), nameOf(() => indexedDB.cmp(1)));

    const all = () => db.transaction("things").objectStore("things"), index = (name) => all().index(name);
    const ids = (list) => list.map(({ id }) => id);
    said.push(ids(await wait(all().getAll())), ids(await wait(all().getAll(IDBKeyRange.bound(1, 10, true), 2))), await wait(all().getAllKeys(IDBKeyRange.upperBound(2))), await wait(all().count()), await wait(all().count(IDBKeyRange.only(3))), await wait(all().count(2)), await wait(all().get(99)) === undefined, (await wait(all().get(IDBKeyRange.lowerBound(2)))).id);
    said.push(ids(await wait(index("kind").getAll("a"))), await wait(index("kind").getAllKeys()), await wait(index("tags").count("y")), await wait(index("tags").getKey("z")), (await wait(index("both").get(["b", 5]))).id, await wait(index("kind").getKey("b")));

    const loopOver = (request, step) => new Promise((done, fail) => { const seen = []; request.onerror = () => fail(request.error); request.onsuccess = () => { const cursor = request.result; if (!cursor) return done(seen); step(cursor, seen) } });
    said.push(await loopOver(all().openCursor(), (cursor, seen) => { seen.push([cursor.key, cursor.primaryKey, cursor.value.kind, cursor instanceof IDBCursorWithValue, cursor.direction, cursor.source instanceof IDBObjectStore]); cursor.continue() }));
    said.push(await loopOver(index("tags").openKeyCursor(null, "prev"), (cursor, seen) => { seen.push([cursor.key, cursor.primaryKey, "value" in cursor, cursor instanceof IDBCursor, cursor.source instanceof IDBIndex]); cursor.continue() }));
    said.push(await loopOver(index("kind").openCursor(null, "nextunique"), (cursor, seen) => { seen.push([cursor.key, cursor.primaryKey]); cursor.continue() }));
    said.push(await loopOver(index("kind").openCursor(null, "prevunique"), (cursor, seen) => { seen.push([cursor.key, cursor.primaryKey]); cursor.continue() }));
    said.push(await loopOver(all().openCursor(IDBKeyRange.lowerBound(1)), (cursor, seen) => { seen.push(cursor.key); cursor.advance(2) }));
    said.push(await loopOver(all().openCursor(), (cursor, seen) => { seen.push(cursor.key, nameOf(() => cursor.continue(cursor.key)), nameOf(() => cursor.advance(0)), nameOf(() => cursor.update({}))); cursor.continue(cursor.key + 2); seen.push(nameOf(() => cursor.continue())) }));
    said.push(await loopOver(index("kind").openCursor(), (cursor, seen) => { seen.push([cursor.key, cursor.primaryKey]); if (cursor.primaryKey === 1) cursor.continuePrimaryKey("b", 3); else cursor.continue() }));
    const write = db.transaction("things", "readwrite").objectStore("things");
    said.push(await loopOver(write.index("kind").openCursor("a"), (cursor, seen) => { const request = cursor.primaryKey === 1 ? cursor.update({ ...cursor.value, n: 100 }) : cursor.delete(); request.onsuccess = () => { seen.push(request.result ?? "deleted", request.source === cursor); cursor.continue() } }));
    said.push((await wait(all().getAll())).map(({ id, n }) => [id, n]));
    said.push(await change(db, (s) => s.delete(IDBKeyRange.bound(1, 2)), "things"), await wait(all().getAllKeys()), await change(db, (s) => s.clear(), "things"), await wait(all().count()), await change(db, (s) => wait(s.add({ kind: "n" })).then((id) => said.push(id)) && undefined, "things"));

    said.push((await indexedDB.databases()).filter((one) => one.name === name));
    db.close(); said.push(nameOf(() => db.transaction("s")));
    const again = await open(4, (db, tx, { oldVersion }) => { const store = tx.objectStore("things"); store.index("kind").name = "sort"; store.name = "objects"; store.createIndex("n", "n"); said.push(oldVersion, [...store.indexNames], [...db.objectStoreNames]) }, { name });
    said.push(again.version, [...again.objectStoreNames], [...again.transaction("objects").objectStore("objects").indexNames], await wait(again.transaction("objects").objectStore("objects").index("sort").count()));
    again.close();
    said.push(await open(2, undefined, { name }).catch((error) => [error.name, error instanceof DOMException]));
    const removing = indexedDB.deleteDatabase(name);
    said.push(await new Promise((done) => { removing.onsuccess = ({ oldVersion, newVersion }) => done([oldVersion, newVersion, removing.result === undefined, removing instanceof IDBOpenDBRequest]) }));
    said.push((await indexedDB.databases()).filter((one) => one.name === name));
    return said;
  };
  tasks.errors = async (name) => {
    const said = [];
    const db = await open(1, (db) => db.createObjectStore("s", { keyPath: "id" }).createIndex("u", "u", { unique: true }), { name });
    const tx = db.transaction("s", "readwrite"), store = tx.objectStore("s"), bubbled = [];
    db.onerror = (event) => bubbled.push("db", event.target.error.name); tx.onerror = (event) => bubbled.push("tx", event.bubbles, event.cancelable);
    store.add({ id: 1, u: 1 }); store.add({ id: 1, u: 2 }).onerror = (event) => { bubbled.push("request", event.target.result); event.preventDefault(); };
    store.add({ id: 2, u: 2 });
    await new Promise((done) => { tx.oncomplete = done }); said.push(bubbled.splice(0), (await keys(db)));
    // Not prevented: all is taken back, requests that follow fail with it.
    const second = db.transaction("s", "readwrite"), later = [];
    db.onabort = (event) => later.push("db", event.target === second);
    second.objectStore("s").put({ id: 3 }); second.objectStore("s").add({ id: 4, u: 1 });
    const after = second.objectStore("s").put({ id: 5 }); after.onerror = () => later.push(after.error.name); after.onsuccess = () => later.push("success");
    await new Promise((done) => { second.onabort = () => { later.push(second.error.name); queueMicrotask(done) } });
    said.push(await keys(db), later.filter((one) => one !== "success"), bubbled.splice(0));
    db.onerror = db.onabort = null;
    said.push(await change(db, (s, tx) => { const request = s.put({ id: 6 }); tx.abort(); return request }), await keys(db));
    said.push(await change(db, (s) => { s.put({ id: 7 }).onsuccess = () => { throw new Error("thrown") } }), await keys(db));
    said.push(await change(db, (s, tx) => { s.put({ id: 8 }); tx.commit(); said.push(nameOf(() => s.put({ id: 9 })), nameOf(() => tx.abort())) }), await keys(db));
    said.push(await change(db, (s, tx) => { s.put({ id: 9 }); s.add({ id: 8 }); tx.commit() }), await keys(db));
    said.push(await change(db, () => {}));
    // A transaction lives through what happens in microtasks, not through tasks.
    const third = db.transaction("s", "readwrite"); await null; await wait(third.objectStore("s").get(1)); await Promise.resolve(); await wait(third.objectStore("s").put({ id: 10 }));
    await new Promise((done) => { third.oncomplete = done }); said.push(nameOf(() => third.objectStore("s")), await keys(db));
    db.close();
    // An upgrade that is aborted, by a call, by an exception and by an index that cannot be.
    const upgrade = (version, work) => open(version, work, { name }).then((db) => { db.close(); return [db.version, ...db.objectStoreNames] }, (error) => error.name);
    said.push(await upgrade(2, (db, tx) => { db.createObjectStore("more").put(1, 1); tx.objectStore("s").clear(); tx.objectStore("s").deleteIndex("u"); tx.abort() }));
    said.push(await upgrade(2, (db) => { db.createObjectStore("more"); throw new Error("thrown") }));
    said.push(await upgrade(2, (db, tx) => { tx.objectStore("s").put({ id: 20, same: 1 }); tx.objectStore("s").put({ id: 21, same: 1 }); tx.objectStore("s").createIndex("same", "same", { unique: true }) }));
    said.push(await upgrade(2, (db) => { db.createObjectStore("more"); db.close() }));
    const last = await open(undefined, undefined, { name }); said.push(last.version, [...last.objectStoreNames], [...last.transaction("s").objectStore("s").indexNames], await keys(last)); last.close();
    return said;
  };`;

test("the whole interface answers in a worker as it does in the page", async () => {
  const script = `
    const ask = work();
    said = [[await tasks.walk("page"), await ask("walk", "worker")], [await tasks.errors("page errors"), await ask("errors", "worker errors")]];
    result("done");`;
  expect(await run("walk", { tasks: `let said; ${WALK}`, page: script })).toEqual(["done"]);
  const [walk, errors] = await here.shell.inside<unknown[][][]>("said");
  const named = (name: string) =>
    JSON.parse(JSON.stringify(walk![0]).replaceAll('"page"', `"${name}"`)) as unknown;
  expect(walk![0]).toHaveLength(89);
  expect(walk![1]).toEqual(named("worker"));
  expect(errors![1]).toEqual(errors![0]);
  const kept = [1, 2, 8];
  expect(errors![0]).toEqual([
    ["request", undefined, "tx", true, true, "db", "ConstraintError"],
    [1, 2],
    [1, 2],
    ["AbortError", "ConstraintError", "db", true],
    ["db", "ConstraintError", "db", "AbortError"],
    ...["AbortError,abort,", [1, 2], "abort,AbortError", [1, 2]],
    ...["TransactionInactiveError", "InvalidStateError", "complete", kept],
    ...["abort,ConstraintError", kept, "complete", "InvalidStateError", [...kept, 10]],
    ...["AbortError", "AbortError", "AbortError", "AbortError"],
    ...[2, ["more", "s"], ["u"], [...kept, 10]],
  ]);
});

test("names, classes and flags are there as in a tab; a worker of a package without databases has none", async () => {
  const look = `
    const names = ["indexedDB", ...Object.getOwnPropertyNames(self).filter((name) => /^IDB/.test(name)).sort()];
    const owner = (name) => { for (let at = self; at; at = Object.getPrototypeOf(at)) if (Object.hasOwn(at, name)) return at };
    const looks = names.map((name) => { const d = Object.getOwnPropertyDescriptor(owner(name), name); return [name, name in self, d.enumerable, d.configurable, typeof self[name], owner(name) === self] });
    const listed = []; for (const name in self) if (/IDB|indexedDB/.test(name)) listed.push(name);`;
  const said = `${look} postMessage([looks, listed, String(indexedDB), indexedDB instanceof IDBFactory, IDBKeyRange.name, IDBKeyRange.only(1) instanceof IDBKeyRange, indexedDB === self.indexedDB])`;
  const tab = await here.stage.page();
  await tab.goto(`${here.stage.origin}/open?${here.stage.offer(() => `<!doctype html><body></body>`)}`);
  const there = await tab.evaluate(
    (code) =>
      new Promise((done) => {
        new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => done(data);
      }),
    said,
  );
  await tab.close();
  const without = ([looks, ...rest]: [[string][]]): unknown => [
    looks.filter(([name]) => name !== "IDBRecord"),
    ...rest,
  ];
  const files = {
    "index.html": page(`new Worker("w.js").onmessage = ({ data }) => result(data)`),
    "w.js": said,
  };
  await here.shell.run({ files }, { settleMs: 0 });
  expect((await here.shell.resultsFrom(1)).map((one) => without(one as never))).toEqual([
    without(there as never),
  ]);
  const none = { ...files, "w.js": `postMessage(typeof self["indexed" + "DB"])` };
  await here.shell.run({ files: none }, { settleMs: 0 });
  expect(await here.shell.resultsFrom(1)).toEqual(["undefined"]);
});

test("what a worker writes the page reads, and the other way round; it is there in the next run", async () => {
  const tasks = `
    tasks.write = async (given) => { const db = await open(1); const how = await change(db, (s) => { s.put(given, "worker"); s.put(new Blob(["blob"]), "blob") }); db.close(); return how };
    tasks.read = async () => { const db = await open(1); return [await keys(db), await read(db, "page"), await (await read(db, "blob")).text()] };`;
  const script = `
    const ask = work(), said = [await ask("write", { n: 1, when: new Date(3) })];
    const db = await open(1); said.push((await read(db, "worker")).when.getTime(), await change(db, (s) => s.put([1, 2], "page")));
    result([...said, await ask("read"), await work()("read")]);`;
  const read = [["blob", "page", "worker"], [1, 2], "blob"];
  expect(await run("shared", { tasks, page: script })).toEqual([["complete", 3, "complete", read, read]]);
  const again = `const db = await open(1); result([await work()("read"), await tasks.read(), db.version])`;
  expect(await run("shared", { tasks, page: again })).toEqual([[read, read, 1]]);
});

test("versionchange and blocked go between the connections of page and worker", async () => {
  const tasks = `
    let kept; const heard = [];
    const note = ({ type, oldVersion, newVersion }) => heard.push([type, oldVersion, newVersion].join(" "));
    tasks.hold = async (closes) => { kept = await open(); kept.onversionchange = (event) => { note(event); if (closes) kept.close() }; return "held" };
    tasks.heard = async () => [...heard];
    tasks.close = async () => { kept.close(); return heard.splice(0) };
    tasks.upgrade = async (version) => { const db = await open(version, (db) => db.createObjectStore("v" + version), { blocked: note }); db.close(); return [...heard.splice(0), db.version].join() };
    tasks.remove = () => new Promise((done) => { const request = indexedDB.deleteDatabase("db"); request.onblocked = note; request.onsuccess = (event) => { note(event); done(heard.splice(0).join()) } });`;
  const script = `
    const inPage = (name, given) => tasks[name](given), ask = work(), other = work(), said = [];
    (await open(1)).close();
    // One closes when it is told: the other is not blocked.
    for (const [holder, upgrader, version] of [[ask, inPage, 2], [inPage, ask, 3], [ask, other, 4]]) {
      await holder("hold", true); said.push(await upgrader("upgrade", version), (await holder("close")).join());
    }
    // Does not: blocked until it closes.
    const isBlocked = async (one) => { while (!(await one("heard")).some((each) => each.startsWith("blocked"))) await new Promise((done) => setTimeout(done)) };
    await ask("hold"); const upgrade = tasks.upgrade(5); await isBlocked(inPage); said.push((await ask("close")).join(), await upgrade);
    await tasks.hold(); const removed = ask("remove"); await isBlocked(ask); said.push((await tasks.close()).join(), await removed, (await indexedDB.databases()).length);
    // A worker that is ended holds nothing.
    (await open(1)).close(); await ask("hold"); const next = tasks.upgrade(2); await isBlocked(inPage); ask.end(); said.push(await next);
    result(said);`;
  expect(await run("versions", { tasks, page: script })).toEqual([
    [
      ...["2", "versionchange 1 2", "3", "versionchange 2 3", "4", "versionchange 3 4"],
      ...["versionchange 4 5", "blocked 4 5,5"],
      ...["versionchange 5 ", "blocked 5 ,success 5 ", 0],
      "blocked 1 2,2",
    ],
  ]);
});

test("what a worker waits for is given up when it is ended", async () => {
  const tasks = `
    const blocked = (request) => new Promise((done) => { request.onblocked = () => done("blocked") });
    tasks.upgrade = () => blocked(indexedDB.open("db", 5)); tasks.remove = () => blocked(indexedDB.deleteDatabase("db"));`;
  const script = `
    const said = [];
    for (const name of ["upgrade", "remove"]) {
      const db = await open(1); await change(db, (s) => s.put(name, 1));
      const ask = work(); said.push(await ask(name)); const next = open(undefined); ask.end();
      said.push(await read(await next, 1), (await next).version); (await next).close(); db.close();
    }
    said.push((await open(2, () => {})).version); result(said);`;
  expect(await run("given up", { tasks, page: script })).toEqual([
    ["blocked", "upgrade", 1, "blocked", "remove", 1, 2],
  ]);
});

test("a connection gets success before versionchange, though both came while the worker was busy", async () => {
  const tasks = `
    const heard = [];
    tasks.begin = async () => {
      const request = indexedDB.open("db", 1);
      request.onupgradeneeded = () => { request.transaction.oncomplete = () => { for (const end = Date.now() + 200; Date.now() < end; ); } };
      request.onsuccess = () => { heard.push("success"); request.result.onversionchange = () => { heard.push("versionchange"); request.result.close() } };
      return "asked";
    };
    tasks.heard = async () => heard;`;
  const script = `const ask = work(); await ask("begin"); result([(await open(2)).version, await ask("heard")])`;
  expect(await run("early", { tasks, page: script })).toEqual([[2, ["success", "versionchange"]]]);
});

test("readwrite transactions of a store run one after another, in the order in which they were made", async () => {
  const tasks = `
    tasks.count = async ({ times }) => {
      const db = await open(1), all = [];
      for (let n = 0; n < times; n++) all.push(new Promise((done) => {
        const tx = db.transaction("s", "readwrite"), s = tx.objectStore("s");
        s.get("n").onsuccess = ({ target }) => { s.get("other").onsuccess = () => s.put((target.result ?? 0) + 1, "n") };
        tx.oncomplete = done;
      }));
      await Promise.all(all); db.close(); return "counted";
    };
    tasks.slow = async () => {
      const db = await open(1), s = db.transaction("s", "readwrite").objectStore("s");
      await wait(s.put(0, "slow"));
      (async () => { for (let n = 0; n < 60; n++) await wait(s.put(n, "slow")); s.put("slow", "order") })();
      return "begun";
    };`;
  const script = `
    const a = work(), b = work(), db = await open(1);
    const counted = await Promise.all([a("count", { times: 40 }), b("count", { times: 40 }), tasks.count({ times: 40 })]);
    const said = [counted, await read(db, "n"), await a("slow")];
    // Made later, they wait: a writer, a reader behind it, and a writer in another worker.
    const write = change(db, (s) => { s.get("order").onsuccess = ({ target }) => { said.push(target.result); s.put("page", "order") } });
    const order = read(db, "order"); const third = b("count", { times: 1 });
    result([...said.concat(await write, await order, await third), said.length, await read(db, "n")]);`;
  expect(await run("order", { tasks, page: script })).toEqual([
    [["counted", "counted", "counted"], 120, "begun", "slow", "complete", "page", "counted", 4, 121],
  ]);
});

/** Writes in a transaction that never ends. */
const SPIN = `
  tasks.spin = async () => {
    const db = await open(1), s = db.transaction("s", "readwrite").objectStore("s");
    s.put("worker", "who"); const again = () => { s.get("who").onsuccess = again }; again();
    await wait(s.get("who")); return "spinning";
  };`;

test("a transaction of a worker keeps the page's waiting while it makes requests, and is taken back if the worker is ended", async () => {
  const tasks = `${SPIN}
    tasks.leave = async () => { const db = await open(1), s = db.transaction("s", "readwrite").objectStore("s"); await wait(s.put("left", "who")); const again = () => { s.get("who").onsuccess = again }; again(); postMessage([0, 0]); self.close() };`;
  const script = `
    const db = await open(1); await change(db, (s) => s.put("page", "who"));
    const ask = work(), said = [await ask("spin")];
    let isRead = false; const reading = read(db, "who").then((who) => { isRead = true; return who });
    // Other stores are free meanwhile.
    const other = await open(1, undefined, { name: "other" }); for (let n = 0; n < 30; n++) await change(other, (s) => s.put(n, 1));
    said.push(isRead); ask.end(); said.push(await reading);
    const leaver = new Worker("worker.js"); const left = new Promise((done) => { leaver.onmessage = done });
    leaver.postMessage([1, "leave"]); await left; said.push(await read(db, "who"));
    result(said);`;
  expect(await run("spin", { tasks, page: script })).toEqual([["spinning", false, "page", "page"]]);
  // The page's end takes it back too.
  expect(await run("spin", { tasks, page: `result(await work()("spin"))` })).toEqual(["spinning"]);
  const again = `result([await read(await open(1), "who"), (await indexedDB.databases()).length])`;
  expect(await run("spin", { page: again })).toEqual([["page", 2]]);
});

test("what is rolled back when the page ends is not saved, however long it was running", async () => {
  // Longer than saves are put off: one holds the worker's write.
  const script = `
    const db = await open(1, (db) => { db.createObjectStore("s").put("page", "who"); db.createObjectStore("other") });
    const said = [await work()("spin")];
    for (const end = Date.now() + 2_500; Date.now() < end; ) await change(db, (s) => s.put(Date.now(), 1), "other");
    result(said);`;
  expect(await run("long", { tasks: SPIN, page: script })).toEqual([["spinning"]]);
  const again = `const db = await open(1); result([await read(db, "who"), await wait(db.transaction("other").objectStore("other").count())])`;
  expect(await run("long", { page: again })).toEqual([["page", 1]]);
});

test("the quota is that of the page: a write without room fails before its transaction completes", async () => {
  const tasks = `
    tasks.fill = async () => {
      const db = await open(1), said = [], put = async (key, value) => said.push(await change(db, (s) => s.put(value, key)));
      await put("a", mega); await put("b", mega.repeat(8)); await put("c", mega.repeat(3)); await put("a", "small"); await put("d", mega);
      said.push(await change(db, (s) => { s.put("gone", "b"); s.put(mega.repeat(20), "e") }), (await read(db, "b")).length, (await keys(db)).join());
      return said;
    };`;
  const full = "QuotaExceededError,abort,QuotaExceededError";
  const said = [
    ...["complete", "complete", full, "complete", "complete"],
    ...["abort,QuotaExceededError", 8 * MB, "a,b,d"],
  ];
  expect(await run("quota", { tasks, page: `result(await work()("fill"))` })).toEqual([said]);
  const again = `const db = await open(1); result([(await keys(db)).join(), (await read(db, "b")).length])`;
  expect(await run("quota", { page: again })).toEqual([["a,b,d", 8 * MB]]);
});

test("a database that a worker fills moves to the device, and a worker opens it there in the next run", async () => {
  const tasks = `
    tasks.fill = async () => { const db = await open(1), said = new Set(); for (let n = 0; n < 14; n++) said.add(await change(db, (s) => s.put(mega, n))); return [...said] };
    tasks.full = async () => { const db = await open(1); return change(db, (s) => s.put(mega.repeat(40), "large")) };
    tasks.look = async () => { const db = await open(1); return [(await keys(db)).length, (await read(db, 13)).length] };`;
  const options = { deviceBytes: 30 * MB };
  const filled = await run(
    "device",
    { tasks, page: `const ask = work(); result([await ask("fill"), await ask("full")])` },
    options,
  );
  expect(filled).toEqual([[["complete"], "QuotaExceededError,abort,QuotaExceededError"]]);
  expect(await run("device", { tasks, page: `result(await work()("look"))` }, options)).toEqual([[14, MB]]);
});

test("module workers and workers of a blob have them too", async () => {
  const script = `
    const code = "indexedDB.open('x', 1).onsuccess = ({ target }) => postMessage([target.result.name, target.result.version])";
    for (const [url, options] of [["m.js", { type: "module" }], [URL.createObjectURL(new Blob([code]))]])
      await new Promise((done) => { new Worker(url, options).onmessage = ({ data }) => { result(data); done() } });`;
  const main = `import { open } from "./open.js"; const { name, version } = await open(); postMessage([name, version])`;
  const open = `export const open = () => new Promise((done) => { indexedDB.open("y", 2).onsuccess = ({ target }) => done(target.result) })`;
  const files = { "index.html": page(`(async () => {${script}})()`), "m.js": main, "open.js": open };
  await here.shell.run({ files }, { settleMs: 0 });
  expect(await here.shell.resultsFrom(2)).toEqual([
    ["y", 2],
    ["x", 1],
  ]);
});
