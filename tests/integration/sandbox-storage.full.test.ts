/** What apps save: where it goes, how much, and that it is there again. */
import { describe, expect, test } from "vitest";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();

type Keep = "account" | "browser" | "memory";
/** Runs a script. @returns its results, once there are `count` */
async function run(
  script: string,
  {
    count = 1,
    id = "saver",
    keep = "browser" as Keep,
    settleMs = 300,
    on = here.shell,
    restored = null as string | null,
  } = {},
): Promise<unknown[]> {
  const events = await on.run({ id, keep, restored, files: { "index.html": page(script) } }, { settleMs });
  expect(on.problems(events)).toEqual([]);
  return on.resultsFrom(count);
}

describe("localStorage and sessionStorage", () => {
  test("behave like the platform's", async () => {
    const script = `
      localStorage.clear(); localStorage.a = 1; localStorage["b c"] = "two"; localStorage.setItem("d", null);
      result([localStorage.length, localStorage.a, localStorage.getItem("none"), localStorage.none, Object.keys(localStorage).sort(), "a" in localStorage, JSON.stringify(localStorage), localStorage.key(0), localStorage.key(9), typeof localStorage.getItem]);
      delete localStorage.a; localStorage.removeItem("d");
      result([Object.keys(localStorage), localStorage instanceof Storage, Object.prototype.toString.call(localStorage), sessionStorage.length]);
      localStorage.setItem("getItem", "x"); localStorage.__proto__x = "p"; result([localStorage.getItem("getItem"), localStorage.getItem("__proto__x")]);
      try { localStorage.setItem("a") } catch (error) { result(error.name) }
      try { Storage.prototype.getItem.call({}, "a") } catch (error) { result(error.name) }
      const real = Storage.prototype.setItem; Storage.prototype.setItem = function (k, v) { real.call(this, k, v + "!") }; localStorage.setItem("p", "q"); result(localStorage.p);`;
    expect(await run(script, { keep: "memory", count: 6 })).toEqual([
      [
        3,
        "1",
        null,
        null,
        ["a", "b c", "d"],
        true,
        `{"a":"1","b c":"two","d":"null"}`,
        "a",
        null,
        "function",
      ],
      [["b c"], true, "[object Storage]", 0],
      ["x", "p"],
      "TypeError",
      "TypeError",
      "q!",
    ]);
  });

  test("are the area of an event that the app makes, as the platform's own", async () => {
    const script = `
      class Own extends StorageEvent {}
      onstorage = (event) => result([event.key, event.storageArea === localStorage, event instanceof StorageEvent]);
      dispatchEvent(new StorageEvent("storage", { key: "a", storageArea: localStorage }));
      result([new Own("storage", { storageArea: sessionStorage }).storageArea === sessionStorage, new Own("x") instanceof Own, new StorageEvent("storage").storageArea]);
      try { new StorageEvent("storage", { storageArea: {} }) } catch (error) { result(error.name) }`;
    expect(await run(script, { keep: "memory", count: 3 })).toEqual([
      ["a", true, true],
      [true, true, null],
      "TypeError",
    ]);
  });

  test("survive the end of the run in this browser and by the server; two apps see their own", async () => {
    for (const keep of ["browser", "account"] as const) {
      const count = `localStorage.n = Number(localStorage.n ?? 0) + 1; result([localStorage.n, sessionStorage.s ?? null]); sessionStorage.s = "here"`;
      const id = `counter-${keep}`;
      expect(await run(count, { keep, id })).toEqual([["1", null]]);
      expect(await run(count, { keep, id })).toEqual([["2", null]]);
      expect(await run(count, { keep, id: `other-${keep}` })).toEqual([["1", null]]);
      const elsewhere = await here.stage.open();
      expect(await run(count, { keep, id, on: elsewhere })).toEqual([[keep === "account" ? "3" : "1", null]]);
      await elsewhere.page.context().close();
    }
  });

  test("what is saved in the last moment of a run is kept", async () => {
    await run(
      `addEventListener("pagehide", () => { localStorage.bye = "pagehide" }); document.addEventListener("visibilitychange", () => { localStorage.hid = document.visibilityState })`,
      { id: "leaver", count: 0 },
    );
    expect(await run(`result([localStorage.bye, localStorage.hid])`, { id: "leaver" })).toEqual([
      ["pagehide", "hidden"],
    ]);
  });

  test("a reload of the shell's tab keeps the session", async () => {
    const own = await here.stage.open();
    await run(`sessionStorage.k = "v"`, { id: "session", on: own, count: 0 });
    await own.page.reload();
    await own.page.waitForFunction(() => Boolean(window.stage));
    expect(await run(`result(sessionStorage.k)`, { id: "session", on: own })).toEqual(["v"]);
    await own.page.context().close();
  });

  test("the quota is 10 MB in all, with the platform's error", async () => {
    const script = `
      const mega = "x".repeat(1024 * 1024), failures = [];
      for (let i = 0; i < 11; i++) try { localStorage.setItem("k" + i, mega) } catch (error) { failures.push([i, error.name, error instanceof DOMException]) }
      try { document.cookie = "c=" + "y".repeat(2000) + ";max-age=99999" ; for (let i = 0; i < 60; i++) localStorage.setItem("f" + i, "z".repeat(20000)) } catch (error) { failures.push(error.name) }
      result([failures, Object.keys(localStorage).filter((key) => key[0] === "k")]);`;
    expect(await run(script, { id: "big" })).toEqual([
      [
        [[9, "QuotaExceededError", true], [10, "QuotaExceededError", true], "QuotaExceededError"],
        Array.from({ length: 9 }, (_, at) => `k${at}`),
      ],
    ]);
    const used = async () =>
      (await here.shell.events()).findLast((event) => event.type === "storage")?.usedBytes;
    await expect.poll(used).toBeLessThanOrEqual(10 * 1024 * 1024);
    expect(await run(`result(localStorage.k0.length)`, { id: "big" })).toEqual([1024 * 1024]);
  });
});

