import { readFile } from "node:fs/promises";
import { signUpOnboarded } from "../support/accounts";
import { appFrame } from "../support/store";
import { expect, test, type Page } from "../support/test";

const GAME_MS = 60_000;

/** The files of the page, in its order: what follows a file's name is the whole file, other code replaces a function of it. */
async function readSteps(): Promise<{ file: string; code: string; isWhole: boolean }[]> {
  const text = await readFile("public/docs/tutorial.md", "utf8");
  const blocks = [...text.matchAll(/(?:^`([\w.]+)`\n\n)?^```\w+\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, file, code]) => ({ file: file ?? "app.js", code: code!, isWhole: Boolean(file) }));
}

async function replaceFile(page: Page, file: string, text: string): Promise<void> {
  await page.getByRole("navigation", { name: "Files" }).getByText(file, { exact: true }).click();
  await page.getByRole("textbox", { name: `Text of ${file}` }).fill(text);
}

test(
  "the tutorial leads from nothing to a published game with a list of the best",
  { tag: "@full" },
  async ({ page }) => {
    test.slow();
    await signUpOnboarded(page);
    await page.goto("/docs");
    await expect(page.getByRole("heading", { level: 1, name: "A game in fifteen minutes" })).toBeVisible();
    await page.getByRole("link", { name: "playground", exact: true }).click();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Rename the project…" }).click();
    await page.getByLabel("Name of the project").fill("Star catch");
    await page.getByRole("button", { name: "Rename", exact: true }).click();

    const files = new Map<string, string>();
    for (const { file, code, isWhole } of await readSteps()) {
      const before = files.get(file) ?? "";
      const text = isWhole ? code : before.replace(/^function end\(\) \{[\s\S]*?^\}\n/m, code);
      expect(text).not.toBe(before);
      files.set(file, text);
      await replaceFile(page, file, text);
    }
    expect([...files.keys()]).toEqual(["index.html", "style.css", "app.js", "manifest.json"]);
    await expect(appFrame(page).getByText("Press to start")).toBeVisible();
    await appFrame(page).locator("canvas").click();
    await expect(appFrame(page).getByText(/^\d+ stars, \d+ s$/)).toBeVisible();

    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(page.getByLabel("Name")).toHaveValue("Star catch");
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page).toHaveURL(/\/apps\/[0-9a-f-]{36}$/);
    await page.getByRole("switch", { name: "Published" }).click();
    await expect(page.getByRole("switch", { name: "Published" })).toBeChecked();

    await page.getByRole("link", { name: "Play", exact: true }).first().click();
    await appFrame(page).locator("canvas").click();
    await expect(appFrame(page).getByText(/^\d+ stars\. Your best: \d+\..* You are number 1$/)).toBeVisible({
      timeout: GAME_MS,
    });
  },
);
