import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { signUpOnboarded } from "../support/accounts";
import { expect, test } from "../support/test";

test(
  "an app kept in this browser says what of its folder was left out, also where it is refused",
  { tag: "@full" },
  async ({ page }, testInfo) => {
    await signUpOnboarded(page);
    const folder = testInfo.outputPath("kept");
    await mkdir(path.join(folder, ".git"), { recursive: true });
    await writeFile(path.join(folder, ".git/config"), "");
    await writeFile(path.join(folder, "index.html"), "<title>Kept here</title><h1>Here</h1>");
    await page.goto("/local-apps");
    await page.locator("input[webkitdirectory]").setInputFiles(folder);
    const card = page.getByRole("status").filter({ hasText: "Kept here is kept in this browser now" });
    await card.getByText("1 file or folder of yours is left out").click();
    await expect(card).toContainText(".git");

    await writeFile(path.join(folder, "manifest.json"), "{");
    await page.locator("input[webkitdirectory]").setInputFiles(folder);
    const refused = page.getByRole("alert").filter({ hasText: "This package cannot be used" });
    await expect(refused.getByText("1 file or folder of yours is left out")).toBeVisible();
    await expect(card).toHaveCount(0);
  },
);

test(
  "a file that is gone before it is read is named, and another can be chosen",
  { tag: "@full" },
  async ({ page }, testInfo) => {
    await signUpOnboarded(page);
    const folder = testInfo.outputPath("going");
    const level = path.join(folder, "data/level.js");
    await mkdir(path.dirname(level), { recursive: true });
    await writeFile(path.join(folder, "index.html"), "<title>Going</title>");
    for (const address of ["/add-app", "/local-apps"]) {
      await writeFile(level, "1");
      await page.goto(address);
      // The code that reads the files comes with the first of them: it waits until one is gone.
      let release!: () => void;
      const isGone = new Promise<void>((resolve) => (release = resolve));
      await page.route("**/_next/static/chunks/**", async (route) => {
        await isGone;
        await route.continue();
      });
      await page.locator("input[webkitdirectory]").setInputFiles(folder);
      await rm(level);
      release();
      await expect(page.getByText("data/level.js cannot be read.")).toBeVisible();
      await expect(page.getByText("Drop a .gum")).toBeVisible();
      await page.unrouteAll({ behavior: "wait" });
    }
  },
);
