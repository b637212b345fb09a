import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { ROOT, readJson, writeFileAtomic } from "./paths.mjs";

const STAMPS = path.join(ROOT, "node_modules/.cache/gum/stamps.json");
const OUTPUTS = new Set(["lib/db/generated", "lib/sandbox/generated"]);
const NOT_BUILT = /\.(test|spec)\.[cm]?[jt]sx?$|\.md$|~$|^\./;

/** The files and folders that `next build` reads. */
export const BUILD_SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "prisma/schema",
  "instrumentation.ts",
  "middleware.ts",
  "next.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];

/** A hash of names and contents: checking out, copying or touching a file does not change it. */
export function fingerprint(sources, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const source of sources) visit(source, hash);
  return hash.digest("hex");
}

function visit(relative, hash) {
  const absolute = path.join(ROOT, relative);
  const stat = fs.statSync(absolute, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isFile()) {
    hash.update(`\0${relative}\0`).update(fs.readFileSync(absolute));
    return;
  }
  if (OUTPUTS.has(relative)) return;
  for (const name of fs.readdirSync(absolute).sort()) {
    if (!NOT_BUILT.test(name)) visit(`${relative}/${name}`, hash);
  }
}

/** The fingerprint of what a step built last. Kept in node_modules: an install makes every step run again. */
export function readStamp(name) {
  return readJson(STAMPS)?.[name];
}

export function writeStamp(name, value) {
  fs.mkdirSync(path.dirname(STAMPS), { recursive: true });
  writeFileAtomic(STAMPS, JSON.stringify({ ...readJson(STAMPS), [name]: value }, null, 2));
}
