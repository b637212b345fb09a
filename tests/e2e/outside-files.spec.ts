import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { appFrame, appName, gumFile } from "../support/store";

// A name that nothing resolves: what can be fetched has tests beside the service and beside the code that rewrites.
const page = `<!doctype html><link rel="stylesheet" href="https://fonts.invalid/inter.css"><h1>Here</h1>
<script src="https://cdn.invalid/chart.js"></script><script src="http://cdn.invalid/old.js"></script>`;

test(
  "what an app loads from the internet is listed; what cannot be fetched is named, and the upload goes on",
  { tag: "@full" },
  async ({ page: tab }) => {
    await signUpOnboarded(tab);
    await tab.goto("/add-app");
    const bytes = makePackage(
      { name: appName("Outside"), entry: { html: "index.html" } },
      { "index.html": page },
    );
    await tab.locator("label.file-drop input[type=file]").setInputFiles(gumFile(bytes));
    const offer = tab.getByRole("region", { name: "This app loads 3 files from the internet" });
    await offer.getByText("The addresses", { exact: true }).click();
    await expect(offer.getByRole("listitem")).toHaveText([
      "https://fonts.invalid/inter.css",
      "https://cdn.invalid/chart.js",
      "http://cdn.invalid/old.js",
    ]);
    await offer.getByRole("button", { name: "Bring these files into the package" }).click();
    const report = tab.getByRole("region", { name: "No file could be brought in" });
    await expect(report.getByRole("listitem").filter({ hasText: "chart.js" })).toContainText(
      "The host cannot be reached.",
    );
    await expect(report.getByRole("listitem").filter({ hasText: "old.js" })).toContainText(
      "Only https addresses",
    );
    await expect(report.getByRole("button", { name: "Try again" })).toBeEnabled();
    await tab.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(tab).toHaveURL(/\/apps\/[0-9a-f-]{36}$/);

    // The playground offers the same for the source of the app.
    await tab.goto(`/playground?app=${new URL(tab.url()).pathname.split("/").at(-1)}`);
    await expect(appFrame(tab).getByRole("heading", { name: "Here" })).toBeVisible();
    const again = tab.getByRole("button", { name: "Bring these files into the package" });
    await again.press("Enter");
    await expect(tab.getByText("3 addresses stay as they are")).toBeVisible();
  },
);
