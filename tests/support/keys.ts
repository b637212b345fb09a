import { expect, type Locator } from "@playwright/test";

/** Waits until a menu or dialog has the keyboard: it is drawn before. */
export async function takesKeys(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((at) => at.contains(document.activeElement))).toBe(true);
}
