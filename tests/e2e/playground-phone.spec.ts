import { signUpOnboarded } from "../support/accounts";
import { appFrame, appName } from "../support/store";
import { expect, test } from "../support/test";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test(
  "an app is made, run, mended and published on a phone, by touch alone",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/playground?template=page");
    const panes = page.getByRole("radiogroup", { name: "Playground" });
    const pane = (name: string) => panes.getByRole("radio", { name });
    const turnTo = (name: string) => panes.getByText(name, { exact: true }).tap();
    const file = (name: string) =>
      page.getByRole("navigation", { name: "Files" }).getByText(name, { exact: true });
    const text = (name: string) => page.getByRole("textbox", { name: `Text of ${name}` });
    const choose = async (item: string) => {
      await page.getByRole("button", { name: "More", exact: true }).tap();
      await page.getByRole("menuitem", { name: item }).tap();
    };
    const fits = () =>
      expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);

    await choose("My projects");
    await page.getByRole("dialog").getByRole("button", { name: "New project" }).tap();
    const name = appName("Pocket");
    await choose("Rename the project…");
    await page.getByLabel("Name of the project").fill(name);
    await page.getByRole("button", { name: "Rename", exact: true }).tap();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await fits();

    await turnTo("Files");
    await file("index.html").tap();
    await text("index.html").fill(
      `<!doctype html><title>${name}</title><meta name="viewport" content="width=device-width"><h1>In a pocket</h1><script src="sound.js"></script>`,
    );
    await turnTo("Files");
    await page.getByRole("button", { name: "New file" }).tap();
    await page.getByLabel("Name of the new file").fill("sound.js");
    await page.getByRole("button", { name: "Add", exact: true }).tap();
    await turnTo("Code");
    await text("sound.js").fill('console.log("a sound");\nmissing();\n');

    // Away from the code, to what runs.
    await page.getByRole("button", { name: "Run", exact: true }).tap();
    await expect(pane("Preview")).toBeChecked();
    await expect(appFrame(page).getByRole("heading", { name: "In a pocket" })).toBeVisible();
    await fits();
    await turnTo("Console");
    const printed = page.getByRole("log", { name: "Console" });
    await expect(printed.getByText("a sound")).toBeVisible();
    await printed.getByRole("button", { name: "sound.js:2" }).tap();
    await expect(pane("Code")).toBeChecked();
    await text("sound.js").fill('console.log("a sound");\n');
    await page.getByRole("button", { name: "Run", exact: true }).tap();
    await turnTo("Console");
    await expect(printed.getByText("a sound")).toBeVisible();
    await expect(printed.getByRole("button", { name: "sound.js:2" })).toHaveCount(0);

    await choose("Publish…");
    // The manifest has a name of its own.
    await page.getByLabel("Name", { exact: true }).fill(name);
    await fits();
    await page.getByRole("button", { name: "Upload", exact: true }).tap();
    await expect(page).toHaveURL(/\/apps\/[0-9a-f-]{36}$/);
    await page.getByRole("switch", { name: "Published" }).tap();
    await expect(page.getByRole("switch", { name: "Published" })).toBeChecked();
    await fits();
  },
);
