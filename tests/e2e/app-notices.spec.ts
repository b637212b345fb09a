import type { Page } from "@playwright/test";
import { signUpOnboarded } from "../support/accounts";
import { callDock, dockedApp } from "../support/dock";
import { notice } from "../support/notices";
import { makePackage } from "../support/package-bytes";
import { appFrame, appName, uploadByApi } from "../support/store";
import { expect, test } from "../support/test";

type Notice = Parameters<typeof gum.notify>[0];

/** In the app, also while it is hidden. */
const tell = (page: Page, said: Notice): Promise<string> =>
  page
    .frameLocator(".app-window iframe.gum-app-frame")
    .locator("body")
    .evaluate(
      (_, said) =>
        window.gum.notify(said).then(
          () => "told",
          ({ code }: { code: string }) => code,
        ),
      said,
    );

test(
  "an app that runs hidden says something, three times an hour and until it is turned off",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const name = appName("Tea");
    const html = `<!doctype html><meta charset="utf-8"><title>t</title><h1>Kettle</h1>`;
    const app = await uploadByApi(
      page,
      makePackage({ name, entry: { html: "index.html" } }, { "index.html": html }),
    );
    const run = `/apps/${app.id}/run`;
    const notices = page.getByRole("region", { name: /^Notices/ });
    const openApp = async () => {
      await page.goto(run);
      await appFrame(page).getByRole("heading", { name: "Kettle" }).waitFor();
    };
    await openApp();
    expect(await tell(page, "The water boils")).toBe("told");
    await expect(notice(page, `From ${name}`)).toBeVisible();
    await expect(notices.getByRole("button", { name: "Open" })).toHaveCount(0);

    const leave = async () => {
      await page.getByRole("link", { name: `Go to the page of ${name}` }).click();
      await expect(page).toHaveURL(new RegExp(`/apps/${app.id}$`));
    };
    await leave();
    await callDock(page);
    await expect(dockedApp(page, name)).toBeVisible();
    expect(await tell(page, { text: "Tea is\n\u202Eready\u200B <b>now</b>”", href: "#cup 1" })).toBe("told");
    await expect(notices.getByText("“Tea is ready <b>now</b>'”", { exact: true })).toBeVisible();
    // It waits under the focus while the pointer is at the dock.
    await notices.getByRole("button", { name: "Open" }).focus();
    await callDock(page);
    await expect(dockedApp(page, `${name}, 1 unread`)).toBeVisible();
    await notices.getByRole("button", { name: "Open" }).click();
    await expect(page).toHaveURL(new RegExp(`${run}$`));
    await expect
      .poll(() =>
        appFrame(page)
          .locator("body")
          .evaluate(() => location.hash),
      )
      .toBe("#cup%201");
    await leave();
    await callDock(page);
    await expect(dockedApp(page, name)).toBeVisible();

    await openApp();
    expect(await tell(page, "The third")).toBe("told");
    expect(await tell(page, "The fourth")).toBe("too_many");

    const turn = page.getByRole("switch", { name: "Notifications" });
    await page.goto(`/settings/apps/${app.id}`);
    // The page sends others, too: what it shows, to its live stream.
    const saved = page.waitForResponse(
      (answer) =>
        answer.request().method() === "PUT" && answer.url().includes(`/apps/${app.id}/`) && answer.ok(),
    );
    await turn.click();
    await saved;
    await page.reload();
    await expect(turn).not.toBeChecked();
    await openApp();
    expect(await tell(page, "The fifth")).toBe("denied");
  },
);
