import type { ConsoleNode, ConsoleTree } from "@/components/sandbox/app-frame-types";

export type Tone = "plain" | "name" | "string" | "literal" | "muted";
export type Piece = { tone: Tone; text: string };

const ENTRIES_SHOWN = 5;
/** Of a string within a value. */
const STRING_CHARS = 60;
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

export const isOpenable = ({ entries, more }: ConsoleNode): boolean => entries.length > 0 || more !== null;

export function entryName({ of, key }: ConsoleNode["entries"][number]): string {
  if (of === "symbol") return `[${key}]`;
  return of !== "name" || NAME.test(key) ? key : JSON.stringify(key);
}

/** A value on one line: a string that was printed itself as it is, others quoted. */
export function inline(tree: ConsoleTree, index: number, level = 0): Piece[] {
  const node = tree.nodes[index]!;
  const { kind, text, size } = node;
  switch (kind) {
    case "string":
      return [stringPiece(node, level)];
    case "literal":
    case "symbol":
      return [{ tone: text === "undefined" || text === "null" ? "muted" : "literal", text }];
    case "date":
    case "regexp":
      return [{ tone: "literal", text }];
    case "function":
      return [{ tone: "muted", text: `${text}()` }];
    case "element":
      return [{ tone: "name", text }];
    case "error":
      return [{ tone: "plain", text: level === 0 ? text : text.split("\n", 1)[0]! }];
    case "getter":
      return [{ tone: "muted", text: `(${text})` }];
    case "unreadable":
      return [{ tone: "muted", text: "(!)" }];
    case "list":
    case "map":
    case "set":
    case "object": {
      const sized = size === null ? text : `${text}(${size})`;
      const title =
        (kind === "object" && text === "Object") || (kind === "list" && text === "Array" && level < 2);
      if (level > 1) return [plain(title ? "{…}" : sized)];
      const [open, close] = kind === "list" ? ["[", "]"] : ["{", "}"];
      const lead = kind === "list" && text === "Array" ? `(${size}) ` : title ? "" : `${sized} `;
      return [plain(lead + open), ...inside(tree, node, level), plain(close)];
    }
  }
}

function inside(tree: ConsoleTree, { kind, entries, more }: ConsoleNode, level: number): Piece[] {
  const pieces: Piece[] = [];
  for (const entry of entries.slice(0, ENTRIES_SHOWN)) {
    if (pieces.length > 0) pieces.push(plain(", "));
    if (entry.of !== "item" || (kind !== "list" && kind !== "set"))
      pieces.push({ tone: "name", text: entryName(entry) }, plain(kind === "map" ? " → " : ": "));
    pieces.push(...inline(tree, entry.node, level + 1));
  }
  if (entries.length > ENTRIES_SHOWN || more !== null)
    pieces.push({ tone: "muted", text: pieces.length > 0 ? ", …" : "…" });
  return pieces;
}

const plain = (text: string): Piece => ({ tone: "plain", text });

function stringPiece({ text, size }: ConsoleNode, level: number): Piece {
  const cut = size === null ? "" : "…";
  if (level === 0) return plain(text + cut);
  const isLong = text.length > STRING_CHARS;
  return { tone: "string", text: JSON.stringify(text.slice(0, STRING_CHARS)) + (isLong || cut ? "…" : "") };
}

export const textOfPieces = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join("");

/** All that was printed, as text. */
export const treeText = (tree: ConsoleTree): string =>
  tree.roots.map((index) => textOfPieces(inline(tree, index))).join(" ");

/** A value that is in many others is written out in each of them. */
const JSON_VALUES_MAX = 10_000;
interface Budget {
  values: number;
}

/** What was sent of a value as JSON: what JSON has no form for as text, what is missing counted. */
export function valueJson(tree: ConsoleTree, indexes: readonly number[]): string {
  const budget: Budget = { values: JSON_VALUES_MAX };
  const values = indexes.map((index) => plainValue(tree, index, [], budget));
  return JSON.stringify(values.length === 1 ? (values[0] ?? values) : values, null, 2);
}

function plainValue(tree: ConsoleTree, index: number, above: readonly number[], budget: Budget): unknown {
  if (budget.values <= 0) return "…";
  budget.values -= 1;
  const node = tree.nodes[index]!;
  const { kind, text, size, entries, more } = node;
  if (kind === "string") return size === null ? text : `${text}…`;
  if (kind === "literal")
    return /^(?:true|false|null|-?\d)/.test(text) && !text.endsWith("n") ? JSON.parse(text) : text;
  if (above.includes(index)) return "[Circular]";
  const inner = [...above, index];
  const left = more === null ? [] : [`… ${more} more`];
  if (kind === "list" || kind === "set")
    return [
      ...entries
        .filter(({ of }) => of === "item")
        .map((entry) => plainValue(tree, entry.node, inner, budget)),
      ...left,
    ];
  if (kind !== "object" && kind !== "map") return textOfPieces(inline(tree, index));
  return Object.fromEntries([
    ...entries.map((entry) => [mapKey(entry), plainValue(tree, entry.node, inner, budget)] as const),
    ...left.map((text) => ["…", text] as const),
  ]);
}

/** Keys of a map that are strings were sent quoted. */
function mapKey({ of, key }: ConsoleNode["entries"][number]): string {
  if (of !== "key" || !key.startsWith('"')) return key;
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}

export type ValueTable = {
  columns: string[];
  rows: { name: string; cells: (number | null)[]; value: number | null }[];
};

const COLUMNS_MAX = 10;

/** The rows and columns of `console.table`; null for what has none. */
export function tableOf(tree: ConsoleTree): ValueTable | null {
  const root = tree.nodes[tree.roots[0] ?? -1];
  if (!root || root.entries.length === 0) return null;
  const columns: string[] = [];
  for (const { node } of root.entries)
    for (const entry of tree.nodes[node]!.entries)
      if (columns.length < COLUMNS_MAX && !columns.includes(entry.key)) columns.push(entry.key);
  const rows = root.entries.map((entry) => {
    const { entries } = tree.nodes[entry.node]!;
    const cells = columns.map((column) => entries.find(({ key }) => key === column)?.node ?? null);
    return { name: entryName(entry), cells, value: entries.length === 0 ? entry.node : null };
  });
  return { columns, rows };
}
