/** Ordinary pages: what they expect of a browser beyond files and scripts. */
import { describe, expect, test } from "vitest";
import { page } from "../support/page-assets";
import type { Files } from "../support/sandbox-stage";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();

async function start(files: Files): Promise<void> {
  expect(here.shell.problems(await here.shell.run({ files }))).toEqual([]);
}
async function results(files: Files): Promise<unknown[]> {
  await here.shell.run({ files });
  const found = await here.shell.resultsFrom(1);
  expect(here.shell.problems(await here.shell.events())).toEqual([]);
  return found;
}
const frame = async () => (await (await here.shell.page.$("#place iframe"))!.contentFrame())!;

describe("where the page is", () => {
  test("history, hash, popstate, and paths of a router", async () => {
    const script = `
      const log = []; addEventListener("popstate", (event) => log.push(["pop", location.pathname, event.state])); addEventListener("hashchange", () => log.push(["hash", location.hash]));
      (async () => {
        const seen = (type, act) => new Promise((done) => { addEventListener(type, () => setTimeout(done), { once: true }); act() });
        log.push([location.pathname, history.length]);
        history.pushState({ n: 1 }, "", "/about?x=1"); log.push([location.pathname, location.search, history.state.n, history.length]);
        history.pushState({ n: 2 }, "", "more"); log.push([window.location.pathname, new URL(document.URL).pathname]);
        await seen("popstate", () => history.back()); await seen("popstate", () => history.go(-1)); await seen("popstate", () => history.forward());
        await seen("hashchange", () => { location.hash = "part" }); log.push(location.href.split("/").pop());
        try { history.pushState(null, "", "https://example.com/") } catch (error) { log.push(error.name) }
        result(log);
      })();`;
    expect(await results({ "index.html": page(script) })).toEqual([
      [
        ["/", 1],
        ["/about", "?x=1", 1, 2],
        ["/more", "/more"],
        ["pop", "/about", { n: 1 }],
        ["pop", "/", null],
        ["pop", "/about", { n: 1 }],
        ["pop", "/about", null],
        ["hash", "#part"],
        "about?x=1#part",
        "SecurityError",
      ],
    ]);
  });

  test("links to other pages, reload and assignments start the page anew and keep the session", async () => {
    const count = `sessionStorage.n = Number(sessionStorage.n || 0) + 1; localStorage.last = location.pathname + location.search + location.hash;`;
    const go = `const n = Number(sessionStorage.n); if (n === 1) document.querySelector("a").click(); if (n === 3) location.reload(); if (n === 4) window.location = "index.html?end"; if (n === 5) location.href = "second.html#five";`;
    const files = {
      "index.html": page(`${count} onload = () => { ${go} result(sessionStorage.n) }`, {
        body: `<a href="second.html?from=1#top">next</a>`,
      }),
      "second.html": page(
        `${count} onload = () => { if (sessionStorage.n === "2") location.replace("/"); if (sessionStorage.n === "6") result([sessionStorage.n, localStorage.last]) }`,
      ),
    };
    await here.shell.run({ files });
    await expect.poll(async () => (await here.shell.results()).at(-1)).toEqual(["6", "/second.html#five"]);
  });

  test("variables called location stay what they are", async () => {
    const script = `const f = (location) => { location.href = "x"; return location.replace("a", "b") + location.href; };
      const gl = { getUniformLocation: () => 5 }; let location2 = gl.getUniformLocation(); const o = { location: { pathname: "/o", href: "h" } };
      { let location = "abc"; location = location.replace("a", "z"); result([location, o.location.pathname, f(Object.assign(new String("aa"), { href: "" })), location2]) }`;
    expect(await results({ "index.html": page(script) })).toEqual([["zbc", "/o", "bax", 5]]);
  });

  test("outside links and window.open go to the host with the whole address", async () => {
    await start({
      "index.html": page(`b.onclick = () => window.open("https://example.org/b?c=d")`, {
        body: `<a id="a" href="https://example.org/a">a</a> <button id="b">b</button>`,
      }),
    });
    const inside = await frame();
    await inside.click("#a");
    await inside.click("#b");
    await expect
      .poll(() => here.shell.page.evaluate(() => window.stage.dialogs))
      .toEqual([
        { kind: "openLink", message: "https://example.org/a" },
        { kind: "openLink", message: "https://example.org/b?c=d" },
      ]);
  });
});

