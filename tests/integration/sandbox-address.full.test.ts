/** The address by which a person comes to an app: its path, query and fragment reach the app, as on the web. */
import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openStage, type ShellPage, type Stage } from "../support/sandbox-stage";
import { connectBrowser } from "../support/shared-browser";

let stage: Stage;
let shell: ShellPage;
let page: Page;
beforeAll(async () => {
  stage = await openStage({ connect: connectBrowser });
  page = await stage.page();
});
afterAll(() => stage.close());
beforeEach(async () => {
  shell = await stage.shellIn(page);
});

const files = {
  "index.html": `<!DOCTYPE html><meta charset="utf-8"><body>page<script>
    const tell = (what) => console.log("RESULT", JSON.stringify([what, location.search, location.hash, location.href.replace(location.origin, "")]));
    gum.state.save(() => ({ kept: true }));
    addEventListener("hashchange", () => tell("changed"));
    tell(gum.state.restored?.kept ? "resumed" : "started");
  </script>`,
};
const visit = (query: string, hash: string) =>
  page.evaluate((address) => window.stage.runner.visit(address), { query, hash });

test("an app starts where the address leads", async () => {
  await shell.run({ files, address: { query: "?a=b&%E3%81%82", hash: "#part 2" } });
  const [query, hash] = ["?a=b&%E3%81%82", "#part%202"];
  expect(await shell.resultsFrom(1)).toEqual([["started", query, hash, `/${query}${hash}`]]);
});

test("another fragment reaches the running app, another query starts it again", async () => {
  await shell.run({ files, address: { query: "?a=1", hash: "#one" } });
  await visit("", "#two");
  expect(await shell.resultsFrom(2)).toEqual([
    ["started", "?a=1", "#one", "/?a=1#one"],
    ["changed", "?a=1", "#two", "/?a=1#two"],
  ]);
  await visit("?a=1", "#three");
  await visit("?a=2", "");
  expect((await shell.resultsFrom(4)).slice(2)).toEqual([
    ["changed", "?a=1", "#three", "/?a=1#three"],
    ["started", "?a=2", "", "/?a=2"],
  ]);
});

test("a suspended app goes on with its state, where the address leads", async () => {
  await shell.run({ files, address: { query: "", hash: "#one" } });
  const restored = await page.evaluate(() => window.stage.runner.suspend());
  await shell.run({ files, restored });
  expect(await shell.resultsFrom(1)).toEqual([["resumed", "", "#one", "/#one"]]);
  await shell.run({ files, restored, address: { query: "", hash: "#two" } });
  expect(await shell.resultsFrom(1)).toEqual([["resumed", "", "#two", "/#two"]]);
});

test("an address that is too long leads nowhere, and costs no state", async () => {
  await shell.run({ files, address: { query: "", hash: `#${"x".repeat(9_000)}` } });
  expect(await shell.resultsFrom(1)).toEqual([["started", "", "", "/"]]);
});

const site = (name: string): string =>
  `<!DOCTYPE html><meta charset="utf-8"><body>page<script>console.log("RESULT", JSON.stringify([${JSON.stringify(name)}, location.pathname, location.search, location.hash, history.length]))</script>`;
const pages = { "index.html": site("index"), "about.html": site("about"), "docs/index.html": site("docs") };

test.each([
  ["/about", "about"],
  ["/about.html", "about"],
  ["/docs/", "docs"],
  ["/item/5", "index"],
  ["/none.html", "index"],
])("a path leads to the page that a static host would show: %s", async (path, name) => {
  await shell.run({ files: pages, address: { path, query: "?a", hash: "#b" } });
  expect(await shell.resultsFrom(1)).toEqual([[name, path, "?a", "#b", 1]]);
});

test("200.html answers what is no file", async () => {
  await shell.run({
    files: { ...pages, "200.html": site("fallback") },
    address: { path: "/x/y", query: "", hash: "" },
  });
  expect(await shell.resultsFrom(1)).toEqual([["fallback", "/x/y", "", "", 1]]);
});

