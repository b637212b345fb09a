/** Ordinary pages: scripts, modules and workers of their own. */
import { describe, expect, test } from "vitest";
import { page } from "../support/page-assets";
import type { Files } from "../support/sandbox-stage";
import { resultsOf, stageForAll } from "../support/stage-for-all";

const here = stageForAll();

const results = (files: Files, { count = 1, manifest = {} } = {}): Promise<unknown[]> =>
  resultsOf(here.shell, { files, manifest }, count);

describe("scripts", () => {
  test("order of inline, external, defer, async and dynamic scripts; currentScript; document.write", async () => {
    const html = `<!DOCTYPE html><html><head><script>order=[];function result(v){console.log("RESULT "+JSON.stringify(v))}</script>
      <script defer src="defer.js"></script><script src="first.js"></script></head><body>
      <script>order.push("inline");document.write("<p id=written>w</p><script src='written.js'><\\/script>")</script>
      <script>order.push("after:"+!!document.getElementById("written"))</script>
      <script id="me" data-x="7">order.push("me:"+document.currentScript.dataset.x)</script>
      <script>const s=document.createElement("script");s.src="dynamic.js";s.onload=()=>order.push("onload");document.head.append(s);
        const t=document.createElement("script");t.textContent="order.push('made')";document.head.appendChild(t);
        const n=document.createElement("script");n.appendChild(document.createTextNode("order.push('node')"));document.head.appendChild(n);
        addEventListener("DOMContentLoaded",()=>order.push("dcl"));addEventListener("load",()=>{order.push("load");setTimeout(()=>result(order),100)})</script>
      </body></html>`;
    const say = (word: string) => `order.push("${word}")`;
    const [order] = (await results({
      "index.html": html,
      "first.js": say("first"),
      "defer.js": say("defer"),
      "written.js": say("written"),
      "dynamic.js": say("dynamic"),
    })) as [string[]];
    const fixed = order.filter((word) => word !== "dynamic" && word !== "onload");
    expect(fixed).toEqual([
      "first",
      "inline",
      "written",
      "after:true",
      "me:7",
      "made",
      "node",
      "defer",
      "dcl",
      "load",
    ]);
    expect(order).toContain("dynamic");
    expect(order.indexOf("onload")).toBe(order.indexOf("dynamic") + 1);
  });

  test("a page that stops itself stays as far as it has come", async () => {
    const html = `<!doctype html><body><b>first</b><script>window.said = []; setTimeout(() => console.log("RESULT " + JSON.stringify([said, document.body.innerText.trim()])), 100); stop()</script><script src="b.js"></script><script>said.push("end")</script>`;
    await here.shell.page.evaluate(async () => {
      await window.stage.runner?.destroy();
      // Nobody waits for the start below, and results of the test before are none of this one.
      window.stage.events = [];
    });
    void here.shell.run({ files: { "index.html": html, "b.js": `said.push("b")` } }, { loadMs: 1 });
    expect(await here.shell.resultsFrom(1)).toEqual([[[], "first"]]);
  });

  test("eval and new Function only with the capability", async () => {
    const script = `try { result([eval("1+1"), new Function("return 3")()]) } catch (error) { result(error.name) }`;
    expect(await results({ "index.html": page(script) })).toEqual(["EvalError"]);
    expect(
      await results({ "index.html": page(script) }, { manifest: { required_capabilities: ["eval"] } }),
    ).toEqual([[2, 3]]);
  });

  test("in a frame without size, scripts have variables of their own, and the page as their parent", async () => {
    const script = `
      const fill = (style, ...texts) => {
        const frame = document.createElement("iframe"); frame.style.cssText = style; document.body.append(frame);
        const inner = frame.contentWindow.document; inner.open(); inner.write("<html><head></head><body></body></html>"); inner.close();
        for (const text of texts) {
          const script = inner.createElement("script"); script.append(inner.createTextNode(text));
          inner.body.append(script); script.remove();
        }
      };
      fill("position:absolute; width:0; height:0; border:none",
        'var place = "frame"; function twice(n) { return n * 2 } window.kept = 1; eval("var late = 3")',
        'window.setTimeout(function () { window.parent.done([place, twice(late), "kept" in self, typeof parent.kept, parent.document.title, frameElement.tagName, document.body.localName, window.Array.isArray([])]) })');
      function done(value) { result(value) }
      result(typeof place + typeof twice + typeof late);`;
    const manifest = { required_capabilities: ["eval"] };
    const seen = await results({ "index.html": page(script) }, { count: 2, manifest });
    expect(seen).toContainEqual("undefinedundefinedundefined");
    expect(seen).toContainEqual(["frame", 6, true, "undefined", "Test", "IFRAME", "body", true]);
  });

  test("in a frame without size, `this` is its window, and it shows nothing later", async () => {
    const script = `
      const frame = document.createElement("iframe"); frame.style.cssText = "width:0; height:0; border:0"; document.body.append(frame);
      const inner = frame.contentDocument; const made = inner.createElement("script");
      made.text = '(function (root) { root.kept = 1 })(this); globalThis.also = 2; localStorage.n = Number(localStorage.n || 0) + 1; document.body.append("x"); setTimeout(function () { parent.done([window.kept, globalThis.also, typeof parent.kept, localStorage.n]) }, 300)';
      const holder = inner.createElement("div"); holder.append(made); inner.head.append(holder.firstChild);
      function done(value) { result(value) }`;
    const manifest = { required_capabilities: ["eval"] };
    expect(await results({ "index.html": page(script) }, { manifest })).toEqual([[1, 2, "undefined", "1"]]);
  });

  test("a frame without size needs no eval, and one that is only hidden keeps what it shows", async () => {
    const script = `
      addEventListener("message", ({ data }) => result(data));
      const fill = (style, within, ...nodes) => {
        const frame = document.createElement("iframe"); frame.style.cssText = style; within.append(frame);
        const made = document.createElement("script"); made.text = 'let own; try { own = parent.own } catch { own = "apart" } parent.postMessage(document.body.firstChild.data + " " + own, "*")';
        frame.contentDocument.body.append(...nodes, made);
      };
      window.own = 1;
      const tab = document.createElement("div"); tab.style.display = "none"; document.body.append(tab);
      fill(STYLE, tab, "text");`;
    const code = (style: string) => page(script.replace("STYLE", JSON.stringify(style)));
    const eval_ = { required_capabilities: ["eval"] };
    expect(await results({ "index.html": code("width:0;height:0") })).toEqual(["text apart"]);
    expect(await results({ "index.html": code("width:100%") }, { manifest: eval_ })).toEqual(["text apart"]);
    expect(await results({ "index.html": code("width:0;height:0") }, { manifest: eval_ })).toEqual([
      "text apart",
    ]);
  });

  test("a frame that shows something has its scripts to itself", async () => {
    const script = `
      addEventListener("message", ({ data }) => result(data));
      const frame = document.createElement("iframe"); document.body.append(frame);
      const inner = frame.contentDocument; const made = inner.createElement("script");
      made.text = 'parent.postMessage(document.body.innerText, "*")'; inner.body.append("text", made);`;
    expect(await results({ "index.html": page(script) })).toEqual(["text"]);
  });

  test("inline handlers run only where their hash stands in the manifest, location included", async () => {
    const { createHash } = await import("node:crypto");
    const hash = (code: string) => `sha256-${createHash("sha256").update(code).digest("base64")}`;
    const body = `<button id="a" onclick="result('a')">a</button><button id="b" onclick="result('b')">b</button><button id="c" onclick="result(location.href.slice(-1))">c</button>`;
    const files = {
      "index.html": page(`onload=()=>{for(const id of "abc")document.getElementById(id).click()}`, { body }),
    };
    const hashes = [hash("result('a')"), hash("result(location.href.slice(-1))")];
    expect(await results(files, { count: 0 })).toEqual([]);
    const metadata = { inline_events: { allowed_attr_hashes: hashes } };
    expect(await results(files, { count: 0, manifest: { metadata } })).toEqual([]);
    expect(
      await results(files, { count: 2, manifest: { metadata, required_capabilities: ["inline-events"] } }),
    ).toEqual(["a", "/"]);
    const any = { metadata: { inline_events: { at_run_time: true } } };
    expect(await results(files, { count: 3, manifest: any })).toEqual(["a", "b", "/"]);
  });

  test("what the policy keeps code from is told, with what would allow it", async () => {
    const script = `onload = () => { try { eval("1") } catch {} result("done"); const b = document.createElement("b"); b.setAttribute("onclick", "1"); document.body.append(b) }`;
    await here.shell.run({ files: { "index.html": page(script) } });
    const blocked = async () =>
      (await here.shell.events())
        .filter(({ type }) => type === "blocked")
        .map(({ allowance }) => String(allowance))
        .sort();
    await expect.poll(blocked).toEqual(["eval", "inline-events"]);
  });

  test("errors keep the names of the app's files", async () => {
    await here.shell.run({
      files: {
        "index.html": page(`setTimeout(()=>go())`, { head: `<script src="js/x.js"></script>` }),
        "js/x.js": "\nfunction go(){ null.x }",
      },
    });
    const found = async () => (await here.shell.events()).find((event) => event.type === "problem");
    await expect.poll(found).toBeDefined();
    const problem = (await found())!.problem as {
      stack: string;
      source: string;
      line: number;
    };
    expect(problem.source).toMatch(/\/js\/x\.js$/);
    expect(problem.line).toBe(2);
  });

  test("an error that says nothing is an 'Unknown error'", async () => {
    const thrown = `setTimeout(() => { throw "" }); setTimeout(() => { throw { toString() { throw 1 } } })`;
    await here.shell.run({ files: { "index.html": page(thrown) } });
    await expect
      .poll(async () => here.shell.problems(await here.shell.events()))
      .toEqual(["Unknown error", "Unknown error"]);
  });
});

