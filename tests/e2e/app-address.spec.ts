import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { appFrame, appName, uploadByApi } from "../support/store";

/** An app with a router of its own, which shows where it is. */
const ROUTED = `<!doctype html><meta charset="utf-8"><title>Routed</title>
<p id="at"></p><button>On</button><script>
  const show = () => { document.querySelector("#at").textContent = location.pathname + location.search + location.hash; };
  document.querySelector("button").onclick = () => { history.pushState(null, "", "/levels/4?hard#deep"); show(); };
  addEventListener("hashchange", show);
  show();
</script>`;

const publishRouted = (page: Page) =>
  uploadByApi(
    page,
    makePackage({ name: appName("Routed"), entry: { html: "index.html" } }, { "index.html": ROUTED }),
    { published: true },
  );
const place = (page: Page) => appFrame(page).locator("#at");
const goOn = async (page: Page) => {
  await appFrame(page).getByRole("button", { name: "On" }).click();
  await expect(place(page)).toHaveText("/levels/4?hard#deep");
};

test(
  "an app opens at the address of its page, and a reload goes on where its router has come to",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const { id } = await publishRouted(page);
    await page.goto(`/apps/${id}/run/levels/3?easy#start`);
    await expect(place(page)).toHaveText("/levels/3?easy#start");
    await goOn(page);
    await page.reload();
    await expect(place(page)).toHaveText("/levels/4?hard#deep");
  },
);

test(
  "the address of a shared page leads into the app, for guests and for members",
  { tag: ["@full", "@phone-full"] },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const { id, shareId } = await publishRouted(page);
    const shared = `/app/share/${shareId}`;
    const context = await browser.newContext();
    const guest = await context.newPage();
    const open = () => guest.getByRole("button", { name: "Open", exact: true }).click();
    await guest.goto(`${shared}?level=3#start`);
    await open();
    await expect(place(guest)).toHaveText("/?level=3#start");
    await goOn(guest);
    await expect(guest).toHaveURL(new RegExp(`${shared}$`));
    await guest.reload();
    await open();
    await expect(place(guest)).toHaveText("/levels/4?hard#deep");
    // A link that is followed while it runs.
    await guest.goto(`${shared}#again`);
    await expect(place(guest)).toHaveText("/levels/4?hard#again");
    await context.close();

    await page.goto(`${shared}?level=3#start`);
    await page.getByRole("link", { name: "Open", exact: true }).click();
    await expect(place(page)).toHaveText("/?level=3#start");
    await expect(page).toHaveURL(new RegExp(`/apps/${id}/run$`));
  },
);
