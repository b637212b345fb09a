/** The examples of the documentation run as they stand. */
import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stageForAll } from "../support/stage-for-all";

const DOCS = path.resolve(import.meta.dirname, "../../public/docs");
const examplesOf = (file: string): string[] =>
  [...fs.readFileSync(path.join(DOCS, file), "utf8").matchAll(/```js\n([\s\S]*?)```/g)].map(
    ([, code]) => code!,
  );
/** What each shows, in the order of the page. */
const SHOWN = [
  "This runs without Gum, or without a composer.",
  "Test 1.0.0 is ready.",
  "Visit 1, keys: notes/first, visits",
  "Not saved: QuotaExceededError",
  "Page 1",
  "1 voted, 1 for curry",
  "Move the pointer",
  "Curry: 0Ramen: 0Sushi: 0",
  '[["guests",["Ben"]],["title","Sunday"],["visits",1]]',
  /^Player [\w-]{6} is Ada with a picture$/,
  /^Answered 200: \{"url":"https:\/\/api\.example\.com\/data\.json"/,
  "Clear the list",
  "Share my scoreRead the rules",
  "Share level 1",
  "The person has been told.",
  "Nothing to show it in: no_room",
  "Not handed in: unavailable",
  "dark, en",
];

const here = stageForAll();
beforeAll(async () => {
  await here.shell.page.evaluate(() => void (window.stage.answers.allow = true));
});

const network = { hosts: ["api.example.com"], reason: "Shows an example" };
const required_capabilities = [{ name: "profile", reason: "Greets you" }];

test("every example of gum.md has its outcome here", () => {
  expect(examplesOf("gum.md")).toHaveLength(SHOWN.length);
});

test.each(examplesOf("gum.md").map((code, index) => [index, code] as const))(
  "gum.md, example %i",
  async (index, code) => {
    const events = await here.shell.run({
      wired: true,
      notifies: true,
      room: `example ${index}`,
      manifest: { network, required_capabilities },
      files: {
        "index.html": `<!DOCTYPE html><meta charset="utf-8"><title>Example</title><body><script type="module" src="app.js"></script>`,
        "app.js": code,
      },
    });
    expect(here.shell.problems(events)).toEqual([]);
    const wanted = SHOWN[index]!;
    const text = () => here.shell.page.frameLocator("#place iframe").locator("body").innerText();
    await expect
      .poll(async () => (await text()).replace(/\n/g, ""))
      .toMatch(
        typeof wanted === "string"
          ? new RegExp(`^${wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`)
          : wanted,
      );
  },
);

const XDC_SHOWN = ["Hello from Ada (1 of 1)", "It is your turn", "Move the pointer"];

test.each(XDC_SHOWN.map((wanted, index) => [index, wanted] as const))(
  "webxdc.md, example %i",
  async (index, wanted) => {
    const examples = examplesOf("webxdc.md");
    expect(examples).toHaveLength(XDC_SHOWN.length);
    const events = await here.shell.run({
      room: `webxdc example ${index}`,
      manifest: { metadata: { webxdc: true } },
      files: {
        "index.html": `<!DOCTYPE html><meta charset="utf-8"><title>Example</title><body><script src="webxdc.js"></script><script type="module" src="app.js"></script>`,
        "app.js": examples[index]!,
      },
    });
    expect(here.shell.problems(events)).toEqual([]);
    await here.shell.page.frameLocator("#place iframe").getByText(wanted).waitFor();
  },
);

test("quickjs.md: the example counts, and counts on", async () => {
  const [code] = examplesOf("quickjs.md");
  const app = {
    keep: "account" as const,
    files: { "main.js": code! },
    manifest: { entry: { module: "main.js" }, runtime_target: "quickjs" },
  };
  await here.shell.run(app);
  const view = here.shell.page.frameLocator("#place iframe");
  await view.getByRole("button", { name: "More" }).click();
  await view.getByText("1", { exact: true }).waitFor();
  await here.shell.run(app);
  await view.getByText("1", { exact: true }).waitFor();
});
