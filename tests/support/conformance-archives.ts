/**
 * `npm run docs:archives` writes public/docs/conformance-archives.zip: the archives that every reader of packages must open
 * or refuse, with `cases.json` that says which.
 */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { openArchive } from "@/lib/package/archive";
import { BROKEN_ARCHIVES } from "./broken-archives/all";
import { archiveBytes } from "./broken-archives/case";
import { SOUND_ARCHIVES } from "./broken-archives/sound";
import { buildZip, bytesOf } from "./zip-builder";

export const ARCHIVES_FILE = path.resolve("public/docs/conformance-archives.zip");

/** These depend on an instance's limits, and are large. */
const BY_LIMIT = /^(too_many_entries|unpacked_too_large|entry_too_large|package_too_large|deflate_too_long)$/;
const MAX_BYTES = 16 * 1024;

interface Case {
  file: string;
  what: string;
  expected: "opens" | "refused";
  /** With which Gum refuses it. */
  code?: string;
}

const nameOf = (at: number, what: string): string =>
  `${String(at + 1).padStart(3, "0")}-${what
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}.zip`;

/** By name; `cases.json` last. */
export function conformanceArchives(): Map<string, Uint8Array> {
  const all = [
    ...SOUND_ARCHIVES.map(([what, archive]) => ({ what, bytes: buildZip(archive), code: undefined })),
    ...BROKEN_ARCHIVES.filter(([, , code]) => !BY_LIMIT.test(code)).map(([what, archive, code]) => ({
      what,
      bytes: archiveBytes(archive),
      code,
    })),
  ].filter(({ bytes }) => bytes.length <= MAX_BYTES);
  const files = new Map<string, Uint8Array>();
  const cases: Case[] = all.map(({ what, bytes, code }, at) => {
    const file = nameOf(at, what);
    files.set(file, bytes);
    return { file, what, expected: code ? "refused" : "opens", ...(code && { code }) };
  });
  return files.set("cases.json", bytesOf(`${JSON.stringify(cases, null, 2)}\n`));
}

/** What the committed file holds. */
export function committedArchives(): Map<string, Uint8Array> {
  const archive = openArchive(new Uint8Array(fs.readFileSync(ARCHIVES_FILE)));
  return new Map(Array.from(archive.entries.keys(), (name) => [name, archive.read(name)]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  fs.writeFileSync(
    ARCHIVES_FILE,
    buildZip([...conformanceArchives()].map(([name, content]) => ({ name, content }))),
  );
