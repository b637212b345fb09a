// Draws icon.png and banner.png for every example and takes its screenshots in the running app:
//   node examples/artwork/make.mjs [slug…]
// Needs Chromium (CHROMIUM, or Playwright's own) and a Latin sans-serif font for the text on the banners.

import { mkdir, readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import sharp from "sharp";
import { BANNERS, ICONS } from "./icons.mjs";
import { MOMENT, SCENES } from "./scenes.mjs";

const EXAMPLES = fileURLToPath(new URL("..", import.meta.url));
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };
const BANNER = { width: 1200, height: 630 };
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".png": "image/png",
  ".json": "application/json",
};
const FONT = "Inter, 'Noto Sans CJK JP', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";

const GENERATED = path.join(EXAMPLES, "../lib/sandbox/generated/quickjs-code.ts");

/** A page for an app of the script runtime: Gum's own runtime with a mock `gum` for the screenshots. */
async function scriptPage(folder, scene) {
  const { name, entry } = JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8"));
  const code = JSON.parse((await readFile(GENERATED, "utf8")).match(/QUICKJS_CODE: string =\s*(".*");/s)[1]);
  const names = (await readdir(folder)).filter((file) => file.endsWith(".js"));
  const files = Object.fromEntries(
    await Promise.all(names.map(async (file) => [file, await readFile(path.join(folder, file), "utf8")])),
  );
  const facts = {
    app: { id: "x", name, version: "1.0.0" },
    userId: "x",
    locale: "en",
    capabilities: scene.capabilities ?? [],
    restored: null,
  };
  return `<!DOCTYPE html><meta charset="utf-8"><main id="app"></main><script>${code}</script><script>
    const files = ${JSON.stringify(files).replaceAll("</", "<\\/")};
    const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.documentElement.dataset.theme = theme;
    document.head.append(Object.assign(document.createElement("style"), { textContent: __gumPart.style }));
    __gumPart.run({
      setup: { memoryMb: 16, deterministic: { seed: 5, startMs: 0, recorded: false } }, entry: ${JSON.stringify(entry.module)},
      facts: { ...${JSON.stringify(facts)}, theme },
      fileNames: () => Object.keys(files), textOf: (name) => files[name], urlOf: () => "",
      call: async (name, args) =>
        (name === "get" ? ${JSON.stringify(scene.values)}[args[0]] : ${JSON.stringify(scene.answers ?? {})}[name]),
      problem: (problem) => console.error(problem), memory: () => {},
    });
  </script>`;
}

const server = createServer(async (request, response) => {
  const file = path.join(EXAMPLES, decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  const slug = path.basename(path.dirname(file));
  const bytes = file.startsWith(EXAMPLES)
    ? await readFile(file).catch(() =>
        file.endsWith("/index.html")
          ? scriptPage(path.dirname(file), SCENES[slug])
          : readFile(path.join(EXAMPLES, "shared", path.basename(file))).catch(() => null),
      )
    : null;
  response.writeHead(bytes ? 200 : 404, { "content-type": TYPES[path.extname(file)] ?? "text/plain" });
  response.end(bytes);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({
  ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
  args: ["--no-sandbox", "--disable-gpu"],
});

async function shoot(slug, { viewport, theme, scale }) {
  const scene = SCENES[slug];
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    deviceScaleFactor: scale,
    locale: "en-GB",
    timezoneId: "Asia/Tokyo",
  });
  const page = await context.newPage();
  if (scene.clock) await page.clock.install({ time: MOMENT });
  else await page.clock.setFixedTime(MOMENT);
  await page.addInitScript(
    (items) => items.forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value))),
    Object.entries(scene.storage(viewport)),
  );
  await page.goto(`${origin}/${slug}/index.html`);
  // The script runtime draws once its worker runs.
  await page.waitForFunction(() => document.querySelector("#app")?.childElementCount !== 0);
  await page.waitForTimeout(400);
  await scene.after?.(page);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

async function rounded(picture, { width, radius }) {
  const { data, info } = await sharp(picture).resize({ width }).png().toBuffer({ resolveWithObject: true });
  const mask = `<svg width="${info.width}" height="${info.height}"><rect width="100%" height="100%" rx="${radius}" fill="#fff"/></svg>`;
  return sharp(data)
    .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
    .png()
    .toBuffer();
}

async function banner(slug, phones) {
  const { name, line, from, to, ink } = BANNERS[slug];
  const icon = await rounded(await sharp(Buffer.from(ICONS[slug])).png().toBuffer(), {
    width: 128,
    radius: 30,
  });
  const words = line
    .map((each, i) => `<text x="80" y="${424 + i * 50}" font-size="38" opacity=".78">${each}</text>`)
    .join("");
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${BANNER.width}" height="${BANNER.height}">
    <defs><linearGradient id="g" x2="0.7" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
    <filter id="s" x="-40%" y="-20%" width="180%" height="140%"><feGaussianBlur stdDeviation="26"/></filter></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <g filter="url(#s)" opacity=".34"><rect x="846" y="112" width="290" height="700" rx="40"/><rect x="606" y="72" width="310" height="720" rx="40"/></g>
    <rect x="76.5" y="126.5" width="131" height="131" rx="31.5" fill="#fff" opacity=".16"/>
    <g fill="${ink}" font-family="${FONT}"><text x="78" y="352" font-size="84" font-weight="700" letter-spacing="-2">${name}</text>${words}</g></svg>`;
  const [front, back] = await Promise.all([
    rounded(phones.light, { width: 316, radius: 36 }),
    rounded(phones.dark, { width: 290, radius: 34 }),
  ]);
  const cut = (picture, top) =>
    sharp(picture)
      .extract({ left: 0, top: 0, width: top.width, height: BANNER.height - top.y })
      .toBuffer();
  await sharp(Buffer.from(ground))
    .composite([
      { input: icon, left: 78, top: 128 },
      { input: await cut(back, { width: 290, y: 104 }), left: 846, top: 104 },
      { input: await cut(front, { width: 316, y: 64 }), left: 602, top: 64 },
    ])
    .png({ palette: true, quality: 92, effort: 10 })
    .toFile(path.join(EXAMPLES, slug, "banner.png"));
}

const asked = process.argv.slice(2);
for (const slug of asked.length ? asked : Object.keys(ICONS)) {
  const folder = path.join(EXAMPLES, slug);
  await mkdir(path.join(folder, "screenshots"), { recursive: true });
  await sharp(Buffer.from(ICONS[slug]), { density: 144 })
    .resize(512, 512)
    .png({ compressionLevel: 9, palette: true, quality: 96, effort: 10 })
    .toFile(path.join(folder, "icon.png"));
  const phones = {};
  for (const theme of ["light", "dark"])
    phones[theme] = await shoot(slug, { viewport: PHONE, theme, scale: 2 });
  await banner(slug, phones);
  await sharp(phones.light)
    .webp({ quality: 86 })
    .toFile(path.join(folder, "screenshots", "phone.webp"));
  const wide = await shoot(slug, { viewport: WIDE, theme: "light", scale: 1 });
  await sharp(wide)
    .webp({ quality: 86 })
    .toFile(path.join(folder, "screenshots", "wide.webp"));
  console.log(slug);
}
await browser.close();
server.close();
