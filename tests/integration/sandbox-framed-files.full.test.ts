/** What a page in a frame of the app loads later, by scripts of its own, as it would in a tab. */
import { expect, test } from "vitest";
import { page, png, wav } from "../support/page-assets";
import { resultsOf, stageForAll } from "../support/stage-for-all";

const here = stageForAll();

const HELPERS = `
  const tell = (value) => parent.postMessage(value, "*");
  const settled = (element) => new Promise((done) => { element.onload = element.onloadeddata = () => done("loaded"); element.onerror = () => done("error"); });
  const styleOf = (id, name) => getComputedStyle(document.getElementById(id))[name];`;

const shownIn = (inner: string, files: Record<string, string | Uint8Array>): Promise<unknown[]> =>
  resultsOf(here.shell, {
    files: {
      "index.html": page("onmessage = ({ data }) => result(data)", {
        body: `<iframe src="inner/page.html" width="300"></iframe>`,
      }),
      "inner/page.html": inner,
      ...files,
    },
  });

test("style sheets: by property and attribute, with pictures and imports, and what is read of them", async () => {
  const inner = `<!DOCTYPE html><link rel="stylesheet" href="css/first.css"><link rel="stylesheet" media="print" href="css/print.css">
    <i id="imported"></i><i id="within"></i><i id="late"></i><i id="deep"></i><i id="wide"></i><i id="adopted"></i><script>${HELPERS}
    const refused = [];
    (async () => {
      const property = document.createElement("link"); property.rel = "stylesheet"; property.crossOrigin = ""; property.href = "css/late.css";
      const loaded = settled(property); document.head.appendChild(property);
      const attribute = document.createElement("link"); const other = settled(attribute);
      document.head.append(attribute); attribute.setAttribute("rel", "stylesheet"); attribute.setAttribute("href", "/inner/css/wide.css");
      const missing = document.createElement("link"); missing.rel = "stylesheet"; missing.href = "css/none.css"; const failed = settled(missing); document.head.append(missing);
      const preload = document.createElement("link"); preload.rel = "modulepreload"; preload.href = "late.js"; document.head.append(preload);
      document.addEventListener("securitypolicyviolation", ({ blockedURI }) => refused.push(blockedURI.split("/").pop()));
      const outcomes = await Promise.all([loaded, other, failed]);
      const sheet = new CSSStyleSheet(); sheet.replaceSync("#adopted{color:rgb(6, 6, 6)}"); document.adoptedStyleSheets = [sheet];
      const own = [...document.styleSheets].find((each) => each.ownerNode === property);
      tell([outcomes, styleOf("imported", "color"), styleOf("within", "color"), styleOf("late", "color"), styleOf("deep", "color"), styleOf("wide", "color"), styleOf("adopted", "color"),
        styleOf("late", "backgroundImage").slice(0, 15), own.cssRules.length, own.href.replace(location.origin, ""), property.href === own.href, property.getAttribute("href"), preload.href === location.origin + "/inner/late.js", [...new Set(refused)]]);
    })();</script>`;
  expect(
    await shownIn(inner, {
      "inner/css/first.css": `@charset "utf-8"; /* @import "none.css"; */ @import "imported.css"; @import url(screen.css) screen and (min-width: 1px); @import 'print.css' print;`,
      "inner/css/imported.css": `@import "first.css"; #imported{color:rgb(1, 1, 1)}`,
      "inner/css/screen.css": `#within{color:rgb(2, 2, 2)}`,
      "inner/css/print.css": `i{color:red !important}`,
      "inner/css/late.css": `@import url("deep/deep.css") layer(one); #late{color:rgb(3, 3, 3);background:url(../a.png)}`,
      "inner/css/deep/deep.css": `#deep{color:rgb(4, 4, 4)}`,
      "inner/css/wide.css": `#wide{color:rgb(5, 5, 5)}`,
      "inner/a.png": png(3, 2),
      "inner/late.js": "",
    }),
  ).toEqual([
    [
      ["loaded", "loaded", "error"],
      ...[1, 2, 3, 4, 5, 6].map((n) => `rgb(${n}, ${n}, ${n})`),
      'url("data:image',
      2,
      "/inner/css/late.css",
      true,
      "css/late.css",
      true,
      ["none.css"],
    ],
  ]);
});

test("style sheets: the order of layers, and imports behind rules", async () => {
  const inner = `<!DOCTYPE html><link rel="stylesheet" href="css/first.css"><i id="layered"></i><i id="plain"></i>
    <script>${HELPERS} onload = () => tell([styleOf("layered", "color"), styleOf("plain", "color")]);</script>`;
  expect(
    await shownIn(inner, {
      "inner/css/first.css": `@charset "utf-8"; @layer base, theme; @import "theme.css" layer(theme); @import "base.css" layer(base); #plain{color:rgb(1, 1, 1)} @import "behind.css";`,
      "inner/css/theme.css": `#layered{color:rgb(1, 1, 1)}`,
      "inner/css/base.css": `#layered{color:red}`,
      "inner/css/behind.css": `#plain{color:red !important}`,
    }),
  ).toEqual([["rgb(1, 1, 1)", "rgb(1, 1, 1)"]]);
});

