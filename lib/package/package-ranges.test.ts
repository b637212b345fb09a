import { describe, expect, it } from "vitest";
import { makePackage } from "@/tests/support/package-bytes";
import { buildZip } from "@/tests/support/zip-builder";
import { buildPackage } from "./build-package";
import { PackageError } from "./package-error";
import { archiveTail, directoryStart, packedIn, readDirectory, readHere } from "./package-ranges";
import { readPackage } from "./read-package";

const MANIFEST = { name: "Ranges", version: "1.0.0", entry: { html: "index.html" } };
const FILES = {
  "index.html": "<p>hello hello hello hello",
  "data/a.txt": "a".repeat(5_000),
  "data/empty": "",
};
const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
const packages = {
  "that the store has built": await buildPackage(
    new Map(
      Object.entries({ "manifest.json": JSON.stringify(MANIFEST), ...FILES }).map(([name, text]) => [
        name,
        new TextEncoder().encode(text),
      ]),
    ),
  ),
  "with other headers": makePackage(MANIFEST, FILES),
  "in a folder, with data descriptors": buildZip(
    Object.entries({ "manifest.json": JSON.stringify(MANIFEST), ...FILES }).map(([name, text]) => ({
      name: `app/${name}`,
      content: Buffer.from(text),
    })),
  ),
};

function open(bytes: Uint8Array<ArrayBuffer>) {
  const start = directoryStart(archiveTail(bytes.slice(-40), bytes.length));
  const files = readDirectory(archiveTail(bytes.slice(start), bytes.length));
  const rangeOf = (path: string): Uint8Array<ArrayBuffer> => {
    const { start, end } = files.get(path)!;
    return bytes.slice(start, end);
  };
  return { start, files, rangeOf };
}

describe.each(Object.entries(packages))("a package %s", (_, given) => {
  const bytes = plain(given);

  it("has in its ranges what it has as a whole", async () => {
    const whole = readPackage(bytes);
    const { files, rangeOf } = open(bytes);
    expect([...files.keys()].sort()).toEqual([...whole.paths].sort());
    const here = new Map([...files.keys()].map((path) => [path, rangeOf(path)]));
    const reader = readHere(files, here);
    expect(reader.manifest).toEqual(whole.manifest);
    expect(reader.entry).toBe("index.html");
    for (const path of whole.paths) {
      expect(await reader.readWithPauses(path)).toEqual(await whole.readWithPauses(path));
      expect(reader.packed(path)).toEqual(whole.packed(path));
    }
  });

  it("knows what is not here", () => {
    const { files, rangeOf } = open(bytes);
    const reader = readHere(files, new Map([["manifest.json", rangeOf("manifest.json")]]));
    expect(reader.paths).toEqual(["manifest.json"]);
    expect(() => reader.packed("index.html")).toThrow(RangeError);
  });

  it("refuses a range that is damaged, short or of another file", async () => {
    const { files, rangeOf } = open(bytes);
    const file = files.get("data/a.txt")!;
    const range = rangeOf("data/a.txt");
    expect(() => packedIn(rangeOf("index.html"), file)).toThrow(PackageError);
    expect(() => packedIn(range.slice(0, 20), file)).toThrow(PackageError);
    expect(() => packedIn(range.slice(0, -20), file)).toThrow(PackageError);
    expect(() => packedIn(new Uint8Array(), file)).toThrow(PackageError);
    const damaged = range.slice();
    damaged[packedIn(range, file).byteOffset + 2]! ^= 1;
    const here = new Map([
      ["manifest.json", rangeOf("manifest.json")],
      ["data/a.txt", damaged],
    ]);
    await expect(readHere(files, here).readWithPauses("data/a.txt")).rejects.toThrow(PackageError);
  });

  it("refuses a directory that is cut or changed", () => {
    const { start } = open(bytes);
    const tail = bytes.slice(start);
    expect(() => readDirectory(archiveTail(tail.slice(0, -1), bytes.length))).toThrow(PackageError);
    expect(() => readDirectory(archiveTail(tail, bytes.length + 1))).toThrow(PackageError);
    for (let at = 0; at < tail.length; at += 3) {
      const changed = tail.slice();
      changed[at]! ^= 0xff;
      try {
        readDirectory(archiveTail(changed, bytes.length));
      } catch (error) {
        expect(error).toBeInstanceOf(PackageError);
      }
    }
  });
});
