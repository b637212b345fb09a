import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TreeBudget, treeOf } from "./tree";
import {
  TREE_BATCH_CHARS,
  TREE_BATCH_NODES,
  TREE_CHARS,
  TREE_DEPTH,
  TREE_NODES,
  TREE_PROPERTIES,
  TREE_ROOTS,
  consoleTree,
  type ConsoleTree,
} from "@/lib/sandbox/protocol/console-tree";
import { MalformedMessage } from "@/lib/sandbox/protocol/schema";
import { parseToHost } from "@/lib/sandbox/protocol/to-host";

const print = (...values: unknown[]): ConsoleTree => {
  const tree = treeOf("line", values, new TreeBudget());
  // What is made can always be sent and read.
  expect(consoleTree(structuredClone(tree))).toEqual(tree);
  return tree;
};
const rootOf = (tree: ConsoleTree) => tree.nodes[tree.roots[0]!]!;
const entriesOf = (value: unknown) => {
  const tree = print(value);
  return rootOf(tree).entries.map(({ of, key, node }) => {
    const { kind, text } = tree.nodes[node]!;
    return [of, key, kind, text];
  });
};
const charsOf = ({ nodes }: ConsoleTree) =>
  nodes.reduce(
    (sum, { text, entries }) => sum + text.length + entries.reduce((keys, { key }) => keys + key.length, 0),
    0,
  );

describe("a value", () => {
  class Point {
    x = 1;
    #hidden = 2;
    get sum() {
      return this.x + this.#hidden;
    }
  }

  test.each([
    ["text", "string", "text"],
    [-0, "literal", "-0"],
    [undefined, "literal", "undefined"],
    [null, "literal", "null"],
    [10n, "literal", "10n"],
    [Symbol("s"), "symbol", "Symbol(s)"],
    [function named() {}, "function", "function named"],
    [async () => {}, "function", "async function"],
    [Point, "function", "class Point"],
    [new Point(), "object", "Point"],
    [Object.create(null), "object", "Object"],
    [new Date(0), "date", "1970-01-01T00:00:00.000Z"],
    [new Date(NaN), "date", "Invalid Date"],
    [/a\/b/gi, "regexp", "/a\\/b/gi"],
    [Object.create(Map.prototype), "object", "Map"],
  ])("%# is shown as what it is", (value, kind, text) => {
    expect(rootOf(print(value))).toMatchObject({ kind, text });
  });

  test.each([
    [[1, 2], "list", "Array", 2],
    [new Uint8Array(5), "list", "Uint8Array", 5],
    [new Map([["a", 1]]), "map", "Map", 1],
    [new Set([1, 2]), "set", "Set", 2],
    [new ArrayBuffer(8), "object", "ArrayBuffer", 8],
  ])("%# has a size", (value, kind, text, size) => {
    expect(rootOf(print(value))).toMatchObject({ kind, text, size });
  });

  test("has its own properties, those with names first, and none of its class", () => {
    const value = Object.assign(new Point(), { [Symbol("mark")]: true, y: "z" });
    Object.defineProperty(value, "hidden", { value: 1 });
    expect(entriesOf(value)).toEqual([
      ["name", "x", "literal", "1"],
      ["name", "y", "string", "z"],
      ["symbol", "Symbol(mark)", "literal", "true"],
    ]);
  });

  test("of a map has its keys as text", () => {
    expect(
      entriesOf(
        new Map<unknown, unknown>([
          ["a", 1],
          [[1, 2], "list"],
        ]),
      ),
    ).toEqual([
      ["key", '"a"', "literal", "1"],
      ["key", "Array(2)", "string", "list"],
    ]);
  });

  test("that is an error has its stack and its cause", () => {
    const tree = print(new TypeError("No.", { cause: "why" }));
    expect(rootOf(tree).text).toMatch(/^TypeError: No\.\n\s+at /);
    expect(entriesOf(new Error("x", { cause: "why" }))).toEqual([["name", "cause", "string", "why"]]);
  });

  test("that refers to itself is sent once", () => {
    const value: Record<string, unknown> = { list: [] };
    value["self"] = value;
    (value["list"] as unknown[]).push(value);
    const tree = print(value, value);
    expect(tree.roots).toEqual([0, 0]);
    expect(tree.nodes).toHaveLength(2);
    expect(tree.nodes[1]!.entries).toEqual([{ of: "item", key: "0", node: 0 }]);
  });
});

