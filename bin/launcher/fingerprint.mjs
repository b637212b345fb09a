import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { ROOT, readJson, writeFileAtomic } from "./paths.mjs";

const STAMPS = path.join(ROOT, "node_modules/.cache/gum/stamps.json");
const OUTPUTS = new Set(["lib/db/generated", "lib/sandbox/generated"]);
const NOT_BUILT = /\.(test|spec)\.[cm]?[jt]sx?$|\.md$|~$|^\./;

/** Everything that `next build` reads, as files and folders of the project. */
export const BUILD_SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "prisma/schema",
  "instrumentation.ts",
  "next.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];

/** One hash over names and contents, so that a checkout, a copy and a touched file tell the same. */
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

/** What was made last, by step: the fingerprint of its sources. They lie beside the packages: new packages, new everything. */
export function readStamp(name) {
  return readJson(STAMPS)?.[name];
}

export function writeStamp(name, value) {
  fs.mkdirSync(path.dirname(STAMPS), { recursive: true });
  writeFileAtomic(STAMPS, JSON.stringify({ ...readJson(STAMPS), [name]: value }, null, 2));
}
