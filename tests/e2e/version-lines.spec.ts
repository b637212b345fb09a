import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { appName, uploadByApi } from "../support/store";
import { expect, test } from "../support/test";

const entry = { html: "index.html" };

test(
  "the lines that a version changed are compared where the license shows the source, and nowhere else",
  { tag: "@full" },
  async ({ page: at, browser }) => {
    const makers = await browser.newContext();
    const maker = await makers.newPage();
    await signUpOnboarded(maker);
    await signUpOnboarded(at);
    const write = (count: number, heading: string) =>
      `<title>t</title>\n<h1>${heading}</h1>\n${"<p>the same</p>\n".repeat(count)}`;
    for (const license of ["MIT", undefined]) {
      const manifest = { name: appName("Lines"), entry, ...(license && { license }) };
      const app = await uploadByApi(
        maker,
        makePackage({ ...manifest, version: "1.0.0" }, { "index.html": write(20, "Old heading") }),
        { published: true },
      );
      await uploadByApi(
        maker,
        makePackage({ ...manifest, version: "1.1.0" }, { "index.html": write(20, "New heading") }),
        { appId: app.id },
      );
      await at.goto(`/apps/${app.id}`);
      await at.getByRole("button", { name: "Compare version 1.1.0" }).click();
      const dialog = at.getByRole("dialog", { name: "What changed in version 1.1.0" });
      await expect(dialog.getByText("index.html")).toBeVisible();
      const lines = dialog.getByRole("button", { name: "Lines of index.html that differ" });
      if (!license) {
        await expect(lines).toHaveCount(0);
        continue;
      }
      await lines.focus();
      await at.keyboard.press("Enter");
      const diff = dialog.getByRole("group", { name: "Lines of index.html that differ" });
      await expect(diff.getByRole("row", { name: /Removed.*Old heading/ })).toBeVisible();
      await expect(diff.getByRole("row", { name: /Added.*New heading/ })).toBeVisible();
      await expect(diff.getByText("17 lines that are the same")).toBeVisible();
    }
    await makers.close();
  },
);
