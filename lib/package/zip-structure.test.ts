import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_PACKAGE_LIMITS, PACKAGE_LIMITS, setPackageLimits } from "./limits";
import { BROKEN_ARCHIVES, SMALL_LIMITS } from "@/tests/support/broken-archives/all";
import { archiveBytes, character, good, named, one, other } from "@/tests/support/broken-archives/case";
import { bombs } from "@/tests/support/broken-archives/entries";
import {
  buildZip,
  bytesOf,
  concat,
  extraField,
  le,
  type Built,
  type BuiltEntry,
} from "@/tests/support/zip-builder";
import { cpuMilliseconds } from "@/tests/support/cpu-time";
import { openArchive } from "./archive";
import { crc32 } from "./crc32";
import { PackageError } from "./package-error";
import { REFUSALS } from "./package-messages";

/** Reads everything, as whoever runs a package does. */
function readAll(bytes: Uint8Array): Map<string, Uint8Array> {
  const archive = openArchive(bytes);
  return new Map(Array.from(archive.entries.keys(), (path) => [path, archive.read(path)]));
}

function refusalOf(bytes: Uint8Array): PackageError {
  try {
    readAll(bytes);
  } catch (error) {
    if (error instanceof PackageError) return error;
    throw error;
  }
  throw new Error("The archive was accepted.");
}

beforeAll(() => setPackageLimits(SMALL_LIMITS));
afterAll(() => setPackageLimits(DEFAULT_PACKAGE_LIMITS));

describe("archives that are refused", () => {
  it.each(BROKEN_ARCHIVES.map(([what, ...rest]) => [what, rest] as const))("%s", (_, rest) => {
    const [archive, code, entry] = rest;
    const bytes = archiveBytes(archive);
    let error!: PackageError;
    expect(cpuMilliseconds(() => (error = refusalOf(bytes)))).toBeLessThan(900);
    expect(error.code).toBe(code);
    if (entry !== undefined) {
      expect(error.entry).toBe(entry);
      expect(error.message).toContain(entry);
    }
    // A sentence with every place filled, and nothing in it that a terminal or a page would obey.
    expect(error.message).not.toMatch(/[{}\p{Cc}]|undefined/u);
    expect(error.code in REFUSALS).toBe(true);
  });

  it("a package over the limit", () => {
    expect(refusalOf(new Uint8Array(PACKAGE_LIMITS.packedBytes + 1)).code).toBe("package_too_large");
  });

  it("says what it refuses in words", () => {
    expect(refusalOf(buildZip(named("../x"))).message).toBe("../x: the name has a . or .. part.");
    expect(refusalOf(buildZip(named(`a${character(0x202e)}b`))).message).toBe(
      "a<U+202E>b: the name has a control or invisible character (U+202E).",
    );
    expect(refusalOf(buildZip(bombs(6, 9))).message).toBe(
      "Unpacked the package has 54 MB; the limit is 50 MB.",
    );
  });
});

