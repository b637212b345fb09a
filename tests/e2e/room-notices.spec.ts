import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { publish } from "../support/posts";
import { appFrame, appName, uploadByApi } from "../support/store";
import { expect, test, type Page } from "../support/test";

/** Tells the others whose turn it is. */
const TURNS = `<!doctype html><meta charset="utf-8"><title>t</title><button>Move</button><p></p><script>
  let moves = 0;
  document.querySelector("button").addEventListener("click", () =>
    gum.room.send(1, { href: "#board", notify: { "*": "Your turn <b>now</b>” is it" } }).then(() => (document.querySelector("p").textContent = "moved " + ++moves)));
</script>`;

test(
  "an app tells the others in its post, until they mute it",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const name = appName("Turns");
    const manifest = { name, entry: { html: "index.html" }, room: true };
    const app = await uploadByApi(page, makePackage(manifest, { "index.html": TURNS }), { published: true });
    const post = await publish(page, appName("A game?"), { appRef: { appId: app.id } });
    const other = await (await browser.newContext()).newPage();
    await signUpOnboarded(other);

    const play = async (one: Page) => {
      await one.getByRole("button", { name: `Open ${name}` }).click();
      await appFrame(one).getByRole("button", { name: "Move" }).waitFor();
    };
    for (const one of [page, other]) {
      await one.goto(`/post/${post.id}`);
      await play(one);
    }
    const move = async (count: number) => {
      await appFrame(other).getByRole("button", { name: "Move" }).click();
      await expect(appFrame(other).locator("p")).toHaveText(`moved ${count}`);
    };
    await move(1);
    await page.goto("/notifications");
    const row = page.getByRole("article").filter({ hasText: `From ${name}` });
    await expect(row).toContainText("“Your turn <b>now</b>' is it”");
    await row.getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`/post/${post.id}#board$`));

    await play(page);
    await page.getByRole("button", { name: /^Shared app/ }).click();
    await page.getByRole("menuitem", { name: "People…" }).click();
    const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
    await page.getByRole("switch", { name: "Mute this shared app" }).click();
    await saved;
    await move(2);
    await page.goto("/notifications");
    await expect(row).toHaveCount(1);
  },
);
