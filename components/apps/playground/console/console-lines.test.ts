import { describe, expect, test } from "vitest";
import type { ConsoleTree } from "@/components/sandbox/app-frame-types";
import { EMPTY_CONSOLE, shownLines, withoutLines, withPrinted, type ConsoleState } from "./console-lines";

const tree = (style: ConsoleTree["style"], text = ""): ConsoleTree => ({
  style,
  roots: text ? [0] : [],
  nodes: text ? [{ kind: "string", text, size: null, more: null, entries: [] }] : [],
});
type Call = [style: ConsoleTree["style"], text?: string, by?: string];
const printed = (...calls: Call[]): ConsoleState =>
  calls.reduce<ConsoleState>(
    (state, [style, text, by]) => withPrinted(state, { level: "log", text: "", tree: tree(style, text), by }),
    EMPTY_CONSOLE,
  );
const rows = ({ lines }: ConsoleState) =>
  lines.map(({ text, groups, count }) => [text, groups.length, count]);
const all = { shown: "all", text: "", folded: () => false } as const;

describe("the lines of a console", () => {
  test("are counted where they repeat", () => {
    expect(rows(printed(["line", "a"], ["line", "a"], ["line", "b"], ["line", "a"]))).toEqual([
      ["a", 0, 2],
      ["b", 0, 1],
      ["a", 0, 1],
    ]);
  });

  test("are in the groups that are open, of each person alone", () => {
    const state = printed(
      ["group", "outer", "Ada"],
      ["line", "in", "Ada"],
      ["line", "other", "Ben"],
      ["closed", "inner", "Ada"],
      ["line", "deep", "Ada"],
      ["end", "", "Ada"],
      ["end", "", "Ada"],
      ["end", "", "Ada"],
      ["line", "out", "Ada"],
    );
    expect(rows(state)).toEqual([
      ["outer", 0, 1],
      ["in", 1, 1],
      ["other", 0, 1],
      ["inner", 1, 1],
      ["deep", 2, 1],
      ["out", 0, 1],
    ]);
    const folded = shownLines(state.lines, { ...all, folded: ({ group }) => group === "closed" });
    expect(folded.map(({ text }) => text)).not.toContain("deep");
    expect(shownLines(state.lines, { ...all, folded: () => true, text: "DEEP" })).toHaveLength(1);
  });

  test("never are more than 300, nor in more than 20 groups", () => {
    const many = printed(...Array.from({ length: 400 }, (_, at): Call => ["group", `${at}`]));
    expect(many.lines).toHaveLength(300);
    expect(many.lines.at(-1)!.groups).toHaveLength(20);
  });

  test("go with a restart or console.clear of their person", () => {
    const state = printed(["group", "a", "Ada"], ["line", "b", "Ben"]);
    expect(rows(withoutLines(state, "Ada"))).toEqual([["b", 0, 1]]);
    expect(withoutLines(state, "Ada").open.has("Ada")).toBe(false);
    expect(rows(printed(["line", "a"], ["clear"], ["line", "b"]))).toEqual([["b", 0, 1]]);
  });
});
