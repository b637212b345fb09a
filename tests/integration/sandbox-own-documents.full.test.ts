/** Documents that apps write into frames of their own, and then measure, style and edit: editors, page builders, pictures of a page. */
import { describe, expect, test } from "vitest";
import { page, png } from "../support/page-assets";
import type { Files } from "../support/sandbox-stage";
import { resultsOf, stageForAll } from "../support/stage-for-all";

const here = stageForAll();

const FILES = {
  "css/inner.css": "p{color:rgb(4,5,6);background-image:url(../a.png)}",
  "a.png": png(2, 2),
};
const BODY = `<style>body{margin:0}#f{border:3px solid;width:200px;height:100px;margin:20px}</style><iframe id="f"></iframe>`;
const START = `const f = document.getElementById("f"), w = f.contentWindow, d = f.contentDocument;`;

const results = (script: string, { count = 1, body = BODY, files = {} as Files } = {}): Promise<unknown[]> =>
  resultsOf(
    here.shell,
    { files: { ...FILES, ...files, "index.html": page(`onload = async () => { ${script} }`, { body }) } },
    count,
  );

const inside = async () => (await (await here.shell.page.$("#place iframe"))!.contentFrame())!;

describe("a document that the app writes", () => {
  const WRITTEN = `d.open(); d.write("<!DOCTYPE html><html lang='en'><head><style>p{width:50px;height:10px;margin:0}body{margin:4px}</style></head>"); d.write("<body class='b'><p>x</p></body></html>"); d.close(); const p = d.querySelector("p");`;

  test("has layout and styles, measured from the frame's corner", async () => {
    const script = `${START} ${WRITTEN}
      const { left, top, width, height } = p.getBoundingClientRect(); const range = d.createRange(); range.selectNode(p); const first = range.getClientRects()[0];
      result([[left, top, width, height], [first.left, first.top], [p.offsetLeft, p.offsetTop], w.getComputedStyle(p).width, [w.innerWidth, w.innerHeight, d.documentElement.clientWidth], d.elementFromPoint(10, 8) === p, document.elementFromPoint(30, 30) === f, [d.body.className, d.documentElement.lang, d.compatMode]])`;
    expect(await results(script)).toEqual([
      [[4, 4, 50, 10], [4, 4], [4, 4], "50px", [200, 100, 200], true, true, ["b", "en", "CSS1Compat"]],
    ]);
  });

  test("is a document of its own to whoever asks", async () => {
    const script = `${START} ${WRITTEN} const made = d.createElement("i"), text = d.createTextNode("t"), adopted = d.adoptNode(document.createElement("u")), copy = d.importNode(f, false);
      result([w.document === d, d.defaultView === w, w.frameElement === f, w.parent === window, w.self === w, d.nodeType, d.nodeName, String(d), d instanceof Document, p instanceof w.HTMLElement, f.contentDocument === d,
        [p, made, text, adopted, copy].every((node) => node.ownerDocument === d), p.getRootNode({ composed: true }) === d, d.documentElement.parentNode === d, d.contains(p), document.contains(p), document.querySelector("p.none, i, u"), d.title = "inner", document.title])`;
    expect(await results(script)).toEqual([
      [
        ...[true, true, true, true, true, 9, "#document", "[object HTMLDocument]", true, true, true],
        ...[true, true, true, true, false, null, "inner", "Test"],
      ],
    ]);
  });

  test("tells the frame and the window that it has loaded, once for what a load writes", async () => {
    const script = `const f = document.createElement("iframe"), seen = []; f.onload = () => { seen.push("frame"); if (seen.length === 1) { const d = f.contentDocument; d.open(); d.write("<b>text</b>"); d.close(); f.contentWindow.onload = () => seen.push("window " + d.body.textContent) } };
      document.body.append(f); setTimeout(() => { const d = f.contentDocument; d.open(); d.write("<b>more</b>"); d.close(); setTimeout(() => result(seen), 200) }, 200)`;
    expect(await results(script)).toEqual([
      ["frame", "window text", "window text".replace("text", "more"), "frame"],
    ]);
  });

  test("keeps its events, and variables set on its window", async () => {
    const script = `${START} ${WRITTEN} const seen = [];
      d.onclick = () => seen.push("handler"); d.addEventListener("click", (event) => seen.push(["document", event.currentTarget === d, event.target === p])); w.addEventListener("click", () => seen.push("window")); document.addEventListener("click", () => seen.push("page"));
      w.own = 1; p.click(); f.style.width = "220px"; w.onresize = () => result([seen, window.own, w.own, w.innerWidth])`;
    expect(await results(script)).toEqual([[["handler", ["document", true, true], "window"], null, 1, 220]]);
  });

  test("takes pictures and style sheets from the package, by relative addresses", async () => {
    const script = `${START} const link = d.createElement("link"); link.rel = "stylesheet"; link.href = "css/inner.css"; const loaded = new Promise((done) => { link.onload = done }); d.head.append(link);
      d.body.innerHTML = '<p>x</p><img id="written" src="a.png">'; const image = d.createElement("img"); image.src = "a.png"; d.body.append(image); await Promise.all([loaded, image.decode(), d.getElementById("written").decode()]);
      const style = w.getComputedStyle(d.querySelector("p")); result([style.color, new URL(/url\\("(.*)"\\)/.exec(style.backgroundImage)[1]).pathname, image.naturalWidth, image.getAttribute("src"), d.images.length])`;
    expect(await results(script)).toEqual([["rgb(4, 5, 6)", "/a.png", 2, "a.png", 2]]);
  });

  test("reaches nothing outside, and has the functions of the page", async () => {
    const script = `${START} const failed = (node) => new Promise((done) => { node.onerror = () => done("error"); node.onload = () => done("loaded") });
      const image = d.createElement("img"), refused = failed(image); image.src = "http://outside.test/i.png"; d.body.append(image);
      const fetched = await w.fetch("http://outside.test/").then(() => "fetched", (error) => error.name);
      result([await refused, fetched, w.localStorage === localStorage, w.MutationObserver === MutationObserver, typeof w.XMLHttpRequest])`;
    await here.shell.run({
      files: { "index.html": page(`onload = async () => { ${script} }`, { body: BODY }) },
    });
    expect(await here.shell.resultsFrom(1)).toEqual([["error", "TypeError", true, true, "function"]]);
  });

  test("scrolls and is painted as its root or body says", async () => {
    const script = `${START} d.body.innerHTML = "<div style='height:500px'></div>"; d.body.style.cssText = "overflow:hidden; background:rgb(1,2,3)"; w.innerWidth;
      const shown = getComputedStyle(document.querySelector("gum-document")); result([shown.overflowY, shown.backgroundColor, d.documentElement.scrollHeight > 500, d.documentElement.clientHeight])`;
    expect(await results(script)).toEqual([["hidden", "rgb(1, 2, 3)", true, 100]]);
  });

  test("goes with its frame, and leaves the page as it was", async () => {
    const script = `${START} ${WRITTEN} const before = document.body.children.length; f.remove(); await null; await null;
      const count = document.body.children.length; document.body.append(f); const again = f.contentDocument; result([count - before, document.querySelectorAll("gum-document").length, again === d, again.body.childNodes.length])`;
    expect(await results(script)).toEqual([[-1, 1, false, 0]]);
  });

  test("is a copy of the page in a frame that is hidden, as libraries draw pictures from", async () => {
    const script = `const copy = document.documentElement.cloneNode(true); copy.querySelectorAll("script, iframe").forEach((node) => node.remove());
      const f = document.createElement("iframe"); f.style.cssText = "visibility:hidden; position:fixed; left:-10000px; top:0; border:0; width:800px; height:600px"; document.body.append(f);
      const w = f.contentWindow, d = w.document; w.onload = f.onload = () => { w.onload = f.onload = null; const box = d.getElementById("box"); const { left, top, width } = box.getBoundingClientRect(); const style = w.getComputedStyle(box); result([left, top, width, style.visibility, style.color, d.readyState]) };
      d.open(); d.write("<!DOCTYPE html><html></html>"); d.replaceChild(d.adoptNode(copy), d.documentElement); d.close();`;
    const body = `<style>:root{--ink:rgb(7,8,9)}body{margin:0}#box{margin:30px;width:100px;color:var(--ink)}</style><div id="box">text</div>`;
    expect(await results(script, { body })).toEqual([[30, 30, 100, "visible", "rgb(7, 8, 9)", "complete"]]);
  });

  test("becomes a real frame with the first script, which has it to itself", async () => {
    const script = `addEventListener("message", ({ data }) => result(data)); window.own = "page"; ${START} d.body.innerHTML = "<b>text</b>";
      const made = d.createElement("script"); made.text = 'let own; try { own = parent.own } catch { own = "apart" } parent.postMessage([document.body.innerText, own, document.title], "*")'; d.title = "inner"; d.body.append(made)`;
    expect(await results(script)).toEqual([["text", "apart", "inner"]]);
  });
});