test("a picture whose file is on its way is not complete", async () => {
  const inner = `<!DOCTYPE html><script>${HELPERS}
    (async () => {
      const image = new Image(); image.src = "a.png";
      const seen = [image.complete];
      await image.decode(); seen.push(image.complete, image.naturalWidth);
      image.src = "a.png"; image.removeAttribute("src"); seen.push(image.complete);
      tell(seen);
    })();</script>`;
  expect(await shownIn(inner, { "inner/a.png": png(3, 2) })).toEqual([[false, true, 3, true]]);
});

test("pictures, sounds and classic scripts", async () => {
  const inner = `<!DOCTYPE html><body><script>${HELPERS}
    (async () => {
      const image = new Image(); image.src = "a.png";
      const attribute = document.createElement("img"); attribute.setAttribute("src", "./a.png?v=2");
      const changed = new Image(); changed.src = "wide.png"; changed.src = "a.png";
      const sound = document.createElement("audio"); sound.src = "a.wav";
      const script = document.createElement("script"); script.src = "late.js";
      const missing = new Image(); missing.src = "none.png";
      const all = [image, attribute, changed, sound, script, missing].map(settled); document.body.append(script);
      const outcomes = await Promise.all(all);
      tell([outcomes, image.naturalWidth, attribute.naturalWidth, changed.naturalWidth, window.late, image.src.replace(location.origin, ""), attribute.getAttribute("src")]);
    })();</script>`;
  expect(
    await shownIn(inner, {
      "inner/a.png": png(3, 2),
      "inner/wide.png": png(9, 2),
      "inner/a.wav": wav(),
      "inner/late.js": `window.late = location.pathname`,
    }),
  ).toEqual([
    [
      ["loaded", "loaded", "loaded", "loaded", "loaded", "error"],
      ...[3, 3, 3],
      "/inner/page.html",
      "/inner/a.png",
      "./a.png?v=2",
    ],
  ]);
});

test("a router's steps: the address and the state, back and forward, and none of the person's browser", async () => {
  const inner = `<!DOCTYPE html><script>${HELPERS}
    (async () => {
      const now = () => [location.pathname + location.search + location.hash, location.href === location.origin + location.pathname + location.search + location.hash, history.state, history.length];
      const stepped = () => new Promise((done) => (onpopstate = ({ state }) => done([...now(), state])));
      const seen = [now()];
      history.replaceState({ n: 1 }, "", "?a=b"); seen.push(now());
      history.pushState({ n: 2 }, "", "/deep/er?x=1#y"); seen.push(now());
      const back = stepped(); history.back(); seen.push(await back);
      const forward = stepped(); history.forward(); seen.push(await forward);
      try { history.pushState(null, "", "https://elsewhere.example/"); } catch (error) { seen.push(error.name); }
      tell(seen);
    })();</script>`;
  const before = await here.shell.page.evaluate(() => history.length);
  expect(await shownIn(inner, {})).toEqual([
    [
      ["/inner/page.html", true, null, 1],
      ["/inner/page.html?a=b", true, { n: 1 }, 1],
      ["/deep/er?x=1#y", true, { n: 2 }, 2],
      ["/inner/page.html?a=b", true, { n: 1 }, 2, { n: 1 }],
      ["/deep/er?x=1#y", true, { n: 2 }, 2, { n: 2 }],
      "SecurityError",
    ],
  ]);
  expect(await here.shell.page.evaluate(() => history.length)).toBe(before);
});

test("a router's steps: fragments, an empty address, and a state that cannot be copied", async () => {
  const inner = `<!DOCTYPE html><script>${HELPERS}
    onload = async () => {
      const now = () => location.pathname + location.hash;
      const stepped = () => new Promise((done) => (onpopstate = () => done(now())));
      const seen = [];
      location.hash = "#x"; seen.push(now());
      history.pushState(null, "", "/b#y"); seen.push(now());
      history.replaceState({ n: 1 }, "", ""); seen.push(now());
      history.pushState(null, "", "/c"); seen.push(now());
      try { history.pushState(() => {}, "", "/d"); } catch (error) { seen.push(error.name, now()); }
      const back = stepped(); history.back(); seen.push(await back, history.state);
      for (let n = 0; n < 60; n += 1) history.pushState(n, "", "/" + n);
      const again = stepped(); history.go(-2); seen.push(history.length, await again, history.state);
      tell(seen);
    };</script>`;
  expect(await shownIn(inner, {})).toEqual([
    [
      "/inner/page.html#x",
      ...["/b#y", "/b#y", "/c"],
      ...["DataCloneError", "/c"],
      ...["/b#y", { n: 1 }],
      ...[50, "/57", 57],
    ],
  ]);
});
