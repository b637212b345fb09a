/**
 * `node tests/runner/keep-release.mjs <archive> <name>`: keeps the rows of an archive, which `gum backup` of that release wrote of
 * its demo content, as tests/releases/<name>.tar: `upgrade-rows.full.test.ts` migrates it. Files and secrets stay out.
 */
import fs from "node:fs";
import path from "node:path";
import { readArchive, writeArchive } from "../../bin/gum/archive.mjs";

const FOLDER = path.resolve(import.meta.dirname, "../releases");

const [archive, name] = process.argv.slice(2);
if (!archive || !/^[\w.-]+$/.test(name ?? "")) {
  console.error("Usage: node tests/runner/keep-release.mjs <archive> <name>");
  process.exit(2);
}
fs.mkdirSync(FOLDER, { recursive: true });
const entries = [];
const manifest = await readArchive(archive, {
  file: () => {},
  entry: (entry, bytes) => entries.push([entry, bytes]),
});
const target = path.join(FOLDER, `${name}.tar`);
await writeArchive(target, async (add) => {
  const { gzipSync } = await import("node:zlib");
  for (const [entry, bytes] of entries)
    if (entry !== "secrets.json") await add(entry, entry.endsWith(".gz") ? gzipSync(bytes) : bytes);
  return { createdAt: manifest.createdAt, tables: manifest.tables, fileCount: 0 };
});
console.log(`${target}: ${fs.statSync(target).size} bytes`);
