import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { Builder, Button, Capabilities, type WebDriver, type WebElement } from "selenium-webdriver";
import {
  FIND,
  FRAME_IN,
  LOOK,
  until,
  type Engine,
  type EngineOptions,
  type EnginePage,
  type Target,
} from "./engine";
import { miniBrowser } from "./install.mjs";

const SIZE = { width: 1280, height: 1000 };

/** A driver has one session, so pages are windows of one profile, one driven at a time. */
export async function openWebKit({ wrap }: EngineOptions): Promise<Engine> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "gum-webkit-"));
  const port = await freePort();
  const display = `:${100 + (port % 900)}`;
  const children: ChildProcess[] = [];
  const start = (command: readonly string[], env: Record<string, string>): void => {
    const [program, ...args] = command;
    children.push(
      spawn(program!, args, { stdio: "ignore", detached: true, env: { ...process.env, ...env } }),
    );
  };
  start(["Xvfb", display, "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {});
  await until(async () => fs.existsSync(`/tmp/.X11-unix/X${display.slice(1)}`), "the screen is there");
  const session = "/usr/bin/dbus-run-session";
  start([wrap ? wrap(session) : session, "--", "WebKitWebDriver", `--port=${port}`], {
    DISPLAY: display,
    HOME: home,
    XDG_CACHE_HOME: path.join(home, "cache"),
    XDG_DATA_HOME: path.join(home, "data"),
    XDG_CONFIG_HOME: path.join(home, "config"),
    NO_AT_BRIDGE: "1",
    // Without a GPU its frames come once a second.
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
  });
  const end = async (): Promise<void> => {
    for (const child of children.reverse()) {
      try {
        process.kill(-child.pid!, "SIGTERM");
      } catch {
        // It has ended.
      }
    }
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await until(() => answers(port), "WebKitWebDriver answers");
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(capabilities())
      .build();
    await driver.manage().setTimeouts({ script: 45_000, pageLoad: 60_000 });
    const first = await driver.getWindowHandle();
    return {
      name: "WebKit",
      async page() {
        await driver.switchTo().window(first);
        // Beside another tab, an action of the pointer never ends.
        await driver.switchTo().newWindow("window");
        await driver.manage().window().setRect(SIZE);
        return new WebKitPage(driver, await driver.getWindowHandle());
      },
      async close() {
        await driver.quit().catch(() => {});
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function capabilities(): Capabilities {
  const wanted = new Capabilities({
    browserName: "MiniBrowser",
    // Drawn by software, view transitions bring this browser down.
    "webkitgtk:browserOptions": {
      binary: miniBrowser(),
      args: ["--automation", "--features=-ViewTransitions"],
    },
  });
  return wanted.set("unhandledPromptBehavior", "dismiss");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function answers(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/status`);
  return response.ok;
}

class WebKitPage implements EnginePage {
  constructor(
    readonly driver: WebDriver,
    readonly window: string,
  ) {}

  async goto(url: string): Promise<void> {
    await this.#enter();
    await this.driver.get(url);
  }

  async reload(): Promise<void> {
    await this.#enter();
    await this.driver.navigate().refresh();
  }

  async run<T>(body: string, args: unknown[] = [], frame?: string): Promise<T> {
    await this.#enter(frame);
    const outcome = await this.driver.executeAsyncScript<{ value?: T; error?: string }>(
      `const done = arguments[arguments.length - 1]; const args = [...arguments].slice(0, -1);
      (async () => {${body}})().then((value) => done({ value }), (error) => done({ error: String(error) }))`,
      ...args,
    );
    if (outcome.error) throw new Error(outcome.error);
    return outcome.value as T;
  }

  /** At a point of the window: the driver's own click on an element gets lost, above all in frames. */
  async click(target: Target): Promise<void> {
    const { x, y } = await this.#middleOf(target);
    await this.#enter();
    await this.driver.actions({ async: true }).move({ x, y, duration: 0 }).press().release().perform();
  }

  async openMenu(target: Target): Promise<void> {
    const { x, y } = await this.#middleOf(target);
    await this.#enter();
    const actions = this.driver.actions({ async: true }).move({ x, y, duration: 0 });
    await actions.press(Button.RIGHT).release(Button.RIGHT).perform();
  }

  async point(x: number, y: number): Promise<void> {
    await this.#enter();
    await this.driver.actions({ async: true }).move({ x, y, duration: 0 }).perform();
  }

  async type(target: Target, text: string): Promise<void> {
    await this.click(target);
    await (await this.#find(target)).sendKeys(text);
  }

  async upload(target: Target, file: string): Promise<void> {
    await (await this.#find(target)).sendKeys(file);
  }

  async close(): Promise<void> {
    await this.#enter();
    await this.driver.close();
  }

  async #enter(frame?: string): Promise<void> {
    await this.driver.switchTo().window(this.window);
    await this.driver.switchTo().defaultContent();
    if (!frame) return;
    const element = await this.driver.executeScript<WebElement | null>(
      `return ${FRAME_IN}(arguments[0])`,
      frame,
    );
    if (!element) throw new Error(`There is no frame in ${frame}.`);
    await this.driver.switchTo().frame(element);
  }

  /** In CSS pixels of the window. */
  async #middleOf(target: Target): Promise<{ x: number; y: number }> {
    const element = await this.#find(target);
    const middle = `const { x, y, width, height } = arguments[0].getBoundingClientRect(); return [x + width / 2, y + height / 2]`;
    let [x, y] = await this.driver.executeScript<[number, number]>(middle, element);
    if (target.frame) {
      await this.#enter();
      const corner = `const { x, y } = ${FRAME_IN}(arguments[0]).getBoundingClientRect(); return [x, y]`;
      const [left, top] = await this.driver.executeScript<[number, number]>(corner, target.frame);
      x += left;
      y += top;
    }
    return { x: Math.floor(x), y: Math.floor(y) };
  }

  #find({ css, name, frame, waitMs }: Target): Promise<WebElement> {
    return until(
      async () => {
        await this.#enter(frame);
        return this.driver.executeAsyncScript<WebElement | null>(
          `const [target, done] = arguments;
          ${LOOK}(() => ${FIND}(target)).then((found) => {
            found?.scrollIntoView({ block: "center", behavior: "instant" });
            done(found);
          })`,
          name === undefined ? { css } : { css, name },
        );
      },
      `${css} ${name ?? ""} is there`,
      waitMs,
    ) as Promise<WebElement>;
  }
}