describe("what shows a document", () => {
  const FILLED = `d.body.innerHTML = "<p style='margin:0'>x</p>"; const passed = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))), hit = () => { const { left, top } = f.getBoundingClientRect(); return d.elementFromPoint(12, 12)?.nodeName + " " + (document.elementFromPoint(left + 15, top + 15) === f) };`;

  test.each([
    ["itself", "f"],
    ["with what it is in", "f.parentNode"],
  ])("is hidden and shown again with its frame: %s", async (_, hidden) => {
    const script = `${START} ${FILLED} const seen = [hit()]; for (const display of ["none", ""]) { ${hidden}.style.display = display; if (!display) seen.push(d.querySelector("p").offsetWidth); await passed(); await passed(); seen.push(d.querySelector("p").getClientRects().length) } seen.push(hit(), w.innerWidth); result(seen)`;
    const body = `<div id="in">${BODY}</div>`;
    expect(await results(script, { body })).toEqual([["P true", 0, 184, 1, "P true", 200]]);
  });

  test("is hidden and shown again when the frame was written while it was hidden", async () => {
    const script = `document.getElementById("f").style.display = "none"; ${START} ${FILLED} await passed(); f.style.display = ""; await passed(); result([hit(), w.innerWidth])`;
    expect(await results(script)).toEqual([["P true", 200]]);
  });

  test("has a layout in a frame that takes its height from it", async () => {
    const script = `${START} f.style.height = f.style.border = "0"; d.body.style.margin = "0"; d.body.innerHTML = "<p style='margin:0;height:80px'>x</p>"; w.innerWidth; result([d.body.scrollHeight, d.querySelector("p").offsetHeight])`;
    expect(await results(script)).toEqual([[80, 80]]);
  });

  test("follows its frame after a built-in has failed once", async () => {
    const script = `${START} ${FILLED} await passed(); const own = Object.getOwnPropertyDescriptor(CSSStyleDeclaration.prototype, "setProperty"); let failed = 0;
      CSSStyleDeclaration.prototype.setProperty = function () { Object.defineProperty(CSSStyleDeclaration.prototype, "setProperty", own); failed++; throw new Error("once") };
      addEventListener("error", (event) => event.preventDefault()); f.style.width = "220px"; await passed(); await passed(); const resized = new Promise((done) => { w.onresize = done }); f.style.width = "240px"; await resized; result(d.documentElement.clientWidth)`;
    await here.shell.run({
      files: { "index.html": page(`onload = async () => { ${script} }`, { body: BODY }) },
    });
    expect(await here.shell.resultsFrom(1)).toEqual([240]);
  });

  test.each(["body", "div"])("is not among the elements of the page, in a %s", async (name) => {
    const within = name === "div" ? ["<div>", "</div>"] : ["", ""];
    const body = `<style>iframe:last-child{width:120px}</style>${within[0]}<b>x</b><iframe id="f"></iframe>${within[1]}`;
    const script = `const seen = () => { const { parentNode, nextSibling, nextElementSibling } = f; return [f.offsetWidth, parentNode.children.length, parentNode.childNodes.length, parentNode.lastElementChild === f, nextSibling?.nodeName, nextElementSibling?.nodeName, parentNode.innerHTML, parentNode.cloneNode(true).childNodes.length, document.querySelectorAll("body *").length] };
      const f = document.getElementById("f"), records = []; new MutationObserver((all) => records.push(...all)).observe(document.body, { attributes: true, childList: true, subtree: true });
      const before = JSON.stringify(seen()); const d = f.contentDocument; d.body.innerHTML = "<p>x</p>"; await new Promise((done) => setTimeout(done, 50)); result([JSON.stringify(seen()) === before, records.length, d.querySelector("p").getClientRects().length])`;
    expect(await results(script, { body })).toEqual([[true, 0, 1]]);
  });

  test.each([
    ["a div", "div", ""],
    ["a form, which can have no tree", "form", ""],
    ["the body", "", ""],
    ["a positioned frame", "div", "#f{position:absolute;left:0;top:0}"],
    ["a positioned frame in the body", "", "#f{position:absolute;left:0;top:0}"],
    ["a positioned body", "", "body{position:relative}"],
  ])("is painted below what covers its frame, and pressed where nothing does: %s", async (_, name, css) => {
    const within = name ? [`<${name} style="position:relative">`, `</${name}>`] : ["", ""];
    const body = `<style>body{margin:0}#f{display:block;border:0;width:200px;height:100px}#o{position:absolute;left:0;top:0;width:50px;height:50px}${css}</style>${within[0]}<iframe id="f"></iframe>${within[1]}`;
    const script = `${START} d.body.innerHTML = "<p style='margin:0;height:80px'>x</p>"; const at = (x) => document.elementFromPoint(x, 20)?.id, passed = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await passed(); const seen = [at(20), at(120), d.elementFromPoint(120, 20)?.nodeName]; const o = document.createElement("div"); o.id = "o"; f.after(o); await passed(); await passed(); seen.push(at(20), at(120), d.elementFromPoint(120, 20)?.nodeName); result(seen)`;
    expect(await results(script, { body })).toEqual([["f", "f", "P", "o", "f", "P"]]);
  });

  test("leaves the focus, the scroll position and animations of what is beside the frame", async () => {
    const body = `<style>@keyframes go{to{opacity:.5}} #s{height:50px;overflow:auto;animation:go 100s}</style><div><div id="s"><input id="i"><p style="height:500px"></p></div><iframe id="f"></iframe></div>`;
    const script = `const s = document.getElementById("s"), i = document.getElementById("i"); i.focus(); s.scrollTop = 40; await new Promise((done) => setTimeout(done, 300)); const [animation] = s.getAnimations(), heard = []; i.onblur = () => heard.push("blur");
      document.getElementById("f").contentDocument.body.textContent = "x"; await new Promise((done) => setTimeout(done, 300)); result([document.activeElement === i, heard, s.scrollTop, s.getAnimations()[0] === animation])`;
    expect(await results(script, { body })).toEqual([[true, [], 40, true]]);
  });
});

