/** Ordinary pages: their own files by every road that the platform has. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ADD_WASM, page, png, wav } from "../support/page-assets";
import type { Files } from "../support/sandbox-stage";
import { resultsOf, stageForAll } from "../support/stage-for-all";

const here = stageForAll();

const results = (files: Files, { count = 1, manifest = {} } = {}): Promise<unknown[]> =>
  resultsOf(here.shell, { files, manifest }, count);

const PICTURE = png(3, 2);

describe("files of the page", () => {
  test("pictures by attribute, property, srcset, markup, setAttribute and root path", async () => {
    const script = `
      const sizes = {};
      const seen = (name, image) => new Promise((done) => {
        const note = () => { sizes[name] = image.naturalWidth; done(); };
        if (image.complete) { sizes[name] = image.naturalWidth || "error"; done(); } else { image.onload = note; image.onerror = () => { sizes[name] = "error"; done(); }; }
      });
      const property = new Image(); property.src = "img/a.png";
      const root = new Image(); root.src = "/img/a.png";
      const attribute = document.createElement("img"); attribute.setAttribute("src", "./img/a.png?v=2#x");
      const set = document.createElement("img"); set.srcset = "img/one.png 1x, img/two.png 2x";
      const box = document.createElement("div"); box.innerHTML = '<img src="img/a.png"><b>hi</b>';
      const beside = document.createElement("div"); document.body.append(beside); beside.insertAdjacentHTML("beforeend", "<img src='img/a.png'>");
      const cloned = attribute.cloneNode();
      const missing = new Image(); missing.src = "img/none.png";
      onload = async () => {
        await Promise.all([seen("markup", document.images[0]), seen("property", property), seen("root", root), seen("attribute", attribute),
          seen("set", set), seen("inner", box.firstChild), seen("beside", beside.firstChild), seen("cloned", cloned), seen("missing", missing)]);
        result(sizes);
        const asked = new Image(); asked.src = "img/a.png?a=1&b=2";
        const around = document.createElement("div"); around.append(asked);
        result([property.src === location.origin + "/img/a.png", attribute.getAttribute("src"), box.innerHTML, attribute.src === location.origin + "/img/a.png?v=2#x",
          asked.src === location.origin + "/img/a.png?a=1&b=2", around.innerHTML, document.querySelector("script[src]").src.split("?")[1]]);
      };`;
    const [sizes, addresses] = await results(
      {
        "index.html": page(script, {
          body: `<img src="img/a.png">`,
          head: `<script src="js/asked.js?for=me"></script>`,
        }),
        "img/a.png": PICTURE,
        "img/one.png": PICTURE,
        "img/two.png": PICTURE,
        "js/asked.js": "",
      },
      { count: 2 },
    );
    expect(sizes).toEqual({
      markup: 3,
      property: 3,
      root: 3,
      attribute: 3,
      set: 3,
      inner: 3,
      beside: 3,
      cloned: 3,
      missing: "error",
    });
    expect(addresses).toEqual([
      true,
      "./img/a.png?v=2#x",
      '<img src="img/a.png"><b>hi</b>',
      true,
      true,
      '<img src="img/a.png?a=1&amp;b=2">',
      "for=me",
    ]);
  });

  test("style sheets: url() relative to the sheet, @import, circles, custom and inline styles", async () => {
    const script = `
      onload = async () => {
        const of = (id, property = "backgroundImage") => getComputedStyle(document.getElementById(id))[property];
        document.getElementById("late").style.backgroundImage = "url(img/a.png)";
        const style = document.createElement("style"); style.textContent = "#made{background-image:url('img/a.png')}"; document.head.append(style);
        style.sheet.insertRule("#rule{background-image:url(img/a.png)}");
        const sheet = new CSSStyleSheet(); sheet.replaceSync("#sheet{background-image:url(img/a.png)}"); document.adoptedStyleSheets = [sheet];
        await new Promise((done) => setTimeout(done, 50));
        const loads = (id) => new Promise((done) => { const image = new Image(); image.onload = () => done(image.naturalWidth); image.onerror = () => done("error"); image.src = /url\\("(.*)"\\)/.exec(of(id))?.[1] ?? "none"; });
        result([of("imported", "color"), of("circle", "color")]);
        result(await Promise.all(["linked", "inline", "late", "made", "rule", "sheet"].map(loads)));
      };`;
    const [colours, pictures] = await results(
      {
        "index.html": page(script, {
          head: `<link rel="stylesheet" href="css/main.css">`,
          body:
            ["linked", "late", "made", "rule", "sheet", "imported", "circle"]
              .map((id) => `<i id="${id}"></i>`)
              .join("") + `<i id="inline" style="background-image:url(img/a.png)"></i>`,
        }),
        "css/main.css": `@import "more.css"; @import url("circle.css"); #linked{background:url( "../img/a.png" )}`,
        "css/more.css": `#imported{color:rgb(1, 2, 3)}`,
        "css/circle.css": `@import "main.css"; #circle{color:rgb(4, 5, 6)}`,
        "img/a.png": PICTURE,
      },
      { count: 2 },
    );
    expect(colours).toEqual(["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
    expect(pictures).toEqual([3, 3, 3, 3, 3, 3]);
  });

  test("scripts and style sheets that are made with their hash", async () => {
    const files = { "made.js": "window.made = 1", "made.css": "body{color:rgb(1, 2, 3)}" };
    const hash = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
    const script = `
      const put = (element, after) => new Promise((done) => { element.onload = () => done("loaded"); element.onerror = () => done("refused"); document.head.append(element); after?.(); });
      const hashes = ${JSON.stringify({ js: hash(files["made.js"]), css: hash(files["made.css"]) })};
      onload = async () => {
        const property = Object.assign(document.createElement("script"), { src: "made.js", integrity: hashes.js, crossOrigin: "anonymous" });
        const attribute = document.createElement("script"); attribute.setAttribute("Integrity", hashes.js); attribute.setAttribute("crossorigin", ""); attribute.setAttribute("src", "made.js");
        const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", integrity: hashes.css, href: "made.css" });
        result([await put(property), await put(attribute), await put(sheet), getComputedStyle(document.body).color]);
        result([property.integrity === hashes.js, attribute.integrity === hashes.js, sheet.getAttribute("integrity") === hashes.css, document.createElement("script").integrity]);
      };`;
    const [loaded, read] = await results({ "index.html": page(script), ...files }, { count: 2 });
    expect(loaded).toEqual(["loaded", "loaded", "loaded", "rgb(1, 2, 3)"]);
    expect(read).toEqual([true, true, true, ""]);
  });

  test("fetch and XMLHttpRequest, synchronous too; missing files are 404", async () => {
    const script = `
      const read = async (url, init) => { const answer = await fetch(url, init); return [answer.status, answer.ok, answer.headers.get("content-type"), (await answer.text()).slice(0, 20), new URL(answer.url).pathname]; };
      const sync = (url) => { const request = new XMLHttpRequest(); request.open("GET", url, false); request.send(); return [request.status, request.responseText]; };
      const async_ = (url, type) => new Promise((done) => { const request = new XMLHttpRequest(); request.open("GET", url); request.responseType = type;
        request.onload = () => done([request.status, type === "arraybuffer" ? request.response.byteLength : type === "json" ? request.response : String(request.response).slice(0, 20)]); request.onerror = () => done("error"); request.send(); });
      (async () => {
        result(await Promise.all([read("data/a.json"), read("/data/a.json"), read(new Request("data/a.json")), read("data/none.json"), read("data/a.json", { method: "HEAD" }), read("data:text/plain,hello%20you")]));
        result([sync("data/a.json"), sync("nothing.txt"), await async_("data/a.json", "json"), await async_("data/a.json", "arraybuffer"), await async_("data/a.json", "blob")]);
        const url = URL.createObjectURL(new Blob(["mine"])); result([await (await fetch(url)).text(), await async_(url, "text")]);
        const controller = new AbortController(); controller.abort(); result(await fetch("data/a.json", { signal: controller.signal }).catch((error) => error.name));
      })();`;
    const [fetched, requested, own, aborted] = await results(
      {
        "index.html": page(script),
        "data/a.json": `{"a":1}`,
      },
      { count: 4 },
    );
    const json = [200, true, "application/json", `{"a":1}`, "/data/a.json"];
    expect(fetched).toEqual([
      json,
      json,
      [...json.slice(0, 4), expect.stringContaining("data/a.json")],
      [404, false, expect.anything(), "", "/data/none.json"],
      [200, true, "application/json", "", "/data/a.json"],
      [200, true, "text/plain", "hello you", "text/plain,hello%20you"],
    ]);
    expect(requested).toEqual([
      [200, `{"a":1}`],
      [404, ""],
      [200, { a: 1 }],
      [200, 7],
      [200, "[object Blob]"],
    ]);
    expect(own).toEqual(["mine", [200, "mine"]]);
    expect(aborted).toBe("AbortError");
  });

  test("audio, video posters, decoded sound and wasm streaming", async () => {
    const script = `
      onload = async () => {
        const loaded = (media) => new Promise((done) => { media.oncanplaythrough = () => done(true); media.onerror = () => done("error"); setTimeout(() => done("late"), 30000); media.load(); });
        result([await loaded(new Audio("sound/a.wav")), await loaded(document.querySelector("audio"))]);
        const buffer = await (await fetch("sound/a.wav")).arrayBuffer();
        const sound = await new OfflineAudioContext(1, 100, 8000).decodeAudioData(buffer);
        const again = await (await fetch("sound/a.wav")).arrayBuffer();
        result([sound.length, again.byteLength]);
        const { instance } = await WebAssembly.instantiateStreaming(fetch("add.wasm"));
        result(instance.exports.add(2, 3));
      };`;
    const [media, sound, sum] = await results(
      {
        "index.html": page(script, { body: `<audio><source src="sound/a.wav" type="audio/wav"></audio>` }),
        "sound/a.wav": wav(),
        "add.wasm": ADD_WASM,
      },
      { count: 3 },
    );
    expect(media).toEqual([true, true]);
    expect(sound).toEqual([800, 844]);
    expect(sum).toBe(5);
  });

  test("the page lies in a folder; base, query and encoded names", async () => {
    const script = `
      (async () => {
        const text = async (url) => (await fetch(url)).text();
        result([await text("near.txt"), await text("/app/near.txt"), await text("../far.txt"), await text("/far.txt"), await text("%E3%81%82%20b.txt"), await text("あ b.txt"), await text("near.txt?x=1")]);
        result([location.pathname, document.baseURI === location.origin + "/app/", new URL("near.txt", document.baseURI).pathname]);
      })();`;
    const [texts, place] = await results(
      { "app/index.html": page(script), "app/near.txt": "near", "far.txt": "far", "app/あ b.txt": "kana" },
      { count: 2, manifest: { entry: { html: "app/index.html" } } },
    );
    expect(texts).toEqual(["near", "near", "far", "far", "kana", "kana", "near"]);
    expect(place).toEqual(["/app/", true, "/app/near.txt"]);
  });

  test("base href inside the package, and a word of it in a script; the policy refuses nothing", async () => {
    const refused: string[] = [];
    const listen = (message: { text(): string }) => {
      if (/base URI/i.test(message.text())) refused.push(message.text());
    };
    here.shell.page.on("console", listen);
    const script = `(async () => result([await (await fetch("a.txt")).text(), document.images[0].src === location.origin + "/files/a.png", document.images[0].naturalWidth, "<base href='x'>".length, document.querySelector("base").getAttribute("href")]))();`;
    const source = page(`onload = () => { ${script} }`, {
      head: `<!-- <base href="none/"> --><base href="files/">`,
      body: `<img src="a.png">`,
    });
    expect(await results({ "index.html": source, "files/a.txt": "based", "files/a.png": PICTURE })).toEqual([
      ["based", true, 3, 15, "files/"],
    ]);
    here.shell.page.off("console", listen);
    expect(refused).toEqual([]);
  });

  test("links to icons are there to be changed, and the policy refuses nothing", async () => {
    const refused: string[] = [];
    const listen = (message: { text(): string }) => {
      if (/image '/.test(message.text())) refused.push(message.text());
    };
    here.shell.page.on("console", listen);
    const script = `onload = () => {
      const icon = document.getElementById("icon"); icon.href = "b.png";
      const image = new Image(); image.onload = () => result([document.querySelectorAll("link[rel~=icon]").length, image.naturalWidth]); image.src = icon.href }`;
    const head = `<link id="icon" rel="shortcut icon" href="a.png"><link rel="icon" href="/gone.ico">`;
    const files = { "index.html": page(script, { head }), "a.png": PICTURE, "b.png": PICTURE };
    expect(await results(files)).toEqual([[2, 3]]);
    here.shell.page.off("console", listen);
    expect(refused).toEqual([]);
  });

  test("built to be served below the root: files, modules, workers, where the page lies, links", async () => {
    const script = `
      onload = async () => {
        const answered = new Promise((done) => { new Worker("/name/js/work.js").onmessage = ({ data }) => done(data) });
        history.pushState(null, "", "/name/about");
        const { n } = await import("/name/js/module.js");
        const text = async (url) => (await fetch(url)).text();
        result([sheet(), document.images[0].naturalWidth, await text("/name/a.txt"), await text("a.txt"), n, await answered, location.pathname]);
      };`;
    const source = page(script, {
      head: `<link rel="stylesheet" href="/name/css/a.css"><script>const start = location.pathname; const sheet = () => [start, getComputedStyle(document.body).color]</script><script src="/name/js/first.js"></script>`,
      body: `<img src="/name/a.png">`,
    });
    const files = {
      "index.html": source,
      "css/a.css": "body { color: rgb(1, 2, 3) }",
      "js/first.js": "",
      "js/module.js": `export { n } from "/name/js/n.js";`,
      "js/n.js": "export const n = 7;",
      "js/work.js": `fetch("/name/a.txt").then((answer) => answer.text()).then(postMessage)`,
      "a.txt": "text",
      "a.png": PICTURE,
    };
    expect(await results(files)).toEqual([
      [["/name/", "rgb(1, 2, 3)"], 3, "text", "text", 7, "text", "/name/about"],
    ]);
  });

  test("built to be served below the root: its base says so, and scripts read it", async () => {
    const script = `onload = async () => {
      const [base, all] = [document.querySelector("base"), document.querySelectorAll("base[href]")];
      result([location.pathname, base.getAttribute("href"), base.href === location.origin + "/name/", all.length, await (await fetch("/name/a.txt")).text(), await (await fetch("a.txt")).text(), ran]) }`;
    const head = `<base href="/name/"><script src="b.js"></script>`;
    const files = { "index.html": page(script, { head }), "b.js": "ran = 1", "a.txt": "text" };
    expect(await results(files)).toEqual([["/name/", "/name/", true, 1, "text", "text", 1]]);
  });

  test("links that nothing is loaded from keep their URL for scripts", async () => {
    const script = `onload = () => {
      const { href } = document.getElementById("main"); const made = document.createElement("script");
      const count = (selector) => document.querySelectorAll(selector).length;
      made.src = href; made.onload = () => result([href === location.origin + "/late.js", ran, document.querySelector("[rel=icon]").getAttribute("href"), document.querySelector("[rel=manifest]").hasAttribute("href"), count("link[href]"), count(".nav-link[href]"), count("#base[href]")]);
      document.head.append(made) }`;
    const head = `<link id="main" rel="preload" as="script" href="late.js"><link rel="icon" href="a.png"><link rel="manifest" href="/lost.json">`;
    const body = `<a class="nav-link">none</a><a class="nav-link" href="#a">one</a><i id="base"></i>`;
    expect(
      await results({ "index.html": page(script, { head, body }), "late.js": "ran = 1", "a.png": PICTURE }),
    ).toEqual([[true, 1, "a.png", true, 3, 1, 0]]);
  });

  test("built to be served below the root: a style sheet is lost; all code is inline", async () => {
    const lost = page(`onload = () => import("/name/a.js").then(({ n }) => result([n, location.pathname]))`, {
      head: `<link rel="stylesheet" href="/name/lost.css"><script src="/name/b.js"></script>`,
    });
    const inline = page(
      `const folder = new URL("/name/js/", document.baseURI); onload = async () => result([(await import(new URL("../a.js", folder).href)).n, location.pathname])`,
      { head: `<link rel="icon" href="/name/icon.svg">` },
    );
    const files = { "a.js": "export const n = 1", "b.js": "", "icon.svg": "<svg/>" };
    expect(await results({ "index.html": lost, ...files })).toEqual([[1, "/name/"]]);
    expect(await results({ "index.html": inline, ...files })).toEqual([[1, "/name/"]]);
  });

  test("svg: image, use of another file, shadow roots, templates", async () => {
    const script = `
      onload = async () => {
        customElements.define("own-part", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = '<img src="a.png">'; } });
        const part = document.createElement("own-part"); document.body.append(part);
        document.body.append(document.getElementById("t").content.cloneNode(true));
        const pictures = [part.shadowRoot.querySelector("img"), document.querySelector("#fromtemplate")];
        const isAll = () => pictures.every((each) => each.naturalWidth) && document.querySelector("use").getBBox().width;
        await new Promise((done) => { const look = () => (isAll() ? done() : setTimeout(look, 20)); look(); });
        result([part.shadowRoot.querySelector("img").naturalWidth, document.querySelector("#fromtemplate").naturalWidth, window.fromTemplate]);
        result(document.querySelector("use").getBBox().width);
      };`;
    const body = `<svg><use href="s.svg#mark"></use></svg><template id="t"><img id="fromtemplate" src="a.png"><script>window.fromTemplate = 1</script></template>`;
    await results({
      "index.html": page(script, { body }),
      "a.png": PICTURE,
      "s.svg": `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="none"/><rect id="mark" width="7" height="5"/></svg>`,
    });
    await expect.poll(() => here.shell.results()).toEqual([[3, 3, 1], 7]);
  });

  test("object and embed of own pictures and pages, written and made by a script", async () => {
    const script = `
      const told = []; onmessage = ({ data }) => told.push(data);
      onload = async () => {
        const made = document.createElement("object"); made.data = "a.png"; document.body.append(made);
        const later = document.createElement("embed"); later.src = "inner.html?later"; document.body.append(later);
        await new Promise((done) => { const look = () => (told.length === 2 && made.firstChild?.naturalWidth ? done() : setTimeout(look, 20)); look(); });
        result([document.querySelector("#o img").naturalWidth, document.querySelector("#e").naturalWidth, document.querySelector("#o").textContent, told.sort()]);
      };`;
    const body = `<object id="o" data="a.png" type="image/png">fallback</object><embed id="e" src="a.png"><object data="inner.html?now" width="100" height="50"></object>`;
    const inner = `<!doctype html><script>parent.postMessage(location.search, "*")</script>`;
    const files = { "index.html": page(script, { body }), "a.png": PICTURE, "inner.html": inner };
    expect(await results(files)).toEqual([[3, 3, "", ["?later", "?now"]]]);
  });

  test("pages in other encodings and in quirks mode", async () => {
    const shiftJis = Buffer.concat([
      Buffer.from(`<html><head><meta charset="shift_jis"></head><body><p>`, "latin1"),
      Buffer.from([0x82, 0xa0]),
      Buffer.from(
        `</p><script>console.log("RESULT "+JSON.stringify([document.querySelector("p").textContent, document.compatMode]))</script></body></html>`,
        "latin1",
      ),
    ]);
    expect(await results({ "index.html": shiftJis })).toEqual([["あ", "BackCompat"]]);
  });
});
