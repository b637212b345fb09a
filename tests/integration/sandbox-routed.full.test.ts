/** What the address that a router came to means for the page: relative URLs, links, and which page a reload from outside shows. */
import { expect, test } from "vitest";
import { page, png } from "../support/page-assets";
import { resultsOf, stageForAll } from "../support/stage-for-all";

const here = stageForAll();

const LOOK = `const link = document.createElement("a");
  const linkTo = (href) => { link.setAttribute("href", href); return link.href.replace(location.origin, "") + " " + link.pathname; };
  const seen = () => [document.baseURI.replace(location.origin, ""), ...["#part", "?q", "next.html", "/"].map(linkTo), new URL("x", document.baseURI).pathname];
  const width = (src) => new Promise((done) => { const image = new Image(); image.onload = () => done(image.naturalWidth); image.onerror = () => done("error"); image.src = src; });
  const text = async (url) => { const answer = await fetch(url); return answer.ok ? answer.text() : answer.status; };`;
const files = {
  "a.png": png(1, 1),
  "docs/a.png": png(2, 1),
  "root.txt": "root",
  "docs/deep.txt": "deep",
};

test("a router that gets other pages and shows them: relative URLs are those of the page that is shown", async () => {
  const script = `${LOOK}
    onload = async () => {
      const first = await width("a.png");
      history.pushState(null, "", "/docs/guide?x=1#y");
      result([first, await width("a.png"), await text("deep.txt"), await text("root.txt"), ...seen()]);
      history.back();
      onpopstate = async () => result([await width("a.png"), await text("deep.txt"), ...seen()]);
    };`;
  expect(await resultsOf(here.shell, { files: { "index.html": page(script), ...files } }, 2)).toEqual([
    [
      ...[1, 2, "deep"],
      // In a tab it is missing. An app may know paths that no folder has.
      "root",
      "/docs/guide?x=1",
      "/docs/guide?x=1#part /docs/guide",
      "/docs/guide?q /docs/guide",
      "/docs/next.html /docs/next.html",
      "/ /",
      "/docs/x",
    ],
    [1, 404, "/", "/#part /", "/?q /", "/next.html /next.html", "/ /", "/x"],
  ]);
});

test("with a <base>, the address changes none of it", async () => {
  const script = `${LOOK}
    onload = async () => {
      history.pushState(null, "", "/docs/guide?x=1#y");
      result([await width("a.png"), await text("deep.txt"), ...seen()]);
    };`;
  const app = { files: { "index.html": page(script, { head: `<base href="/">` }), ...files } };
  expect(await resultsOf(here.shell, app)).toEqual([
    [1, 404, "/", "/#part /", "/?q /", "/next.html /next.html", "/ /", "/x"],
  ]);
});

test("where a person comes to a deep path, a link to a part of the page stays there", async () => {
  const app = {
    files: { "index.html": page(`${LOOK} result(seen().slice(1, 4))`), ...files },
    address: { path: "/item/5", query: "?x=1", hash: "" },
  };
  expect(await resultsOf(here.shell, app)).toEqual([
    ["/item/5?x=1#part /item/5", "/item/5?q /item/5", "/item/next.html /item/next.html"],
  ]);
});

test("a reload from outside shows the page of the path that a router came to", async () => {
  const tells = (name: string, more = ""): string => page(`result(["${name}", location.pathname]); ${more}`);
  const built = {
    "index.html": tells("home", `history.pushState(null, "", "/about")`),
    "about/index.html": tells("about", `history.pushState(null, "", "/nowhere/5")`),
  };
  await resultsOf(here.shell, { files: built });
  const restored = await here.shell.page.evaluate(() => window.stage.runner.suspend());
  const app = { files: built, restored };
  expect(await resultsOf(here.shell, app)).toEqual([["about", "/about"]]);
  const again = await here.shell.page.evaluate(() => window.stage.runner.suspend());
  // Which page shows a path that has none, the router of this one knows.
  expect(await resultsOf(here.shell, { ...app, restored: again })).toEqual([["about", "/nowhere/5"]]);
});

test("a page of an unusual name, too, is entered again where it was", async () => {
  const app = {
    files: { "start.page": page(`result(location.search); history.replaceState(null, "", "?at=2")`) },
    manifest: { entry: { html: "start.page" } },
  };
  expect(await resultsOf(here.shell, app)).toEqual([""]);
  const restored = await here.shell.page.evaluate(() => window.stage.runner.suspend());
  expect(await resultsOf(here.shell, { ...app, restored })).toEqual(["?at=2"]);
});
