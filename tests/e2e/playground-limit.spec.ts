import { randomBytes } from "node:crypto";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { appName, uploadByApi } from "../support/store";
import { expect, test } from "../support/test";

const entry = { html: "index.html" };

test(
  "an app that is larger than a project is refused before it is downloaded, and says what to do",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const app = await uploadByApi(
      page,
      makePackage(
        { name: appName("Large"), entry, license: "MIT" },
        { "index.html": "<title>t</title>", "noise.bin": randomBytes(11 * 2 ** 20) },
      ),
    );
    const read: string[] = [];
    page.on("request", (request) => read.push(request.url()));
    await page.goto(`/playground?remix=${app.id}`);
    await expect(page.getByText("This app has 11 MB; the playground edits up to 10 MB.")).toBeVisible();
    expect(read.filter((url) => url.includes("/package"))).toEqual([]);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download its files" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.gum$/);
  },
);
