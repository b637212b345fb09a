/** `gum.notify`: what reaches the shell of what an app says, and what the app is told. */
import { beforeEach, expect, test } from "vitest";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();
beforeEach(async () => {
  here.shell = await here.stage.shellIn(here.shell.page);
});

const script = (code: string) => ({
  "index.html": `<!DOCTYPE html><meta charset="utf-8"><body>page<script>(async () => { const told = async (work) => { try { return (await work()) ?? null } catch (error) { return error.code } }; ${code} })()</script>`,
});
const notices = () => here.shell.page.evaluate(() => window.stage.notices);

test("a text, and where it leads, reach the shell, also of an app that is covered", async () => {
  await here.shell.run({
    notifies: true,
    files: script(
      `window.tell = async (notice) => console.log("RESULT", JSON.stringify(await told(() => gum.notify(notice))));
       console.log("RESULT", JSON.stringify(gum.capabilities().includes("notify")));
       await tell("Tea is ready");`,
    ),
  });
  await here.shell.resultsFrom(2);
  await here.shell.page.evaluate(() => window.stage.runner.cover(true));
  await here.shell.inside(`tell({ text: "x".repeat(5000), href: "#tea", more: () => 1 }, 2)`);
  expect(await here.shell.resultsFrom(3)).toEqual([true, null, null]);
  expect(await notices()).toEqual([
    { text: "Tea is ready", href: null },
    { text: "x".repeat(2_000), href: "#tea" },
  ]);
});

test("what is no notification is the app's mistake, and does not end it", async () => {
  await here.shell.run({
    notifies: true,
    files: script(
      `const wrong = [undefined, null, 1, {}, { text: 1 }, { text: null, href: "#a" }, { text: "x", href: "h".repeat(1001) }, []];
       const codes = [];
       for (let times = 0; times < 5; times++) for (const notice of wrong) codes.push(await told(() => gum.notify(notice)));
       console.log("RESULT", JSON.stringify([...new Set(codes)]));
       console.log("RESULT", JSON.stringify(await told(() => gum.notify({ text: "still here", href: null }))));`,
    ),
  });
  expect(await here.shell.resultsFrom(2)).toEqual([["invalid"], null]);
  expect(await notices()).toEqual([{ text: "still here", href: null }]);
});

test("what the shell refuses reaches the app by its code; without notices it has none", async () => {
  await here.shell.page.evaluate(() => void (window.stage.answers.notify = "too_many"));
  const files = script(
    `console.log("RESULT", JSON.stringify([await told(() => gum.notify("x")), gum.capabilities().includes("notify")]));`,
  );
  await here.shell.run({ notifies: true, files });
  expect(await here.shell.resultsFrom(1)).toEqual([["too_many", true]]);
  await here.shell.run({ files });
  expect(await here.shell.resultsFrom(1)).toEqual([["unavailable", false]]);
});

test("an app in QuickJS notifies too", async () => {
  await here.shell.run({
    notifies: true,
    files: {
      "main.js": `const say = async (notice) => { try { await gum.notify(notice); return "told" } catch (error) { return error.code } };
        ui.render(ui.text([await say("Tea"), await say({ text: "Ready", href: "#tea" }), await say()].join(" ")));`,
    },
    manifest: { entry: { module: "main.js" }, runtime_target: "quickjs" },
  });
  await here.shell.page.frameLocator("#place iframe").getByText("told told invalid").waitFor();
  expect(await notices()).toEqual([
    { text: "Tea", href: null },
    { text: "Ready", href: "#tea" },
  ]);
});
