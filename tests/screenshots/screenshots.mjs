/**
 * `npm run screenshots`: every screen and state on a phone, a tablet and a desktop, light and dark, in English and
 * Japanese, into var/screenshots/. It starts the built product with the demo content, or uses the one at SCREENSHOT_URL.
 * `-- timeline apps` takes those screens only, `-- --phone --dark --ja` only that size, theme and language;
 * `-- --readme` writes the README's pictures into public/ instead.
 */
import "../../bin/launcher/node-version.mjs";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ensureBuilt, ensureGenerated } from "../../bin/launcher/build-steps.mjs";
import { Fault, tail } from "../../bin/launcher/fault.mjs";
import { ensureInstalled } from "../../bin/launcher/install.mjs";
import { ROOT, ensureVarDir, varDir } from "../../bin/launcher/paths.mjs";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { report, say, step } from "../../bin/launcher/steps.mjs";
import { browserOptions, ensureBrowser } from "../support/browser.mjs";
import { findNames, signIn } from "./people.mjs";
import { LANGUAGES, README_PICTURES, SCREENS, SIZES, THEMES } from "./screens.mjs";

const START_MS = 180_000;
const SETTLE_MS = 400;
/** Pages at a time: one loads while another settles. */
const AT_ONCE = 2;
const LOCALES = { en: "en-US", ja: "ja-JP" };

const words = process.argv.slice(2);
const forReadme = words.includes("--readme");
const only = words.filter((word) => !word.startsWith("--"));
const dir = varDir();
const logDir = path.join(dir, "log");

/** The items that the command names, or all. */
function chosen(list, nameOf = (item) => item) {
  const named = list.filter((item) => words.includes(`--${nameOf(item)}`));
  return named.length ? named : list;
}

async function startProduct() {
  if (process.env.SCREENSHOT_URL)
    return { url: process.env.SCREENSHOT_URL.replace(/\/$/, ""), stop: async () => {} };
  await ensureGenerated(logDir);
  await ensureBuilt(logDir);
  const port = await freePort();
  return step("Server with demo content", async () => {
    const child = spawn(process.execPath, ["--import", "tsx", "tests/support/e2e-server.ts", String(port)], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const ended = new Promise((resolve) => child.once("close", resolve));
    await new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Fault("The server did not start.", { detail: tail(output) })),
        START_MS,
      );
      const collect = (chunk) => {
        output += chunk;
        if (!output.includes("ready on")) return;
        clearTimeout(timer);
        resolve();
      };
      child.stdout.on("data", collect);
      child.stderr.on("data", collect);
      void ended.then(() => reject(new Fault("The server exited at its start.", { detail: tail(output) })));
    });
    const stop = async () => {
      child.kill("SIGTERM");
      await ended;
    };
    return { url: `http://localhost:${port}`, stop };
  });
}

/** Brings a page into its state and takes the picture. @returns whether the page stayed at its address */
async function takePicture({ browser, url, screen, size, theme, language, names, state, file }) {
  const { name: _name, ...device } = size;
  const context = await browser.newContext({
    ...device,
    storageState: state,
    colorScheme: theme,
    locale: LOCALES[language],
    reducedMotion: "reduce",
  });
  try {
    const stored = { "gum-ui-theme": theme };
    if (screen.dock) stored["gum-dock"] = JSON.stringify({ version: 1, state: dockState(screen.dock) });
    await context.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
    const page = await context.newPage();
    await screen.before?.(page);
    const target = screen.path.replace(/\{(\w+)\}/g, (_, name) => names[name]);
    await page.goto(url + target, { waitUntil: "load" });
    await waitUntilSettled(page);
    await screen.act?.(page);
    await page.waitForTimeout(SETTLE_MS + (screen.settle ?? 0));
    await waitUntilSettled(page);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    await page.screenshot({ path: file });
    return new URL(page.url()).pathname === new URL(target, url).pathname;
  } finally {
    await context.close();
  }
}

/** Waits until fonts, images and content in view have loaded. */
async function waitUntilSettled(page) {
  await page
    .waitForFunction(
      async () => {
        await document.fonts.ready;
        const isInView = (element) => {
          const { top, left, width } = element.getBoundingClientRect();
          return width > 0 && top < innerHeight && left < innerWidth;
        };
        const unready = document.querySelectorAll(
          "[aria-busy=true], .skeleton, .dock-apps[data-ready=false]",
        );
        if ([...unready].some(isInView)) return false;
        // A lazy picture outside the view never loads.
        const seen = [...document.images].filter(isInView);
        await Promise.all(seen.map((image) => image.decode().catch(() => {})));
        return true;
      },
      null,
      { timeout: 10_000 },
    )
    .catch(() => {});
}

/** A complete stored dock: an incomplete one would be reset. */
function dockState(settings) {
  return { size: "medium", dockedApps: [], appOrder: [], userId: "", ...settings };
}

/** Every screen in every size, theme and language, or the README's pictures. */
function pictures() {
  if (forReadme) {
    return README_PICTURES.map(({ screen, size, theme }) => ({
      screen: SCREENS.find(({ name }) => name === screen),
      size: SIZES.find(({ name }) => name === size),
      theme,
      language: "en",
      file: path.join(ROOT, "public", `readme-${screen}.png`),
    }));
  }
  const list = [];
  for (const screen of SCREENS) {
    if (only.length && !only.includes(screen.name)) continue;
    for (const size of chosen(SIZES, ({ name }) => name)) {
      if (screen.sizes && !screen.sizes.includes(size.name)) continue;
      for (const theme of chosen(THEMES)) {
        for (const language of chosen(LANGUAGES)) {
          const name = [screen.name, size.name, theme, language].join("-");
          list.push({ screen, size, theme, language, file: path.join(dir, "screenshots", `${name}.png`) });
        }
      }
    }
  }
  return list;
}

let product;
let browser;
let stopping;
const close = () => {
  stopping ??= Promise.allSettled([browser?.close(), product?.stop()]);
  return stopping;
};
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => void close().then(() => process.exit(130)));

try {
  say("\n  Gum, screenshots\n");
  ensureVarDir(dir);
  await ensureInstalled(logDir);
  await step("Browser", async (note) => note(await ensureBrowser(logDir)));
  product = await startProduct();
  const { url } = product;
  const { chromium } = await import("playwright");
  browser = await chromium.launch({ ...browserOptions(), handleSIGINT: false, handleSIGTERM: false });

  const list = pictures();
  const states = {};
  for (const who of new Set(list.map(({ screen }) => screen.as).concat("demo")))
    states[who] = await signIn(browser, url, who);
  const names = await findNames(browser, url, states.demo);
  await step("Pictures", async (note) => {
    const queue = [...list];
    const failed = [];
    const work = async () => {
      for (let picture = queue.shift(); picture; picture = queue.shift()) {
        const name = path.basename(picture.file, ".png");
        try {
          const state = states[picture.screen.as];
          const arrived = await takePicture({ browser, url, names, state, ...picture });
          if (!arrived) say(`  ${name} was redirected; its picture shows where.`);
        } catch (error) {
          if (stopping) return;
          failed.push(`${name}: ${error.message.split("\n")[0]}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    note(`${list.length - failed.length} in ${path.relative(ROOT, path.dirname(list[0].file))}`);
    if (failed.length) throw new Fault(`${failed.length} could not be taken.`, { detail: failed.join("\n") });
  });
} catch (error) {
  if (!stopping) report(error, dir);
} finally {
  await close();
}
