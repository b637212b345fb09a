import type { Page } from "playwright";

/**
 * Gives the apps of a page `forge(message)`, which sends to the host as the frame's own code would. The port is in a closure of
 * that code; an app could catch it only on its way in, and starts too late for that.
 */
export async function handOverPorts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window === window.top) return;
    const native = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, options?: never) {
      (window as unknown as { forge: unknown }).forge ??= (data: unknown) => native.call(this, data);
      native.call(this, message, options);
    } as typeof native;
  });
}
