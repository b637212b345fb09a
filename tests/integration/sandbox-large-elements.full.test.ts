/** Elements of a large package whose file is on its way, or does not arrive. */
import { beforeEach, expect, test } from "vitest";
import { largePackage, noise } from "../support/large-package";
import { page, png } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const FRAMED = largePackage(
  page(
    `onmessage = ({ data }) => result(data);
    globalThis.ask = () => frames[0].postMessage("ask", "*");
    onload = ask;`,
    { body: `<iframe src="inner.html"></iframe>` },
  ),
  {
    "inner.html": `<!DOCTYPE html><script>
      const settled = (name) => new Promise((done) => {
        const image = new Image(); image.onload = () => done("load"); image.onerror = () => done("error"); image.src = name;
      });
      onmessage = async ({ data }) => data === "ask" && parent.postMessage([await settled("img/late.png"), await settled("img/other.png")], "*");
      </script>`,
    "data/more.zip": noise(4_000_000, 21),
  },
);

/** Every way to give an SVG element a file, to a picture of its own each: the app does not start again for any. */
const SVG = largePackage(
  page(
    `localStorage.starts = Number(localStorage.starts ?? 0) + 1;
    const XLINK = "http://www.w3.org/1999/xlink", make = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
    const settled = (image) => new Promise((done) => { image.onload = () => done("load"); image.onerror = () => done("error"); });
    const shown = async (number, change) => {
      const svg = document.body.appendChild(make("svg")), image = svg.appendChild(make("image")), loaded = settled(image), url = "img/" + number + ".png";
      image.setAttribute("width", 20); image.setAttribute("height", 20); change(image, url);
      const before = [image.getAttribute("href") ?? image.getAttribute("xlink:href"), image.getAttribute("href") === null || image.hasAttribute("href")];
      const event = await loaded; return [event, ...before, image.getAttribute("href") ?? image.getAttribute("xlink:href")].join();
    };
    const use = (name) => { const svg = document.body.appendChild(make("svg")); svg.innerHTML = '<use ' + name + '="shapes/' + name[0] + '.svg#dot"></use>'; return svg.firstChild; };
    const drawn = async (element) => { while (element.getBBox().width === 0) await new Promise((done) => requestAnimationFrame(done)); return element.getBBox().width; };
    onload = async () => {
      const said = await Promise.all([
        shown(1, (image, url) => image.setAttribute("href", url)),
        shown(3, (image, url) => image.setAttributeNS(XLINK, "xlink:href", url)),
        shown(4, (image, url) => image.setAttributeNS(XLINK, "href", url)),
        shown(5, (image, url) => image.setAttributeNS(null, "href", url)),
        shown(6, (image, url) => (image.href.baseVal = url)),
        settled(Object.assign(document.body.appendChild(make("svg")), { innerHTML: '<image xlink:href="img/7.png" width="9" height="9"></image>' }).firstChild),
        drawn(use("href")), drawn(use("xlink:href")),
      ]);
      const filter = document.body.appendChild(make("svg")); filter.innerHTML = '<filter id="f"><feImage xlink:href="img/8.png"></feImage></filter>';
      result([said, localStorage.starts]);
      globalThis.starts = () => localStorage.starts;
    };`,
  ),
  {
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [
        `img/${n}.png`,
        Buffer.concat([png(3, 2), noise(400_000, 40 + n)]),
      ]),
    ),
    ...Object.fromEntries(
      ["h", "x"].map((name, at) => [
        `shapes/${name}.svg`,
        `<svg xmlns="http://www.w3.org/2000/svg"><rect id="dot" width="${7 + at}" height="5"/><!--${noise(600_000, 50 + at).toString("base64")}--></svg>`,
      ]),
    ),
    "data/more.zip": noise(4_000_000, 60),
  },
);

const packages = { framed: FRAMED, svg: SVG };
const here = stageForAll({
  files: Object.fromEntries(Object.entries(packages).map(([name, { bytes }]) => [`${name}.gum`, bytes])),
});

async function run(name: keyof typeof packages): Promise<void> {
  const { bytes, sha256 } = packages[name];
  await here.shell.run({
    files: {},
    packed: { url: `/files/${name}.gum`, sha256, bytes: bytes.length },
    id: name,
  });
}

beforeEach(async () => {
  here.stage.requests.length = 0;
  await here.shell.page.evaluate(() => localStorage.clear());
});

test("a framed page may ask again for a picture that did not arrive", async () => {
  // Prepared before the connection is lost.
  await run("framed");
  await expect.poll(() => here.shell.results()).toEqual([["load", "load"]]);
  await here.shell.page.route("**/files/framed.gum", (route) => route.abort());
  await run("framed");
  await expect.poll(() => here.shell.results()).toEqual([["error", "error"]]);
  await here.shell.page.unroute("**/files/framed.gum");
  await here.shell.inside("ask()");
  await expect
    .poll(() => here.shell.results())
    .toEqual([
      ["error", "error"],
      ["load", "load"],
    ]);
});

test("SVG pictures and shapes arrive by every way to name them, without another start", async () => {
  await run("svg");
  const picture = (number: number) => `load,img/${number}.png,true,img/${number}.png`;
  await expect
    .poll(() => here.shell.results())
    .toEqual([[[1, 3, 4, 5, 6].map(picture).concat(["load", 7, 8] as never[]), "1"]]);
  expect(await here.shell.inside("starts()")).toBe("1");
});
