/** Apps that mean harm to the page around them, to other apps, or to the person's patience. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { full } from "../support/depth";
import { handOverPorts } from "../support/forge";
import { page } from "../support/page-assets";
import { countObjectUrls, counterOf } from "../support/leftovers";
import { openStage, type ShellPage, type Stage, type StageEvent } from "../support/sandbox-stage";

/** Floods, loops and memory bombs take seconds each: they belong to the full run. */
const testInFull = (name: string, work: () => Promise<void>): void => void (full && test(name, work));

let stage: Stage;
let shell: ShellPage;
/** Used again by each test that leaves its process in order. */
let clean: ShellPage | null = null;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function start(
  script: string,
  { body = "", id = "bad", settleMs = 200, loadMs = 30_000 } = {},
): Promise<StageEvent[]> {
  shell = clean = clean ? await stage.shellIn(clean.page) : await stage.open();
  return shell.run({ id, files: { "index.html": page(script, { body }) } }, { settleMs, loadMs });
}
const status = () =>
  shell.page.evaluate(() => window.stage.runner.status as { status: string; code?: string });
const frames = () => shell.page.locator("iframe:not(#gum-frame-parking iframe)").count();

describe("what an app can reach", () => {
  test("neither the parent, nor storage, nor another realm, nor the run's secret", async () => {
    const script = `
      (async () => { const SECRET = /[0-9a-f]{32}|#/;
      const attempt = (name, run) => { try { const value = run(); return [name, value === undefined ? "undefined" : typeof value === "object" ? "object" : value] } catch (error) { return [name, error.name] } };
      result(Object.fromEntries([
        attempt("document", () => parent.document), attempt("top", () => top.location.href), attempt("parent name", () => parent.name), attempt("cookies of the shell", () => parent.document.cookie),
        attempt("frame element", () => window.frameElement === null), attempt("opener", () => window.opener), attempt("secret", () => location.hash + location.search + window.name),
        attempt("native storage", () => Object.getOwnPropertyDescriptor(Window.prototype, "localStorage")?.get?.call(window)),
        attempt("native database", () => Object.getOwnPropertyDescriptor(Window.prototype, "indexedDB")?.get?.call(window)),
        attempt("child", () => { const f = document.createElement("iframe"); document.body.append(f); return f.contentWindow.localStorage === localStorage }),
        attempt("real child", () => frames[0].localStorage),
        attempt("secret in addresses", () => SECRET.test([document.URL, document.documentURI, document.baseURI, location.href, document.referrer, performance.toJSON && JSON.stringify(performance), JSON.stringify(performance.getEntries()), JSON.stringify(performance.getEntriesByType("navigation")), JSON.stringify(performance.getEntriesByType("resource"))].join(" "))),
        ["secret observed", await new Promise((resolve) => { new PerformanceObserver((list) => resolve(SECRET.test(JSON.stringify(list.getEntries())))).observe({ type: "navigation", buffered: true }); setTimeout(resolve, 30_000, "no entry") })],
        attempt("isolated", () => crossOriginIsolated), attempt("sab", () => typeof SharedArrayBuffer),
      ])) })()`;
    await start(script, { settleMs: 0 });
    expect((await shell.resultsFrom(1))[0]).toMatchObject({
      document: "SecurityError",
      top: "SecurityError",
      "parent name": "SecurityError",
      "cookies of the shell": "SecurityError",
      secret: "",
      "secret in addresses": false,
      "secret observed": false,
      // An empty frame has the page's own window but for its document; the real one is closed.
      child: true,
      "real child": "SecurityError",
      isolated: false,
      sab: "undefined",
    });
  });

  testInFull("no other app that runs beside it, in whatever window it looks for one", async () => {
    const seeker = `window.heard = []; addEventListener("message", (event) => heard.push(event.data)); window.onmessage = (event) => heard.push(event.data);
      const seen = new Set(); const visit = (w) => { if (!w || seen.has(w)) return; seen.add(w); try { if (w !== window) w.postMessage("diary", "*") } catch {} let n = 0; try { n = w.length } catch {} for (let i = 0; i < n; i++) visit(w[i]); try { visit(w.parent); visit(w.top); visit(w.opener) } catch {} };
      const inner = document.createElement("iframe"); inner.srcdoc = "<scr" + "ipt>parent.postMessage('from my own frame', '*')</scr" + "ipt>"; document.body.append(inner);
      window.rounds = 0; setInterval(() => { seen.clear(); visit(top); window.found = seen.size; window.rounds += 1 }, 50); postMessage("to myself", "*")`;
    shell = await stage.open();
    const apps = ["one", "two"].map((id) => ({ id, files: { "index.html": page(seeker) } }));
    await shell.runTogether(apps, 10_000);
    const running = shell.page.frames().filter((frame) => frame.parentFrame() === shell.page.mainFrame());
    let tried = 0;
    for (const frame of running) {
      const isApp = await frame.evaluate(() => "heard" in window);
      if (!isApp) continue;
      tried += 1;
      const heard = () => frame.evaluate(() => (window as unknown as { heard: string[] }).heard);
      await expect.poll(heard).toContain("from my own frame");
      const rounds = () => frame.evaluate(() => (window as unknown as { rounds: number }).rounds);
      const before = await rounds();
      await expect.poll(rounds).toBeGreaterThan(before + 5);
      expect(await heard()).toContain("to myself");
      expect(await heard()).not.toContain("diary");
      // From the shell's window, no other is to be found.
      expect(await frame.evaluate(() => (window as unknown as { found: number }).found)).toBe(1);
    }
    expect(tried).toBe(2);
    await shell.page.close();
  });

  test("permissions are all refused", async () => {
    const script = `(async () => {
      const settle = async (run) => { try { await run(); return "granted" } catch (error) { return "refused" } };
      result(await Promise.all([settle(() => navigator.mediaDevices.getUserMedia({ audio: true })), settle(() => new Promise((y, n) => navigator.geolocation.getCurrentPosition(y, n))),
        settle(() => navigator.requestMIDIAccess()), settle(() => navigator.wakeLock.request()), settle(async () => { if (await Notification.requestPermission() !== "granted") throw 0 }), settle(() => navigator.credentials.get({ password: true }).then((c) => { if (!c) throw 0 })), settle(() => document.requestStorageAccess())]));
    })()`;
    await start(script, { settleMs: 600 });
    expect((await shell.resultsFrom(1))[0]).toEqual(Array.from({ length: 7 }, () => "refused"));
  });

  testInFull("a page of its own at the run's address gets no port", async () => {
    await start(`setTimeout(() => { window["loca" + "tion"]["hr" + "ef"] = "/sandbox/run?eval=1#00" })`, {
      settleMs: 1_000,
    });
    await expect.poll(async () => (await status()).code).toBe("gone");
    expect(await frames()).toBe(0);
    expect(stage.requests.filter((request) => request.includes("eval=1"))).toEqual([]);
  });
});

