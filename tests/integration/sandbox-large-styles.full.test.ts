/** What CSS, links and markup of a large package name, and its fonts: the app does not start again for them. */
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { largePackage, noise } from "../support/large-package";
import { page, png } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const MB = 1024 * 1024;
const STARTS = `localStorage.starts = Number(localStorage.starts ?? 0) + 1; const starts = () => Number(localStorage.starts);
  const until = async (test) => { while (!test()) await new Promise((done) => setTimeout(done, 20)); };`;
/** Boxes whose pictures are red. */
const BOXES = `<style>section { display: block; width: 20px; height: 20px }</style>`;

const AT_RUN_TIME = largePackage(
  page(
    `${STARTS}
    onload = async () => {
      const [plain, set, ruled, inserted, shadow, before, missing] = document.querySelectorAll("section");
      plain.style.backgroundImage = 'url("img/late.png")';
      set.style.setProperty("background", "lime url(img/other.png)");
      const sheet = document.createElement("style"); sheet.textContent = '#ruled { background: url("img/late.png?v=2") }'; document.head.append(sheet);
      document.styleSheets[0].insertRule('#inserted { background: image-set("img/other.png" 1x) }');
      shadow.attachShadow({ mode: "open" }).innerHTML = '<style>b { display: block; height: 20px; background: url("img/late.png") }</style><b></b>';
      missing.innerHTML = '<section style="background-image: url(img/other.png)"></section>';
      document.styleSheets[0].insertRule('#before::before { content: url("img/other.png") }');
      const read = () => [set.getAttribute("style"), set.style.getPropertyValue("background"), missing.innerHTML, getComputedStyle(set).backgroundImage];
      result([read(), getComputedStyle(set).backgroundColor]);
      globalThis.after = () => [read(), before.offsetWidth, starts(), /gum-|data:/.test(document.documentElement.outerHTML.replace(/<script[^]*?<.script>/g, ""))];
    };`,
    {
      head: `${BOXES}<style>#before { width: max-content; height: auto }</style>`,
      body: `<section></section><section></section><section id="ruled"></section><section id="inserted"></section><section></section><section id="before"></section><section></section>`,
    },
  ),
);

const SLIDES = largePackage(
  page(
    `onload = async () => {
      const drawn = () => new Promise((done) => requestAnimationFrame(done));
      const slide = document.querySelector("section");
      const shown = () => ["Color", "Repeat", "Position", "Image"].map((each) => getComputedStyle(slide)["background" + each]);
      slide.setAttribute("style", "background: lime url(img/late.png) no-repeat 3px 0px");
      await drawn();
      slide.style.backgroundPosition = "4px 0px";
      await drawn();
      slide.style.backgroundImage = "url(img/other.png)";
      await drawn();
      const own = document.querySelector("p");
      own.style.background = "var(--own) url(tiny.png) no-repeat";
      await drawn();
      own.style.backgroundImage = "url(tiny.png?v=2)";
      await drawn();
      result([shown(), getComputedStyle(own).backgroundColor]);
    };`,
    { head: BOXES, body: '<section></section><p style="--own: lime"></p>' },
  ),
  { "tiny.png": png(1, 2) },
);

/** More than is fetched before a start. */
const IN_SHEETS = largePackage(
  page(`${STARTS} onload = () => result(starts());`, {
    head: `${BOXES}<link rel="stylesheet" href="css/main.css">`,
    body: `<section id="a"></section><section id="b"></section><section id="c"></section>`,
  }),
  {
    "css/main.css": `#a { background: url("../img/late.png") } #b { background: url("../img/other.png") } #c { background: url("../img/third.png") }
      @font-face { font-family: old; src: url("../data/old.eot"); src: url("../data/old.eot#iefix") format("embedded-opentype") }`,
    "img/third.png": Buffer.concat([png(3, 2), noise(3.3 * MB, 7)]),
    "data/old.eot": noise(4 * MB, 6),
  },
);

const FONTS = largePackage(
  page(`${STARTS}
    onload = async () => {
      const faces = [1, 2, 3].map((n) => new FontFace("f" + n, "url(fonts/" + n + ".woff2)"));
      result([await Promise.all(faces.map((face) => face.load().catch((error) => error.name))), starts()]);
    };`),
  Object.fromEntries([1, 2, 3].map((n) => [`fonts/${n}.woff2`, noise(3.2 * MB, 20 + n)])),
);

