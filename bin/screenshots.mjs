/**
 * `npm run screenshots`: every screen, on a phone and a desktop, light and dark, into var/screenshots/.
 * It starts the built product with the demo content, or uses the one at SCREENSHOT_URL. `-- --readme` writes the README's
 * pictures into public/ instead; `-- timeline apps` takes those screens only.
 */
import "./launcher/node-version.mjs";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const { ensureBrowser, browserOptions } = await import("./launcher/browser.mjs");
const { buildApplication } = await import("./launcher/build-steps.mjs");
const { Fault, tail } = await import("./launcher/fault.mjs");
const { install, isInstalled } = await import("./launcher/install.mjs");
const { ROOT, ensureVarDir, varDir } = await import("./launcher/paths.mjs");
const { freePort } = await import("./launcher/postgres.mjs");
const { README_PICTURES, SCREENS, SIZES, THEMES } = await import("./launcher/screens.mjs");
const { report, say, step } = await import("./launcher/steps.mjs");
const { DEMO_ACCOUNT, generate } = await import("./launcher/workplace.mjs");

const START_MS = 180_000;
const SETTLE_MS = 400;
/** How the product's own pages introduce themselves; the session then comes as a cookie. */
const BROWSER_HEADERS = { "x-client-info": "gum-web" };

const words = process.argv.slice(2);
const forReadme = words.includes("--readme");
const only = words.filter((word) => !word.startsWith("--"));
const dir = varDir();
const logDir = path.join(dir, "log");

async function startProduct() {
  if (process.env.SCREENSHOT_URL)
    return { url: process.env.SCREENSHOT_URL.replace(/\/$/, ""), stop: async () => {} };
  await generate(logDir);
  await step("Application", async (note) => note((await buildApplication(logDir)) ? "built" : "up to date"));
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
      const take = (chunk) => {
        output += chunk;
        if (!output.includes("ready on")) return;
        clearTimeout(timer);
        resolve();
      };
      child.stdout.on("data", take);
      child.stderr.on("data", take);
      void ended.then(() => reject(new Fault("The server ended at its start.", { detail: tail(output) })));
    });
    const stop = async () => {
      child.kill("SIGTERM");
      await ended;
    };
    return { url: `http://localhost:${port}`, stop };
  });
}

async function must(response, what) {
  if (response.ok()) return response.json();
  throw new Fault(
    `${what} answered ${response.status()}. Is the demo content there (an empty database, SEED_DEMO not 0)?`,
    {
      detail: (await response.text()).slice(0, 300),
    },
  );
}

/** The storage of a signed-in browser, made once and given to every page of that person. */
async function signIn(browser, url, who) {
  if (who === "guest") return undefined;
  const context = await browser.newContext({ extraHTTPHeaders: BROWSER_HEADERS });
  try {
    if (who === "demo") {
      await must(
        await context.request.post(`${url}/api/v2/auth/login`, { data: DEMO_ACCOUNT }),
        "The sign-in",
      );
    } else {
      const name = `newcomer_${randomBytes(3).toString("hex")}`;
      const data = { email: `${name}@gum.test`, password: randomBytes(12).toString("hex"), username: name };
      await must(await context.request.post(`${url}/api/v2/auth/signup`, { data }), "The sign-up");
    }
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/** An app of the store with a share link, for the screens that need one. */
async function findSharedApp(browser, url, storageState) {
  const context = await browser.newContext({ storageState, extraHTTPHeaders: BROWSER_HEADERS });
  try {
    const { items } = await must(await context.request.get(`${url}/api/apps/public?limit=50`), "The store");
    const shared = items.find((app) => app.shareId);
    if (!shared) throw new Fault("The store has no published app to take pictures of.");
    return { app: shared.id, share: shared.shareId };
  } finally {
    await context.close();
  }
}

async function takePicture({ browser, url, screen, size, theme, names, state, file }) {
  const { name: _name, ...device } = size;
  const context = await browser.newContext({
    ...device,
    storageState: state,
    colorScheme: theme,
    locale: "en-US",
    reducedMotion: "reduce",
  });
  try {
    await context.addInitScript((chosen) => localStorage.setItem("gum-ui-theme", chosen), theme);
    const page = await context.newPage();
    const target = screen.path.replace("{app}", names.app).replace("{share}", names.share);
    await page.goto(url + target, { waitUntil: "load" });
    await page
      .waitForFunction(() => !document.querySelector("[aria-busy=true]"), null, { timeout: 15_000 })
      .catch(() => {});
    await page.evaluate(async () => {
      await document.fonts.ready;
      // A picture that is not shown is never loaded, so only those in view are waited for.
      const inView = ({ top, width }) => width > 0 && top < innerHeight;
      const seen = [...document.images].filter((image) => inView(image.getBoundingClientRect()));
      await Promise.all(seen.map((image) => image.decode().catch(() => {})));
    });
    await page.waitForTimeout(SETTLE_MS + (screen.settle ?? 0));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    await page.screenshot({ path: file });
    return new URL(page.url()).pathname === new URL(target, url).pathname;
  } finally {
    await context.close();
  }
}

/** What to take: every screen in every size and theme, or what the README shows. */
function pictures() {
  const wanted = SCREENS.filter(({ name }) => !only.length || only.includes(name));
  if (forReadme) {
    return README_PICTURES.map(({ screen, size, theme }) => ({
      screen: SCREENS.find(({ name }) => name === screen),
      size: SIZES.find(({ name }) => name === size),
      theme,
      file: path.join(ROOT, "public", `readme-${screen}.png`),
    }));
  }
  return wanted.flatMap((screen) =>
    SIZES.flatMap((size) =>
      THEMES.map((theme) => ({
        screen,
        size,
        theme,
        file: path.join(dir, "screenshots", `${screen.name}-${size.name}-${theme}.png`),
      })),
    ),
  );
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
  await step("Packages", async (note) => {
    if (isInstalled()) return note("up to date");
    await install(logDir);
    note("installed what package-lock.json says");
  });
  await step("Browser", async (note) => note(await ensureBrowser(logDir)));
  product = await startProduct();
  const { url } = product;
  const { chromium } = await import("playwright");
  browser = await chromium.launch({ ...browserOptions(), handleSIGINT: false, handleSIGTERM: false });

  const states = {};
  for (const who of ["demo", "newcomer"]) states[who] = await signIn(browser, url, who);
  const names = await findSharedApp(browser, url, states.demo);
  const list = pictures();
  await step("Pictures", async (note) => {
    for (const picture of list) {
      const arrived = await takePicture({
        browser,
        url,
        names,
        state: states[picture.screen.as],
        ...picture,
      });
      if (!arrived) say(`  ${picture.screen.name} led elsewhere; its picture shows where.`);
    }
    note(`${list.length} in ${path.relative(ROOT, path.dirname(list[0].file))}`);
  });
} catch (error) {
  if (!stopping) report(error, dir);
} finally {
  await close();
}