describe("messages", () => {
  test("window messages of an app mean nothing to the shell", async () => {
    await start(
      `for (const data of [{ gum: "hello", version: 1, secret: "0" }, { type: "storage", changes: [] }, { gum: "probe", secret: "", enforced: true }, { type: "egress", req_id: "1" }, null, 5]) parent.postMessage(data, "*"); localStorage.ok = 1`,
    );
    expect((await status()).status).toBe("running");
  });

  test("prototype pollution ends at the parser", async () => {
    const script = `
      const evil = JSON.parse('{"type":"console","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"entries":[{"level":"log","text":"x","time":1,"__proto__":{"polluted":1}}],"dropped":0}');
      forge(evil); forge({ type: "storage", changes: [{ area: "__proto__", key: "polluted", value: "1" }] }); forge({ type: "__proto__" }); forge({ type: "constructor" }); forge({ type: "toString" });
      localStorage.setItem("__proto__", "a"); localStorage.setItem("constructor", "b"); sessionStorage.setItem("__proto__", "c");
      forge({ type: "call", id: 1, method: "constructor", params: {} }); forge({ type: "call", id: 2, method: "__proto__", params: {} });`;
    await forging(script);
    expect(await shell.page.evaluate(() => ({}) as { polluted?: number })).not.toHaveProperty("polluted");
    expect(
      await shell.page.evaluate(() => [
        ({} as { polluted?: number }).polluted,
        (Object.prototype as { polluted?: number }).polluted,
        ([] as { polluted?: number }).polluted,
      ]),
    ).toEqual([undefined, undefined, undefined]);
    expect((await status()).status).toBe("running");
  });

  testInFull("a flood ends the run; nonsense ends it; oversized fields do not get through", async () => {
    await forging(`for (let i = 0; i < 2000; i++) forge({ type: "title", title: "t" + i })`);
    await expect.poll(async () => (await status()).code).toBe("flood");
    expect(await frames()).toBe(0);
    await forging(`for (let i = 0; i < 30; i++) forge({ type: "nonsense", i })`);
    await expect.poll(async () => (await status()).code).toBe("malformed");
    await forging(
      `forge({ type: "storage", changes: [{ area: "local", key: "k".repeat(5000), value: "" }] }); forge({ type: "storage", changes: Array.from({ length: 50000 }, (_, i) => ({ area: "local", key: "k" + i, value: "" })) }); forge({ type: "storage", changes: [{ area: "local", key: "big", value: "x".repeat(11e6) }] })`,
    );
    expect(
      await shell.page.evaluate(
        () => (window.stage.events as { type: string }[]).filter((event) => event.type === "storage").length,
      ),
    ).toBe(0);
  });

  testInFull(
    "messages that are much work end the run, and no number of changes makes one expensive",
    async () => {
      await forging(
        `for (let i = 0; i < 40; i++) forge({ type: "console", entries: Array.from({ length: 1_500_000 }, () => []), dropped: 0 })`,
      );
      await expect.poll(async () => (await status()).code).toBe("flood");

      // Clears after writes: each once walked all keys that were pending. The page counts its own long tasks.
      await forging(
        `const writes = Array.from({ length: 2000 }, (_, i) => ({ area: "local", key: "k" + i, value: "v" }));
      const clears = Array.from({ length: 2000 }, () => ({ area: "local", key: null, value: null }));
      for (let i = 0; i < 60; i++) { forge({ type: "storage", changes: writes }); forge({ type: "storage", changes: clears }) }`,
      );
      const storageEvents = () =>
        shell.page.evaluate(
          () =>
            (window.stage.events as { type: string }[]).filter((event) => event.type === "storage").length,
        );
      await expect
        .poll(async () => (await storageEvents()) >= 120 || (await status()).status !== "running")
        .toBe(true);

      // Updates of a webxdc app from one that is none are not taken.
      await forging(
        `for (let i = 0; i < 200; i++) forge({ type: "xdcUpdate", update: "{}", description: "" })`,
      );
      expect(await storageEvents()).toBe(0);
      expect((await status()).status).toBe("running");

      // Nor messages about a room from one that runs alone.
      await forging(
        `for (let i = 1; i < 60; i++) for (const message of [{ type: "roomSend", id: i, payload: "1" }, { type: "roomSnapshot", id: i, serial: 1, state: "1" }, { type: "roomChannel", message: "AA==" }, { type: "roomListen", on: true }]) forge(message)`,
      );
      expect((await status()).status).toBe("running");
    },
  );

  testInFull("an honest app that writes and logs much is no flood", async () => {
    await start(
      `for (let i = 0; i < 5000; i++) { localStorage.setItem("k" + (i % 1500), i); console.log("line", i) }`,
      { settleMs: 600 },
    );
    expect((await status()).status).toBe("running");
    const last = async () => (await shell.events()).filter((event) => event.type === "console").at(-1)?.text;
    await expect.poll(last).toMatch(/more$/);
  });
});

