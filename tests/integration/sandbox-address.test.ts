/** The address by which a person comes to an app: its query and its fragment reach the app, as on the web. */
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
}, 60_000);
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
  expect(await shell.results()).toEqual([["started", query, hash, `/${query}${hash}`]]);
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
  expect(await shell.results()).toEqual([["resumed", "", "#one", "/#one"]]);
  await shell.run({ files, restored, address: { query: "", hash: "#two" } });
  expect(await shell.results()).toEqual([["resumed", "", "#two", "/#two"]]);
});

test("an address that is too long leads nowhere, and costs no state", async () => {
  await shell.run({ files, address: { query: "", hash: `#${"x".repeat(9_000)}` } });
  expect(await shell.results()).toEqual([["started", "", "", "/"]]);
});
