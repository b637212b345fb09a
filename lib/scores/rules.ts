/** How boards order values, and what a period is. Pure. */
export const SCORE_PERIODS = ["today", "all"] as const;
type ScorePeriod = (typeof SCORE_PERIODS)[number];

/** The `period` of a row for all time. */
export const ALL_TIME = "";

type BoardDeclaration = { id: string; order: "high" | "low"; verified: boolean };

/** Rows of another kind are not on the board: a version that changes the kind starts with an empty board. */
export function kindOf({ order, verified }: Pick<BoardDeclaration, "order" | "verified">): string {
  return verified ? `${order}+verified` : order;
}

/** The smaller, the better. */
export function placeOf(value: number, order: BoardDeclaration["order"]): number {
  // Never -0, which differs from 0 as text in the database.
  return (order === "low" ? value : -value) + 0;
}

/** The day of a time in UTC, such as `2026-11-23`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function periodKey(period: ScorePeriod, now: Date): string {
  return period === "all" ? ALL_TIME : dayOf(now);
}

/** Where a page ends: its last row and that row's rank. */
export type ScoreCursor = { rank: number; place: number; id: string };

/** `key` of a list cursor. */
export function cursorKey({ rank, place }: Omit<ScoreCursor, "id">): string {
  return `${rank} ${place}`;
}

/** @returns null where the text is no such key */
export function readCursorKey(key: string): Omit<ScoreCursor, "id"> | null {
  const [first = "", second = "", ...more] = key.split(" ");
  const [rank, place] = [Number(first), Number(second)];
  const isSound = Number.isSafeInteger(rank) && rank > 0 && Number.isFinite(place) && second !== "";
  return isSound && more.length === 0 ? { rank, place } : null;
}

/** The clock of a log may be this far from the server's: the app is loaded after its run has begun, and answers travel. */
const CLOCK_AHEAD_MS = 5_000;
const CLOCK_BEHIND_MS = 60_000;

/** Whether the inputs of a run took about as long as the run itself. */
export function fitsClock(lastAt: number, elapsedMs: number): boolean {
  return lastAt <= elapsedMs + CLOCK_AHEAD_MS && lastAt >= elapsedMs - CLOCK_BEHIND_MS;
}

/** What a script can import, as lib/sandbox/quickjs hands it over. */
const SCRIPT_FILE = /\.(?:m?js|json|txt|csv|md|svg|xml|html|tsv|yaml|yml|toml)$/i;
export const SCRIPT_FILES_MAX_BYTES = 2 * 1024 * 1024;

export function isScriptFile(name: string): boolean {
  return SCRIPT_FILE.test(name);
}
