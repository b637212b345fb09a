import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cpuMillisecondsOf } from "@/tests/support/cpu-time";
import { packageFiles } from "@/tests/support/package-files";
import { inspectFiles } from "./inspect-files";
import { packFiles } from "./open-package";

const hashOf = (code: string) => `sha256-${createHash("sha256").update(code).digest("base64")}`;
const inspect = (files: Record<string, string>) => inspectFiles(packageFiles(files, null));
const needsOf = async (script: string) => [...(await inspect({ "a.js": script })).needs.keys()];

describe("inline handlers", () => {
  it("are found with the hash that a browser takes of them", async () => {
    const page = `<!doctype html>
<button onclick="go()">a</button>
<p
  ONMOUSEOVER='say(&quot;hi&quot;)' data-onclick="no()" once="1">
<svg><path onload="x()"/></svg>`;
    const { handlers, hashes, needs } = await inspect({ "index.html": page });
    expect(handlers.map(({ attribute, code, hash, place }) => [attribute, code, hash, place])).toEqual([
      ["onclick", "go()", hashOf("go()"), { entry: "index.html", line: 2, column: 9 }],
      ["onmouseover", 'say("hi")', hashOf('say("hi")'), { entry: "index.html", line: 4, column: 3 }],
      ["onload", "x()", hashOf("x()"), { entry: "index.html", line: 5, column: 12 }],
    ]);
    expect(hashes).toEqual(handlers.map(({ hash }) => hash));
    expect(needs.get("inline-events")).toEqual({ entry: "index.html", line: 2, column: 9 });
  });

  it("count each once, are hashed after line breaks are made one, and as UTF-8", async () => {
    const { hashes } = await inspect({
      "a.html": "<a onclick='a();\r\nb()'><a onclick='a();\nb()'><a onclick='絵()'>",
    });
    expect(hashes).toEqual([hashOf("a();\nb()"), hashOf("絵()")]);
  });

  it("are found in the texts of scripts that make markup", async () => {
    const script = `
el.innerHTML = '<b onclick="one()">x</b>';
el.innerHTML = "<b onclick=\\"two('x')\\">";
el.innerHTML = \`<b class="\${c}" onclick="three()">\`;
el.setAttribute("onclick", "four()");
el.innerHTML = '<b onclick="five(' + i + ')">';
el.innerHTML = \`<b onclick="six(\${i})">\`;
el.setAttribute('onkeydown', code);
el.onclick = () => 1; // not inline
`;
    const { handlers, dynamicHandlers } = await inspect({ "a.js": script });
    expect(handlers.map(({ code, origin, place }) => [code, origin, place.line])).toEqual([
      ["one()", "script", 2],
      ["two('x')", "script", 3],
      ["three()", "script", 4],
      ["four()", "script", 5],
    ]);
    expect(dynamicHandlers.map(({ attribute, place }) => [attribute, place.line])).toEqual([
      ["onclick", 6],
      ["onclick", 7],
      ["onkeydown", 8],
    ]);
  });

  it("are allowed beside those that the manifest lists, without a word", async () => {
    const page = `<a onclick="go()" href="javascript:go()"><a onclick="ok()">`;
    const listed = [hashOf("ok()"), hashOf("gone()")];
    const files = packageFiles(
      { "index.html": page },
      { metadata: { inline_events: { allowed_attr_hashes: listed } } },
    );
    const { findings, manifest } = await packFiles(files);
    expect(manifest.metadata.inline_events?.allowed_attr_hashes).toEqual([...listed, hashOf("go()")]);
    expect(findings).toEqual([]);
  });
});

describe("needs", () => {
  it.each([
    ["eval('1')", ["eval"]],
    ["window.eval (x)", ["eval"]],
    ["(0, eval)(x)", ["eval"]],
    ["new Function('a', 'return a')", ["eval"]],
    ["Function('return this')()", ["eval"]],
    ["setTimeout('tick()', 9)", ["eval"]],
    ["(() => {}).constructor('return this')()", ["eval"]],
    ["class A { constructor() { this.b = 1 } }", []],
    [`s += '<b id="' + i + '" onclick="go(' + i + ')">'`, ["inline-events"]],
    ["setTimeout(() => tick(), 9); math.evaluate(1); redis.eval('x'); medieval(1)", []],
    ["// eval(x)\n'eval(x)'; /eval(x)/; x instanceof Function", []],
    ["function f() {} f.call(Function.prototype)", []],
    ["WebAssembly.instantiate(x)", ["wasm"]],
    ["new Worker('a.js')", ["workers"]],
    ["class Worker {} Worker.x", []],
    ["ctx.audioWorklet.addModule('a.js')", ["workers"]],
    ["import('./a.js')", ["modules"]],
    ["import.meta.url", ["modules"]],
    ["indexedDB.open('x')", ["indexedDB"]],
    ["localStorage.x = sessionStorage.y", ["storage"]],
    ["el.requestFullscreen()", ["fullscreen"]],
    ["navigator.clipboard.writeText('x')", ["clipboard"]],
    ["gum.fetch('https://api.example.com/x')", ["network"]],
  ])("%s → %j", async (script, needs) => expect(await needsOf(script)).toEqual(needs));

  it("are seen in pages, and in handlers", async () => {
    const { needs } = await inspect({
      "index.html": `<script type="module">import "./a.js"</script><script type="text/plain">eval(1)</script><p onclick="eval(1)">`,
      "a.js": "",
      "x.wasm": "\0asm",
    });
    expect([...needs.keys()].sort()).toEqual(["eval", "inline-events", "modules", "wasm"]);
    expect(needs.get("eval")).toEqual({ entry: "index.html", line: 1, column: 101 });
  });
});