const LINKS = largePackage(
  page(`${STARTS}
    const link = (fields) => Object.assign(document.createElement("link"), fields);
    onload = async () => {
      const icon = link({ rel: "icon", href: "img/late.png" }), preload = link({ rel: "preload", as: "image", href: "img/other.png" });
      const loaded = new Promise((done) => { preload.onload = () => done("load"); preload.onerror = () => done("error"); });
      const again = link({ rel: "icon" }); again.setAttribute("href", "img/third.png");
      document.head.append(icon, preload, again);
      result([icon.href.split("/").slice(-2), again.getAttribute("href"), await loaded, starts()]);
    };`),
  { "img/third.png": Buffer.concat([png(3, 2), noise(3.3 * MB, 8)]) },
);

/** Of its pictures, one too many is mentioned. */
const IN_MARKUP = largePackage(
  page(
    `onload = async () => result(await Promise.all([...document.images].map((image) => image.decode().then(() => image.naturalWidth))))`,
    {
      head: `<link rel="alternate" type="application/rss+xml" href="data/plain.zip">`,
      body: `<img src="img/late.png"><img src="img/other.png"><picture><source srcset="img/third.png"><img src="img/third.png"></picture>`,
    },
  ),
  { "img/third.png": Buffer.concat([png(7, 2), noise(3.3 * MB, 9)]) },
);

const packages = {
  "at-run-time": AT_RUN_TIME,
  slides: SLIDES,
  sheets: IN_SHEETS,
  fonts: FONTS,
  links: LINKS,
  markup: IN_MARKUP,
};
const here = stageForAll({
  files: Object.fromEntries(Object.entries(packages).map(([name, { bytes }]) => [`${name}.gum`, bytes])),
});

beforeEach(async () => {
  here.stage.requests.length = 0;
  await here.shell.page.evaluate(() => localStorage.clear());
});

async function run(name: keyof typeof packages): Promise<void> {
  const { bytes, sha256 } = packages[name];
  const events = await here.shell.run({
    files: {},
    packed: { url: `/files/${name}.gum`, sha256, bytes: bytes.length },
    id: name,
  });
  expect(here.shell.problems(events)).toEqual([]);
}

const isRanged = (): boolean =>
  here.stage.requests.filter((each) => each.startsWith("/files/")).every((each) => each.includes(" bytes="));

/** The colour in the middle of each box. */
async function colours(): Promise<string[]> {
  const frame = await (await here.shell.page.$("#place iframe"))!.contentFrame();
  const boxes = await frame!.$$("section:not(#before):not(section section)");
  const shots = await Promise.all(boxes.map((box) => box.screenshot()));
  const pixels = shots.map((shot) => sharp(shot).removeAlpha().resize(1, 1).raw().toBuffer());
  return (await Promise.all(pixels)).map((pixel) => [...pixel].join());
}
const RED = "255,0,0";

test("pictures that a script gives to the page as CSS are drawn once they are there", async () => {
  await run("at-run-time");
  await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toHaveLength(1);
  const url = (name: string): unknown => expect.stringMatching(new RegExp(`^url\\("http.*/${name}"\\)$`));
  const read = [
    'background: lime url("img/other.png");',
    'lime url("img/other.png")',
    '<section style="background-image: url(&quot;img/other.png&quot;)"></section>',
    url("img/other.png"),
  ];
  expect(await here.shell.results()).toEqual([[read, "rgb(0, 255, 0)"]]);
  await expect.poll(colours, { timeout: 30_000 }).toEqual([RED, RED, RED, RED, RED, RED]);
  await expect.poll(() => here.shell.inside("after()"), { timeout: 30_000 }).toEqual([read, 5, 1, false]);
  expect(isRanged()).toBe(true);
});

test("a picture that takes the place of another leaves the rest of the style alone", async () => {
  await run("slides");
  await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toHaveLength(1);
  const other = expect.stringMatching(/^url\("http.*\/img\/other.png"\)$/);
  expect(await here.shell.results()).toEqual([
    [["rgb(0, 255, 0)", "no-repeat", "4px 0px", other], "rgb(0, 255, 0)"],
  ]);
});

test("style sheets may name more than is fetched before the start", async () => {
  await run("sheets");
  await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([1]);
  await expect.poll(colours, { timeout: 30_000 }).toEqual([RED, RED, RED]);
  expect(isRanged()).toBe(true);
});

test("fonts are there from the start, however large", async () => {
  await run("fonts");
  const failed = ["NetworkError", "NetworkError", "NetworkError"];
  await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([[failed, 1]]);
});

test("links may name a file that is not there yet", async () => {
  await run("links");
  const expected = [["img", "late.png"], "img/third.png", "load", 1];
  await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([expected]);
});

test("markup may name more than is fetched before the start", async () => {
  await run("markup");
  await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([[3, 5, 7]]);
  expect(isRanged()).toBe(true);
});
