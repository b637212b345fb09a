/** The add-on that sends what an app prints as trees, with groups, tables, counts and timers. Only the playground's frames have it. */
import { TreeBudget, treeOf } from "@/lib/sandbox/frame/inside/console-trees/tree";
import { headOf } from "@/lib/sandbox/frame/inside/console-trees/value-heads";
import { RUN_PATH } from "@/lib/sandbox/protocol/run-query";
import type { ConsoleStyle, ConsoleTree } from "@/lib/sandbox/protocol/console-tree";

type Level = "debug" | "log" | "info" | "warn" | "error";

export interface ConsoleTrees {
  /** Null for output of the app's proxies while a value is inspected. */
  treeOf(values: readonly unknown[]): ConsoleTree | null;
  /** The next message begins. */
  reset(): void;
}

export interface ConsoleTreesAddOn {
  open(options: {
    console: Console;
    native: Console;
    send: (level: Level, tree: ConsoleTree) => void;
    /** Replaces the addresses of a stack by those that the app knows. */
    rename: (stack: string) => string;
  }): ConsoleTrees;
}

const LABEL_CHARS = 200;
/** Names of counters and timers that are kept. */
const LABELS_MAX = 1_000;

const addOn: ConsoleTreesAddOn = {
  open({ console, native, send, rename }) {
    let budget = new TreeBudget();
    let isLooking = false;
    const look = (style: ConsoleStyle, values: readonly unknown[]): ConsoleTree | null => {
      if (isLooking) return null;
      isLooking = true;
      try {
        const tree = treeOf(style, values, budget);
        for (const node of tree.nodes) if (node.kind === "error") node.text = ofApp(rename(node.text));
        return tree;
      } finally {
        isLooking = false;
      }
    };
    const print = (level: Level, style: ConsoleStyle, values: readonly unknown[]): void => {
      const tree = look(style, values);
      if (tree) send(level, tree);
    };
    const replace = (name: keyof Console, work: (...values: unknown[]) => void): void => {
      const before = native[name] as (...values: unknown[]) => void;
      Object.defineProperty(console, name, {
        value: (...values: unknown[]) => {
          if (typeof before === "function") Reflect.apply(before, console, values);
          work(...values);
        },
        writable: true,
        configurable: true,
        enumerable: true,
      });
    };

    replace("dir", (value) => print("log", "line", [value]));
    replace("dirxml", (...values) => print("log", "line", values));
    replace("table", (value) => print("log", typeof value === "object" ? "table" : "line", [value]));
    replace("group", (...values) => print("log", "group", formatted(values)));
    replace("groupCollapsed", (...values) => print("log", "closed", formatted(values)));
    replace("groupEnd", () => print("log", "end", []));
    replace("clear", () => print("log", "clear", []));
    replace("trace", (...values) => {
      const lines = (new Error().stack ?? "").split("\n").filter((line) => !line.includes("Error"));
      print("debug", "line", ["Trace:", ...formatted(values), ofApp(rename(lines.join("\n")))]);
    });
    const counts = new Map<string, number>();
    replace("count", (label) => {
      const name = labelOf(label);
      const count = (counts.get(name) ?? 0) + 1;
      if (count > 1 || counts.size < LABELS_MAX) counts.set(name, count);
      print("log", "line", [`${name}: ${count}`]);
    });
    replace("countReset", (label) => void counts.delete(labelOf(label)));
    const timers = new Map<string, number>();
    const time = (label: unknown, values: unknown[]): void => {
      const since = timers.get(labelOf(label));
      if (since === undefined) print("warn", "line", [`There is no timer "${labelOf(label)}".`]);
      else print("log", "line", [`${labelOf(label)}: ${(now() - since).toFixed(2)} ms`, ...values]);
    };
    replace("time", (label) => {
      if (timers.size < LABELS_MAX) timers.set(labelOf(label), now());
    });
    replace("timeLog", (label, ...values) => time(label, values));
    replace("timeEnd", (label) => {
      time(label, []);
      timers.delete(labelOf(label));
    });
    return {
      treeOf: (values) => look("line", formatted(values)),
      reset: () => (budget = new TreeBudget()),
    };
  },
};

/** A stack without the calls of the frame around the app. */
function ofApp(stack: string): string {
  const isOurs = (line: string): boolean => line.includes(`${RUN_PATH}?`) || line.includes(`${RUN_PATH}:`);
  return stack
    .split("\n")
    .filter((line, at) => at === 0 || !isOurs(line))
    .join("\n");
}

const now = performance.now.bind(performance);

function labelOf(label: unknown): string {
  return label === undefined ? "default" : asText(label).slice(0, LABEL_CHARS);
}

function asText(value: unknown): string {
  try {
    return headOf(value).text;
  } catch {
    return "";
  }
}

/** Resolves `%s`, `%d`, `%o` … in the first of several values; styles are left out. */
function formatted(values: readonly unknown[]): readonly unknown[] {
  const [first] = values;
  if (typeof first !== "string" || values.length < 2 || !first.includes("%")) return values;
  const left = values.slice(1);
  const shown: unknown[] = [];
  let text = "";
  for (const piece of first.split(/(%[sdifoOc%])/)) {
    const kind = /^%[sdifoOc%]$/.test(piece) ? piece[1]! : "";
    if (kind === "%") text += "%";
    else if (kind === "" || left.length === 0) text += piece;
    else {
      const value = left.shift();
      if (kind === "s") text += asText(value);
      else if (kind === "o" || kind === "O") {
        if (text.trim()) shown.push(text.trim());
        shown.push(value);
        text = "";
      } else if (kind !== "c") text += numberText(kind, value);
    }
  }
  if (text.trim()) shown.push(shown.length ? text.trim() : text);
  return [...shown, ...left];
}

/** Objects are not asked for their number: that would run code of the app. */
function numberText(kind: string, value: unknown): string {
  const number =
    typeof value === "object" || typeof value === "function"
      ? NaN
      : Number(typeof value === "symbol" ? NaN : value);
  return String(kind === "f" ? number : Math.trunc(number));
}

(globalThis as { __gumPart?: ConsoleTreesAddOn }).__gumPart = addOn;
