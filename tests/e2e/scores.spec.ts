import { expect, test, type FrameLocator, type Page } from "../support/test";
import type { App } from "@/lib/apps/contract";
import { signUpOnboarded } from "../support/accounts";

async function meguri(page: Page): Promise<App> {
  const answer = await page.request.get("/api/apps/public?search=Meguri");
  return ((await answer.json()) as { items: App[] }).items[0]!;
}

const SOLVED = "123456789";
const RINGS = [
  [0, 1, 4, 3],
  [1, 2, 5, 4],
  [3, 4, 7, 6],
  [4, 5, 8, 7],
];
type Way = { corner: number; right: boolean };
const WAYS: Way[] = RINGS.flatMap((_, corner) => [
  { corner, right: true },
  { corner, right: false },
]);

function turn(board: string, { corner, right }: Way): string {
  const ring = RINGS[corner]!;
  const next = [...board];
  ring.forEach((place, at) => (next[ring[(at + (right ? 1 : 3)) % 4]!] = board[place]!));
  return next.join("");
}

/** The fewest turns that solve the board, by trying all. */
function solution(board: string, depth = 0): Way[] {
  const found = solvedIn(board, depth);
  return found ?? solution(board, depth + 1);
}

function solvedIn(board: string, turns: number): Way[] | null {
  if (turns === 0) return board === SOLVED ? [] : null;
  for (const way of WAYS) {
    const rest = solvedIn(turn(board, way), turns - 1);
    if (rest) return [way, ...rest];
  }
  return null;
}

/** Solves the first level in the fewest turns, as somebody who reads the board would. */
async function solve(inside: FrameLocator): Promise<void> {
  const canvas = inside.getByRole("img", { name: /^The board/ });
  const read = async () => (await canvas.getAttribute("aria-label"))!.replace(/\D/g, "");
  let turnsRight = true;
  let board = await read();
  for (const way of solution(board)) {
    if (way.right !== turnsRight)
      await inside.getByRole("button", { name: /Turns go the other way/ }).click();
    turnsRight = way.right;
    const button = `: turn to the ${way.right ? "right" : "left"}`;
    await inside.getByRole("button", { name: button }).nth(way.corner).click();
    board = turn(board, way);
    await expect.poll(read).toBe(board);
  }
}

test(
  "a score is checked by running the game again, and stands on the app's page",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const app = await meguri(page);
    await page.goto(`/apps/${app.id}/run`);
    const inside = page.frameLocator("[data-app-status] iframe");
    await expect(inside.getByText("Level 1")).toBeVisible();
    await solve(inside);
    await expect(inside.getByText("✓ Checked: your score is on the board.")).toBeVisible();
    await page.goto(`/apps/${app.id}`);
    const row = page.locator("#scores li").filter({ hasText: "You" });
    await expect(row).toContainText(/You1/);
    await expect(row).toContainText("Checked by running it again");
    await expect(row).toContainText("Player");
  },
);
