import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { withinOneDay } from "../support/day";
import { still } from "../support/still";
import { appFrame, appName, scriptsRun, uploadByApi } from "../support/store";
import { expect, test } from "../support/test";

const PAGE = `<!doctype html><meta charset="utf-8"><title>t</title>
<label>Note <input id="note"></label>
<button id="save">Save</button>
<script src="js/notes.js"></script>`;
const SCRIPT = `document.querySelector("#save").addEventListener("click", () => {
  throw new Error('Cannot save "' + document.querySelector("#note").value + '"');
});`;

test(
  "an error that three people met is on its maker's page without what they wrote, and nobody else sees that page",
  { tag: "@full" },
  async ({ page, browser }) => {
    test.setTimeout(300_000);
    await withinOneDay(120_000);
    const makers = await browser.newContext();
    const maker = await makers.newPage();
    await signUpOnboarded(maker);
    const app = await uploadByApi(
      maker,
      makePackage(
        { name: appName("Notes"), entry: { html: "index.html" } },
        { "index.html": PAGE, "js/notes.js": SCRIPT },
      ),
      { published: true },
    );
    await maker.goto(`/apps/${app.id}`);
    await maker.getByRole("link", { name: "Statistics" }).click();
    await expect(maker.getByRole("heading", { name: "No runs yet" })).toBeVisible();
    await expect(maker.getByText("No errors were reported.")).toBeVisible();

    const use = async (person: Page, note: string) => {
      await signUpOnboarded(person);
      const reported = person.waitForResponse((response) =>
        response.url().endsWith(`/apps/${app.id}/problems`),
      );
      await person.goto(`/apps/${app.id}/run`);
      await appFrame(person).getByLabel("Note").fill(note);
      const save = appFrame(person).getByRole("button", { name: "Save" });
      await scriptsRun(save);
      await save.click();
      const report = await reported;
      expect(report.status()).toBe(204);
      expect(report.request().postData()).not.toContain(note);
    };
    await use(page, "Dear Anna");
    await page.goto(`/apps/${app.id}`);
    await expect(page.getByRole("heading", { name: app.name })).toBeVisible();
    await expect(page.getByRole("link", { name: "Statistics" })).toBeHidden();
    expect((await page.goto(`/apps/${app.id}/statistics`))?.status()).toBe(404);

    await maker.reload();
    await expect(maker.getByText("1 rare error, not shown: fewer than 3 people met it.")).toBeVisible();
    const chart = maker.getByRole("slider", { name: "Runs a day" });
    await expect(chart).toHaveAttribute("aria-valuetext", /, so far: fewer than 3 people$/);
    for (const note of ["Dear Bob", "Dear Eve"]) {
      const context = await browser.newContext();
      await use(await context.newPage(), note);
      await context.close();
    }

    await maker.reload();
    await expect(chart).toHaveAttribute("aria-valuetext", /, so far: 3 runs, 3 people, 3 new$/);
    await maker.getByText("As a table").click();
    await expect(maker.getByRole("table").getByRole("row")).toHaveCount(2);
    const errors = maker.getByRole("region", { name: "Errors" });
    await expect(errors.getByText("Error: Cannot save …")).toBeVisible();
    await expect(errors.getByText("js/notes.js:2")).toBeVisible();
    await expect(errors.getByText("In 3 runs")).toBeVisible();
    for (const theme of ["dark", "light"]) {
      await maker.evaluate((name) => (document.documentElement.className = name), theme);
      await still(maker);
      const { violations } = await new AxeBuilder({ page: maker }).withTags(["wcag2a", "wcag2aa"]).analyze();
      expect(violations.map(({ id, nodes }) => [theme, id, nodes[0]!.html])).toEqual([]);
    }
    await errors.getByRole("button", { name: "Resolve" }).press("Enter");
    await expect(errors.getByText("No errors were reported.")).toBeVisible();
    await expect(errors.getByRole("status")).toHaveText("The error is resolved.");
    await expect(errors.getByText("1 resolved error")).toBeFocused();
    await errors.getByText("1 resolved error").press("Enter");
    await errors.getByRole("button", { name: "Reopen" }).press("Enter");
    await expect(errors.getByRole("button", { name: "Resolve" })).toBeFocused();
    await makers.close();
  },
);
