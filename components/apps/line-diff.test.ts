import { describe, expect, test } from "vitest";
import { diffLines, type DiffRow } from "./line-diff";

const written = (rows: DiffRow[] | null) =>
  rows?.map((row) =>
    row.kind === "fold"
      ? `@${row.lines}`
      : `${{ same: " ", added: "+", removed: "-" }[row.kind]}${row.text}:${row.before ?? ""}/${row.after ?? ""}`,
  );
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("");

describe("the lines of two texts", () => {
  test("are those that differ with three around them, and folds", () => {
    const before = lines(1, 20);
    const after = before.replace("10\n", "ten\nand more\n");
    expect(written(diffLines(before, after))).toEqual([
      "@6",
      ...[" 7:7/7", " 8:8/8", " 9:9/9", "-10:10/", "+ten:/10", "+and more:/11"],
      ...[" 11:11/12", " 12:12/13", " 13:13/14", "@7"],
    ]);
  });

  test("are all of a file that is new or gone, and none that differ by their breaks", () => {
    expect(written(diffLines("", "a\nb\n"))).toEqual(["+a:/1", "+b:/2"]);
    expect(written(diffLines("a\n", ""))).toEqual(["-a:1/"]);
    expect(written(diffLines("a\r\nb\r\n", "a\nb"))).toEqual(["@2"]);
  });

  test("are not compared where that takes too long, and long ones are cut", () => {
    const same = "x\n".repeat(2_000);
    expect(diffLines(`a\n${same}b\n`, `c\n${same}d\n`)).toBeNull();
    expect(diffLines("", "x\n".repeat(3_000))).toBeNull();
    const many = lines(1, 60_000);
    expect(diffLines(`a\n${many}b\n`, `c\n${many}d\n`)).toBeNull();
    const [row] = diffLines("", "y".repeat(10_000))!;
    expect(row).toMatchObject({ text: `${"y".repeat(500)}…` });
  });

  test("show characters that would change the order of the text", () => {
    expect(written(diffLines("", "a\u202Eb\n"))).toEqual(["+a\uFFFDb:/1"]);
  });
});