describe("cookies", () => {
  test("are read, replaced, ended and kept like cookies", async () => {
    const script = `
      document.cookie = "a=1"; document.cookie = "b=2; path=/; max-age=1000"; document.cookie = "c = 3 ; SameSite=Lax"; document.cookie = "d=4; expires=" + new Date(Date.now() + 1e6).toUTCString();
      const first = document.cookie; document.cookie = "b=; expires=Thu, 01 Jan 1970 00:00:00 GMT"; document.cookie = "a=; max-age=0"; result([first, document.cookie])`;
    expect(await run(script, { id: "cookies" })).toEqual([["a=1; b=2; c=3; d=4", "c=3; d=4"]]);
    expect(await run(`result(document.cookie)`, { id: "cookies" })).toEqual(["d=4"]);
  });
});

describe("IndexedDB", () => {
  const open = `const open = (upgrade) => new Promise((done, fail) => { const request = indexedDB.open("db", 1); request.onupgradeneeded = () => upgrade?.(request.result); request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error) });
    const wait = (request) => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error) });`;

  test("a write without room fails before its transaction completes; what was there stays, in the next run too", async () => {
    const script = `${open} (async () => {
      const db = await open((made) => made.createObjectStore("s"));
      const change = (work) => new Promise((done) => {
        const tx = db.transaction("s", "readwrite"), said = [], request = work(tx.objectStore("s"));
        request.onsuccess = () => said.push("success"); request.onerror = () => said.push(request.error.name);
        tx.oncomplete = () => done([...said, "complete"].join()); tx.onabort = () => done([...said, "abort", tx.error?.name].join());
      });
      const mega = "x".repeat(1024 * 1024), said = [], put = async (key, value) => said.push(await change((s) => s.put(value, key)));
      await put("a", mega); await put("bytes", new Uint8Array(6e6)); await put("b", mega.repeat(2)); await put("a", mega.repeat(3));
      for (let n = 0; n < 20; n++) await change((s) => s.put(mega, "a"));
      try { localStorage.big = mega.repeat(2) } catch (error) { said.push(error.name) }
      said.push(await change((s) => s.delete("bytes"))); await put("b", mega.repeat(2));
      result([said, await wait(db.transaction("s").objectStore("s").getAllKeys())]);
    })()`;
    const full = "QuotaExceededError,abort,QuotaExceededError";
    const done = "success,complete";
    const said = [done, done, full, full, "QuotaExceededError", done, done];
    await run(script, { id: "idb-full", settleMs: 0 });
    expect(await here.shell.resultsFrom(1)).toEqual([[said, ["a", "b"]]]);
    const again = `${open} (async () => result((await wait((await open()).transaction("s").objectStore("s").get("b"))).length))()`;
    await run(again, { id: "idb-full", settleMs: 0 });
    expect(await here.shell.resultsFrom(1)).toEqual([2 * 1024 * 1024]);
  });

  test("of a database whose first upgrade is aborted, nothing is saved", async () => {
    const upgrade = `const request = indexedDB.open("db", 1);
      request.onupgradeneeded = ({ target: { result: db, transaction } }) => { db.createObjectStore("s").put(1, 1).onsuccess = () => transaction.abort() };
      request.onerror = () => result(request.error.name);`;
    expect(await run(upgrade, { id: "idb-none" })).toEqual(["AbortError"]);
    const again = `navigator.storage.estimate().then(({ usage }) => result([usage, typeof indexedDB]))`;
    expect(await run(again, { id: "idb-none" })).toEqual([[0, "object"]]);
  });

  test("at the end of the page, what its handlers write is saved, and what does not complete is rolled back", async () => {
    const script = `${open} (async () => {
      const db = await open((db) => { for (const name of ["s", "bye", "other"]) db.createObjectStore(name).put("before", 1) });
      const write = (store) => { const tx = db.transaction(store, "readwrite"); return [tx.objectStore(store), new Promise((done) => { tx.oncomplete = done })] };
      const [s] = write("s"), again = () => { s.get(1).onsuccess = again }; s.put("never", 1); again();
      const [other, isDone] = write("other"); other.put("done", 1); await isDone;
      addEventListener("pagehide", () => write("bye")[0].put("bye", 1));
      result("ready");
    })()`;
    expect(await run(script, { id: "idb-end" })).toEqual(["ready"]);
    const again = `${open} (async () => { const db = await open(); result(await Promise.all(["s", "bye", "other"].map((name) => wait(db.transaction(name).objectStore(name).get(1))))) })()`;
    expect(await run(again, { id: "idb-end" })).toEqual([["before", "bye", "done"]]);
  });

  test("stores, indexes, cursors; everything that can be cloned comes back in the next run", async () => {
    const write = `${open} (async () => {
      const db = await open((db) => { const store = db.createObjectStore("things", { keyPath: "id", autoIncrement: true }); store.createIndex("kind", "kind"); db.createObjectStore("files") });
      const tx = db.transaction(["things", "files"], "readwrite"), things = tx.objectStore("things");
      for (const kind of ["a", "b", "a"]) things.add({ kind, when: new Date(5), set: new Set([1]), map: new Map([["k", { n: 1n }]]) });
      const loop = { name: "loop" }; loop.self = loop; tx.objectStore("files").put({ blob: new Blob(["hello"], { type: "text/x" }), bytes: new Uint8Array([1, 2, 3]).subarray(1), loop, nothing: undefined, nan: NaN }, "f");
      await new Promise((done) => { tx.oncomplete = done });
      result(await wait(db.transaction("things").objectStore("things").index("kind").count("a")));
    })()`;
    expect(await run(write, { id: "idb", settleMs: 600 })).toEqual([2]);
    const read = `${open} (async () => {
      const db = await open(); const tx = db.transaction(["things", "files"]);
      const all = await wait(tx.objectStore("things").index("kind").getAll("a")); const file = await wait(tx.objectStore("files").get("f"));
      result([db.version, [...db.objectStoreNames], all.map((thing) => [thing.id, thing.when.getTime(), thing.set.has(1), String(thing.map.get("k").n)])]);
      result([await file.blob.text(), file.blob.type, [...file.bytes], file.loop.self === file.loop, "nothing" in file, Number.isNaN(file.nan)]);
      const next = await wait(db.transaction("things", "readwrite").objectStore("things").add({ kind: "c" })); result([next, db instanceof IDBDatabase, (await indexedDB.databases()).length]);
    })()`;
    expect(await run(read, { id: "idb", settleMs: 600, count: 3 })).toEqual([
      [
        1,
        ["files", "things"],
        [
          [1, 5, true, "1"],
          [3, 5, true, "1"],
        ],
      ],
      ["hello", "text/x", [2, 3], true, true, true],
      [4, true, 1],
    ]);
    expect(
      await run(`const r = indexedDB.deleteDatabase("db"); r.onsuccess = () => result("gone")`, {
        id: "idb",
        settleMs: 500,
      }),
    ).toEqual(["gone"]);
    expect(await run(`indexedDB.databases().then((list) => result(list.length))`, { id: "idb" })).toEqual([
      0,
    ]);
  });
});

