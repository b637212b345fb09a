import { expect, type Locator, type Page } from "@playwright/test";

/** What the dock of this browser holds, as it is stored. */
export type StoredDock = {
  version: number;
  state: {
    position: string;
    autoHide: boolean;
    size: string;
    dockedApps: {
      id: string;
      name: string;
      type: string;
      addedAt: number;
      mode?: string;
      expiresAt?: number;
    }[];
    appOrder: string[];
    userId: string;
  };
};

export function dockOf(page: Page): Locator {
  return page.getByRole("navigation", { name: "Dock" });
}

export function dockedApp(page: Page, name: string): Locator {
  return dockOf(page).getByRole("link", { name, exact: true });
}

export async function readDock(page: Page): Promise<StoredDock> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("gum-dock") ?? "null") as StoredDock);
}

/** Puts apps into the stored dock that are on no server's list: trials, so that they stay. */
export async function fillDock(page: Page, names: readonly string[], minutes = 30): Promise<void> {
  await page.evaluate(
    ({ names, minutes }) => {
      const dock = JSON.parse(localStorage.getItem("gum-dock") ?? "null") as StoredDock;
      dock.state.dockedApps = names.map((name, index) => ({
        id: `trial-${index}`,
        name,
        icon: null,
        type: "user",
        mode: "tmp",
        addedAt: index,
        expiresAt: Date.now() + minutes * 60_000,
      }));
      localStorage.setItem("gum-dock", JSON.stringify(dock));
    },
    { names, minutes },
  );
  await page.reload();
  await settled(page);
}

/** Waits until the dock shows what this browser keeps. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator(".dock-apps")).toBeAttached();
  await expect(page.locator("html")).toHaveAttribute("data-shortcuts");
}

/** Waits until the list can be rearranged: its code comes shortly after the page. */
export async function sortable(page: Page): Promise<void> {
  await page.locator(".dock-apps").dispatchEvent("pointerover");
  await expect(page.locator('.dock-apps [aria-roledescription="sortable"]').first()).toBeAttached();
}

/** Brings an auto-hidden dock out, as a pointer does that comes near its edge. */
export async function callDock(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  await page.mouse.move(width / 2, height / 2);
  await page.mouse.move(width - 20, height / 2);
  await expect(dockOf(page)).toHaveAttribute("data-hidden", "false");
  // It slides in.
  await page
    .locator(".dock-bar")
    .evaluate((bar) => Promise.allSettled(bar.getAnimations().map(({ finished }) => finished)));
}

export async function shownOrder(page: Page): Promise<string[]> {
  return page
    .locator(".dock-apps [data-app]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("aria-label") ?? ""));
}

/** Waits until what is dragged hangs at the pointer: it is drawn a moment after the last move. */
export async function lifted(page: Page, pointerY: number): Promise<void> {
  const distance = () =>
    page.evaluate((pointer) => {
      const { y, height } = document.querySelector(".dock-lifted")!.getBoundingClientRect();
      return Math.abs(y + height / 2 - pointer);
    }, pointerY);
  await expect.poll(distance).toBeLessThan(30);
}

/** Stops the page's clock ahead of now: it still runs while the call is on its way, and never goes back. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000);
}

/** Where the bar is: its left, its width and its bottom. It follows the window a moment later. */
export async function barPlace(page: Page): Promise<[left: number, width: number, bottom: number]> {
  const { x, y, width, height } = (await page.locator(".dock-bar").boundingBox())!;
  return [x, width, Math.round(y + height)];
}
