import type { RefusalCode } from "@/lib/package/package-messages";
import { buildZip, type Built, type BuiltEntry } from "../zip-builder";

/** An archive that must be refused: what is wrong with it, what it is, the code, and the entry that must be named. */
export type BrokenArchive = readonly [
  what: string,
  archive: Built | BuiltEntry[] | Uint8Array | (() => Uint8Array),
  code: RefusalCode,
  entry?: string,
];

export const good: BuiltEntry = { name: "index.html", content: "<h1>hello</h1>" };
export const other: BuiltEntry = { name: "app.js", content: "let a = 1;".repeat(20) };

/** A sound archive of two entries, the second one changed. */
export function one(change: Partial<BuiltEntry>): BuiltEntry[] {
  return [good, { ...other, ...change }];
}

export function named(...names: (string | Uint8Array)[]): BuiltEntry[] {
  return names.map((name) => ({ name, content: "x" }));
}

export function character(codePoint: number): string {
  return String.fromCodePoint(codePoint);
}

export function archiveBytes(archive: BrokenArchive[1]): Uint8Array {
  if (typeof archive === "function") return archive();
  return archive instanceof Uint8Array ? archive : buildZip(archive);
}
