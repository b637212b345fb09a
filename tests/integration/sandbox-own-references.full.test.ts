/**
 * References to a part of the page by the page's whole address, as chart libraries write them where there may be a `<base>`:
 * `url(https://…/page#id)`. Each box is red until its reference is found.
 */
import sharp from "sharp";
import { expect, test } from "vitest";
import { page } from "../support/page-assets";
import { resultsOf, stageForAll } from "../support/stage-for-all";

const here = stageForAll();

const DEFS = `<defs>
  <clipPath id="none"><rect width="0" height="0"/></clipPath>
  <mask id="hidden"><rect width="20" height="20" fill="black"/></mask>
  <linearGradient id="stops"><stop stop-color="#0f0"/></linearGradient>
  <filter id="flood"><feFlood flood-color="#0f0"/></filter>
  <marker id="end" markerUnits="userSpaceOnUse" markerWidth="20" markerHeight="20" refX="10" refY="10"><rect width="20" height="20" fill="#0f0"/></marker>
  <rect id="shape" width="20" height="20" fill="#0f0"/>
</defs>`;

/** In a box of its own, which is green without `red`; `at` gives the page's address and a fragment. */
const WAYS = {
  "clip-path by setAttribute": `red().setAttribute("clip-path", "url(" + at("none") + ")")`,
  "clip-path by setAttributeNS, in quotes": `red().setAttributeNS(null, "clip-path", 'url("' + at("none") + '")')`,
  "mask by setAttribute": `red().setAttribute("mask", "url(" + at("hidden") + ")")`,
  "fill with another colour to fall back on": `red().setAttribute("fill", "url(" + at("stops") + ") red")`,
  "filter by setAttribute": `red().setAttribute("filter", "url('" + at("flood") + "')")`,
  "marker-end by setAttribute": `red(); add("path", { d: "M0 10L10 10", stroke: "red", "marker-end": "url(" + at("end") + ")" })`,
  "use by setAttribute": `red(); add("use", { href: at("shape") })`,
  "use by setAttributeNS": `red(); add("use", {}).setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", at("shape"))`,
  "use by its property": `red(); add("use", { href: "#other" }).href.baseVal = at("shape")`,
  "stops of another gradient": `add("linearGradient", { id: "inherits", href: at("stops") }); red(); over().setAttribute("fill", "url(#inherits)")`,
  "a property of the style": `red().style.clipPath = "url(" + at("none") + ")"`,
  setProperty: `red().style.setProperty("clip-path", 'url("' + at("none") + '")')`,
  "setProperty of a custom one": `red().style.cssText = "clip-path:var(--cut)"; box.style.setProperty("--cut", "url(" + at("none") + ")")`,
  cssText: `red(); over().style.cssText = "fill:url(" + at("stops") + ")"`,
  "the style attribute": `red().setAttribute("style", "mask:url(" + at("hidden") + ")")`,
  innerHTML: `box.innerHTML += '<rect width="20" height="20" fill="red" clip-path="url(' + at("none") + ')"/>'`,
  "innerHTML, use": `red(); box.innerHTML += '<use xlink:href="' + at("shape") + '"/>'`,
  insertAdjacentHTML: `red(); box.insertAdjacentHTML("beforeend", "<rect width='20' height='20' fill='url(&quot;" + at("stops") + "&quot;)'/>")`,
  insertRule: `red().setAttribute("class", "ruled"); sheet.sheet.insertRule(".ruled{clip-path:url(" + at("none") + ")}")`,
  "a style element": `red().setAttribute("class", "styled"); sheet2.textContent = ".styled{clip-path:url('" + at("none") + "')}"`,
  "after pushState": `history.pushState(null, "", "/deep/er?x=1#y"); red().setAttribute("clip-path", "url(" + at("none") + ")")`,
  "by the path alone": `red().setAttribute("clip-path", "url(" + location.pathname + location.search + "#none)")`,
};

test.each([
  ["document.URL", `document.URL.split("#")[0] + "#" + id`],
  ["location.href", `location.href.replace(/#.*/, "") + "#" + id`],
])("by %s", async (_, address) => {
  const script = `
    const make = (name, attributes) => { const made = document.createElementNS("http://www.w3.org/2000/svg", name); for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value); return made; };
    const at = (id) => ${address};
    let box;
    const add = (name, attributes) => { const made = make(name, attributes); box.append(made); return made; };
    const red = () => add("rect", { width: 20, height: 20, fill: "red" });
    const over = () => add("rect", { width: 20, height: 20 });
    const sheet = document.head.appendChild(document.createElement("style")), sheet2 = document.head.appendChild(document.createElement("style"));
    const ways = [${Object.values(WAYS).map((way) => `() => { ${way} }`)}];
    (async () => {
    for (const [n, way] of ways.entries()) {
      box = make("g", { transform: "translate(" + n * 20 + ")" });
      document.querySelector("svg").append(box);
      add("rect", { width: 20, height: 20, fill: "#0f0" });
      way();
      await null;
    }
    requestAnimationFrame(() => requestAnimationFrame(() => result(1)));
    })();`;
  const width = Object.keys(WAYS).length * 20;
  const body = `<style>body{margin:0;background:#fff}</style><svg width="${width}" height="20" style="display:block">${DEFS}</svg>`;
  await resultsOf(here.shell, { files: { "index.html": page(script, { body, head: `<base href="/">` }) } });
  const element = await here.shell.page.$("#place iframe");
  const svg = (await (await element!.contentFrame())!.$("svg"))!;
  const pixels = sharp(await svg.screenshot())
    .removeAlpha()
    .raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  const colourOf = (n: number): string =>
    data
      .subarray((10 * info.width + n * 20 + 10) * 3)
      .subarray(0, 3)
      .join();
  const lost = Object.keys(WAYS).filter((_way, n) => colourOf(n) !== "0,255,0");
  expect(lost).toEqual([]);
});
