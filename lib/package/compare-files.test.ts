import { describe, expect, it } from "vitest";
import { compareFiles, unpackedSize } from "./compare-files";

const files = (entries: Record<string, [crc: number, size: number]>) =>
  new Map(Object.entries(entries).map(([path, [crc, size]]) => [path, { crc, size }]));

describe("the comparison of two packages", () => {
  const before = files({
    "manifest.json": [1, 100],
    "index.html": [2, 50],
    "old.js": [3, 7],
    "a.png": [4, 9],
  });
  const after = files({
    "manifest.json": [9, 100],
    "index.html": [2, 50],
    "new.js": [3, 7],
    "a.png": [4, 10],
  });

  it("names what was added, removed and changed, ordered by path", () => {
    expect(compareFiles(before, after, 500)).toEqual({
      changes: [
        { path: "a.png", kind: "changed", before: 9, after: 10 },
        { path: "manifest.json", kind: "changed", before: 100, after: 100 },
        { path: "new.js", kind: "added", before: null, after: 7 },
        { path: "old.js", kind: "removed", before: 7, after: null },
      ],
      counts: { added: 1, removed: 1, changed: 2, unchanged: 1 },
    });
  });

  it("counts beyond the limit, and lists up to it", () => {
    const { changes, counts } = compareFiles(before, after, 2);
    expect(changes.map(({ path }) => path)).toEqual(["a.png", "manifest.json"]);
    expect(counts).toEqual({ added: 1, removed: 1, changed: 2, unchanged: 1 });
  });

  it("finds nothing between a package and itself", () => {
    expect(compareFiles(before, before, 500)).toEqual({
      changes: [],
      counts: { added: 0, removed: 0, changed: 0, unchanged: 4 },
    });
    expect(unpackedSize(before)).toBe(166);
  });
});
