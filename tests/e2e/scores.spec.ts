import { expect, test, type FrameLocator, type Page } from "../support/test";
import { par, SOLVED, turn } from "../../examples/meguri/rules.js";
import type { App } from "@/lib/apps/contract";
import { signUpOnboarded } from "../support/accounts";

async function meguri(page: Page): Promise<App> {
  const answer = await page.request.get("/api/apps/public?search=Meguri");
  return ((await answer.json()) as { items: App[] }).items[0]!;
}

const WAYS = [0, 1, 2, 3].flatMap((corner) => [
  { corner, right: true },
  { corner, right: false },
]);

/** Solves the first level in the fewest turns, as somebody who reads the board would. */
async function solve(inside: FrameLocator): Promise<void> {
  const canvas = inside.getByRole("img", { name: /^The board/ });
  const read = async () => (await canvas.getAttribute("aria-label"))!.replace(/\D/g, "");
  let turnsRight = true;
  for (let board = await read(); board !== SOLVED;) {
    const way = WAYS.find((each) => par(turn(board, each)) < par(board))!;
    if (way.right !== turnsRight)
      await inside.getByRole("button", { name: /Turns go the other way/ }).click();
    turnsRight = way.right;
    await inside
      .getByRole("button", { name: `: turn to the ${way.right ? "right" : "left"}` })
      .nth(way.corner)
      .click();
    board = turn(board, way);
    await expect.poll(read).toBe(board);
  }
}

test("a score is checked by running the game again, and stands on the app's page", async ({ page }) => {
  await signUpOnboarded(page);
  const app = await meguri(page);
  await page.goto(`/apps/${app.id}/run`);
  const inside = page.frameLocator("[data-app-status] iframe");
  await expect(inside.getByText("Level 1")).toBeVisible({ timeout: 30_000 });
  await solve(inside);
  await expect(inside.getByText("✓ Checked: your score is on the board.")).toBeVisible();
  await page.goto(`/apps/${app.id}`);
  const row = page.locator("#scores li").filter({ hasText: "You" });
  await expect(row).toContainText(/You1/);
  await expect(row).toContainText("Checked by running it again");
  await expect(row).toContainText("Player");
});
