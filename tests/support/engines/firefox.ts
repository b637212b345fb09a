import { launch, type ElementHandle, type Frame, type Page } from "puppeteer-core";
import {
  FIND,
  FRAME_IN,
  until,
  type Engine,
  type EngineOptions,
  type EnginePage,
  type Target,
} from "./engine";
import { FIREFOX } from "./install.mjs";

/** What automation turns off and a person's Firefox does. */
const AHEAD_OF_NEED = {
  "network.http.speculative-parallel-limit": 20,
  "network.dns.disablePrefetch": false,
  "network.manage-offline-status": false,
  "network.trr.mode": 5,
  "media.peerconnection.ice.loopback": true,
};
const SIZE = { width: 1280, height: 900 };
/** Firefox never answers a call whose document was left meanwhile. No call takes that long (LOOK_MS), and `until` asks again. */
const ANSWER_MS = 20_000;

export async function openFirefox({ wrap, ahead }: EngineOptions): Promise<Engine> {
  const browser = await launch({
    timeout: 120_000,
    browser: "firefox",
    executablePath: wrap ? wrap(FIREFOX) : FIREFOX,
    headless: true,
    extraPrefsFirefox: ahead ? AHEAD_OF_NEED : {},
    protocolTimeout: 60_000,
  });
  return {
    name: "Firefox",
    async page() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(SIZE);
      page.on("dialog", (dialog) => void dialog.dismiss().catch(() => {}));
      return new FirefoxPage(page, () => context.close());
    },
    close: () => browser.close(),
  };
}

class FirefoxPage implements EnginePage {
  constructor(
    readonly page: Page,
    readonly close: () => Promise<void>,
  ) {}

  async goto(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: "load", timeout: 120_000 });
    await this.page.bringToFront();
  }

  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: "load", timeout: 120_000 });
  }

  async run<T>(body: string, args: unknown[] = [], frame?: string): Promise<T> {
    const inside = await this.#frame(frame);
    const work = new Function("...args", `return (async () => {${body}})()`) as (...args: unknown[]) => T;
    let timer: NodeJS.Timeout | undefined;
    const unanswered = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("Firefox did not answer.")), ANSWER_MS);
    });
    return Promise.race([inside.evaluate(work, ...args) as Promise<T>, unanswered]).finally(() =>
      clearTimeout(timer),
    );
  }

  async click(target: Target): Promise<void> {
    await this.#press(target, "left");
  }

  async openMenu(target: Target): Promise<void> {
    await this.#press(target, "right");
  }

  async point(x: number, y: number): Promise<void> {
    await this.page.mouse.move(x, y);
  }

  async type(target: Target, text: string): Promise<void> {
    const element = await this.#find(target);
    await element.click();
    await element.type(text);
  }

  async upload(target: Target, file: string): Promise<void> {
    const element = (await this.#find(target)) as ElementHandle<HTMLInputElement>;
    await element.uploadFile(file);
  }

  async #press(target: Target, button: "left" | "right"): Promise<void> {
    const element = await this.#find(target);
    await element.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
    await element.click({ button });
  }

  async #frame(css: string | undefined): Promise<Frame> {
    if (!css) return this.page.mainFrame();
    const find = new Function("css", `return ${FRAME_IN}(css)`) as (css: string) => Element | null;
    const element = (await this.page.evaluateHandle(find, css)).asElement() as ElementHandle | null;
    const frame = await element?.contentFrame();
    if (!frame) throw new Error(`There is no frame in ${css}.`);
    return frame;
  }

  async #find(target: Target): Promise<ElementHandle<Element>> {
    return until(
      async () => {
        const frame = await this.#frame(target.frame);
        const { css, name } = target;
        const handle = await frame.evaluateHandle(
          new Function("target", `return ${FIND}(target)`) as (target: object) => Element | null,
          name === undefined ? { css } : { css, name },
        );
        return handle.asElement() as ElementHandle<Element> | null;
      },
      `${target.css} ${target.name ?? ""} is there`,
      target.waitMs,
    ) as Promise<ElementHandle<Element>>;
  }
}
