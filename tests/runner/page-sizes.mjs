import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";
import zlib from "node:zlib";
import { ROOT } from "../../bin/launcher/paths.mjs";

const DIST = path.join(ROOT, ".next");
/** What a page's scripts may weigh at its first load, in bytes after gzip. A page of Next with nothing on it has 132,000. */
const LIMIT = 210_000;
const LIMITS = { "/timeline": 195_000 };
/** Code that no page may bring before it is used, by a text that only it holds. */
const LATER_ONLY = {
  "the code editor": "cm-content",
  QuickJS: "QTS_",
  "the drag library": "dnd-kit",
  zod: "ZodError",
};

/** The scripts of every page's first load, as the build lists them. @returns {{ route: string, files: string[] }[]} */
function readPages() {
  const read = (file) => JSON.parse(fs.readFileSync(path.join(DIST, file), "utf8"));
  const { rootMainFiles } = read("build-manifest.json");
  return Object.entries(read("app-path-routes-manifest.json"))
    .filter(([key]) => key.endsWith("/page") && !key.startsWith("/_"))
    .map(([key, route]) => {
      const context = { globalThis: {} };
      const file = path.join(DIST, "server/app", `${key}_client-reference-manifest.js`);
      vm.runInNewContext(fs.readFileSync(file, "utf8"), context);
      const { entryJSFiles } = context.globalThis.__RSC_MANIFEST[key];
      return { route, files: [...new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])] };
    })
    .sort((a, b) => a.route.localeCompare(b.route));
}

/**
 * Weighs what a browser fetches before a page answers.
 * @returns {{ table: string, failures: string[], count: number }} kilobytes (1,000 bytes) after gzip
 */
export function checkPageSizes() {
  const weights = new Map();
  const weigh = (file) => {
    if (!weights.has(file)) {
      const code = fs.readFileSync(path.join(DIST, file));
      const held = Object.keys(LATER_ONLY).filter((name) => code.includes(LATER_ONLY[name]));
      weights.set(file, { bytes: zlib.gzipSync(code).length, held });
    }
    return weights.get(file);
  };
  const kb = (bytes) => (bytes / 1000).toFixed(1);
  const failures = [];
  const lines = [];
  for (const { route, files } of readPages()) {
    const bytes = files.reduce((sum, file) => sum + weigh(file).bytes, 0);
    const limit = LIMITS[route] ?? LIMIT;
    const held = [...new Set(files.flatMap((file) => weigh(file).held))];
    if (bytes > limit) failures.push(`${route} has ${kb(bytes)} KB, ${kb(limit)} are allowed`);
    if (held.length) failures.push(`${route} brings ${held.join(", ")} at once`);
    lines.push(
      `${route.padEnd(26)} ${kb(bytes).padStart(6)} KB of ${kb(limit)}${bytes > limit ? "  TOO MUCH" : ""}`,
    );
  }
  return { table: lines.join("\n"), failures, count: lines.length };
}
