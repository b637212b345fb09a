import type { ConsoleTree } from "@/components/sandbox/app-frame-types";
import { treeText } from "./value-text";

export const LEVELS = ["debug", "log", "info", "warn", "error"] as const;
export type Level = (typeof LEVELS)[number];

export type ConsoleLine = {
  id: number;
  level: Level;
  text: string;
  /** The values themselves, to be unfolded. */
  tree: ConsoleTree | null;
  /** The person in whose pane it was printed, if there are several. */
  by: string | undefined;
  /** Where it was printed. */
  file?: string;
  line?: number;
  /** How often in a row. */
  count: number;
  /** The groups that it is in, outermost first. */
  groups: readonly number[];
  /** Whether it begins a group, and how that one is at first. */
  group: "open" | "closed" | null;
};

export type ConsoleState = {
  lines: readonly ConsoleLine[];
  /** Groups that are open, by person. */
  open: ReadonlyMap<string | undefined, readonly number[]>;
  nextId: number;
};

export const EMPTY_CONSOLE: ConsoleState = { lines: [], open: new Map(), nextId: 0 };

const LINES_MAX = 300;
const GROUPS_MAX = 20;

export type Printed = Pick<ConsoleLine, "level" | "text" | "by"> &
  Partial<Pick<ConsoleLine, "tree" | "file" | "line">>;

export function withPrinted(state: ConsoleState, printed: Printed): ConsoleState {
  const { tree = null, by } = printed;
  const groups = state.open.get(by) ?? [];
  const setOpen = (next: readonly number[]) => new Map(state.open).set(by, next);
  if (tree?.style === "end") return { ...state, open: setOpen(groups.slice(0, -1)) };
  if (tree?.style === "clear") return withoutLines(state, by);
  const group = tree?.style === "group" ? "open" : tree?.style === "closed" ? "closed" : null;
  const text = tree ? treeText(tree) : printed.text;
  const line: ConsoleLine = { ...printed, tree, text, id: state.nextId, count: 1, groups, group };
  const last = state.lines.at(-1);
  if (last && group === null && isSame(last, line))
    return { ...state, lines: [...state.lines.slice(0, -1), { ...last, count: last.count + 1 }] };
  return {
    lines: [...state.lines.slice(1 - LINES_MAX), line],
    open: group !== null && groups.length < GROUPS_MAX ? setOpen([...groups, line.id]) : state.open,
    nextId: state.nextId + 1,
  };
}

function isSame(one: ConsoleLine, other: ConsoleLine): boolean {
  return (
    one.group === null &&
    one.level === other.level &&
    one.text === other.text &&
    one.by === other.by &&
    one.file === other.file &&
    one.line === other.line &&
    one.groups.at(-1) === other.groups.at(-1) &&
    JSON.stringify(one.tree) === JSON.stringify(other.tree)
  );
}

/** Without the lines of one person, or of all where there is only one. */
export function withoutLines(state: ConsoleState, by: string | undefined): ConsoleState {
  const lines = by === undefined ? [] : state.lines.filter((line) => line.by !== by);
  const open = new Map([...state.open].filter(([person]) => by !== undefined && person !== by));
  return { ...state, lines, open };
}

export type Shown = "all" | "error" | "warn" | "log" | "debug";
export const SHOWN: readonly Shown[] = ["all", "error", "warn", "log", "debug"];

/** The lines that the person wants to see, without those in folded groups. */
export function shownLines(
  lines: readonly ConsoleLine[],
  { shown, text, folded }: { shown: Shown; text: string; folded: (line: ConsoleLine) => boolean },
): ConsoleLine[] {
  const wanted = text.trim().toLowerCase();
  const closed = new Set(lines.filter((line) => line.group !== null && folded(line)).map(({ id }) => id));
  return lines.filter((line) => {
    const level = line.level === "info" ? "log" : line.level;
    if (shown !== "all" && level !== shown) return false;
    // A search finds what is in folded groups.
    if (wanted) return `${line.by ?? ""} ${line.text}`.toLowerCase().includes(wanted);
    return !line.groups.some((id) => closed.has(id));
  });
}