describe("the person's shell", () => {
  testInFull("answers a press while an app loops for ever, and offers an end", async () => {
    await start(`setTimeout(() => { for (;;); }, 100)`, { settleMs: 400 });
    await shell.page.evaluate(() =>
      document.getElementById("shell-button")!.addEventListener("click", () => {
        Object.assign(window, { wasPressed: true });
      }),
    );
    await shell.page.click("#shell-button");
    await shell.page.waitForFunction(() => "wasPressed" in window);
    await expect
      .poll(async () => (await shell.events()).some((event) => event.type === "unresponsive"))
      .toBe(true);
    await shell.page.evaluate(() => window.stage.runner.destroy());
    expect(await frames()).toBe(0);
    clean = null;
  });

  testInFull("keeps its keyboard: covered, and in a field", async () => {
    const theft = `const other = document.createElement("iframe"); document.body.append(other); document.onkeydown = (event) => console.log("RESULT " + JSON.stringify(event.key));
      setInterval(() => { frames[0].focus.call(window); i.focus() }, 20)`;
    await start(theft, { body: `<input id="i">` });
    await shell.page.evaluate(() => window.stage.runner.cover(true));
    await shell.page.focus("#shell-input");
    await shell.page.waitForTimeout(150);
    await shell.page.keyboard.type("secret", { delay: 30 });
    expect(await shell.page.inputValue("#shell-input")).toBe("secret");
    await expect.poll(async () => (await status()).code).toBe("focus");

    // An honest app may ask for the focus at any time: it does not get it, and goes on.
    await start(`setInterval(() => { window.focus(); i.focus() }, 20)`, { body: `<input id="i">` });
    await shell.page.evaluate(() => window.stage.runner.cover(true));
    await shell.page.focus("#shell-input");
    await shell.page.keyboard.type("secret", { delay: 30 });
    expect(await shell.page.inputValue("#shell-input")).toBe("secret");
    expect((await status()).status).toBe("running");
  });

  test("keeps its history", async () => {
    await start(
      `for (let i = 0; i < 300; i++) history.pushState(i, "", "?n=" + i); history.back(); history.go(-5)`,
      { settleMs: 500 },
    );
    const before = await shell.page.evaluate(() => history.length);
    expect(before).toBeLessThan(5);
    expect(shell.page.url()).toBe(`${stage.origin}/`);
  });

  testInFull("survives a memory bomb in the frame", async () => {
    await start(
      `setTimeout(() => { const all = []; try { for (let i = 0; i < 200; i++) all.push(new Uint8Array(1e7).fill(i)) } catch {} const s = "x".repeat(3e8); try { forge_ = [s + s, s + s + s] } catch {} }, 50)`,
      { settleMs: 1_500 },
    );
    expect(await shell.page.evaluate(() => 1 + 1)).toBe(2);
    await shell.page.evaluate(() => window.stage.runner.destroy());
    clean = null;
  });

  testInFull("shows no more than a few questions that no press led to", async () => {
    await start(`for (let i = 0; i < 50; i++) { window.open("https://example.com/" + i); alert(i) }`, {
      settleMs: 800,
    });
    expect((await shell.page.evaluate(() => window.stage.dialogs)).length).toBeLessThanOrEqual(10);
    expect((await status()).status).toBe("running");
  });

  testInFull("is not reloaded for ever", async () => {
    await start(`location.reload()`, { settleMs: 0 });
    await expect.poll(async () => (await status()).code).toBe("flood");
  });
});