describe("archives that are accepted", () => {
  const folder: BuiltEntry = { name: "assets/", method: 0, attributes: 0o040755 * 0x10000 + 0x10 };
  const times = extraField(0x5455, le(1, 3), le(4, 1, 2));
  const otherBytes = bytesOf(other.content!);
  const otherSizes = {
    crc: crc32(otherBytes),
    packedSize: deflateRawSync(otherBytes).length,
    size: otherBytes.length,
  };
  const owner = extraField(0x7875, le(1, 1, 4), le(4, 0), le(1, 4), le(4, 0));
  const cases: [what: string, archive: Built | BuiltEntry[]][] = [
    ["Deflate", [good, other]],
    ["Store", one({ method: 0 })],
    ["an empty file, stored", one({ method: 0, content: "" })],
    ["an empty file, deflated", one({ content: "" })],
    ["folders", [folder, good, { name: "assets/a.js", content: "x" }]],
    ["a folder after what lies in it", [good, { name: "assets/a.js", content: "x" }, folder]],
    ["a folder without attributes", [good, { name: "d/", method: 0 }]],
    ["a folder with an empty deflate stream (Java)", [good, { name: "d/", content: "" }]],
    [
      "Info-ZIP's times and owner",
      one({
        extra: concat(times, owner),
        central: { extra: concat(extraField(0x5455, le(1, 1), le(4, 1)), owner) },
      }),
    ],
    [
      "7-Zip's NTFS times",
      one({ central: { extra: extraField(0x000a, le(4, 0), le(2, 1, 24), le(8, 1, 2, 3)) } }),
    ],
    ["a Java archive's mark", one({ extra: extraField(0xcafe) })],
    [
      "the name repeated in UTF-8",
      one({ extra: extraField(0x7075, le(1, 1), le(4, crc32(bytesOf("app.js"))), "app.js") }),
    ],
    ["a signed record after the data (macOS)", one({ descriptor: "signed" })],
    ["an unsigned record after the data", one({ descriptor: "bare" })],
    ["a record after stored data", one({ method: 0, descriptor: "signed" })],
    ["a record after the data and sizes before them", one({ descriptor: "signed", local: otherSizes })],
    [
      "a checksum after the data, sizes before them (CMake)",
      one({ descriptor: "signed", local: { ...otherSizes, crc: 0 } }),
    ],
    ["a short comment (GitHub)", { entries: [good], end: { comment: bytesOf("0123456789abcdef") } }],
    ["version 1.0", one({ method: 0, local: { versionNeeded: 10 }, central: { versionNeeded: 10 } })],
    ["deflate effort flags", one({ flags: 6 })],
    ["UTF-8 with flag 11", [good, { name: "絵/花.png", content: "x" }]],
    ["UTF-8 without flag 11 (macOS)", [good, { name: "絵/花.png", content: "x", flags: 0 }]],
    ["an emoji", [good, { name: `❤${character(0xfe0f)}.png`, content: "x" }]],
    [
      "names that only look special",
      named(".hidden", "..a", "a..b", "con1.js", "console.js", "com.js", "a b.js", "a%2e%2e", "x#1"),
    ],
    ["the directory in another order", { entries: [good, other], directoryOrder: [1, 0] }],
  ];

  it.each(cases)("%s", (_, archive) => {
    const bytes = buildZip(archive);
    const files = readAll(bytes);
    const expected = (Array.isArray(archive) ? archive : archive.entries).filter(
      (e) => !String(e.name).endsWith("/"),
    );
    expect(files.size).toBe(expected.length);
    for (const entry of expected) expect(files.get(String(entry.name))).toEqual(bytesOf(entry.content ?? ""));
  });

  it("gives names in NFC, under which pages ask for them", () => {
    const files = readAll(buildZip(named("が.js".normalize("NFD"))));
    expect([...files.keys()]).toEqual(["が.js".normalize("NFC")]);
  });

  it("does not read what it is not asked for", () => {
    const archive = openArchive(buildZip([good, { ...other, local: { crc: 5 }, central: { crc: 5 } }]));
    expect(new TextDecoder().decode(archive.read("index.html"))).toBe("<h1>hello</h1>");
    expect(() => archive.read("app.js")).toThrow(PackageError);
  });

  it("takes names that mean something to JavaScript as names", () => {
    const files = readAll(buildZip(named("__proto__", "constructor", "toString")));
    expect([...files.keys()]).toEqual(["__proto__", "constructor", "toString"]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it("gives bytes that share no memory with the archive, a Buffer's too", () => {
    const bytes = Buffer.from(buildZip(one({ method: 0 })));
    const read = openArchive(bytes).read("app.js");
    bytes.fill(0);
    expect(read[0]).toBe("l".charCodeAt(0));
    expect(read.buffer.byteLength).toBe(read.length);
  });

  it("reads shared memory from a copy", () => {
    const plain = buildZip([good, other]);
    const shared = new Uint8Array(new SharedArrayBuffer(plain.length));
    shared.set(plain);
    const archive = openArchive(shared);
    shared.fill(0);
    expect(archive.read("index.html").length).toBe(14);
  });
});