describe("no code of the app runs, or it fails alone", () => {
  const fail = () => {
    throw new Error("looked at");
  };

  test("accessors are named, not called", () => {
    const value = {
      get read() {
        return fail();
      },
      set write(_: unknown) {},
      toString: fail,
      valueOf: fail,
      toJSON: fail,
    };
    expect(entriesOf(value).slice(0, 2)).toEqual([
      ["name", "read", "getter", "get"],
      ["name", "write", "getter", "set"],
    ]);
    const error = Object.defineProperty(new Error("x"), "stack", { get: fail });
    const list = Object.defineProperty([], "0", { get: fail });
    class Sly {
      static get [Symbol.hasInstance]() {
        return fail();
      }
    }
    Object.defineProperty(Sly, "name", { get: fail });
    expect(rootOf(print(error))).toMatchObject({ kind: "error", text: "Error: x" });
    expect(entriesOf(list)).toEqual([["item", "0", "getter", "get"]]);
    expect(rootOf(print(new Sly()))).toMatchObject({ kind: "object", text: "Object" });
  });

  test("what throws is unreadable, the rest is shown", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const throwing = new Proxy({}, { ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail });
    const half = new Proxy(
      { a: 1, b: 2 },
      {
        getOwnPropertyDescriptor: (target, key) =>
          key === "a" ? fail() : Reflect.getOwnPropertyDescriptor(target, key),
      },
    );
    expect(print(proxy, throwing, "rest").nodes.map(({ kind }) => kind)).toEqual([
      "unreadable",
      "unreadable",
      "string",
    ]);
    expect(entriesOf(half)).toEqual([
      ["name", "a", "unreadable", ""],
      ["name", "b", "literal", "2"],
    ]);
  });

  test("what a class of the app says of itself is not asked for", () => {
    class Odd extends Map<unknown, unknown> {
      override get size(): number {
        return NaN;
      }
      override get = fail;
      override keys = fail;
      override entries = fail;
    }
    class OddSet extends Set<unknown> {
      override get size(): number {
        return "many" as never;
      }
      override values = fail;
    }
    class OddDate extends Date {
      override getTime = fail;
      override toISOString = () => 5 as never;
    }
    const map = print(new Odd([["a", 1]]));
    expect(rootOf(map)).toMatchObject({ kind: "map", text: "Odd", size: 1 });
    expect(rootOf(map).entries[0]).toEqual({ of: "key", key: '"a"', node: 1 });
    expect(rootOf(print(new OddSet([1])))).toMatchObject({ kind: "set", size: 1 });
    expect(rootOf(print(new OddDate(0))).text).toBe("1970-01-01T00:00:00.000Z");
    const proxied = new Proxy([1], {
      getOwnPropertyDescriptor: (target, key) =>
        key === "length"
          ? { value: -1, writable: true, enumerable: false, configurable: false }
          : Reflect.getOwnPropertyDescriptor(target, key),
    });
    expect(rootOf(print(proxied))).toMatchObject({ kind: "list", size: 0 });
  });

  test("a name that is no text is not taken", () => {
    const Fake = function () {};
    Object.defineProperty(Fake, "name", { value: { toString: fail } });
    expect(rootOf(print(new (Fake as unknown as new () => object)()))).toMatchObject({
      kind: "object",
      text: "Object",
    });
  });
});

