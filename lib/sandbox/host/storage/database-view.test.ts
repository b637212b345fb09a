import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encode } from "@/lib/sandbox/frame/inside/shared/structured-text";
import { consoleTree } from "@/lib/sandbox/protocol/console-tree";
import { recordTree, viewDatabase } from "./database-view";

const saved = async (records: [unknown, unknown][], keyPath: unknown = null) =>
  viewDatabase(
    await encode({
      version: 3,
      stores: [{ name: "notes", keyPath, autoIncrement: true, lastKey: 0, indexes: [], records }],
    }),
  )!;
const valueOf = async (value: unknown) => {
  const view = await saved([[1, value]]);
  const tree = recordTree(view, view.stores[0]!.records[0]!.value);
  // It can be shown like what is printed.
  expect(consoleTree(structuredClone(tree))).toEqual(tree);
  return tree;
};

describe("a saved database", () => {
  test("has its version, stores and records", async () => {
    const view = await saved(
      Array.from({ length: 130 }, (_, at) => [at, { at }]),
      ["a", "b"],
    );
    expect(view.version).toBe(3);
    const [store] = view.stores;
    expect(store).toMatchObject({ name: "notes", keyPath: "a, b", count: 130 });
    expect(store!.records).toHaveLength(100);
    expect(recordTree(view, store!.records[7]!.key).nodes[0]).toMatchObject({ kind: "literal", text: "7" });
  });

  test.each([
    ["text", { kind: "string", text: "text" }],
    [-Infinity, { kind: "literal", text: "-Infinity" }],
    [2n, { kind: "literal", text: "2n" }],
    [null, { kind: "literal", text: "null" }],
    [new Date(0), { kind: "date", text: "1970-01-01T00:00:00.000Z" }],
    [/a/g, { kind: "regexp", text: "/a/g" }],
    [new Uint8Array(4), { kind: "list", text: "Uint8Array", size: 4 }],
    [new Blob(["abc"], { type: "text/plain" }), { kind: "object", text: "Blob text/plain", size: 3 }],
    [new Set([1]), { kind: "set", size: 1 }],
    [new Map([["k", 1]]), { kind: "map", entries: [{ of: "key", key: '"k"', node: 1 }] }],
    [{ a: [1] }, { kind: "object", entries: [{ of: "name", key: "a", node: 1 }] }],
  ])("shows %s", async (value, node) => {
    expect((await valueOf(value)).nodes[0]).toMatchObject(node);
  });

  test("shows what refers to itself once, and bounds what is large", async () => {
    const loop: Record<string, unknown> = {};
    loop["self"] = loop;
    expect((await valueOf(loop)).nodes).toHaveLength(1);
    const wide = await valueOf(Array.from({ length: 200 }, () => ({ a: [1, 2, 3] })));
    expect(wide.nodes.length).toBeLessThanOrEqual(450);
    expect(wide.nodes[0]!.more).toBe(100);
  });

  test("shows a map that is a key of its own, and what text there is of what has none", async () => {
    const map = new Map<unknown, unknown>();
    map.set(map, 1);
    expect((await valueOf(map)).nodes[0]!.entries).toEqual([{ of: "key", key: "Map", node: 1 }]);
    const broken = '{"toString":0}';
    for (const node of [`["n",${broken}]`, `["e",${broken},1]`, `["o",[[${broken},0]]]`, `["v",${broken}]`])
      expect(() => consoleTree(recordTree(viewDatabase(`[${node}]`)!, 0))).not.toThrow();
  });

  test("reads no more of a long list than it shows, however often it is named", () => {
    const stores = Array.from({ length: 100 }, (_, at) => [at, 3]);
    const records = Array.from({ length: 200_000 }, (_, at) => [at, 5]);
    const table = [
      ["o", [["stores", 1]]],
      ["a", 100, stores],
      [],
      ["o", [["records", 4]]],
      ["a", 2e5, records],
    ];
    const text = JSON.stringify(table);
    const started = performance.now();
    expect(viewDatabase(text)!.stores[99]).toMatchObject({ count: 200_000 });
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test("that an app has made up is no database, or a bounded one", () => {
    expect(viewDatabase("nonsense")).toBeNull();
    expect(viewDatabase('{"a":1}')).toBeNull();
    expect(viewDatabase("[]")).toEqual({ table: [], version: 0, stores: [] });
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.jsonValue(),
            fc.tuple(fc.constantFrom(..."aoswmfvdjnbier"), fc.jsonValue(), fc.jsonValue()),
          ),
        ),
        (table) => {
          const view = viewDatabase(JSON.stringify(table));
          for (let index = 0; view && index < table.length; index += 1) consoleTree(recordTree(view, index));
        },
      ),
    );
    expect(consoleTree(recordTree(viewDatabase('[["w",1],["w",0]]')!, 0)).nodes[0]!.kind).toBe("unreadable");
  });
});