describe("the window of a frame", () => {
  const SCRIPT = `const script = (code) => "<script>" + code + "<\\/script>", got = []; addEventListener("message", ({ data }) => got.push(data)); const heard = async (count) => { while (got.length < count) await new Promise((done) => setTimeout(done, 20)) };`;
  const ECHO = `onmessage = ({ data }) => parent.postMessage("echo " + data, "*"); onfocus = () => parent.postMessage("focus", "*"); parent.postMessage("ready", "*")`;

  test("stays its window once it is a real frame, which is shown, and can be focused", async () => {
    const script = `${SCRIPT} ${START} d.body.innerHTML = "text"; d.open(); d.write(script(${JSON.stringify(ECHO)})); d.close(); await heard(1);
      w.postMessage("to the window", "*"); await heard(2); try { w.innerWidth } catch {} const shown = document.querySelectorAll("gum-document").length; f.focus(); await heard(3); result([got, shown, document.activeElement === f, f.contentWindow === w])`;
    expect(await results(script)).toEqual([[["ready", "echo to the window", "focus"], 0, true, true]]);
  });

  test("stays its window when the frame gets a page of the package, or an empty document again", async () => {
    const script = `${SCRIPT} ${START} d.body.innerHTML = "text"; f.src = "inner.html"; await heard(1); w.postMessage("to the window", "*"); await heard(2);
      const g = document.createElement("iframe"); document.body.append(g); const view = g.contentWindow; view.document.body.append("old"); g.src = "about:blank"; g.contentDocument.body.append("new"); result([got, view.document === g.contentDocument, view.document.body.textContent])`;
    const files = { "inner.html": page(ECHO) };
    expect(await results(script, { files })).toEqual([[["ready", "echo to the window"], true, "new"]]);
  });

  test("has a place of its own: it starts anew, becomes empty or shows a page, and the app goes on", async () => {
    const script = `${SCRIPT} ${START} const loaded = () => new Promise((done) => f.addEventListener("load", done, { once: true })); const seen = [];
      for (const go of [() => w.location.reload(), () => w.location.replace("about:blank"), () => { d.location = "" }]) { d.body.innerHTML = "text"; const done = loaded(); go(); await done; seen.push(d.body.innerHTML) }
      d.body.innerHTML = "text"; w.location.href = "javascript:void 0"; seen.push(d.body.innerHTML); d.location = "inner.html"; await heard(1); result([seen, got])`;
    const files = { "inner.html": page(ECHO) };
    expect(await results(script, { files })).toEqual([[["", "", "", "text"], ["ready"]]]);
  });

  test("has none of the page's elements by their names", async () => {
    const script = `${START} result([typeof window.f, typeof w.f, "f" in w, typeof w.addEventListener, typeof w.toString])`;
    expect(await results(script)).toEqual([["object", "undefined", false, "function", "function"]]);
  });

  test("within such a document is one of its own", async () => {
    const script = `${START} d.body.style.margin = "30px"; d.body.innerHTML = "<iframe id='n' style='border:0'></iframe>"; const n = d.getElementById("n"), deep = n.contentDocument; deep.body.innerHTML = "<p style='margin:0'>deep</p>"; const p = deep.querySelector("p");
      const { left, top } = p.getBoundingClientRect(); result([n.contentWindow.parent === w, n.contentWindow.top === window, w.parent === window, left, top, deep.elementFromPoint(10, 10) === p])`;
    expect(await results(script)).toEqual([[true, true, true, 8, 8, true]]);
  });
});

