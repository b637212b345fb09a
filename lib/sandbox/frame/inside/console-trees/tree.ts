/** Copies values that an app printed as a bounded tree, breadth first. */
import { headOf, membersOf, pairsOf, type Head } from "@/lib/sandbox/frame/inside/console-trees/value-heads";
import {
  TREE_BATCH_CHARS,
  TREE_BATCH_ENTRIES,
  TREE_BATCH_NODES,
  TREE_CHARS,
  TREE_DEPTH,
  TREE_KEY_CHARS,
  TREE_NODES,
  TREE_PROPERTIES,
  TREE_ROOTS,
  TREE_TEXT_CHARS,
  type ConsoleNode,
  type ConsoleStyle,
  type ConsoleTree,
} from "@/lib/sandbox/protocol/console-tree";

type Entry = ConsoleNode["entries"][number];
type Of = Entry["of"];
interface Filling {
  value: object;
  node: ConsoleNode;
  depth: number;
}

/** What the calls of one message may still take. */
export class TreeBudget {
  nodes = TREE_BATCH_NODES;
  entries = TREE_BATCH_ENTRIES;
  chars = TREE_BATCH_CHARS;
}

/** Properties of one object that are looked at, most of which may be hidden ones. */
const LOOKS_MAX = 2_000;

const UNREADABLE: Head = { kind: "unreadable", text: "", size: null };

export function treeOf(style: ConsoleStyle, values: readonly unknown[], budget: TreeBudget): ConsoleTree {
  const writer = new TreeWriter(budget);
  const roots = values.slice(0, TREE_ROOTS).map((value) => writer.add(value, 0));
  writer.fill();
  return { style, roots, nodes: writer.nodes };
}

class TreeWriter {
  readonly nodes: ConsoleNode[] = [];
  readonly #budget: TreeBudget;
  readonly #seen = new Map<unknown, number>();
  readonly #queue: Filling[] = [];
  #chars = TREE_CHARS;

  constructor(budget: TreeBudget) {
    this.#budget = budget;
  }

  /** Roots are always there. */
  add(value: unknown, depth: number): number {
    const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
    const known = isObject ? this.#seen.get(value) : undefined;
    if (known !== undefined) return known;
    const { kind, text, size } = trying(() => headOf(value), UNREADABLE);
    const shown = this.#take(text, TREE_TEXT_CHARS);
    const length = kind === "string" && shown.length < text.length ? text.length : size;
    const index = this.#push({ kind, text: shown, size: length });
    const node = this.nodes[index]!;
    if (isObject) {
      this.#seen.set(value, index);
      if (kind !== "unreadable") this.#queue.push({ value, node, depth });
    }
    return index;
  }

  fill(): void {
    for (let at = 0; at < this.#queue.length; at += 1) {
      const filling = this.#queue[at]!;
      trying(() => this.#fillOne(filling), undefined);
    }
  }

  #fillOne({ value, node, depth }: Filling): void {
    if (node.kind === "element") return;
    let more = 0;
    const entry = (of: Of, key: string, found: Found): void => {
      if (!this.#hasRoom(node, depth)) more += 1;
      else {
        this.#budget.entries -= 1;
        node.entries.push({
          of,
          key: this.#take(key, TREE_KEY_CHARS),
          node: this.#addFound(found, depth + 1),
        });
      }
    };
    if (node.kind === "list") more += this.#items(value, node, entry);
    else {
      if (node.kind === "map") more += this.#pairs(value, node, entry);
      if (node.kind === "set") more += this.#members(value, node, entry);
      more += this.#properties(value, node, depth, entry);
    }
    if (more > 0) node.more = more;
  }

  /** @returns how many are left out without a look */
  #items(value: object, { size }: ConsoleNode, entry: Entering): number {
    const shown = Math.min(size ?? 0, TREE_PROPERTIES);
    for (let at = 0; at < shown; at += 1) {
      const found = trying(() => Reflect.getOwnPropertyDescriptor(value, String(at)), FAILED);
      if (found) entry("item", String(at), found);
    }
    return (size ?? 0) - shown;
  }

  #pairs(value: object, { size }: ConsoleNode, entry: Entering): number {
    const pairs = pairsOf(value, TREE_PROPERTIES);
    for (const [key, inner] of pairs) entry("key", keyText(key), { value: inner });
    return (size ?? 0) - pairs.length;
  }

  #members(value: object, { size }: ConsoleNode, entry: Entering): number {
    const members = membersOf(value, TREE_PROPERTIES);
    for (const [at, member] of members.entries()) entry("item", String(at), { value: member });
    return (size ?? 0) - members.length;
  }

  /** The platform has those with names first. @returns how many are left out without a look */
  #properties(value: object, node: ConsoleNode, depth: number, entry: Entering): number {
    const keys = Reflect.ownKeys(value);
    for (const [at, key] of keys.entries()) {
      if (at >= LOOKS_MAX || !this.#hasRoom(node, depth)) return keys.length - at;
      const found = trying(() => Reflect.getOwnPropertyDescriptor(value, key), FAILED);
      const isShown = found?.enumerable || found === FAILED || (node.kind === "error" && key === "cause");
      if (found && isShown) entry(typeof key === "symbol" ? "symbol" : "name", String(key), found);
    }
    return 0;
  }

  #addFound(found: Found, depth: number): number {
    if (found === FAILED) return this.#push(UNREADABLE);
    if (Object.hasOwn(found, "value")) return this.add(found.value, depth);
    // An accessor of the app, which is not called.
    return this.#push({
      kind: "getter",
      text: found.get ? (found.set ? "get, set" : "get") : "set",
      size: null,
    });
  }

  #push(head: Head): number {
    this.#budget.nodes -= 1;
    return this.nodes.push({ ...head, more: null, entries: [] }) - 1;
  }

  #hasRoom(node: ConsoleNode, depth: number): boolean {
    return (
      depth < TREE_DEPTH &&
      node.entries.length < TREE_PROPERTIES &&
      this.nodes.length < TREE_NODES &&
      this.#budget.nodes > 0 &&
      this.#budget.entries > 0 &&
      this.#chars > 0 &&
      this.#budget.chars > 0
    );
  }

  #take(text: string, max: number): string {
    const shown = text.slice(0, Math.max(0, Math.min(max, this.#chars, this.#budget.chars)));
    this.#chars -= shown.length;
    this.#budget.chars -= shown.length;
    return shown;
  }
}

type Found = PropertyDescriptor;
type Entering = (of: Of, key: string, found: Found) => void;

/** Looking at it threw an error. */
const FAILED: Found = {};

function trying<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** A key of a map as text. */
function keyText(key: unknown): string {
  const { kind, text, size } = trying(() => headOf(key), UNREADABLE);
  if (kind === "string") return JSON.stringify(text.slice(0, TREE_KEY_CHARS));
  return size === null ? text : `${text}(${size})`;
}
