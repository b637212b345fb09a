/** `gum.share` and `gum.moment`: what an app shares, and what it starts from. */
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

const script = (code: string) => ({
  "index.html": `<!DOCTYPE html><meta charset="utf-8"><body>page<script>(async () => { const tell = (what) => console.log("RESULT", JSON.stringify(what)); const told = async (work) => { try { return await work() } catch (error) { return error.code } }; ${code} })()</script>`,
});
const moments = () => shell.page.evaluate(() => window.stage.moments);

test("an app shares a state of its own, with a picture and a place", async () => {
  await shell.run({
    shares: true,
    files: script(
      `const picture = new Blob(["x".repeat(2000)], { type: "image/png" });
       tell([gum.capabilities().includes("share"), gum.moment]);
       tell(await gum.share({ text: "Look", state: { a: [1, "雨"] }, image: { picture, alt: "A board" }, href: "#three" }));
       tell(await gum.share({ state: null }));`,
    ),
  });
  await expect.poll(() => shell.results()).toEqual([[true, null], true, true]);
  expect(await moments()).toEqual([
    { text: "Look", state: '{"a":[1,"雨"]}', href: "#three", image: ["image/png", 2_000], alt: "A board" },
    { text: "", state: "null", href: null, image: null, alt: "" },
  ]);
});

test("what cannot be shared is refused by its code, and nothing opens", async () => {
  await shell.run({
    shares: true,
    files: script(
      `const wrong = [{}, { state: undefined }, { state: () => 1 }, { state: "x".repeat(262143) }, { state: "雨".repeat(90000) }, { state: 1, image: "data:" }, { state: 1, href: "#".padEnd(1001) }];
       const codes = [];
       for (const draft of wrong) codes.push(await told(() => gum.share(draft)));
       tell(codes);`,
    ),
  });
  const codes = ["invalid", "invalid", "invalid", "too_big", "too_big", "invalid", "invalid"];
  await expect.poll(() => shell.results()).toEqual([codes]);
  expect(await moments()).toEqual([]);
});

test("an app shares nothing without a composer, from the background, or again and again without a press", async () => {
  const files = script(
    `window.again = () => told(() => gum.share({ state: 1 })); const answers = []; for (let n = 0; n < 4; n++) answers.push(await again()); tell(answers);`,
  );
  await shell.run({ files });
  await expect.poll(() => shell.results()).toEqual([Array(4).fill("unavailable")]);
  await shell.run({ files, shares: true });
  await expect.poll(() => shell.results()).toEqual([[true, true, true, "denied"]]);
  await page.evaluate(() => window.stage.runner.cover(true));
  expect(await shell.inside("again()")).toBe("denied");
});

test("an app starts from a moment at its place, goes on from its own state, and starts over from the moment", async () => {
  const files = script(
    `gum.state.save(() => ({ mine: true })); tell([gum.moment, gum.state.restored, location.hash, localStorage.length]);`,
  );
  const moment = { state: '{"a":[1,"雨"]}', href: "#three" };
  const given = { state: { a: [1, "雨"] }, href: "#three" };
  await shell.run({ files, moment });
  expect(await shell.resultsFrom(1)).toEqual([[given, null, "#three", 0]]);
  const restored = await page.evaluate(() => window.stage.runner.suspend());
  await shell.run({ files, moment, restored });
  expect(await shell.resultsFrom(1)).toEqual([[given, { mine: true }, "#three", 0]]);
  await page.evaluate(() => window.stage.runner.restart());
  expect(await shell.resultsFrom(2)).toEqual([
    [given, { mine: true }, "#three", 0],
    [given, null, "#three", 0],
  ]);
});

test.each([
  ["not_found", "moment_gone"],
  ["network_failure", "moment_unreachable"],
])("a moment that is %s fails the start, and is asked for again", async (code, failure) => {
  await page.evaluate((answer) => void (window.stage.answers.moment = answer), code);
  const files = script(`tell(gum.moment.state)`);
  const events = await shell.run({ files, moment: { state: "7", href: "" } });
  const last = events.findLast(({ type }) => type === "status");
  expect(last).toMatchObject({ status: { status: "failed", code: failure } });
  await page.evaluate(() => void delete window.stage.answers.moment);
  await page.evaluate(() => window.stage.runner.restart());
  expect(await shell.resultsFrom(1)).toEqual([7]);
});
