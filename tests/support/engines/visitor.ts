/** A person of the product in a page of another engine. What they look for may take two minutes, on a busy machine. */
import { UNHYDRATED } from "../unhydrated";
import { untilIn, type EnginePage, type Target } from "./engine";

const WAIT_MS = 120_000;
/** Around the frame of the running app; its own text is what the host says over and below the app. */
const APP = "[data-app-status=running]";

export class Visitor {
  constructor(
    readonly page: EnginePage,
    readonly origin: string,
  ) {}

  async visit(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
    await this.isHydrated();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.isHydrated();
  }

  /** Waits until an expression is true in the page. */
  sees(expression: string, ...args: unknown[]): Promise<void> {
    return untilIn(this.page, expression, { args, waitMs: WAIT_MS });
  }

  /** The same in the running app. */
  seesInApp(expression: string, ...args: unknown[]): Promise<void> {
    return untilIn(this.page, expression, { args, frame: APP, waitMs: WAIT_MS });
  }

  isAt(path: string): Promise<void> {
    return this.sees("location.pathname === args[0]", path);
  }

  isHydrated(): Promise<void> {
    return this.sees('document.readyState === "complete" && !document.querySelector(args[0])', UNHYDRATED);
  }

  /** The running app shows something, and the host says nothing about it. @throws Error with what it says */
  async seesApp(): Promise<void> {
    try {
      await this.sees("document.querySelector(args[0])?.textContent === ''", APP);
    } catch (cause) {
      const said = await this.page.run<string>(
        "return [...document.querySelectorAll('[data-app-status]')].map((each) => `${each.dataset.appStatus}: ${each.textContent}`).join() || document.body.innerText",
      );
      throw new Error(`The app is not shown. ${said}`, { cause });
    }
  }

  press(target: Target): Promise<void> {
    return this.page.click({ waitMs: WAIT_MS, ...target });
  }

  pressInApp(target: Target): Promise<void> {
    return this.press({ frame: APP, ...target });
  }

  write(css: string, text: string): Promise<void> {
    return this.page.type({ css, waitMs: WAIT_MS }, text);
  }

  writeInApp(css: string, text: string): Promise<void> {
    return this.page.type({ css, frame: APP, waitMs: WAIT_MS }, text);
  }

  /** Brings the dock out, as a pointer does that comes to its handle. */
  async callDock(): Promise<void> {
    await this.sees("document.querySelector('.dock-apps')");
    const [x, y] = await this.page.run<[number, number]>(
      "const { x, y, width, height } = document.querySelector('.dock-handle').getBoundingClientRect(); return [x + width / 2, y + height / 2].map(Math.floor)",
    );
    await this.page.point(Math.floor(x / 2), y);
    await this.page.point(x, y);
    await this.sees("document.querySelector('#dock[data-hidden=false]')");
    await this.sees("!document.querySelector('.dock-bar').getAnimations().length");
  }
}