test("links between pages make a history that Back goes through", async () => {
  await shell.run({ files: pages });
  const run = (script: string) => shell.inside(script);
  await run(
    `document.body.insertAdjacentHTML("beforeend", '<a href="about">about</a>'); document.querySelector("a").click()`,
  );
  expect((await shell.resultsFrom(2))[1]).toEqual(["about", "/about", "", "", 2]);
  await run(`history.pushState(null, "", "?more"); history.back()`);
  await expect.poll(() => run("document.URL")).toMatch(/\/about$/);
  await run("history.back()");
  expect((await shell.resultsFrom(3))[2]).toEqual(["index", "/", "", "", 3]);
  await run("history.forward()");
  expect((await shell.resultsFrom(4))[3]).toEqual(["about", "/about", "", "", 3]);
});

test("a suspended app goes on at the path that its router had set", async () => {
  await shell.run({ files: pages, address: { path: "/item/5", query: "", hash: "" } });
  await shell.inside(`history.pushState({ n: 1 }, "", "/item/6?c=d#e")`);
  const restored = await page.evaluate(() => window.stage.runner.suspend());
  await shell.run({ files: pages, restored });
  expect((await shell.resultsFrom(1)).at(-1)).toEqual(["index", "/item/6", "?c=d", "#e", 2]);
});

test("a reload shows the page of the path that a router came to, and Back goes on within it", async () => {
  await shell.run({ files: pages });
  await shell.inside(`history.pushState({ n: 1 }, "", "/docs/"); history.pushState({ n: 2 }, "", "/about")`);
  const restored = await page.evaluate(() => window.stage.runner.suspend());
  await shell.run({ files: pages, restored });
  expect((await shell.resultsFrom(1)).at(-1)).toEqual(["about", "/about", "", "", 3]);
  await shell.inside(
    `onpopstate = ({ state }) => console.log("RESULT", JSON.stringify([state, document.URL.slice(-6)])); history.back()`,
  );
  expect((await shell.resultsFrom(2)).at(-1)).toEqual([{ n: 1 }, "/docs/"]);
  await shell.inside("history.go(0)");
  expect((await shell.resultsFrom(3)).at(-1)).toEqual(["docs", "/docs/", "", "", 3]);
});

test("a reload at a path that no page has shows the page whose router came there, not a fallback", async () => {
  await shell.run({ files: { ...pages, "404.html": site("none"), "200.html": site("fallback") } });
  await shell.inside(`history.pushState(null, "", "/settings"); history.go(0)`);
  expect((await shell.resultsFrom(2)).at(-1)).toEqual(["index", "/settings", "", "", 2]);
});

test("an app that was built to be served below the root goes on at its page, not at that for unknown paths", async () => {
  const mounted = (name: string) => `${site(name)}<script src="/name/app.js"></script>`;
  const built = {
    "index.html": mounted("index"),
    "about.html": mounted("about"),
    "404.html": mounted("unknown"),
    "app.js": `history.replaceState({}, "", location.pathname)`,
  };
  await shell.run({ files: built });
  expect(await shell.resultsFrom(1)).toEqual([["index", "/name/", "", "", 1]]);
  await shell.inside(`history.replaceState({}, "", "/name/")`);
  const left = await page.evaluate(() => window.stage.runner.suspend());
  await shell.run({ files: built, restored: left });
  expect((await shell.resultsFrom(1)).at(-1)).toEqual(["index", "/name/", "", "", 1]);
  await shell.inside(`history.replaceState({}, "", "/name/about")`);
  const about = await page.evaluate(() => window.stage.runner.suspend());
  await shell.run({ files: built, restored: about });
  expect((await shell.resultsFrom(1)).at(-1)).toEqual(["about", "/name/about", "", "", 1]);
});
