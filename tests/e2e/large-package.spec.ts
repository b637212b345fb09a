import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { LARGE_FILES, noise } from "../support/large-package";
import { makePackage } from "../support/package-bytes";
import { appFrame, appName, uploadByApi } from "../support/store";

const PAGE = `<!doctype html><meta charset="utf-8"><title>t</title><h1>Before the rest</h1><button disabled>Load</button><output></output>
<script>
  const show = (text) => { document.querySelector("output").textContent = text; };
  const load = async () => {
    const image = new Image();
    image.src = "img/late.png";
    const [bytes] = await Promise.all([fetch("data/plain.zip").then((answer) => answer.arrayBuffer()), image.decode()]);
    show(bytes.byteLength + " " + image.naturalWidth);
  };
  const button = document.querySelector("button");
  button.onclick = () => load().catch((error) => show(error.name));
  // The page is drawn before its script runs.
  button.disabled = false;
</script>`;

test.describe(() => {
  // `page.route` does not see what a service worker fetches.
  test.use({ serviceWorkers: "block" });

  test(
    "a large app runs before its package is there, and says how much of a file has arrived",
    { tag: "@full" },
    async ({ page }) => {
      await signUpOnboarded(page);
      const name = appName("Large");
      const files = { "index.html": PAGE, ...LARGE_FILES, "data/more.zip": noise(20_000_000, 7) };
      const app = await uploadByApi(page, makePackage({ name, entry: { html: "index.html" } }, files));
      const asked: string[] = [];
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      const size = LARGE_FILES["data/plain.zip"]!.length;
      await page.route(/\/package\?/, async (route) => {
        const range = route.request().headers()["range"] ?? "whole";
        asked.push(range);
        const [, from, to] = /bytes=(\d+)-(\d+)/.exec(range) ?? [];
        if (Number(to) - Number(from) >= size) await held;
        await route.continue();
      });
      await page.goto(`/apps/${app.id}/run`);
      const frame = appFrame(page);
      await expect(frame.getByRole("heading", { name: "Before the rest" })).toBeVisible();
      await frame.getByRole("button", { name: "Load" }).click();
      await expect(page.getByRole("progressbar", { name: "Loading files" })).toBeVisible();
      release();
      await expect(frame.locator("output")).toHaveText(`${size} 3`);
      await expect(page.getByRole("progressbar", { name: "Loading files" })).toHaveCount(0);
      expect(asked).not.toContain("whole");
    },
  );
});
