import { expect, test } from "vitest";
import type { ConsoleTreesAddOn } from "./add-on";
import type { ConsoleTree } from "@/lib/sandbox/protocol/console-tree";

const textsOf = (tree: ConsoleTree | null) => tree?.roots.map((index) => tree.nodes[index]!.text);

async function open() {
  await import("./add-on");
  const holder = globalThis as { __gumPart?: ConsoleTreesAddOn };
  const sent: [level: string, style: string, ...texts: string[]][] = [];
  const app = {} as Console;
  const trees = holder.__gumPart!.open({
    console: app,
    native: {} as Console,
    send: (level, tree) => sent.push([level, tree.style, ...textsOf(tree)!]),
    rename: (stack) => stack.replace("blob:1", "http://app/app.js"),
  });
  return { app, trees, sent };
}

test("a text with placeholders takes the values that follow it", async () => {
  const { trees } = await open();
  const print = (...values: unknown[]) => textsOf(trees.treeOf(values));
  expect(print("%s has %d of %i, %f%%", "Ada", 3.7, 5.9, 0.5, "rest")).toEqual([
    "Ada has 3 of 5, 0.5%",
    "rest",
  ]);
  expect(print("%cred %o", "color: red", { a: 1 })).toEqual(["red", "Object"]);
  expect(print("%s and %s", "one")).toEqual(["one and %s"]);
  expect(print("100%", 1)).toEqual(["100%", "1"]);
  expect(print("%d", { valueOf: () => 1 })).toEqual(["NaN"]);
});

test("groups, counts and timers are printed, and unknown timers warned of", async () => {
  const { app, sent } = await open();
  app.group("outer");
  app.count();
  app.count();
  app.countReset();
  app.count();
  app.groupEnd();
  app.timeEnd("none");
  app.time("t");
  app.timeEnd("t");
  app.table(5);
  expect(sent.map(([level, style, text]) => [level, style, text?.replace(/[\d.]+ ms/, "0 ms")])).toEqual([
    ["log", "group", "outer"],
    ["log", "line", "default: 1"],
    ["log", "line", "default: 2"],
    ["log", "line", "default: 1"],
    ["log", "end", undefined],
    ["warn", "line", 'There is no timer "none".'],
    ["log", "line", "t: 0 ms"],
    ["log", "line", "5"],
  ]);
});

test("a stack has the app's own addresses and calls only", async () => {
  const { trees } = await open();
  const error = new Error("No.");
  error.stack = "Error: No.\n    at run (blob:1:5:1)\n    at write (http://shell/sandbox/run?kept=1:2:3)";
  expect(textsOf(trees.treeOf([error]))).toEqual(["Error: No.\n    at run (http://app/app.js:5:1)"]);
});