describe("the end of a run", () => {
  /** Longer than anything takes here that does not wait for it. */
  const LOOP_MS = 30_000;
  const LOOP = `const loop = () => { for (const end = Date.now() + ${LOOP_MS}; Date.now() < end;); };`;
  const leave = (how: "destroy" | "suspend" | "restart") =>
    shell.page.evaluate(async (method) => {
      const started = performance.now();
      const left = window.stage.runner[method]();
      // A restart is over when the new frame answers; the old one must be gone before.
      const place = document.querySelector("#place")!.shadowRoot!;
      while (place.querySelector("iframe[data-old]")) await new Promise((done) => setTimeout(done, 10));
      if (method !== "restart") await left;
      return performance.now() - started;
    }, how);

  for (const how of ["destroy", "suspend", "restart"] as const)
    testInFull(`${how} waits for no handler that loops, and for no answer`, async () => {
      for (const script of [
        `${LOOP} for (const type of ["beforeunload", "pagehide", "unload"]) addEventListener(type, loop)`,
        `gum.state.save(() => new Promise(() => {})); addEventListener("pagehide", () => new Promise(() => {}))`,
      ]) {
        clean = null;
        await start(script);
        expect((await status()).status).toBe("running");
        await shell.page.evaluate(() =>
          document.querySelector("#place")!.shadowRoot!.querySelector("iframe")!.setAttribute("data-old", ""),
        );
        expect(await leave(how)).toBeLessThan(LOOP_MS / 2);
        await shell.page.close();
      }
      clean = null;
    });

  test("its handlers run once: they do not run again when the frame is removed", async () => {
    await start(
      `${LOOP} for (const type of ["beforeunload", "pagehide", "unload"]) addEventListener(type, (event) => event.isTrusted && loop())`,
    );
    await shell.page.evaluate(() => window.stage.runner.destroy());
    await start("", { loadMs: LOOP_MS / 2, settleMs: 0 });
    expect((await shell.events()).some((event) => event.type === "loaded")).toBe(true);
  });

  testInFull("'Runner has been destroyed', and nothing is left of 20 runs", async () => {
    shell = await stage.open();
    await shell.page.evaluate(countObjectUrls);
    const leftovers = await counterOf(shell);
    const files = {
      "index.html": page(
        `new Worker(URL.createObjectURL(new Blob(["setInterval(()=>{},10)"]))); localStorage.n = Number(localStorage.n || 0) + 1; navigator.getGamepads(); addEventListener("message", () => {});
        const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["x"])); a.download = "x.txt"; a.click(); new Image().src = "a.png"; document.title = "t" + localStorage.n`,
      ),
      "a.png": "x",
    };
    const openAndClose = async (): Promise<void> => {
      await shell.run({ id: "many", files }, { settleMs: 60 });
      await shell.page.evaluate(() => window.stage.runner.destroy());
    };
    await openAndClose();
    const before = await leftovers();
    for (let i = 0; i < 20; i += 1) await openAndClose();
    // The spare frame, its worker and its port, the last runner and its controller. What was opened and closed is not among them.
    await expect
      .poll(leftovers)
      .toEqual({ ...before, frames: 1, iframes: 2, workers: 1, ports: 1, controllers: 1, objectUrls: 0 });
    expect(await frames()).toBe(0);
    expect(
      await shell.page.evaluate(() => window.stage.runner.restart().catch((error: Error) => error.message)),
    ).toBe("Runner has been destroyed");
  });
});

/** Runs a script that speaks to the host's port directly, as the frame's own code would. */
async function forging(script: string): Promise<void> {
  shell = await stage.open();
  await handOverPorts(shell.page);
  await shell.page.reload();
  await shell.page.waitForFunction(() => Boolean(window.stage));
  await shell.run({ id: "forger", files: { "index.html": page(script) } }, { settleMs: 400 });
}
