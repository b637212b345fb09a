import { diffComm } from "node-diff3";

/** A line of a unified diff, with its numbers in both files, from 1; or a fold over lines that are the same. */
export type DiffRow =
  | { kind: "same" | "added" | "removed"; text: string; before: number | null; after: number | null }
  | { kind: "fold"; lines: number };

/** Unchanged lines that are shown around a change. */
const CONTEXT = 3;
const ROWS_MAX = 2_000;
/** A minified file is one line. */
const LINE_MAX_CHARS = 500;
/** Pairs of equal lines, each of which the comparison remembers. */
const LINE_PAIRS_MAX = 2_000_000;
/** Lines that the other text has, too; the comparison's time grows with their square. */
const COMMON_LINES_MAX = 10_000;
/** They would show code in another order than the one in which it runs. */
const DIRECTION_OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/g;

type Line = Exclude<DiffRow, { kind: "fold" }>;

/** @returns null where a comparison by lines would take too long or be too long to read */
export function diffLines(before: string, after: string): DiffRow[] | null {
  const [old, current] = [linesOf(before), linesOf(after)];
  const head = commonLines(old, current, (lines, at) => lines[at]);
  const [oldRest, rest] = [old.slice(head), current.slice(head)];
  const tail = commonLines(oldRest, rest, (lines, at) => lines[lines.length - 1 - at]);
  const [left, right] = [oldRest, rest].map((lines) => lines.slice(0, lines.length - tail)) as [
    string[],
    string[],
  ];
  if (!isComparable(left, right)) return null;
  const lines: Line[] = [];
  let [oldLine, line] = [0, 0];
  const same = (texts: string[]) => {
    for (const text of texts) lines.push({ kind: "same", text, before: ++oldLine, after: ++line });
  };
  same(old.slice(0, head));
  for (const part of diffComm(left, right)) {
    if (part.common) same(part.common);
    else {
      for (const text of part.buffer1) lines.push({ kind: "removed", text, before: ++oldLine, after: null });
      for (const text of part.buffer2) lines.push({ kind: "added", text, before: null, after: ++line });
    }
  }
  same(oldRest.slice(oldRest.length - tail));
  const rows = folded(lines);
  return rows.length > ROWS_MAX ? null : rows;
}

function folded(lines: Line[]): DiffRow[] {
  const shown = new Uint8Array(lines.length);
  for (const [at, { kind }] of lines.entries())
    if (kind !== "same") shown.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  const rows: DiffRow[] = [];
  for (const [at, line] of lines.entries()) {
    const last = rows.at(-1);
    if (shown[at]) rows.push({ ...line, text: shownText(line.text) });
    else if (last?.kind === "fold") last.lines++;
    else rows.push({ kind: "fold", lines: 1 });
  }
  return rows;
}

const shownText = (text: string): string =>
  (text.length > LINE_MAX_CHARS ? `${text.slice(0, LINE_MAX_CHARS)}…` : text).replace(
    DIRECTION_OVERRIDES,
    "\uFFFD",
  );

// Line breaks do not count, nor is what follows the last one a line.
const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

type LineAt = (lines: string[], at: number) => string | undefined;

function commonLines(one: string[], other: string[], lineAt: LineAt): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && lineAt(one, count) === lineAt(other, count)) count++;
  return count;
}

function isComparable(one: string[], other: string[]): boolean {
  const counts = new Map<string, number>();
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) + 1);
  const common = one.flatMap((line) => counts.get(line) ?? []);
  return common.length <= COMMON_LINES_MAX && common.reduce((sum, count) => sum + count, 0) <= LINE_PAIRS_MAX;
}