describe("threads", () => {
  it.each([
    ["const shared = new SharedArrayBuffer(4 * width * height)"],
    ["m = new WebAssembly.Memory({ initial: 256, maximum: 65536, shared: true })"],
    [`m=new WebAssembly.Memory({"initial":SIZE/65536,"maximum":2147483648/65536,"shared":!0})`],
    [`var ENVIRONMENT_IS_PTHREAD=Module["ENVIRONMENT_IS_PTHREAD"]||false;typeof SharedArrayBuffer`],
    ["const GODOT_THREADS_ENABLED = true;"],
  ])("are needed by %s", async (script) => expect(await needsOf(script)).toContain("threads"));

  it.each([
    [`b = typeof SharedArrayBuffer !== "undefined" ? new SharedArrayBuffer(size) : new ArrayBuffer(size)`],
    ["if (self.crossOriginIsolated) start(new SharedArrayBuffer(size))"],
    ["if ('SharedArrayBuffer' in window) b = new SharedArrayBuffer(size)"],
    ["new MessageChannel().port1.postMessage(new SharedArrayBuffer(1))"],
    ["try { b = new SharedArrayBuffer(size) } catch { b = new ArrayBuffer(size) }"],
    ["new WebAssembly.Memory({ shared: true, initial: 0, maximum: 0 }).buffer.constructor"],
    ["globalThis.SharedArrayBuffer ?? 1; new WebAssembly.Memory({initial:256,maximum:65536,shared:!0})"],
    ["heap.buffer instanceof SharedArrayBuffer"],
    ["tooltip = new Memory({ shared: true, initial: 9 })"],
    ["if (ENVIRONMENT_IS_PTHREAD == 1) go(); // new SharedArrayBuffer(size)"],
    ["const GODOT_THREADS_ENABLED = false;"],
  ])("are not needed by %s", async (script) => expect(await needsOf(script)).not.toContain("threads"));

  it("are noticed once, without refusing the package", async () => {
    const files = {
      "index.html": `<script>const GODOT_THREADS_ENABLED = true</script>`,
      "index.worker.js": `Module["ENVIRONMENT_IS_PTHREAD"] = true`,
    };
    const { findings } = await packFiles(packageFiles(files));
    expect(findings).toMatchObject([
      { code: "needs_threads", level: "warning", entry: "index.html", line: 1 },
    ]);
    const { needs } = await inspect({ "index.worker.js": `Module["ENVIRONMENT_IS_PTHREAD"] = true` });
    expect([...needs.keys()]).toEqual(["threads"]);
    const flutter = { "canvaskit/skwasm.js": `var ENVIRONMENT_IS_PTHREAD = false` };
    expect([...(await inspect(flutter)).needs.keys()]).toEqual([]);
    expect([...(await inspect({ "save.worker.js": "onmessage = () => 1" })).needs.keys()]).toEqual([]);
  });
});

describe("a build that a server would have to unpack", () => {
  const found = async (files: Record<string, string>) => {
    const { findings } = await packFiles(packageFiles(files));
    return findings
      .filter(({ code }) => code === "build_compressed")
      .map(({ params, line }) => [params["file"], line]);
  };
  const loader = { "Build/g.loader.js": "" };

  it("is named once where it is of Unity, with what to set", async () => {
    for (const kind of ["br", "gz"]) {
      const build = { [`Build/g.framework.js.${kind}`]: "x", [`Build/g.data.${kind}`]: "x" };
      expect(await found({ ...loader, ...build })).toEqual([[`Build/g.framework.js.${kind}`, undefined]]);
    }
    const { findings } = await packFiles(packageFiles({ ...loader, "Build/g.wasm.br": "x" }));
    expect(findings[0]?.message).toContain("Compression Format to Disabled");
  });

  it("is named where a page runs it", async () => {
    const page = `<!doctype html>\n<script src="app.js.gz?v=1"></script><script src="https://a.example/b.js.gz"></script>`;
    expect(await found({ "index.html": page, "app.js.gz": "x" })).toEqual([["app.js.gz?v=1", 2]]);
  });

  it.each([
    [{ ...loader, "Build/g.framework.js.unityweb": "x", "Build/g.data.unityweb": "x" }],
    [{ ...loader, "Build/g.framework.js": "x", "Build/g.framework.js.gz": "x" }],
    [{ "assets/app.js": "x", "assets/app.js.br": "x", "levels/1.data.gz": "x" }],
  ])("is none: %j", async (files) => expect(await found(files)).toEqual([]));
});

