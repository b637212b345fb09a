import { describe, expect, test } from "vitest";
import { groupsOf } from "./ranged-package";

const KB = 1024;
/** Files of one size at one distance. */
const row = (count: number, size: number, gap: number): { start: number; end: number }[] =>
  Array.from({ length: count }, (_, n) => ({ start: n * (size + gap), end: n * (size + gap) + size }));
const fetched = (files: { start: number; end: number }[]): number =>
  groupsOf(files).reduce((sum, group) => sum + group.at(-1)!.end - group[0]!.start, 0);

describe("requests for files of a package", () => {
  test("are one for neighbours", () => {
    expect(groupsOf(row(100, KB, 32 * KB))).toHaveLength(1);
    expect(groupsOf(row(10, KB, 64 * KB))).toHaveLength(10);
  });

  test("bridge wider gaps when there are many, where that costs little", () => {
    expect(groupsOf(row(40, 100 * KB, 60 * KB))).toHaveLength(1);
  });

  test("fetch no more in vain than is wanted", () => {
    const files = row(40, 10 * KB, 2_000 * KB);
    expect(fetched(files)).toBeLessThanOrEqual(2 * 40 * 10 * KB);
    expect(groupsOf(files)).toHaveLength(40);
  });
});
