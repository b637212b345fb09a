import { readFile } from "node:fs/promises";
import type { ElementHandle } from "@playwright/test";
import { signUpOnboarded } from "../support/accounts";
import { appFrame, scriptsRun } from "../support/store";
import { expect, test } from "../support/test";

const GAME_MS = 60_000;

/** The files of the page, in its order: what follows a file's name is the whole file, other code replaces a function of it. */
async function readSteps(page: string): Promise<{ file: string; code: string; isWhole: boolean }[]> {
  const text = await readFile(page, "utf8");
  const blocks = [...text.matchAll(/(?:^`([\w.]+)`\n\n)?^```\w+\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, file, code]) => ({ file: file ?? "app.js", code: code!, isWhole: Boolean(file) }));
}

/** What the person reads, in the language of the page that they follow. */
const LANGUAGES = {
  English: {
    locale: "en",
    file: "public/docs/tutorial.md",
    title: "A game in fifteen minutes",
    playground: "playground",
    more: "More",
    renameProject: "Rename the project…",
    projectName: "Name of the project",
    rename: "Rename",
    files: "Files",
    textOf: (file: string) => `Text of ${file}`,
    publish: "Publish…",
    name: "Name",
    upload: "Upload",
    published: "Published",
    play: "Play",
  },
  Japanese: {
    locale: "ja",
    file: "public/docs/ja/tutorial.md",
    title: "15 分でゲームを作る",
    playground: "プレイグラウンド",
    more: "その他",
    renameProject: "プロジェクト名を変更…",
    projectName: "プロジェクトの名前",
    rename: "名前を変更",
    files: "ファイル",
    textOf: (file: string) => `${file} の内容`,
    publish: "公開する…",
    name: "名前",
    upload: "アップロード",
    published: "公開",
    play: "遊ぶ",
  },
};

for (const [language, words] of Object.entries(LANGUAGES)) {
  test(
    `the ${language} tutorial leads from nothing to a published game with a list of the best`,
    { tag: "@full" },
    async ({ page }) => {
      test.slow();
      await signUpOnboarded(page);
      await page.goto("/docs");
      // For the whole site; the address of a page would limit it to /docs/.
      const site = new URL("/", page.url()).href;
      await page.context().addCookies([{ name: "gum-locale", value: words.locale, url: site }]);
      await page.reload();
      const replaceFile = async (file: string, text: string) => {
        const files = page.getByRole("navigation", { name: words.files });
        await files.getByText(file, { exact: true }).click();
        const editor = page.getByRole("textbox", { name: words.textOf(file) });
        await editor.click();
        // By its own command: fill() selects in the document, of which the editor may learn after the text.
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.insertText(text);
      };
      await expect(page.getByRole("heading", { level: 1, name: words.title })).toBeVisible();
      await page.getByRole("link", { name: words.playground, exact: true }).click();
      await page.waitForURL(/\/playground\b/);
      await page.getByRole("button", { name: words.more, exact: true }).click();
      await page.getByRole("menuitem", { name: words.renameProject }).click();
      await page.getByLabel(words.projectName).fill("Star catch");
      await page.getByRole("button", { name: words.rename, exact: true }).click();

      const files = new Map<string, string>();
      /** Of the run before the last edit. */
      let before: ElementHandle | null = null;
      for (const { file, code, isWhole } of await readSteps(words.file)) {
        const written = files.get(file) ?? "";
        const text = isWhole ? code : written.replace(/^function end\(\) \{[\s\S]*?^\}\n/m, code);
        expect(text).not.toBe(written);
        files.set(file, text);
        if (!isWhole) {
          await expect(page.getByTitle("Star catch")).toBeVisible();
          before = await appFrame(page).locator("body").elementHandle();
        }
        await replaceFile(file, text);
      }
      expect([...files.keys()]).toEqual(["index.html", "style.css", "app.js", "manifest.json"]);
      // A press while the app restarts would be lost with the game that it began.
      await expect.poll(() => before!.evaluate(() => true).catch(() => false)).toBe(false);
      const canvas = appFrame(page).locator("canvas");
      await expect(appFrame(page).getByText("Press to start")).toBeVisible();
      await scriptsRun(canvas);
      await canvas.click();
      await expect(appFrame(page).getByText(/^\d+ stars, \d+ s$/)).toBeVisible();

      await page.getByRole("button", { name: words.publish }).click();
      await expect(page.getByLabel(words.name, { exact: true })).toHaveValue("Star catch");
      await page.getByRole("button", { name: words.upload, exact: true }).click();
      await expect(page).toHaveURL(/\/apps\/[0-9a-f-]{36}$/);
      await page.getByRole("switch", { name: words.published }).click();
      await expect(page.getByRole("switch", { name: words.published })).toBeChecked();

      await page.getByRole("link", { name: words.play, exact: true }).first().click();
      await scriptsRun(canvas);
      await canvas.click();
      const best = appFrame(page).getByText(/^\d+ stars\. Your best: \d+\..* You are number 1$/);
      await expect(best).toBeVisible({ timeout: GAME_MS });
    },
  );
}
