/**
 * Forwards the app's console to the person's terminal as text, truncated and batched to keep noisy loops cheap; to the playground
 * as trees, which an add-on makes.
 */
import type { ConsoleTrees, ConsoleTreesAddOn } from "@/lib/sandbox/frame/inside/console-trees/add-on";
import { sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { appConsole, realm } from "@/lib/sandbox/frame/inside/realm";
import type { ConsoleTree } from "@/lib/sandbox/protocol/console-tree";
import { CONSOLE_BATCH_MAX, CONSOLE_LINE_CHARS } from "@/lib/sandbox/protocol/limits";

const LEVELS = ["debug", "log", "info", "warn", "error"] as const;
type Level = (typeof LEVELS)[number];

const BATCH_MS = 150;
const DEPTH = 2;
const ITEMS = 20;

let trees: ConsoleTrees | null = null;
let entries: { level: Level; text: string; time: number; tree: ConsoleTree | null }[] = [];
let dropped = 0;
let timer: ReturnType<typeof setTimeout> | 0 = 0;

export function captureConsole(): void {
  for (const level of LEVELS) {
    const native = realm.console[level];
    appConsole[level] = (...values: unknown[]) => {
      native.apply(appConsole, values);
      record(level, values);
    };
  }
  appConsole.assert = (condition?: boolean, ...values: unknown[]) => {
    if (!condition) appConsole.error("Assertion failed:", ...values);
  };
}

/** From now on values are sent as trees. */
export function sendTrees(addOn: ConsoleTreesAddOn, rename: (stack: string) => string): void {
  const send = (level: Level, tree: ConsoleTree): void => push({ level, tree });
  trees = addOn.open({ console: appConsole, native: realm.console, send, rename });
}

function record(level: Level, values: unknown[]): void {
  // Values that are dropped are not looked at.
  if (entries.length >= CONSOLE_BATCH_MAX) return push({ level });
  if (trees === null) return push({ level, text: format(values) });
  const tree = trees.treeOf(values);
  if (tree) push({ level, tree });
}

function push(entry: { level: Level; text?: string; tree?: ConsoleTree }): void {
  if (entries.length < CONSOLE_BATCH_MAX) entries.push({ text: "", tree: null, ...entry, time: realm.now() });
  else dropped += 1;
  if (!timer) timer = realm.setTimeout(flushConsole, BATCH_MS);
}

export function flushConsole(): void {
  timer = 0;
  if (!entries.length) return;
  const batch = { entries, dropped };
  entries = [];
  dropped = 0;
  trees?.reset();
  sendToHost({ type: "console", ...batch });
}

function format(values: unknown[]): string {
  const [first, ...rest] = values;
  let texts = values;
  if (typeof first === "string" && first.includes("%")) {
    const left = [...rest];
    const text = first.replace(/%([sdifoOc%])/g, (whole, kind: string) => {
      if (kind === "%") return "%";
      if (!left.length) return whole;
      const value = left.shift();
      if (kind === "c") return "";
      return kind === "d" || kind === "i" || kind === "f" ? String(Number(value)) : show(value, DEPTH);
    });
    texts = [text, ...left];
  }
  return texts
    .map((value) => show(value, DEPTH))
    .join(" ")
    .slice(0, CONSOLE_LINE_CHARS);
}

/** A value as one line of text. */
export const asText = (value: unknown): string => show(value, DEPTH);

function show(value: unknown, depth: number): string {
  try {
    return describe(value, depth);
  } catch {
    return "[unreadable]";
  }
}

function describe(value: unknown, depth: number): string {
  if (typeof value === "string") return depth === DEPTH ? value : JSON.stringify(value.slice(0, 200));
  if (typeof value === "function") return `function ${value.name}()`;
  if (typeof value !== "object" || value === null)
    return typeof value === "bigint" ? `${value}n` : String(value);
  if (value instanceof Error)
    return value.stack?.includes(value.message) ? value.stack : `${value.name}: ${value.message}`;
  if (value instanceof Element) return `<${value.localName}${value.id ? `#${value.id}` : ""}>`;
  const name = value.constructor?.name ?? "Object";
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = value as ArrayLike<unknown>;
    if (depth < 0) return `${name}(${items.length})`;
    const shown = Array.from({ length: Math.min(items.length, ITEMS) }, (_, index) =>
      describe(items[index], depth - 1),
    );
    return `[${shown.join(", ")}${items.length > ITEMS ? ", …" : ""}]`;
  }
  if (depth < 0) return name;
  if (value instanceof Map || value instanceof Set) return `${name}(${value.size})`;
  const keys = Object.keys(value);
  const shown = keys
    .slice(0, ITEMS)
    .map((key) => `${key}: ${describe((value as Record<string, unknown>)[key], depth - 1)}`);
  return `${name === "Object" ? "" : `${name} `}{${shown.join(", ")}${keys.length > ITEMS ? ", …" : ""}}`;
}
