/**
 * A saved database as its stores and records, without its objects being made again.
 *
 * Trust model: the app controls the text. Whatever does not have the shape that the frame's structured-text.ts writes is left out,
 * and a record is bounded as what an app prints.
 */
import {
  TREE_PROPERTIES,
  TREE_TEXT_CHARS,
  type ConsoleNode,
  type ConsoleTree,
} from "@/lib/sandbox/protocol/console-tree";

type Table = readonly unknown[];

export interface DatabaseView {
  version: number;
  stores: { name: string; keyPath: string; count: number; records: { key: number; value: number }[] }[];
  table: Table;
}

const STORES_MAX = 100;
const RECORDS_MAX = 100;
const RECORD_NODES = 300;
const VIEWS =
  "Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array DataView".split(
    " ",
  );

/** Null for what is not a database. */
export function viewDatabase(text: string): DatabaseView | null {
  try {
    const table: unknown = JSON.parse(text);
    if (!Array.isArray(table)) return null;
    const read = reader(table);
    const root = read.fields(0);
    const stores = read.items(root.get("stores")).slice(0, STORES_MAX);
    return {
      table,
      version: Number(read.json(root.get("version"))) || 0,
      stores: stores.map((index) => {
        const store = read.fields(index);
        const records = read.items(store.get("records"));
        const path = read.json(store.get("keyPath"));
        const paths = read.items(store.get("keyPath")).map((part) => String(read.json(part)));
        return {
          name: String(read.json(store.get("name")) ?? ""),
          keyPath: typeof path === "string" ? path : paths.join(", "),
          count: records.length,
          records: records.slice(0, RECORDS_MAX).map((record) => {
            const [key = -1, value = -1] = read.items(record);
            return { key, value };
          }),
        };
      }),
    };
  } catch {
    return null;
  }
}

const sizeOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const pairsOf = (value: unknown): [unknown, number][] =>
  listOf(value).flatMap((pair) => {
    const [key, index] = listOf(pair);
    return typeof index === "number" ? [[key, index] as [unknown, number]] : [];
  });

function reader(table: Table) {
  const nodeAt = (index: number | undefined): readonly unknown[] => listOf(table[index ?? -1]);
  return {
    nodeAt,
    fields: (index: number): Map<string, number> => {
      const [kind, entries] = nodeAt(index);
      return new Map(kind === "o" ? pairsOf(entries).map(([key, inner]) => [String(key), inner]) : []);
    },
    items: (index: number | undefined): number[] => {
      const [kind, , entries] = nodeAt(index);
      return kind === "a" ? pairsOf(entries).map(([, inner]) => inner) : [];
    },
    json: (index: number | undefined): unknown => {
      const [kind, value] = nodeAt(index);
      return kind === "j" && typeof value !== "object" ? value : null;
    },
  };
}

/** A key or value of a record, to be unfolded. */
export function recordTree({ table }: DatabaseView, root: number): ConsoleTree {
  const { nodeAt } = reader(table);
  const nodes: ConsoleNode[] = [];
  const seen = new Map<number, number>();
  const queue: {
    node: ConsoleNode;
    entries: { of: ConsoleNode["entries"][number]["of"]; key: string; index: number }[];
  }[] = [];
  const add = (index: number): number => {
    const known = seen.get(index);
    if (known !== undefined) return known;
    const { entries, ...head } = describe(nodeAt(index), nodeAt);
    const node: ConsoleNode = { ...head, text: head.text.slice(0, TREE_TEXT_CHARS), more: null, entries: [] };
    const at = nodes.push(node) - 1;
    seen.set(index, at);
    queue.push({ node, entries });
    return at;
  };
  add(root);
  for (const { node, entries } of queue) {
    const shown = nodes.length < RECORD_NODES ? entries.slice(0, TREE_PROPERTIES) : [];
    node.entries = shown.map(({ of, key, index }) => ({ of, key: key.slice(0, 100), node: add(index) }));
    if (entries.length > shown.length) node.more = entries.length - shown.length;
  }
  return { style: "line", roots: [0], nodes };
}

type Described = Pick<ConsoleNode, "kind" | "text" | "size"> & {
  entries: { of: ConsoleNode["entries"][number]["of"]; key: string; index: number }[];
};

function describe(node: readonly unknown[], nodeAt: (index: number) => readonly unknown[]): Described {
  const [kind, first, second, third, fourth] = node;
  const one = (shown: Described["kind"], text: unknown, size: number | null = null): Described => ({
    kind: shown,
    text: String(text),
    size,
    entries: [],
  });
  const base64Bytes = (text: unknown): number =>
    typeof text === "string" ? Math.floor((text.length * 3) / 4) : 0;
  switch (kind) {
    case "j":
      if (typeof first === "string")
        return one("string", first, first.length > TREE_TEXT_CHARS ? first.length : null);
      return one("literal", typeof first === "object" ? "null" : first);
    case "u":
      return one("literal", "undefined");
    case "n":
      return one("literal", first);
    case "i":
      return one("literal", `${String(first)}n`);
    case "d":
      return one(
        "date",
        typeof first === "number" && Math.abs(first) <= 8.64e15
          ? new Date(first).toISOString()
          : "Invalid Date",
      );
    case "r":
      return one("regexp", `/${String(first)}/${String(second)}`);
    case "b":
      return one("object", "ArrayBuffer", base64Bytes(first));
    case "f":
      return one(
        "object",
        `${third === undefined ? "Blob" : `File ${String(third)}`} ${String(second)}`.trim(),
        base64Bytes(first),
      );
    case "e":
      return one("error", `${String(first)}: ${String(second)}`);
    case "p":
      return one("object", `ImageData ${String(first)} × ${String(second)}`);
    case "v":
      return one("list", VIEWS[Number(first)] ?? "ArrayBufferView", sizeOf(fourth));
    case "w":
      return typeof first === "number" && nodeAt(first)[0] !== "w"
        ? describe(nodeAt(first), nodeAt)
        : one("unreadable", "");
    case "a":
      return {
        ...one("list", "Array", sizeOf(first) ?? 0),
        entries: pairsOf(second).map(([key, index]) => ({ of: "item", key: String(key), index })),
      };
    case "s":
      return {
        ...one("set", "Set", listOf(first).length),
        entries: listOf(first).flatMap((index, at) =>
          typeof index === "number" ? [{ of: "item" as const, key: String(at), index }] : [],
        ),
      };
    case "m":
      return {
        ...one("map", "Map", listOf(first).length),
        entries: pairsOf(first).map(([key, index]) => {
          const { kind: of, text } =
            typeof key === "number" ? describe(nodeAt(key), nodeAt) : one("unreadable", "");
          return { of: "key", key: of === "string" ? JSON.stringify(text.slice(0, 100)) : text, index };
        }),
      };
    case "o":
      return {
        ...one("object", "Object"),
        entries: pairsOf(first).map(([key, index]) => ({ of: "name", key: String(key), index })),
      };
    default:
      return one("unreadable", "");
  }
}
