import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { notice } from "../support/notices";

test(
  "an access token: created, shown once, used by a program, revoked",
  { tag: "@full" },
  async ({ page, playwright, baseURL }) => {
    await signUpOnboarded(page);
    await page.goto("/settings");
    const section = page.getByRole("region", { name: "Access tokens" });
    await expect(section.getByText("No access tokens")).toBeVisible();
    await section.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("dialog", { name: "Create an access token" });
    await dialog.getByRole("button", { name: "Create token" }).click();
    await expect(dialog.getByText("Please fill this in.")).toBeVisible();
    await dialog.getByLabel("Name").fill("Clock bot");
    await dialog.getByLabel("Post", { exact: true }).check();
    await dialog.getByLabel("Works for").selectOption({ label: "7 days" });
    await dialog.getByRole("button", { name: "Create token" }).click();
    const shown = page.getByRole("alertdialog", { name: "Keep the token Clock bot" });
    const token = (await shown.locator("code").textContent())!;
    expect(token).toMatch(/^gum_pat_[\w-]{64}$/);
    await page.keyboard.press("Escape");
    await expect(shown).toBeVisible();
    await shown.getByRole("button", { name: "I have kept it" }).click();
    await expect(section.getByText("Never used")).toBeVisible();

    // A program, without the browser's cookies.
    const program = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    const posted = await program.post("/api/v1/posts", { data: { kind: "text", body: "Ticking" } });
    expect(posted.status()).toBe(201);
    const { id } = (await posted.json()) as { id: string };
    await page.goto(`/post/${id}`);
    await expect(page.getByText("Ticking").first()).toBeVisible();

    await page.goto("/settings");
    await expect(page.getByText(token.slice(-20))).toHaveCount(0);
    await expect(section.getByText(/Last used/)).toBeVisible();
    await section.getByRole("button", { name: "Revoke Clock bot" }).click();
    await expect(notice(page, "Clock bot works nowhere any more.")).toBeVisible();
    await expect(section.getByText("No access tokens")).toBeVisible();
    expect((await program.get("/api/v1/timeline")).status()).toBe(401);
    await program.dispose();
  },
);