describe("modules", () => {
  test("circles, relative and bare specifiers, import maps, import.meta, JSON, dynamic import, re-exports", async () => {
    const html = page(
      `import { a } from "./js/a.js"; import * as lib from "lib"; import deep from "lib/deep.js"; import data from "./data.json" with { type: "json" };
       import { again } from "/js/again.js?v=1";
       const late = await import("./js/late.js"); const name = "late"; const same = await import(\`./js/\${name}.js\`);
       const json = await import("./data.json", { with: { type: "json" } });
       result([a(), lib.name, deep, data.n, again, late.default, same === late, json.default.n, new URL(import.meta.url).pathname, new URL(import.meta.resolve("./x.js")).pathname]);`,
      {
        module: true,
        head: `<script type="importmap">{"imports":{"lib":"./vendor/lib.js","lib/":"./vendor/"}}</script>`,
      },
    );
    expect(
      await results({
        "index.html": html,
        "js/a.js": `import { b } from "./b.js"; export const name = "a"; export function a() { return b() }`,
        "js/b.js": `import { name } from "./a.js"; export function b() { return name + "b" }`,
        "js/again.js": `export { name as again } from "./a.js"; export * from "./b.js";`,
        "js/late.js": `export default "late" + import.meta.url.split("/").pop()`,
        "vendor/lib.js": `export const name = "lib"`,
        "vendor/deep.js": `export default "deep"`,
        "data.json": `{"n":42}`,
      }),
    ).toEqual([["ab", "lib", "deep", 42, "a", "latelate.js", true, 42, "/", "/x.js"]]);
  });

  test("in a page of an own frame: circles, bare specifiers, JSON, dynamic import, import.meta", async () => {
    const inner = `<!doctype html><script type="importmap">{ "imports": { "lib": "./lib.js" } }</script>
      <script type="module" src="one.js"></script>
      <script type="module">
        import { n, count } from "./one.js"; import lib from "lib"; import data from "./data.json" with { type: "json" };
        const late = await import("./late.js"); const asked = "late"; const again = await import("./" + asked + ".js");
        const named = await import("lib");
        parent.postMessage([n(), count, lib, data.a, late.url.slice(-14), again === late, location.pathname, named.default], "*");
      </script>`;
    const files = {
      // Its own map is not that of the frame.
      "index.html": page(`onmessage = async ({ data }) => result([...data, (await import("lib")).default])`, {
        head: `<script type="importmap">{ "imports": { "lib": "./own.js" } }</script>`,
        body: `<iframe src="inner/page.html"></iframe>`,
      }),
      "own.js": `export default "own"`,
      "inner/page.html": inner,
      "inner/one.js": `import { two } from "./two.js"; export const one = 1; export const n = () => two() + 1; export let count = 0; self.runs = count = (self.runs ?? 0) + 1;`,
      "inner/two.js": `import { one } from "./one.js"; export const two = () => one * 2;`,
      "inner/lib.js": `export default "lib"`,
      "inner/late.js": `export const { url } = import.meta`,
      "inner/data.json": `{ "a": 5 }`,
    };
    expect(await results(files)).toEqual([
      [3, 1, "lib", 5, "/inner/late.js", true, "/inner/page.html", "lib", "own"],
    ]);
  });

  test("external module scripts, nomodule, a module as the entry", async () => {
    const files = {
      "index.html": page("", {
        body: `<script type="module" src="main.js"></script><script nomodule>result("old")</script>`,
      }),
      "main.js": `import "./side.js"; result(document.querySelectorAll("body").length)`,
      "side.js": `globalThis.result ??= (value) => console.log("RESULT " + JSON.stringify(value))`,
    };
    expect(await results(files)).toEqual([1]);
    expect(await results(files, { manifest: { entry: { module: "main.js" } } })).toEqual([1]);
  });

  test("a module that is missing fails like on the web", async () => {
    const html = page(`import("./none.js").catch((error) => result(error.name))`, { module: true });
    expect(await results({ "index.html": html })).toEqual(["TypeError"]);
  });
});

