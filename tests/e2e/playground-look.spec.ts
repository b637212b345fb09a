import { expect, test } from "../support/test";
import { appFrame } from "../support/store";

test(
  "an app is tried on a phone and a desktop, dark and in Japanese, without a restart, and its code formatted",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/playground?template=page");
    const frame = appFrame(page);
    await expect(frame.getByRole("button", { name: "Press me" })).toBeVisible();
    await page.getByRole("navigation", { name: "Files" }).getByText("index.html", { exact: true }).click();
    const editor = page.getByRole("textbox", { name: "Text of index.html" });
    await editor.fill(
      "<button>Start</button><output></output><script>let n=0;const show=()=>document.querySelector('output').textContent=[n++,innerWidth,innerHeight,gum.theme,gum.locale].join(' ');document.querySelector('button').onclick=show;addEventListener('resize',show);gum.onThemeChange(show);gum.onLocaleChange(show)</script>",
    );
    const output = frame.locator("output");
    await frame.getByRole("button", { name: "Start" }).click();
    await expect(output).toHaveText(/^0 /);
    await page.getByRole("combobox", { name: "Screen" }).selectOption("phone");
    await expect(output).toHaveText(/^[1-9]\d* 390 844 /);
    await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
    await page.getByRole("combobox", { name: "Language" }).selectOption("ja");
    await expect(output).toHaveText(/ 390 844 dark ja$/);
    await page.getByRole("combobox", { name: "Screen" }).selectOption("desktop");
    await expect(output).toHaveText(/ 1280 800 dark ja$/);
    await page.getByRole("combobox", { name: "Theme" }).selectOption("light");
    // A small picture of the screen takes presses.
    await expect(output).toHaveText(/ light ja$/);
    const count = async () => Number((await output.textContent())!.split(" ")[0]);
    const before = await count();
    const box = (await page.locator("iframe.gum-app-frame").boundingBox())!;
    await page.mouse.click(box.x + 30 * (box.width / 1280), box.y + 18 * (box.width / 1280));
    await expect.poll(count).toBe(before + 1);

    const more = page.getByRole("button", { name: "More", exact: true });
    await more.click();
    await page.getByRole("menuitem", { name: "Format index.html" }).click();
    await expect(editor).toContainText("let n = 0;");
    await editor.fill("<p>x</section>");
    await more.click();
    await page.getByRole("menuitem", { name: "Format index.html" }).click();
    await expect(page.getByText("index.html could not be formatted")).toBeVisible();
    await expect(editor).toContainText("</section>");
  },
);
