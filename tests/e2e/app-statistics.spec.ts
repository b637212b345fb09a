import AxeBuilder from "@axe-core/playwright";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { still } from "../support/still";
import { appFrame, appName, uploadByApi } from "../support/store";
import { expect, test } from "../support/test";

const PAGE = `<!doctype html><meta charset="utf-8"><title>t</title>
<label>Note <input id="note"></label>
<button id="save">Save</button>
<script src="js/notes.js"></script>`;
const SCRIPT = `document.querySelector("#save").addEventListener("click", () => {
  throw new Error('Cannot save "' + document.querySelector("#note").value + '"');
});`;

test(
  "the error of a run is on its maker's page without what the person wrote, and nobody else sees that page",
  { tag: "@full" },
  async ({ page, browser }) => {
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

    await signUpOnboarded(page);
    const reported = page.waitForResponse((response) => response.url().endsWith(`/apps/${app.id}/problems`));
    await page.goto(`/apps/${app.id}/run`);
    await appFrame(page).getByLabel("Note").fill("Dear Anna");
    await appFrame(page).getByRole("button", { name: "Save" }).click();
    const report = await reported;
    expect(report.status()).toBe(204);
    expect(report.request().postData()).not.toContain("Anna");
    await page.goto(`/apps/${app.id}/statistics`);
    await expect(page.getByRole("heading", { name: "Statistics" })).toBeHidden();
    await expect(page.getByRole("link", { name: "Statistics" })).toBeHidden();

    await maker.reload();
    const chart = maker.getByRole("slider", { name: "Runs a day" });
    await expect(chart).toHaveAttribute("aria-valuetext", /: 1 run, 1 person, 1 new$/);
    await chart.press("ArrowLeft");
    await expect(chart).toHaveAttribute("aria-valuetext", /: 0 runs, 0 people, 0 new$/);
    await maker.getByText("As a table").click();
    await expect(maker.getByRole("table").getByRole("row")).toHaveCount(31);
    const errors = maker.getByRole("region", { name: "Errors" });
    await expect(errors.getByText("Error: Cannot save …")).toBeVisible();
    await expect(errors.getByText("js/notes.js:2")).toBeVisible();
    await expect(errors.getByText("In 1 run")).toBeVisible();
    for (const theme of ["dark", "light"]) {
      await maker.evaluate((name) => (document.documentElement.className = name), theme);
      await still(maker);
      const { violations } = await new AxeBuilder({ page: maker }).withTags(["wcag2a", "wcag2aa"]).analyze();
      expect(violations.map(({ id, nodes }) => [theme, id, nodes[0]!.html])).toEqual([]);
    }
    await errors.getByRole("button", { name: "Resolve" }).click();
    await expect(errors.getByText("No errors were reported.")).toBeVisible();
    await errors.getByText("1 resolved error").click();
    await errors.getByRole("button", { name: "Reopen" }).click();
    await expect(errors.getByRole("button", { name: "Resolve" })).toBeVisible();
    await makers.close();
  },
);
