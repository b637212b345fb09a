import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_PACKAGE_LIMITS, PACKAGE_LIMITS, setPackageLimits } from "./limits";
import { BROKEN_ARCHIVES, SMALL_LIMITS } from "@/tests/support/broken-archives/all";
import { archiveBytes, character, good, named, one, other } from "@/tests/support/broken-archives/case";
import { bombs } from "@/tests/support/broken-archives/entries";
import { SOUND_ARCHIVES } from "@/tests/support/broken-archives/sound";
import { buildZip, bytesOf } from "@/tests/support/zip-builder";
import { cpuMilliseconds } from "@/tests/support/cpu-time";
import { openArchive } from "./archive";
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
  it.each(SOUND_ARCHIVES)("%s", (_, archive) => {
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