describe("forms", () => {
  test("submit by button, by Enter, by script; validity; submitter; dialog", async () => {
    const body = `<form id="f"><input id="i" name="q" required><button id="s" name="which" value="one">Go</button></form><dialog id="d" open><form method="dialog"><button id="ok" value="yes">ok</button></form></dialog>`;
    const script = `const f = document.getElementById("f"); f.onsubmit = (event) => { event.preventDefault(); result([event.submitter?.value ?? null, [...new FormData(f, event.submitter)]]) };
      document.getElementById("d").onclose = (event) => result(["closed", event.target.returnValue]); f.addEventListener("invalid", () => result("invalid"), true);`;
    await start({ "index.html": page(script, { body }) });
    const inside = await frame();
    await inside.click("#s");
    await inside.fill("#i", "hi");
    await inside.click("#s");
    await inside.press("#i", "Enter");
    await inside.evaluate(() => (document.getElementById("f") as HTMLFormElement).requestSubmit());
    await inside.click("#ok");
    const one = [
      "one",
      [
        ["q", "hi"],
        ["which", "one"],
      ],
    ];
    await expect
      .poll(() => here.shell.results())
      .toEqual(["invalid", one, one, [null, [["q", "hi"]]], ["closed", "yes"]]);
  });

  test("a GET form leads to its page with the query", async () => {
    const files = {
      "index.html": page("", {
        body: `<form action="found.html"><input name="q" value="a b"><button>Go</button></form>`,
      }),
      "found.html": page(`result([location.search, new URLSearchParams(location.search).get("q")])`),
    };
    await start(files);
    await (await frame()).click("button");
    await expect.poll(() => here.shell.results()).toEqual([["?q=a+b", "a b"]]);
  });
});

describe("dialogs", () => {
  const dialogs = () => here.shell.page.evaluate(() => window.stage.dialogs.splice(0));

  test("gum.alert, gum.confirm and gum.prompt wait, and run nothing again", async () => {
    await here.shell.page.evaluate(() => void (window.stage.answers = { confirm: true, prompt: "Ren" }));
    const script = `let runs = 0; b.onclick = async () => { runs++; const first = await gum.alert("hey"); const yes = await gum.confirm("sure?"); const name = await gum.prompt("name?", "x"); result([runs, first === undefined, yes, name]) }`;
    await start({ "index.html": page(script, { body: `<button id="b">b</button>` }) });
    await (await frame()).click("#b");
    await expect.poll(() => here.shell.results()).toEqual([[1, true, true, "Ren"]]);
    expect((await dialogs()).map(({ kind }) => kind)).toEqual(["alert", "confirm", "prompt"]);
  });

  test("alert; confirm and prompt after a press are asked once each and answered the second time around", async () => {
    await here.shell.page.evaluate(() => void (window.stage.answers = { confirm: true, prompt: "Ren" }));
    const script = `b.onclick = () => { alert("hey"); if (!confirm("sure?")) return; const name = prompt("name?", "x"); if (name === null) return; result(name) }`;
    await start({ "index.html": page(script, { body: `<button id="b">b</button>` }) });
    await (await frame()).click("#b");
    await expect.poll(() => here.shell.results()).toEqual(["Ren"]);
    expect(await dialogs()).toEqual([
      { kind: "alert", message: "hey" },
      { kind: "confirm", message: "sure?" },
      { kind: "prompt", message: "name?" },
    ]);
  });

  test("a question while the page loads starts it again with the answer; one in a loop is asked once", async () => {
    await here.shell.page.evaluate(() => void (window.stage.answers = { confirm: true, prompt: "Ren" }));
    await here.shell.run({
      files: { "index.html": page(`const name = prompt("Who?"); result(["loaded", name])`) },
    });
    await expect
      .poll(() => here.shell.results())
      .toEqual([
        ["loaded", null],
        ["loaded", "Ren"],
      ]);
    await dialogs();
    await here.shell.run({
      files: {
        "index.html": page(
          `let over = true, frames = 0; (function loop() { frames++; if (over && confirm("again?")) { over = false; result("again") } if (over || frames < 200) requestAnimationFrame(loop) })()`,
        ),
      },
    });
    await expect.poll(() => here.shell.results()).toEqual(["again"]);
    expect(await dialogs()).toEqual([{ kind: "confirm", message: "again?" }]);
    await here.shell.page.evaluate(() => void (window.stage.answers = {}));
  });
});