describe("workers", () => {
  test("classic: importScripts, fetch, synchronous requests, location", async () => {
    const script = `const worker = new Worker("js/w.js"); worker.onmessage = (event) => result(event.data); worker.postMessage({ n: 1 }); worker.postMessage({ n: 2 })`;
    const worker = `importScripts("lib.js", "/js/more.js"); onmessage = async (event) => {
      const request = new XMLHttpRequest(); request.open("GET", "../data.txt", false); request.send();
      postMessage([event.data.n, lib, more, await (await fetch("../data.txt")).text(), request.responseText, location.pathname]) }`;
    const found = await results(
      {
        "index.html": page(script),
        "js/w.js": worker,
        "js/lib.js": "lib = 'lib'",
        "js/more.js": "more = 'more'",
        "data.txt": "text",
      },
      { count: 2 },
    );
    expect(found).toEqual([
      [1, "lib", "more", "text", "text", "/js/w.js"],
      [2, "lib", "more", "text", "text", "/js/w.js"],
    ]);
  });

  test("importScripts of a data URL", async () => {
    const script = `new Worker("work.js").onmessage = ({ data }) => result(data)`;
    const work = `importScripts("data:application/javascript;base64,${btoa("self.n = 7")}", "data:text/javascript,self.m=1"); postMessage([n, m])`;
    expect(await results({ "index.html": page(script), "work.js": work })).toEqual([[7, 1]]);
  });

  test("module, blob, data and shared workers; terminate; errors", async () => {
    const script = `
      const say = (name) => (event) => result([name, event.data]);
      const module = new Worker(new URL("./js/m.js", document.baseURI), { type: "module", name: "mod" }); module.onmessage = say("module"); module.postMessage(1);
      const blob = new Worker(URL.createObjectURL(new Blob(["onmessage=e=>postMessage(e.data+1)"]))); blob.onmessage = say("blob"); blob.postMessage(1);
      const data = new Worker("data:text/javascript,postMessage('d')"); data.onmessage = say("data");
      const shared = new SharedWorker("js/s.js"); shared.port.onmessage = say("shared"); shared.port.postMessage("x");
      const broken = new Worker("js/broken.js"); broken.onerror = (event) => { event.preventDefault(); result(["error", event.message.includes("broken")]) };
      try { new Worker("none.js") } catch (error) { result(["none", error.name]) }`;
    const found = (await results(
      {
        "index.html": page(script),
        "js/m.js": `import { twice } from "./t.js"; onmessage = async (event) => postMessage([twice(event.data), (await import("./late.js")).default, name, import.meta.url.split("/").pop()])`,
        "js/t.js": `export const twice = (n) => n * 2`,
        "js/late.js": `export default "late"`,
        "js/s.js": `onconnect = ({ ports: [port] }) => { port.onmessage = (event) => port.postMessage(event.data + "!") }`,
        "js/broken.js": `throw new Error("broken")`,
      },
      { count: 6 },
    )) as [string, unknown][];
    expect(Object.fromEntries(found)).toEqual({
      module: [2, "late", "mod", "m.js"],
      blob: 2,
      data: "d",
      shared: "x!",
      error: true,
      none: "SecurityError",
    });
  });

  test("a shared worker is one: a module assigns its handler", async () => {
    const script = `const { port } = new SharedWorker("m.js", { type: "module", name: "shared" }); port.onmessage = ({ data }) => result(data); port.postMessage("x")`;
    const worker = `const { name, onconnect: before } = self;
      onconnect = ({ ports: [port] }) => { port.onmessage = ({ data }) => port.postMessage([data, name, before, self instanceof SharedWorkerGlobalScope, typeof DedicatedWorkerGlobalScope]) }`;
    const found = await results({ "index.html": page(script), "m.js": worker });
    expect(found).toEqual([["x", "shared", null, true, "undefined"]]);
  });

  test("a module worker imports what it is given, once, and from the module where the import stands", async () => {
    const script = `const worker = new Worker("js/m.js", { type: "module" }); worker.onmessage = (event) => result(event.data); worker.postMessage(new URL("core/late.js", document.baseURI).href)`;
    const found = await results({
      "index.html": page(script),
      "js/m.js": `import { near } from "../lib/near.js"; onmessage = async ({ data }) => {
        const late = await import(/* at run time */ data); const blob = URL.createObjectURL(new Blob(["export default 'blob'"], { type: "text/javascript" }));
        const missing = await import(data + "?x".slice(2) + "x").catch((error) => error.name);
        postMessage([late.default, late === (await import(data)), (await import(blob)).default, await near("./" + "other.js"), missing]) }`,
      "lib/near.js": `export const near = async (name) => (await import(name)).default`,
      "lib/other.js": `export default "other"`,
      "core/late.js": `import { n } from "./n.js"; export default n`,
      "core/n.js": `export const n = 7`,
    });
    expect(found).toEqual([[7, true, "blob", "other", "TypeError"]]);
  });

  test("audio worklets and offscreen canvas", async () => {
    const script = `onload = async () => { const context = new OfflineAudioContext(1, 128, 44100); await context.audioWorklet.addModule("tone.js");
      new AudioWorkletNode(context, "tone").connect(context.destination); const sound = await context.startRendering(); result(sound.getChannelData(0)[5]);
      const canvas = document.createElement("canvas").transferControlToOffscreen(); const worker = new Worker("paint.js"); worker.onmessage = (event) => result(event.data); worker.postMessage(canvas, [canvas]) }`;
    const tone = `registerProcessor("tone", class extends AudioWorkletProcessor { process(inputs, outputs) { outputs[0][0].fill(0.5); return true } })`;
    const paint = `onmessage = (event) => { event.data.getContext("2d").fillRect(0, 0, 1, 1); postMessage(event.data.width) }`;
    expect(
      await results({ "index.html": page(script), "tone.js": tone, "paint.js": paint }, { count: 2 }),
    ).toEqual([0.5, 300]);
  });
});