test("a document that is written in thousands of pieces is there at once", async () => {
  const script = `${START} const start = performance.now(); d.open(); for (let row = 0; row < 3000; row++) d.writeln("<p>row " + row + "</p>" + "x".repeat(60)); d.close(); result([d.querySelectorAll("p").length, performance.now() - start < 10_000])`;
  expect(await results(script)).toEqual([[3000, true]]);
});

test("a link of a picture, and the direction of the page's text, do not lead out of a document", async () => {
  const script = `document.body.style.direction = "rtl"; ${START} d.body.innerHTML = '<svg><a xlink:href="inner.html"><text>a</text></a></svg>'; addEventListener("message", ({ data }) => result([data, direction]));
    const { direction } = w.getComputedStyle(d.body); d.querySelector("text").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }))`;
  const files = { "inner.html": page(`parent.postMessage("inner", "*")`) };
  expect(await results(script, { files })).toEqual([["inner", "ltr"]]);
});

describe("a document that the person edits", () => {
  const edited = `window.shown = () => result([d.body.innerHTML, document.activeElement === f, d.activeElement === d.body, String(w.getSelection().type), d.hasFocus()]);`;

  test.each([
    ["an empty one", `${START} d.designMode = "on"; d.body.innerHTML = "<p>text</p>";`],
    [
      "one by srcdoc",
      `const f = document.getElementById("f"); await new Promise((done) => { f.onload = done; f.srcdoc = "<p>text</p>" }); const w = f.contentWindow, d = f.contentDocument; d.body.contentEditable = "true";`,
    ],
  ])("takes keys and commands: %s", async (_, fill) => {
    const script = `${fill} ${edited} const heard = []; d.addEventListener("keydown", (event) => heard.push(event.key)); d.addEventListener("selectionchange", () => { window.moved = true }); document.addEventListener("keydown", () => heard.push("page"));
      window.bold = () => { const range = d.createRange(); range.selectNodeContents(d.querySelector("p")); const selection = w.getSelection(); selection.removeAllRanges(); selection.addRange(range); result([d.execCommand("bold"), d.queryCommandState("bold"), String(selection), d.body.innerHTML, heard, window.moved]) };
      w.focus(); const selection = w.getSelection(); selection.selectAllChildren(d.querySelector("p")); selection.collapseToEnd(); result("ready")`;
    expect(await results(script)).toEqual(["ready"]);
    await here.shell.inside("window.focus()");
    const frame = await inside();
    // Below the text, where a page of its own would take the press too.
    await frame.locator("#f").click({ position: { x: 60, y: 80 }, force: true });
    await here.shell.page.keyboard.type("ed");
    await frame.evaluate("shown(), bold()");
    expect((await here.shell.resultsFrom(3)).slice(1)).toEqual([
      ["<p>texted</p>", true, true, "Caret", true],
      [true, true, "texted", "<p><b>texted</b></p>", ["e", "d"], true],
    ]);
  });

  test("a press in it has the coordinates of the frame", async () => {
    const script = `${START} d.body.innerHTML = "<div style='height:500px'>text</div>"; d.addEventListener("mousedown", (event) => result([event.clientX, event.clientY, event.pageY, event.target.nodeName])); w.onscroll = () => result(["scrolled", w.scrollY, d.documentElement.scrollTop]); w.scrollTo(0, 30)`;
    expect(await results(script)).toEqual([["scrolled", 30, 30]]);
    const box = (await (await inside()).locator("#f").boundingBox())!;
    await here.shell.page.mouse.click(box.x + 3 + 50, box.y + 3 + 40);
    expect((await here.shell.resultsFrom(2))[1]).toEqual([50, 40, 70, "DIV"]);
  });
});
