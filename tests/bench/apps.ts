/**
 * Runs each folder of a folder of web apps twice, served plainly in a tab and as a package in the frame, and compares them:
 * `npx tsx tests/bench/apps.ts <folder> [words that names contain]`. One line and one file of JSON an app, in `<folder>/.compared`.
 * An `apps.json` in the folder may say for an app where it is served (`path`), how long it is left alone before it is looked at
 * (`settleMs`), and how long it has to react (`reactMs`).
 */
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium, type Browser, type Frame, type Page } from "playwright";
import sharp from "sharp";
import { APP_DEVICE_MAX_BYTES } from "@/lib/config/device-limits";
import { WHOLE_PACKAGES_KEY } from "@/lib/config/storage-keys";
import { findPage } from "@/lib/package/find-page";
import type { FrameAllowance } from "@/lib/package/frame-allowance";
import { checkPackageFiles } from "@/lib/package/open-package";
import { typeOfFile } from "@/lib/sandbox/frame/inside/paths";
import { browserOptions } from "../support/browser.mjs";
import { openStage } from "../support/sandbox-stage";

interface Settings {
  path?: string;
  settleMs?: number;
  reactMs?: number;
}

interface Seen {
  started: boolean;
  errors: string[];
  notices: string[];
  picture: { colors: number; pixels: Buffer };
  /** Share of the picture's pixels and of the page's texts that changed by clicks and keys. */
  respondsBy: string[];
  saved: string[];
  savedAfterRestart: string[];
  text: string;
  /** At first, and after clicks and keys. */
  shots: Buffer[];
}

const VIEW = { width: 800, height: 540 };
const BAR = 60;
/** Of the stage itself, and of addresses outside, which neither reaches: the tab by its route, the frame by its policy. */
const OURS = /directive 'webrtc'|\/favicon\.ico/;
const OUTSIDE = /ERR_FAILED @ |(?:'|"| )(?:https?|wss?):\/\/(?!127\.0\.0\.1|localhost)/;
const KEYS = ["Enter", "Space", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "x"];
const [folder, ...words] = process.argv.slice(2);
if (!folder) throw new Error("Which folder?");
const settings = (
  fs.existsSync(path.join(folder, "apps.json"))
    ? JSON.parse(fs.readFileSync(path.join(folder, "apps.json"), "utf8"))
    : {}
) as Record<string, Settings>;
const out = path.join(folder, ".compared");
fs.mkdirSync(out, { recursive: true });

const names = fs
  .readdirSync(folder)
  .filter((name) => !name.startsWith(".") && fs.statSync(path.join(folder, name)).isDirectory())
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
const options = await browserOptions();
const browser = await chromium.launch({
  ...options,
  args: [...(options.args ?? []), "--enable-unsafe-swiftshader"],
});
const packages: Record<string, Uint8Array> = {};
const stage = await openStage({ connect: async () => browser, files: packages });
process.stdout.write(`${browser.version()}, ${names.length} apps\n`);
for (const name of names) {
  const line = await compare(name).catch((error: unknown) => `${name}: ${String(error)}`);
  process.stdout.write(`${line}\n`);
}
await stage.close();

function filesOf(name: string): Map<string, Uint8Array> {
  const root = path.join(folder!, name);
  const files = new Map<string, Uint8Array>();
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    files.set(path.relative(root, file).split(path.sep).join("/"), fs.readFileSync(file));
  }
  return files;
}

