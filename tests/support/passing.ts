import type { Page } from "@playwright/test";

/** Resolves when the page shows a text, also for a moment only. Begins before what brings it, and looks at each frame. */
export function comes(page: Page, text: string): Promise<void> {
  return page.evaluate(
    (text) =>
      new Promise<void>((resolve) => {
        const look = () => (document.body.innerText.includes(text) ? resolve() : requestAnimationFrame(look));
        look();
      }),
    text,
  );
}