describe("source that is not built", () => {
  const found = async (html: string) => {
    const files = { "index.html": html, "src/main.tsx": "", "app.jsx": "", "App.vue": "", "a.ts": "" };
    const { findings } = await packFiles(packageFiles(files));
    return findings.map(({ code, line, params }) => [code, line, params["file"]]);
  };

  it("is named where a page runs it", async () => {
    const html = `<!doctype html>
<script type="module" src="/src/main.tsx?t=1"></script>
<script src=app.jsx></script><script type=module src=./App.vue></script>`;
    expect(await found(html)).toEqual([
      ["script_not_built", 2, "/src/main.tsx"],
      ["script_not_built", 3, "app.jsx"],
      ["component_not_built", 3, "./App.vue"],
    ]);
  });

  it.each([
    [`<script type="text/babel" src="app.jsx"></script>`],
    [`<script type="text/typescript" src="a.ts"></script>`],
    [`<a href="a.ts">source</a><img src="data:,x" data-src="app.jsx">`],
  ])("may be data: %s", async (html) => expect(await found(html)).toEqual([]));

  it("may lie beside its build", async () => {
    const files = {
      "index.html": `<script type="module" src="/src/main.ts"></script>`,
      "src/main.ts": "",
      "dist/index.html": `<script src="a.js"></script>`,
      "dist/a.js": "",
    };
    const built = await packFiles(packageFiles(files, { entry: { html: "dist/index.html" } }));
    expect(built.findings.map(({ code }) => code)).toEqual([]);
    const source = await packFiles(packageFiles(files));
    expect(source.findings.map(({ code }) => code)).toEqual(["script_not_built"]);
  });
});

describe("addresses", () => {
  it("outside the package are warned of, each by what it is", async () => {
    const page = `<!doctype html>
<link rel="stylesheet" href="https://cdn.example.com/a.css">
<script src="//cdn.example.com/a.js"></script>
<img src="http://pics.example.com/a.png" srcset="https://pics.example.com/b.png 2x">
<a href="https://example.com/">more</a>
<p style="background: url(https://pics.example.com/c.png)">
<svg xmlns="http://www.w3.org/2000/svg"><use href="https://cdn.example.com/i.svg#a"/></svg>
<script>
  fetch("https://api.example.com/x");
  gum.fetch("https://ok.example.com/x");
  gum.fetch(\`https://no.example.com/\${id}\`);
  new WebSocket('wss://live.example.com');
  xhr.open("GET", "https://api.example.com/y");
  import("https://esm.example.com/x.js");
  const site = "https://example.com/about", ns = "http://www.w3.org/1999/xhtml"; // https://example.com/comment
</script>`;
    const manifest = { network: { hosts: ["ok.example.com"], reason: "why" } };
    const { findings, inspection } = await packFiles(packageFiles({ "index.html": page }, manifest));
    expect(findings.map(({ code, line, params }) => [code, line, params["url"] ?? params["host"]])).toEqual([
      ["external_load", 2, "https://cdn.example.com/a.css"],
      ["external_load", 3, "//cdn.example.com/a.js"],
      ["external_load", 4, "http://pics.example.com/a.png"],
      ["external_load", 4, "https://pics.example.com/b.png"],
      ["external_load", 6, "https://pics.example.com/c.png"],
      ["external_load", 7, "https://cdn.example.com/i.svg#a"],
      ["direct_request", 9, "https://api.example.com/x"],
      ["host_undeclared", 11, "no.example.com"],
      ["direct_request", 12, "wss://live.example.com"],
      ["direct_request", 13, "https://api.example.com/y"],
      ["external_load", 14, "https://esm.example.com/x.js"],
    ]);
    expect(inspection.references.filter(({ use }) => use === "text").map(({ url }) => url)).toEqual([
      "https://example.com/about",
    ]);
  });

  it("inside the package are looked for", async () => {
    const files = {
      "index.html": `<script src="js/app.js?v=2"></script><img src="/img/a%20b.png"><img src="no.png"><link rel=icon href=fav.ico>
<img src="data:,x"><img src="{{tpl}}"><a href="other.html">x</a><script src="webxdc.js"></script><img src="">`,
      "js/app.js": `import "./lib.js"; import x from '../no.js'; import y from "react"; new Worker("js/worker.js"); new Audio("snd/no.mp3")`,
      "js/lib.js": "",
      "js/worker.js": "",
      "css/a.css": `a { background: url(../img/a%20b.png), url("no.svg#x"), url(#grad) }`,
      "img/a b.png": "",
    };
    const { missing } = await inspect(files);
    expect(missing.map(({ file, place }) => [place.entry, place.line, file])).toEqual([
      ["index.html", 1, "no.png"],
      ["index.html", 1, "fav.ico"],
      ["js/app.js", 1, "no.js"],
      ["js/app.js", 1, "js/snd/no.mp3"],
      ["css/a.css", 1, "css/no.svg"],
    ]);
  });
});