async function compare(name: string): Promise<string> {
  const files = filesOf(name);
  const bytes = [...files.values()].reduce((sum, each) => sum + each.length, 0);
  const entry = findPage(files.keys());
  if (entry === null) throw new Error("no page");
  const tab = await inTab(browser, files, entry, settings[name] ?? {});
  const frame = await inFrame(browser, files, name, settings[name] ?? {});
  const newErrors = beyond(frame.errors, tab.errors);
  const lost = tab.saved.filter(
    (key) => !frame.savedAfterRestart.includes(key) && tab.savedAfterRestart.includes(key),
  );
  const faults = [
    !tab.started && "TAB does not start",
    !frame.started && "does not start",
    frame.picture.colors < 2 && tab.picture.colors >= 2 && "blank",
    tab.respondsBy.filter((way) => !frame.respondsBy.includes(way)).length > 0 &&
      `no response to ${tab.respondsBy.filter((way) => !frame.respondsBy.includes(way)).join()}`,
    lost.length > 0 && `lost ${lost.join()}`,
    newErrors.length > 0 && `${newErrors.length} new errors: ${newErrors[0]!.slice(0, 160)}`,
    frame.notices.length > 0 && `notices: ${frame.notices.join("; ").slice(0, 160)}`,
  ].filter(Boolean);
  const differs = distance(tab.picture.pixels, frame.picture.pixels);
  for (const [where, { shots }] of Object.entries({ tab, frame }))
    shots.forEach((shot, n) => fs.writeFileSync(path.join(out, `${name}.${where}.${n}.png`), shot));
  const { picture: _tab, shots: _tabShots, ...ofTab } = tab;
  const { picture: _frame, shots: _frameShots, ...ofFrame } = frame;
  fs.writeFileSync(
    path.join(out, `${name}.json`),
    JSON.stringify({ name, bytes, faults, differs, newErrors, tab: ofTab, frame: ofFrame }, null, 2),
  );
  return `${name} ${(bytes / 1e6).toFixed(2)} MB, ${frame.arrived}, pictures differ by ${differs.toFixed(2)}, tab ${tab.picture.colors} colours, responds ${tab.respondsBy.join() || "no"}, saves ${tab.saved.length}: ${faults.join(" | ") || "as in a tab"}`;
}

/** What the frame says and the tab does not. */
function beyond(frame: string[], tab: string[]): string[] {
  const known = new Set(tab.map(plain));
  return frame.filter((message) => {
    const isNew = !known.has(plain(message));
    known.add(plain(message));
    return isNew;
  });
}

