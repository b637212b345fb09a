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
/** Of a store, and paths of its key. */
const FIELDS_MAX = 20;
const NAME_CHARS = 200;
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
    const stores = read.items(root.get("stores"), STORES_MAX);
    return {
      table,
      version: Number(read.json(root.get("version"))) || 0,
      stores: stores.map((index) => {
        const store = read.fields(index);
        const path = read.json(store.get("keyPath"));
        const paths = read.items(store.get("keyPath"), FIELDS_MAX).map((part) => textOf(read.json(part)));
        return {
          name: textOf(read.json(store.get("name")) ?? "").slice(0, NAME_CHARS),
          keyPath: (typeof path === "string" ? path : paths.join(", ")).slice(0, NAME_CHARS),
          count: read.count(store.get("records")),
          records: read.items(store.get("records"), RECORDS_MAX).map((record) => {
            const [key = -1, value = -1] = read.items(record, 2);
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
/** Many nodes may name the same long list: no more of it is read than is shown. */
const pairsOf = (value: unknown, max: number): [unknown, number][] =>
  listOf(value)
    .slice(0, max)
    .flatMap((pair) => {
      const [key, index] = listOf(pair);
      return typeof index === "number" ? [[key, index] as [unknown, number]] : [];
    });
/** Of an object nothing, as it might have a `toString` that is no function. */
const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? "" : String(value as string | number | boolean | null);

function reader(table: Table) {
  const nodeAt = (index: number | undefined): readonly unknown[] => listOf(table[index ?? -1]);
  return {
    nodeAt,
    fields: (index: number): Map<string, number> => {
      const [kind, entries] = nodeAt(index);
      const pairs = kind === "o" ? pairsOf(entries, FIELDS_MAX) : [];
      return new Map(pairs.map(([key, inner]) => [textOf(key), inner]));
    },
    items: (index: number | undefined, max: number): number[] => {
      const [kind, , entries] = nodeAt(index);
      return kind === "a" ? pairsOf(entries, max).map(([, inner]) => inner) : [];
    },
    count: (index: number | undefined): number => {
      const [kind, , entries] = nodeAt(index);
      return kind === "a" ? listOf(entries).length : 0;
    },
    json: (index: number | undefined): unknown => {
      const [kind, value] = nodeAt(index);
      return kind === "j" && typeof value !== "object" ? value : null;
    },
  };
}

type NodeAt = (index: number) => readonly unknown[];
type Head = Pick<ConsoleNode, "kind" | "text" | "size">;
type Entry = { of: ConsoleNode["entries"][number]["of"]; key: string; index: number };

const one = (kind: Head["kind"], text: unknown, size: number | null = null): Head => ({
  kind,
  text: textOf(text).slice(0, TREE_TEXT_CHARS),
  size,
});
const UNREADABLE = one("unreadable", "");

/** A key or value of a record, to be unfolded. */
export function recordTree({ table }: DatabaseView, root: number): ConsoleTree {
  try {
    return { style: "line", roots: [0], nodes: nodesFrom(root, reader(table).nodeAt) };
  } catch {
    return { style: "line", roots: [0], nodes: [{ ...UNREADABLE, more: null, entries: [] }] };
  }
}

function nodesFrom(root: number, nodeAt: NodeAt): ConsoleNode[] {
  const nodes: ConsoleNode[] = [];
  const seen = new Map<number, number>();
  const queue: { node: ConsoleNode; saved: readonly unknown[] }[] = [];
  const add = (index: number): number => {
    const known = seen.get(index);
    if (known !== undefined) return known;
    const saved = unwrapped(nodeAt(index), nodeAt);
    const node: ConsoleNode = { ...headOf(saved), more: null, entries: [] };
    const at = nodes.push(node) - 1;
    seen.set(index, at);
    queue.push({ node, saved });
    return at;
  };
  add(root);
  for (const { node, saved } of queue) {
    const shown = nodes.length < RECORD_NODES ? entriesOf(saved, nodeAt) : [];
    node.entries = shown.map(({ of, key, index }) => ({ of, key: key.slice(0, 100), node: add(index) }));
    const more = countOf(saved) - shown.length;
    if (more > 0) node.more = more;
  }
  return nodes;
}

/** The object in a node of a `String`, `Number` … object. */
function unwrapped(node: readonly unknown[], nodeAt: NodeAt): readonly unknown[] {
  const [kind, first] = node;
  if (kind !== "w") return node;
  const inner = typeof first === "number" ? nodeAt(first) : [];
  return inner[0] === "w" ? [] : inner;
}

/** A node without what is in it. */
function headOf([kind, first, second, third, fourth]: readonly unknown[]): Head {
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
      return one("literal", `${textOf(first)}n`);
    case "d":
      return one(
        "date",
        typeof first === "number" && Math.abs(first) <= 8.64e15
          ? new Date(first).toISOString()
          : "Invalid Date",
      );
    case "r":
      return one("regexp", `/${textOf(first)}/${textOf(second)}`);
    case "b":
      return one("object", "ArrayBuffer", base64Bytes(first));
    case "f":
      return one(
        "object",
        `${third === undefined ? "Blob" : `File ${textOf(third)}`} ${textOf(second)}`.trim(),
        base64Bytes(first),
      );
    case "e":
      return one("error", `${textOf(first)}: ${textOf(second)}`);
    case "p":
      return one("object", `ImageData ${textOf(first)} × ${textOf(second)}`);
    case "v":
      return one("list", VIEWS[sizeOf(first) ?? -1] ?? "ArrayBufferView", sizeOf(fourth));
    case "a":
      return one("list", "Array", sizeOf(first) ?? 0);
    case "s":
      return one("set", "Set", listOf(first).length);
    case "m":
      return one("map", "Map", listOf(first).length);
    case "o":
      return one("object", "Object");
    default:
      return UNREADABLE;
  }
}

function countOf([kind, first, second]: readonly unknown[]): number {
  if (kind === "a") return listOf(second).length;
  return kind === "s" || kind === "m" || kind === "o" ? listOf(first).length : 0;
}

/** The first that are in a node. */
function entriesOf([kind, first, second]: readonly unknown[], nodeAt: NodeAt): Entry[] {
  switch (kind) {
    case "a":
      return pairsOf(second, TREE_PROPERTIES).map(([key, index]) => ({
        of: "item",
        key: textOf(key),
        index,
      }));
    case "s":
      return listOf(first)
        .slice(0, TREE_PROPERTIES)
        .flatMap((index, at) =>
          typeof index === "number" ? [{ of: "item" as const, key: String(at), index }] : [],
        );
    case "m":
      return pairsOf(first, TREE_PROPERTIES).map(([key, index]) => {
        // A map may be a key of its own.
        const { kind: of, text } =
          typeof key === "number" ? headOf(unwrapped(nodeAt(key), nodeAt)) : UNREADABLE;
        return { of: "key", key: of === "string" ? JSON.stringify(text.slice(0, 100)) : text, index };
      });
    case "o":
      return pairsOf(first, TREE_PROPERTIES).map(([key, index]) => ({ of: "name", key: textOf(key), index }));
    default:
      return [];
  }
}
