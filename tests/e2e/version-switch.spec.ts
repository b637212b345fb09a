import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { appFrame, appName, uploadByApi } from "../support/store";
import { expect, test, type Page } from "../support/test";

const page = (version: string) => `<!doctype html><meta charset="utf-8"><title>t</title>
<p>Version ${version}</p><button>Count</button><output></output>
<script>
  const show = () => { document.querySelector("output").textContent = (localStorage.count ?? 0) + " counted"; };
  document.querySelector("button").onclick = () => { localStorage.count = Number(localStorage.count ?? 0) + 1; show(); };
  show();
</script>`;

const counted = (at: Page) => appFrame(at).locator("output");
async function count(at: Page, appId: string, expected: string): Promise<void> {
  const saved = at.waitForResponse(
    (response) =>
      response.url().endsWith(`/api/apps/${appId}/storage`) && response.request().method() === "PUT",
  );
  await appFrame(at).getByRole("button", { name: "Count" }).click();
  await expect(counted(at)).toHaveText(expected);
  expect((await saved).status()).toBe(200);
}

test(
  "an update that wants more is compared and taken, reverted with the data of that time, and taken again",
  { tag: "@full" },
  async ({ page: at, browser }) => {
    const makers = await browser.newContext();
    const maker = await makers.newPage();
    await signUpOnboarded(maker);
    const name = appName("Counter");
    const entry = { html: "index.html" };
    const app = await uploadByApi(
      maker,
      makePackage({ name, version: "1.0.0", entry }, { "index.html": page("one") }),
      { published: true },
    );

    await signUpOnboarded(at);
    await at.goto(`/apps/${app.id}/run`);
    await expect(counted(at)).toHaveText("0 counted");
    await count(at, app.id, "1 counted");

    const network = { hosts: ["api.example.com"], reason: "Weather" };
    await uploadByApi(
      maker,
      makePackage(
        { name, version: "2.0.0", entry, network },
        { "index.html": page("two"), "weather.js": "1" },
      ),
      { appId: app.id },
    );
    await at.goto(`/apps/${app.id}/run`);
    await at.getByRole("button", { name: "What changed" }).click();
    const comparison = at.getByRole("dialog", { name: "What changed in version 2.0.0" });
    await expect(comparison.getByText("api.example.com")).toBeVisible();
    await expect(comparison.getByText("weather.js")).toBeVisible();
    await at.keyboard.press("Escape");
    await at.getByRole("button", { name: "Open the new version" }).click();
    await expect(appFrame(at).getByText("Version two")).toBeVisible();
    await expect(counted(at)).toHaveText("1 counted");
    await count(at, app.id, "2 counted");

    const move = async (label: string, toast: RegExp) => {
      await at.goto(`/settings/apps/${app.id}`);
      await at.getByRole("button", { name: label }).click();
      const question = at.getByRole("alertdialog");
      await expect(question).toContainText("your data is as it was on");
      await question.getByRole("button", { name: label }).click();
      await expect(at.getByText(toast)).toBeVisible();
      await at.goto(`/apps/${app.id}/run`);
    };
    await move("Go back to version 1.0.0", /runs in version 1\.0\.0 now/);
    await expect(appFrame(at).getByText("Version one")).toBeVisible();
    await expect(counted(at)).toHaveText("1 counted");

    await move("Go forward to version 2.0.0", /runs in version 2\.0\.0 now/);
    await expect(appFrame(at).getByText("Version two")).toBeVisible();
    await expect(counted(at)).toHaveText("2 counted");
    await makers.close();
  },
);

test(
  "another device follows to the version that its person goes to, one without a connection too",
  { tag: "@full" },
  async ({ page: at, browser }) => {
    await signUpOnboarded(at);
    const name = appName("Counter");
    const entry = { html: "index.html" };
    const app = await uploadByApi(
      at,
      makePackage({ name, version: "1.0.0", entry }, { "index.html": page("one") }),
    );
    await at.goto(`/apps/${app.id}/run`);
    await count(at, app.id, "1 counted");
    await uploadByApi(at, makePackage({ name, version: "2.0.0", entry }, { "index.html": page("two") }), {
      appId: app.id,
    });
    await at.goto(`/apps/${app.id}/run`);
    await expect(appFrame(at).getByText("Version two")).toBeVisible();
    await count(at, app.id, "2 counted");
    await at.goto(`/settings/apps/${app.id}`);

    const context = await browser.newContext({ storageState: await at.context().storageState() });
    const other = await context.newPage();
    await other.clock.install();
    await other.goto(`/apps/${app.id}/run`);
    await expect(counted(other)).toHaveText("2 counted");
    const move = async (label: string) => {
      await at.getByRole("button", { name: label }).click();
      await at.getByRole("alertdialog").getByRole("button", { name: label }).click();
      await expect(at.getByRole("alertdialog")).toBeHidden();
    };
    await move("Go back to version 1.0.0");
    await expect(appFrame(other).getByText("Version one")).toBeVisible();
    await expect(counted(other)).toHaveText("1 counted");

    await context.setOffline(true);
    await appFrame(other).getByRole("button", { name: "Count" }).click();
    await expect(counted(other)).toHaveText("2 counted");
    await appFrame(other).getByRole("button", { name: "Count" }).click();
    await expect(counted(other)).toHaveText("3 counted");
    await move("Go forward to version 2.0.0");
    // What the page knows is stale by now.
    await other.clock.fastForward("01:00");
    await context.setOffline(false);
    await expect(appFrame(other).getByText("Version two")).toBeVisible();
    await expect(counted(other)).toHaveText("2 counted");
    await context.close();
  },
);
