import type { Page } from "@playwright/test";

/** Waits until nothing fades or moves any more: half-way between two colours nothing has its contrast. */
export function still(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const passing = () =>
      document
        .getAnimations()
        .filter((one) => one.playState === "running" && one.effect?.getTiming().iterations !== Infinity)
        // What follows a scroll position does not pass by itself.
        .filter((one) => one.timeline === document.timeline);
    const twoFrames = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // What inherits a colour begins when its parent has ended.
    for (await twoFrames(); passing().length > 0; await twoFrames())
      await Promise.allSettled(passing().map((one) => one.finished));
  });
}
