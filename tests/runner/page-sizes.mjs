import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";
import zlib from "node:zlib";
import { ROOT } from "../../bin/launcher/paths.mjs";

const DIST = path.join(ROOT, ".next");
/** The first-load JavaScript that a page may have, in bytes after gzip. An empty Next page has 132,000. */
const LIMIT = 210_000;
const LIMITS = { "/timeline": 195_000 };
/** Code that no page may load before it is used, by a string that only this code contains. */
const LAZY_ONLY = {
  "the code editor": "cm-content",
  QuickJS: "QTS_",
  "the drag library": "dnd-kit",
  zod: "ZodError",
};

/** The first-load scripts of every page, from the build's manifests. @returns {{ route: string, files: string[] }[]} */
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
 * Measures the scripts that a browser loads before a page is interactive.
 * @returns {{ table: string, failures: string[], count: number }} kilobytes (1,000 bytes) after gzip
 */
export function checkPageSizes() {
  const measured = new Map();
  const measure = (file) => {
    if (!measured.has(file)) {
      const code = fs.readFileSync(path.join(DIST, file));
      const eager = Object.keys(LAZY_ONLY).filter((name) => code.includes(LAZY_ONLY[name]));
      measured.set(file, { bytes: zlib.gzipSync(code).length, eager });
    }
    return measured.get(file);
  };
  const kb = (bytes) => (bytes / 1000).toFixed(1);
  const failures = [];
  const lines = [];
  for (const { route, files } of readPages()) {
    const bytes = files.reduce((sum, file) => sum + measure(file).bytes, 0);
    const limit = LIMITS[route] ?? LIMIT;
    const eager = [...new Set(files.flatMap((file) => measure(file).eager))];
    if (bytes > limit) failures.push(`${route} has ${kb(bytes)} KB, ${kb(limit)} are allowed`);
    if (eager.length) failures.push(`${route} loads ${eager.join(", ")} at once`);
    lines.push(
      `${route.padEnd(26)} ${kb(bytes).padStart(6)} KB of ${kb(limit)}${bytes > limit ? "  TOO MUCH" : ""}`,
    );
  }
  return { table: lines.join("\n"), failures, count: lines.length };
}