describe("what throws in an opaque origin", () => {
  test("is there and answers", async () => {
    const script = `
      (async () => {
        const list = {};
        const attempt = async (name, run) => { try { list[name] = await run() } catch (error) { list[name] = "threw " + error.name } };
        await attempt("gamepads", () => navigator.getGamepads().length);
        await attempt("locks", () => navigator.locks.request("a", async () => "held"));
        await attempt("keyboard", async () => (await navigator.keyboard.lock(["Escape"])) ?? "ok");
        await attempt("estimate", async () => (await navigator.storage.estimate()).quota);
        await attempt("worker", async () => typeof (await navigator.serviceWorker.register("sw.js")).scope);
        await attempt("caches", async () => { const cache = await caches.open("a"); await cache.put("x", new Response("y")); return (await (await caches.match("x")).text()) });
        await attempt("indexedDB", () => typeof window.indexedDB);
        await attempt("origin", () => self.origin === location.origin);
        await attempt("message", () => new Promise((done) => { onmessage = (event) => done([event.data, event.origin === location.origin]); postMessage("m", location.origin) }));
        await attempt("broadcast", () => new Promise((done) => { const a = new BroadcastChannel("x"), b = new BroadcastChannel("x"); b.onmessage = (event) => done(event.data); a.postMessage(1) }));
        await attempt("structured", () => structuredClone({ a: 1 }).a);
        await attempt("canvas", () => { const c = document.createElement("canvas"); const i = new Image(); return new Promise((done) => { i.onload = () => { c.getContext("2d").drawImage(i, 0, 0); done(c.toDataURL().slice(0, 10)) }; i.src = "a.svg" }) });
        await attempt("random", () => crypto.getRandomValues(new Uint8Array(2)).length);
        await attempt("ratio", () => devicePixelRatio > 0 && innerWidth > 0);
        await attempt("print", () => print() ?? "ok");
        await attempt("frame", () => { const f = document.createElement("iframe"); document.body.append(f); return f.contentWindow.Array === Array });
        await attempt("real frame", () => typeof frames[0].Array);
        result(list);
      })();`;
    const [list] = await results({
      "index.html": page(script),
      "a.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>`,
    });
    expect(list).toEqual({
      gamepads: 4,
      locks: "held",
      keyboard: "ok",
      estimate: 10 * 1024 * 1024,
      worker: "string",
      caches: "y",
      // The page mentions it, so it is brought along.
      indexedDB: "object",
      origin: true,
      message: ["m", true],
      broadcast: 1,
      structured: 1,
      canvas: "data:image",
      random: 2,
      ratio: true,
      print: "ok",
      frame: true,
      "real frame": "threw SecurityError",
    });
  });

  test("downloads by link, by detached link and of package files reach the host as files", async () => {
    const script = `b.onclick = () => { const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["12345"], { type: "text/html" })); a.download = "../x/na\\u202eme.txt"; a.click() }`;
    await start({
      "index.html": page(script, {
        body: `<button id="b">b</button><a id="l" href="data.bin" download>l</a>`,
      }),
      "data.bin": "abc",
    });
    const inside = await frame();
    for (const [id, name] of [
      ["#b", "name.txt"],
      ["#l", "data.bin"],
    ] as const) {
      const [download] = await Promise.all([here.shell.page.waitForEvent("download"), inside.click(id)]);
      expect(download.suggestedFilename()).toBe(name);
    }
  });

  test("file inputs open the browser's own picker", async () => {
    await start({
      "index.html": page(`f.onchange = async () => result(await f.files[0].text())`, {
        body: `<input type="file" id="f">`,
      }),
    });
    const inside = await frame();
    const [chooser] = await Promise.all([here.shell.page.waitForEvent("filechooser"), inside.click("#f")]);
    await chooser.setFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("picked") });
    await expect.poll(() => here.shell.results()).toEqual(["picked"]);
  });

  test("fullscreen and pointer lock through the host", async () => {
    const script = `
      full.onclick = () => box.requestFullscreen().then(() => result(["full", document.fullscreenElement === box]), (error) => result(error.message));
      document.onfullscreenchange = () => { if (!document.fullscreenElement) result("left") };
      lock.onclick = () => box.requestPointerLock(); document.onpointerlockchange = () => result(["lock", document.pointerLockElement === box]);
      document.onmousemove = (event) => { if (document.pointerLockElement) { moved = (window.moved || 0) + event.movementX } };
      exit.onclick = () => document.exitFullscreen()`;
    await start({
      "index.html": page(script, {
        body: `<div id="box">box<button id="exit">x</button></div><button id="full">f</button><button id="lock">l</button>`,
      }),
    });
    const inside = await frame();
    await inside.click("#full");
    await expect.poll(() => here.shell.results()).toEqual([["full", true]]);
    const shown = () => document.fullscreenElement?.shadowRoot?.fullscreenElement?.tagName;
    expect(await here.shell.page.evaluate(shown)).toBe("IFRAME");
    await inside.click("#exit");
    await expect.poll(() => here.shell.results()).toEqual([["full", true], "left"]);
    await inside.click("#lock");
    await expect.poll(async () => (await here.shell.results()).at(-1)).toEqual(["lock", true]);
    // While the pointer is locked, the browser takes seconds for each move, and for what the next test does.
    await here.shell.page.mouse.move(340, 320);
    await expect.poll(() => inside.evaluate("typeof moved")).toBe("number");
    await inside.evaluate(() => document.exitPointerLock());
    await expect.poll(async () => (await here.shell.results()).at(-1)).toEqual(["lock", false]);
  });

  test("outside requests are refused in the specification's words", async () => {
    const script = `
      const words = /Network API blocked by policy: (\\w+)\\. Direct network access is not allowed\\. Use egress RPC instead\\./;
      (async () => {
        const far = "https://example.com/x", list = [];
        list.push(await fetch(far).catch((error) => [error.name, words.exec(error.message)?.[1]]));
        list.push(navigator.sendBeacon(far, "x"));
        list.push(await new Promise((done) => { const x = new XMLHttpRequest(); x.open("GET", far); x.onerror = () => done("error"); x.send() }));
        list.push((() => { const x = new XMLHttpRequest(); x.open("GET", far, false); try { x.send() } catch (error) { return [error.name, words.exec(error.message)?.[1]] } })());
        list.push(await new Promise((done) => { const s = new WebSocket("wss://example.com"); s.onerror = (event) => done(words.exec(event.message)?.[1]); }));
        list.push(await new Promise((done) => { const s = new EventSource(far); s.onerror = (event) => done(words.exec(event.message)?.[1]); }));
        result(list);
      })();`;
    const [list] = await results({ "index.html": page(script) });
    expect(list).toEqual([
      ["TypeError", "fetch"],
      false,
      "error",
      ["NetworkError", "XMLHttpRequest"],
      "WebSocket",
      "EventSource",
    ]);
    const lines = (await here.shell.events())
      .filter((event) => event.type === "console" && event.level === "error")
      .map((event) => String(event.text).split(".")[0]);
    expect(lines).toEqual(
      ["fetch", "sendBeacon", "XMLHttpRequest", "XMLHttpRequest", "WebSocket", "EventSource"].map(
        (api) => `Network API blocked by policy: ${api}`,
      ),
    );
  });
});
