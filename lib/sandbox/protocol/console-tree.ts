/**
 * What an app printed, as a table of nodes that refer to each other by index: cycles and shared objects are references.
 *
 * Trust model: the app controls all of it, the names of classes included. It is only shown, as text.
 */
import { CONSOLE_BATCH_MAX } from "@/lib/sandbox/protocol/limits";
import {
  clipped,
  list,
  MalformedMessage,
  nullable,
  number,
  object,
  oneOf,
  type Parsed,
  type Parser,
} from "@/lib/sandbox/protocol/schema";

/** Values of one call. */
export const TREE_ROOTS = 50;
/** Objects within objects. */
export const TREE_DEPTH = 6;
/** Nodes of one call. */
export const TREE_NODES = 400;
/** Nodes of one message, beyond which calls send their values without what is in them. */
export const TREE_BATCH_NODES = 1_200;
/** Entries of one message: they may refer to a few nodes many times. */
export const TREE_BATCH_ENTRIES = 12_000;
/** Properties or items of one object. */
export const TREE_PROPERTIES = 100;
export const TREE_KEY_CHARS = 100;
/** Of one string, stack or name. */
export const TREE_TEXT_CHARS = 4_000;
/** Of all of one call, and of all calls of one message. */
export const TREE_CHARS = 16_000;
export const TREE_BATCH_CHARS = 128_000;

const count = nullable(number(0, Number.MAX_SAFE_INTEGER));

const node = object({
  kind: oneOf(
    "string",
    /** Numbers, booleans, null and undefined. */
    "literal",
    "symbol",
    "function",
    "object",
    "list",
    "map",
    "set",
    "error",
    "date",
    "regexp",
    /** Of the document. */
    "element",
    /** An accessor, which was not called. */
    "getter",
    /** Reading it threw an error. */
    "unreadable",
  ),
  /** The string, the literal, or the name of the class. */
  text: clipped(TREE_TEXT_CHARS),
  /** Of a list, map or set; the length of a string that is cut. */
  size: count,
  /** Entries that were not sent. */
  more: count,
  entries: list(
    object({
      of: oneOf("name", "symbol", "item", "key"),
      key: clipped(TREE_KEY_CHARS),
      node: number(0, TREE_NODES + TREE_ROOTS),
    }),
    TREE_PROPERTIES,
  ),
});

const tree = object({
  /** `closed`: a group that starts folded. */
  style: oneOf("line", "table", "group", "closed", "end", "clear"),
  roots: list(number(0, TREE_NODES + TREE_ROOTS), TREE_ROOTS),
  nodes: list(node, TREE_NODES + TREE_ROOTS),
});

export type ConsoleTree = Parsed<typeof tree>;
export type ConsoleNode = ConsoleTree["nodes"][number];
export type ConsoleStyle = ConsoleTree["style"];

export const consoleTree: Parser<ConsoleTree> = (value) => {
  const parsed = tree(value);
  const refersToAll = (index: number): boolean => Number.isInteger(index) && index < parsed.nodes.length;
  const isWhole =
    parsed.roots.every(refersToAll) &&
    parsed.nodes.every(({ entries }) => entries.every((entry) => refersToAll(entry.node)));
  if (!isWhole) throw new MalformedMessage("expected nodes that are there");
  return parsed;
};

/** The most that the calls of one message have, whose values themselves are always sent. */
const BATCH_NODES_MAX = TREE_BATCH_NODES + CONSOLE_BATCH_MAX * TREE_ROOTS;

/** A parser of what carries trees, which bounds them together, since each may be large and there may be many. */
export function boundingTrees<T>(parserWith: (parseTree: Parser<ConsoleTree>) => Parser<T>): Parser<T> {
  return (value) => {
    let [nodes, entries, chars] = [BATCH_NODES_MAX, TREE_BATCH_ENTRIES, TREE_BATCH_CHARS];
    const cut = (text: string): string => {
      const shown = text.slice(0, chars);
      chars -= shown.length;
      return shown;
    };
    return parserWith((tree) => {
      const parsed = consoleTree(tree);
      nodes -= parsed.nodes.length;
      for (const each of parsed.nodes) entries -= each.entries.length;
      if (nodes < 0 || entries < 0) throw new MalformedMessage("expected fewer values");
      for (const each of parsed.nodes) {
        // Stacks grow a little when their addresses are replaced.
        each.text = cut(each.text);
        for (const entry of each.entries) entry.key = cut(entry.key);
      }
      return parsed;
    })(value);
  };
}