/** A file that the app lacks is an error of the server in the tab, and one of the policy in the frame. */
function plain(message: string): string {
  const missing =
    /\b404 \(.* @ \S*\/([^/\s]+)$/.exec(message) ??
    /^Loading \D*'http:\/\/127\S*\/([^/\s']+)' violates/.exec(message);
  if (missing) return `missing ${missing[1]}`;
  return message
    .replace(/ @ \S*$/, "")
    .replace(/(?:blob:|https?:\/\/)[^\s"')]+/g, "URL")
    .replace(/[\d.]+/g, "0")
    .slice(0, 200);
}

async function inTab(
  on: Browser,
  files: Map<string, Uint8Array>,
  entry: string,
  { path: base, ...waits }: Settings,
): Promise<Seen> {
  const prefix = base ?? "/";
  const server = http.createServer((request, response) => {
    const asked = decodeURIComponent(new URL(request.url!, "http://x").pathname);
    const inside = asked.startsWith(prefix) ? asked.slice(prefix.length) : null;
    const file =
      inside === null
        ? undefined
        : (files.get(inside) ??
          files.get(`${inside}${inside.endsWith("/") || inside === "" ? "" : "/"}index.html`));
    if (!file) return void response.writeHead(404).end();
    const type = typeOfFile(files.has(inside!) ? inside! : "index.html");
    response.writeHead(200, { "content-type": type }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = await on.newContext({ viewport: VIEW });
  const page = await context.newPage();
  // Nothing outside is reached, as in the frame.
  await context.route(
    (url) => url.origin !== origin && url.protocol.startsWith("http"),
    (route) => route.abort(),
  );
  const errors = listen(page);
  page.on("dialog", (dialog) => void dialog.dismiss().catch(() => {}));
  const load = (): Promise<boolean> =>
    page
      .goto(origin + prefix + entry.replace(/(^|\/)index\.html$/, "$1"), {
        waitUntil: "load",
        timeout: 30_000,
      })
      .then(
        () => true,
        () => false,
      );
  try {
    const loaded = await load();
    const seen = await watch(page, async () => page.mainFrame(), 0, waits);
    await load();
    return {
      ...seen,
      started: loaded,
      errors,
      notices: [],
      savedAfterRestart: await saves(page.mainFrame(), true),
    };
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
}

/** What the first run shows the code to need is allowed in a second one, as a maker's press does. */
async function inFrame(
  on: Browser,
  files: Map<string, Uint8Array>,
  name: string,
  waits: Settings,
  allowances: readonly FrameAllowance[] = [],
): Promise<Seen & { arrived: string }> {
  const checked = await checkPackageFiles(files, { name, allowances });
  if (!checked.package) throw new Error(`refused: ${JSON.stringify(checked.findings[0])}`);
  const { manifest, bytes, sha256 } = checked.package;
  packages[`${sha256}.gum`] = bytes;
  const page = await stage.page();
  stage.requests.length = 0;
  try {
    await page.setViewportSize({ width: VIEW.width, height: VIEW.height + BAR });
    const errors = listen(page);
    const shell = await stage.shellIn(page);
    const events = await shell.run(
      {
        id: name,
        files: {},
        packed: { url: `/files/${sha256}.gum`, sha256, bytes: bytes.length },
        manifest,
        keep: "browser",
        deviceBytes: APP_DEVICE_MAX_BYTES,
      },
      { loadMs: 45_000, settleMs: 0 },
    );
    const inside = async (): Promise<Frame> => {
      const frame = await (await page.$("#place iframe"))?.contentFrame();
      if (frame) return frame;
      throw new Error(
        `no frame: ${JSON.stringify((await shell.events()).filter(({ type }) => type === "status").at(-1))}`,
      );
    };
    const seen = await watch(page, inside, BAR, waits);
    const before = await shell.events();
    await page.evaluate(() => void (window.stage.events.length = 0));
    await page.evaluate(() => window.stage.runner.restart());
    await page.waitForFunction(() => window.stage.settled(), undefined, { timeout: 45_000 }).catch(() => {});
    const after = await saves(await inside(), true);
    const needed = before
      .filter(({ type }) => type === "blocked")
      .map((event) => event.allowance as FrameAllowance);
    const more = needed.filter((each) => !allowances.includes(each));
    if (more.length > 0) return await inFrame(on, files, name, waits, [...allowances, ...more]);
    const all = [...events, ...before, ...(await shell.events())];
    const notices = all.flatMap((event) => {
      if (event.type === "problem") return [`problem: ${(event.problem as { message: string }).message}`];
      if (event.type === "blocked" || event.type === "storageFull" || event.type === "unresponsive")
        return [`${event.type} ${String(event.allowance ?? "")}`];
      const { status, code } = (event.status ?? {}) as { status?: string; code?: string };
      return status === "failed" ? [`failed: ${code}`] : [];
    });
    const dialogs = await page.evaluate(() =>
      window.stage.dialogs.map(({ kind, message }) => `${kind}: ${message}`),
    );
    const asked = dialogs.filter((each) => !/^(alert|confirm|prompt)/.test(each));
    return {
      ...seen,
      arrived: await arrivalOf(page, bytes.length, all),
      started: events.some((event) => event.type === "loaded"),
      errors,
      notices: [...new Set([...notices, ...asked])],
      savedAfterRestart: after,
    };
  } finally {
    delete packages[`${sha256}.gum`];
    await page.close();
  }
}

/** How the package arrived, and where the app's databases went. */
async function arrivalOf(page: Page, bytes: number, events: readonly { type: string }[]): Promise<string> {
  const asked = stage.requests.filter((each) => each.startsWith("/files/"));
  const ranges = asked.filter((each) => each.includes(" bytes=")).length;
  const cannotWait = await page.evaluate((key) => key in localStorage, WHOLE_PACKAGES_KEY);
  const said = [`packed ${(bytes / 1e6).toFixed(2)} MB`, `${ranges} ranges`];
  if (ranges < asked.length) said.push("whole");
  if (cannotWait) said.push("cannot wait for a file");
  if (events.some(({ type }) => type === "device")) said.push("databases on the device");
  return said.join(", ");
}

function listen(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    const text = `${message.text()} @ ${message.location().url.slice(0, 120)}`;
    if (message.type() === "error" && !OURS.test(text) && !OUTSIDE.test(text)) errors.push(text);
  });
  page.on("pageerror", (error) => errors.push(`uncaught ${error.message}`));
  return errors;
}

async function watch(
  page: Page,
  frame: () => Promise<Frame>,
  top: number,
  { settleMs = 2_500, reactMs = 500 }: Settings,
) {
  await page.waitForTimeout(settleMs);
  const clip = { x: 0, y: top, ...VIEW };
  const shot = (): Promise<Buffer> => page.screenshot({ clip, timeout: 30_000 }).catch(() => Buffer.alloc(0));
  const first = await shot();
  const before = await content(await frame());
  const respondsBy: string[] = [];
  let last = await small(first);
  let text = before;
  const shots = [first];
  const tryOut = async (way: string, act: () => Promise<void>): Promise<void> => {
    await act();
    await page.waitForTimeout(reactMs);
    const taken = await shot();
    shots.push(taken);
    const now = await small(taken);
    const nowText = await content(await frame());
    if (distance(last, now) > 0.3 || nowText !== text) respondsBy.push(way);
    [last, text] = [now, nowText];
  };
  await tryOut("clicks", async () => {
    await page.mouse.click(VIEW.width / 2, top + VIEW.height / 2);
    for (const { x, y } of await buttons(await frame())) await page.mouse.click(x, top + y);
  });
  await tryOut("keys", async () => {
    for (const key of KEYS) await page.keyboard.press(key, { delay: 40 });
  });
  const saved = await saves(await frame());
  return {
    picture: { colors: await colors(first), pixels: await small(first) },
    respondsBy,
    saved,
    text: before.slice(0, 300),
    shots,
  };
}

function content(frame: Frame): Promise<string> {
  return frame
    .evaluate(() => `${document.body?.innerText ?? ""} ${document.querySelectorAll("*").length}`)
    .catch(() => "");
}

/** The middles of the first few things that ask to be pressed. */
function buttons(frame: Frame): Promise<{ x: number; y: number }[]> {
  return frame
    .evaluate(() =>
      [...document.querySelectorAll("button, [role=button], [role=tab], a[href^='#'], input[type=button]")]
        .map((element) => element.getBoundingClientRect())
        .filter(
          ({ width, height, top, left }) =>
            width > 4 &&
            height > 4 &&
            top >= 0 &&
            left >= 0 &&
            top < innerHeight - 8 &&
            left < innerWidth - 8,
        )
        .slice(0, 3)
        .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
    )
    .catch(() => []);
}

async function saves(frame: Frame, patient = false): Promise<string[]> {
  if (patient) await frame.waitForTimeout(1_000);
  return frame
    .evaluate(async () => {
      const keys = Object.keys(localStorage).map((key) => `localStorage ${key}`);
      const databases = typeof indexedDB === "undefined" ? [] : await indexedDB.databases();
      return [...keys, ...databases.map(({ name }) => `indexedDB ${name}`)].sort();
    })
    .catch(() => []);
}

async function small(shot: Buffer): Promise<Buffer> {
  if (shot.length === 0) return Buffer.alloc(64 * 44 * 3);
  return sharp(shot).removeAlpha().resize(64, 44, { fit: "fill" }).raw().toBuffer();
}

async function colors(shot: Buffer): Promise<number> {
  const pixels = await sharp(
    shot.length > 0 ? shot : Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
  )
    .removeAlpha()
    .resize(200, 135, { fit: "fill", kernel: "nearest" })
    .raw()
    .toBuffer();
  const found = new Set<number>();
  for (let at = 0; at < pixels.length; at += 3)
    found.add((pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!);
  return found.size;
}

/** Mean difference of the pixels, in hundredths of the whole range. */
function distance(one: Buffer, other: Buffer): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += Math.abs(one[at]! - (other[at] ?? 0));
  return (sum / one.length / 255) * 100;
}
