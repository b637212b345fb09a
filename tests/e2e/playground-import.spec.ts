import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { appFrame } from "../support/store";

/** The internet, which the tests have none of. What fetches from it has tests beside the service. */
const SITE: Record<string, [type: string, body: string]> = {
  "https://site.invalid/game/": [
    "text/html",
    `<title>Game</title><link rel="stylesheet" href="main.css"><h1>Score</h1><img src="hero.png" alt=""><script type="module" src="js/game.js"></script>`,
  ],
  "https://site.invalid/game/main.css": ["text/css", "h1 { color: rgb(1, 2, 3) }"],
  "https://site.invalid/game/js/game.js": [
    "text/javascript",
    `import { score } from "./score.js"; document.querySelector("h1").append(" " + score)`,
  ],
  "https://site.invalid/game/js/score.js": ["text/javascript", "export const score = 7"],
};

test(
  "a public page becomes a project by its address; what it lacks is listed, and what is no page says so",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/playground");
    const open = async () => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Import a page by its address…" }).click();
    };
    await open();
    const dialog = page.getByRole("dialog");
    const address = dialog.getByRole("textbox", { name: "Address of the page" });
    for (const [typed, problem] of [
      ["two words", "Enter a public https address"],
      ["http://10.0.0.1/", "Enter a public https address"],
      ["nowhere.invalid", "The host cannot be reached, or it is not public."],
    ] as const) {
      await address.fill(typed);
      await address.press("Enter");
      await expect(dialog.getByText(problem)).toBeVisible();
    }

    let release = () => {};
    await page.route("**/api/apps/outside-files", async (route) => {
      const { url } = route.request().postDataJSON() as { url: string };
      if (url.endsWith("/slow/")) await new Promise<void>((resolve) => (release = resolve));
      const [contentType, body] = SITE[url] ?? [];
      await route
        .fulfill({
          json: body
            ? {
                state: "fetched",
                url,
                contentType,
                sha256: "",
                content: Buffer.from(body).toString("base64"),
              }
            : { state: "failed", reason: "status" },
        })
        .catch(() => {});
    });
    await address.fill("site.invalid/slow/");
    await address.press("Enter");
    await expect(dialog.getByText("0 of 1 files")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    release();
    await expect(dialog.getByText("0 of 1 files")).toBeHidden();

    await address.fill("site.invalid/game/");
    await dialog.getByRole("button", { name: "Import" }).click();
    const done = page.getByRole("dialog", { name: "Game was imported" });
    await expect(done.getByRole("listitem")).toHaveText([/hero\.png.*nothing at this address/]);
    await done.getByRole("button", { name: "Close" }).last().click();
    const heading = appFrame(page).getByRole("heading", { name: "Score 7" });
    await expect(heading).toHaveCSS("color", "rgb(1, 2, 3)");
    await expect(page.getByRole("navigation", { name: "Files" })).toContainText("score.js");
  },
);