describe("bounds", () => {
  const deep = () => {
    let value: unknown = "end";
    for (let level = 0; level < 1_000; level += 1) value = { value };
    return value;
  };
  const wide = () =>
    Array.from({ length: 300 }, () =>
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`key ${at}`, { at }])),
    );

  test.each([
    ["deep", deep],
    ["wide", wide],
    ["long", () => ["x".repeat(1e6), ["y".repeat(1e6), { ["k".repeat(1e5)]: 1 }]]],
    ["many", () => new Map(Array.from({ length: 1e4 }, (_, at) => [{ at }, { at }]))],
    ["sparse", () => Object.assign([], { length: 4e9 })],
    [
      "endless",
      () =>
        new Proxy(
          {},
          {
            ownKeys: () => Array.from({ length: 1e4 }, (_, at) => `${at}`),
            getOwnPropertyDescriptor: () => ({ value: {}, configurable: true, enumerable: true }),
          },
        ),
    ],
  ])("hold for what is %s", (_, make) => {
    const tree = print(make(), make());
    expect(tree.nodes.length).toBeLessThanOrEqual(TREE_NODES + TREE_ROOTS);
    expect(charsOf(tree)).toBeLessThanOrEqual(TREE_CHARS);
    expect(tree.nodes.every(({ entries }) => entries.length <= TREE_PROPERTIES)).toBe(true);
  });

  test("what is left out is counted", () => {
    expect(rootOf(print(Array.from({ length: 250 }, () => 0)))).toMatchObject({ size: 250, more: 150 });
    expect(
      rootOf(print(Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`k${at}`, at])))).more,
    ).toBe(30);
    const tree = print(deep());
    expect(tree.nodes).toHaveLength(TREE_DEPTH + 1);
    expect(tree.nodes.at(-1)).toMatchObject({ kind: "object", more: 1, entries: [] });
    expect(rootOf(print("x".repeat(10_000))).size).toBe(10_000);
  });

  test("what is further outside is not starved by what is further inside", () => {
    const tree = print({ first: wide(), last: "here" });
    const last = rootOf(tree).entries.find(({ key }) => key === "last")!;
    expect(tree.nodes[last.node]).toMatchObject({ kind: "string", text: "here" });
  });

  test("the calls of one message share a budget, and still say what they printed", () => {
    const budget = new TreeBudget();
    const value = wide();
    const trees = Array.from({ length: 100 }, (_, at) => treeOf("line", [`call ${at}`, value], budget));
    const sum = trees.reduce((nodes, tree) => nodes + tree.nodes.length, 0);
    expect(sum).toBeLessThanOrEqual(TREE_BATCH_NODES + TREE_NODES + 200);
    expect(trees.at(-1)!.nodes.map(({ kind }) => kind)).toEqual(["string", "list"]);
  });

  test("anything can be printed", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.anything({
            withMap: true,
            withSet: true,
            withDate: true,
            withTypedArray: true,
            withSparseArray: true,
            withNullPrototype: true,
          }),
        ),
        (values) => {
          print(...values);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("what comes from outside", () => {
  const node = { kind: "literal", text: "1", size: null, more: null, entries: [] };

  test.each([
    { style: "line", roots: [1], nodes: [node] },
    { style: "line", roots: [0.5], nodes: [node] },
    { style: "line", roots: [0], nodes: [{ ...node, entries: [{ of: "name", key: "a", node: 7 }] }] },
    { style: "html", roots: [0], nodes: [node] },
    { style: "line", roots: [0], nodes: [{ ...node, kind: "html" }] },
    { style: "line", roots: [0], nodes: new Array(TREE_NODES + TREE_ROOTS + 1).fill(node) },
    {
      style: "line",
      roots: [0],
      nodes: [{ ...node, entries: new Array(TREE_PROPERTIES + 1).fill({ of: "name", key: "a", node: 0 }) }],
    },
  ])("%# is refused", (tree) => {
    expect(() => consoleTree(tree)).toThrow(MalformedMessage);
  });

  const batchOf = (trees: unknown[]) => ({
    type: "console",
    entries: trees.map((tree) => ({ level: "log", text: "", time: 0, tree })),
    dropped: 0,
  });

  test.each([
    ["nodes", { nodes: new Array(400).fill(node) }],
    [
      "entries",
      {
        nodes: new Array(20).fill({
          ...node,
          entries: new Array(100).fill({ of: "name", key: "", node: 0 }),
        }),
      },
    ],
  ])("has a bound of %s for all calls of one message", (_, tree) => {
    const trees = (count: number) => batchOf(new Array(count).fill({ style: "line", roots: [0], ...tree }));
    expect(() => parseToHost(trees(5))).not.toThrow();
    expect(() => parseToHost(trees(100))).toThrow(MalformedMessage);
  });

  test("has a bound of text for all calls of one message, beyond which it is cut", () => {
    const long = { ...node, text: "x".repeat(4_000) };
    const message = parseToHost(
      batchOf(new Array(100).fill({ style: "line", roots: [0], nodes: [long, long] })),
    );
    const trees = message.type === "console" ? message.entries.map(({ tree }) => tree!) : [];
    expect(trees.reduce((sum, tree) => sum + charsOf(tree), 0)).toBe(TREE_BATCH_CHARS);
  });

  test.each([
    ["shares one object", () => Array.from({ length: 90 }, () => new Array(100).fill(node))],
    ["prints many values", () => Array.from({ length: TREE_ROOTS }, (_, at) => ({ at }))],
  ])("is read where an app %s", (_, make) => {
    const budget = new TreeBudget();
    const trees = Array.from({ length: 100 }, () => treeOf("line", make(), budget));
    expect(() => parseToHost(batchOf(trees))).not.toThrow();
  });
});