describe("a build for a path below the root", () => {
  const missing = async (files: Record<string, string>, manifest: object = {}) => {
    const { findings } = await packFiles(packageFiles(files, manifest));
    return findings.filter(({ code }) => code === "file_not_found").map(({ params }) => params["file"]);
  };
  const build = {
    "index.html": `<script type="module" crossorigin src="/name/assets/a.js"></script>
<link rel="stylesheet" crossorigin href="/name/assets/a.css"><link rel="icon" href="/name/icon.svg"><img src="/name/lost.png">`,
    "assets/a.js": `import "/name/assets/b.js"; import("/name/assets/lost.js"); new Worker("/name/w.js")`,
    "assets/b.js": "",
    "assets/a.css": "a { background: url(/name/icon.svg) }",
    "icon.svg": "",
    "w.js": "",
  };

  it("has its files, as the frame serves them", async () => {
    expect(await missing(build)).toEqual(["name/assets/lost.js", "name/lost.png"]);
  });

  it("may lie in a folder", async () => {
    const below = Object.fromEntries(Object.entries(build).map(([path, text]) => [`dist/${path}`, text]));
    expect(await missing(below, { entry: { html: "dist/index.html" } })).toEqual([
      "name/assets/lost.js",
      "name/lost.png",
    ]);
  });

  it("may be one of several pages", async () => {
    const files = {
      "index.html": `<script src="start.js"></script><a href="game/">play</a>`,
      "start.js": "",
      "game/index.html": `<script src="/repo/game/a.js"></script><img src="/repo/game/a.png"><img src="/b.png">`,
      "game/a.js": "",
      "game/a.png": "",
      "game/b.png": "",
    };
    expect(await missing(files)).toEqual([]);
  });

  it("is none where one of its scripts lies elsewhere", async () => {
    const page = `<script src="/name/a.js"></script><script src="/other/b.js"></script>`;
    expect(await missing({ "index.html": page, "a.js": "", "b.js": "" })).toEqual([
      "name/a.js",
      "other/b.js",
    ]);
  });
});

describe("bounds", () => {
  it("keeps lists, findings and time in bounds", async () => {
    const page = Array.from(
      { length: 5_000 },
      (_, i) => `<a onclick="f(${i})"><img src="https://a${i}.example.com">`,
    ).join("\n");
    const { findings, inspection } = await packFiles(packageFiles({ "index.html": page }));
    expect(inspection.handlers.length).toBe(1_000);
    expect(findings.length).toBe(201);
    expect(findings.at(-1)?.code).toBe("more_findings");
  });

  it("leaves very large files alone and says so", async () => {
    const { findings } = await packFiles(packageFiles({ "big.js": " ".repeat(5 * 1024 * 1024) }));
    expect(findings.map(({ code, entry }) => [code, entry])).toEqual([["not_scanned", "big.js"]]);
  });

  it("looks through so much of a package and no more", async () => {
    const script = " ".repeat(3 * 1024 * 1024);
    const { notScanned } = await inspect({
      "a.js": script,
      "b.js": script,
      "c.js": script,
      "d.js": script,
      "e.js": script,
    });
    expect(notScanned).toEqual(["e.js"]);
  });

  it("does not fill the memory with templates in templates", async () => {
    expect((await inspect({ "a.js": "`${".repeat(1_000_000) })).handlers).toEqual([]);
  });
});

it.each([
  ["a.js", `typeof${" ".repeat(500_000)}x;${"new SharedArrayBuffer(1024);".repeat(5_000)}`],
  ["a.js", `window${" ".repeat(500_000)}x;new SharedArrayBuffer(1024);`],
  ["a.css", `a { background: url(${" ".repeat(500_000)}x) }`],
  ["a.css", `a { background: url(x${" ".repeat(500_000)}x) }`],
])("long runs of spaces in %s take no long time", async (path, text) => {
  expect(await cpuMillisecondsOf(async () => void (await inspect({ [path]: text })))).toBeLessThan(3_000);
});