describe("gum.storage and suspension", () => {
  test("values are JSON by key, listed, changed and deleted", async () => {
    const script = `(async () => { const seen = []; const stop = gum.storage.changes((change) => seen.push(change.key)); await gum.storage.set("a/1", { n: 1 }); await gum.storage.set("a/2", [2]); await gum.storage.set("b", "three"); stop(); await gum.storage.delete("b");
      result([await gum.storage.list("a/"), await gum.storage.get("a/1"), (await gum.storage.get("b")) ?? "none", seen]) })()`;
    expect(await run(script, { id: "values" })).toEqual([
      [["a/1", "a/2"], { n: 1 }, "none", ["a/1", "a/2", "b"]],
    ]);
    expect(await run(`gum.storage.get("a/2").then(result)`, { id: "values" })).toEqual([[2]]);
  });

  test("an app comes back with its state, its session and its page", async () => {
    const files = {
      "index.html": page(`sessionStorage.s = "kept"; location.href = "level.html?n=2"`),
      "level.html": page(
        `result([gum.state.restored, sessionStorage.s, location.search]); gum.state.save(() => ({ score: 7 }))`,
      ),
    };
    await here.shell.run({ id: "resume", files });
    await expect.poll(() => here.shell.results()).toEqual([[null, "kept", "?n=2"]]);
    const saved = await here.shell.page.evaluate(() => window.stage.runner.suspend());
    expect(
      await here.shell.page.evaluate(() => [
        window.stage.runner.status.status,
        document.querySelector("#place")!.shadowRoot!.querySelectorAll("iframe").length,
      ]),
    ).toEqual(["suspended", 0]);
    await here.shell.run({ id: "resume", files, restored: saved });
    await expect.poll(() => here.shell.results()).toEqual([[{ score: 7 }, "kept", "?n=2"]]);
  });

  test("an app that is too busy to answer comes back with the state that it told last", async () => {
    const files = {
      "index.html": page(
        `result(gum.state.restored); gum.state.save(() => ({ score: 7 })); addEventListener("pagehide", () => { for (const end = Date.now() + 4_000; Date.now() < end;); })`,
      ),
    };
    await here.shell.run({ id: "busy", files });
    const told = async () =>
      (await here.shell.events()).some((event) => event.type === "bridge" && event.name === "state kept");
    await expect.poll(told).toBe(true);
    const saved = await here.shell.page.evaluate(() => window.stage.runner.suspend());
    await here.shell.run({ id: "busy", files, restored: saved });
    await expect.poll(() => here.shell.results()).toEqual([{ score: 7 }]);
  });

  test("an app that is suspended while it starts keeps the state that it starts from", async () => {
    const files = {
      "index.html": page(
        `result(gum.state.restored); if (gum.state.restored) for (const end = Date.now() + 8_000; Date.now() < end;); gum.state.save(() => ({ score: 7 }));`,
      ),
    };
    await here.shell.run({ id: "starting", files });
    const told = async () =>
      (await here.shell.events()).some((event) => event.type === "bridge" && event.name === "state kept");
    await expect.poll(told).toBe(true);
    const saved = await here.shell.page.evaluate(() => window.stage.runner.suspend());
    await here.shell.run({ id: "starting", files, restored: saved });
    await expect.poll(() => here.shell.results()).toEqual([{ score: 7 }]);
    const again = await here.shell.page.evaluate(() => window.stage.runner.suspend());
    expect(JSON.parse(again!)).toMatchObject({ state: JSON.stringify({ score: 7 }) });
  });

  test("saved data that cannot be read end the start with a message of their own, and leave no frame", async () => {
    const events = await here.shell.run({ id: "broken", keep: "account", files: { "index.html": "page" } });
    expect(events.at(-1)).toMatchObject({
      type: "status",
      status: { status: "failed", code: "storage_failed" },
    });
    await expect.poll(() => here.shell.page.locator("#place iframe").count()).toBe(0);
  });

  test("a state that does not parse is dropped", async () => {
    for (const restored of ["nonsense", "{}", `{"state":5,"session":[],"place":{}}`]) {
      expect(await run(`result(gum.state.restored)`, { id: "bad", restored })).toEqual([null]);
    }
  });
});

describe("webxdc", () => {
  test("updates are kept and come back", async () => {
    const manifest = { metadata: { webxdc: true } };
    const files = {
      "index.html": page(
        `webxdc.setUpdateListener((update) => result([update.payload, update.serial, update.max_serial])).then(() => { result("live"); if (location.hash !== "#x") webxdc.sendUpdate({ payload: { n: 1 } }, "one") })`,
        { head: `<script src="webxdc.js"></script>` },
      ),
      "webxdc.js": "window.webxdc = { setUpdateListener() { throw new Error('the package\\'s own') } }",
    };
    await here.shell.run({ id: "xdc", keep: "browser", manifest, files });
    await expect.poll(() => here.shell.results()).toEqual(["live", [{ n: 1 }, 1, 1]]);
    await here.shell.run({ id: "xdc", keep: "browser", manifest, files });
    await expect.poll(() => here.shell.results()).toEqual([[{ n: 1 }, 1, 1], "live", [{ n: 1 }, 2, 2]]);
  });
});
