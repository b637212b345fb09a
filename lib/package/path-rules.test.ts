import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "@/tests/support/cpu-time";
import { buildZip } from "@/tests/support/zip-builder";
import { openArchive } from "./archive";
import { PackageError } from "./package-error";
import { checkPath, foldPath, printable } from "./path-rules";

describe("foldPath", () => {
  it("makes one of whatever Unicode, or a file system, takes for one but for case", () => {
    const apart: string[] = [];
    for (let code = 0x41; code < 0x20000; code++) {
      const character = String.fromCodePoint(code);
      if (!/\p{Changes_When_Casemapped}|\p{Changes_When_Casefolded}/u.test(character)) continue;
      const others = [character.toLowerCase(), character.toUpperCase(), character.normalize("NFD")];
      if (others.some((other) => foldPath(other) !== foldPath(character))) apart.push(character);
    }
    expect(apart).toEqual([]);
  });

  it("keeps apart what is not the same", () => {
    expect(new Set(["a", "á", "b", "a b", "ab", "ｱ", "ア", "x.js", "x.mjs"].map(foldPath)).size).toBe(9);
  });
});

describe("checkPath", () => {
  it("gives NFC", () => {
    expect(checkPath("が/é".normalize("NFD"))).toBe("が/é".normalize("NFC"));
  });

  it("takes what web pages and phones call their files", () => {
    for (const path of [
      "index.html",
      "a/b-c_d(1)@2x.png",
      "日本語 の 名前.txt",
      "x,y;z=1&2+3~$!'[]{}^#%.js",
      "😀.png",
      "ёж",
      "عربي.html",
    ]) {
      expect(checkPath(path)).toBe(path.normalize("NFC"));
    }
  });

  it("does not work long on names that are far too long", () => {
    const entries = Array.from({ length: 76 }, (_, i) => ({
      name: `${i}\u202e${"a\u202e".repeat(16_000)}`,
      content: "",
    }));
    const archive = buildZip(entries);
    expect(archive.length).toBeGreaterThan(9_000_000);
    expect(cpuMilliseconds(() => expect(() => openArchive(archive)).toThrow(PackageError))).toBeLessThan(500);
  });
});

describe("printable", () => {
  it("writes out what cannot be seen, and shortens", () => {
    expect(printable("a\0b\u202e\ud800")).toBe("a<U+0000>b<U+202E><U+D800>");
    expect(printable("x".repeat(500))).toHaveLength(120);
    expect(printable("plain/name.js")).toBe("plain/name.js");
  });
});
