/**
 * The session history of the app. A run adds no entries to the browser's history, so they are kept here, and the host passes
 * them from one page of the app to the next. Entries that one document made share its number: between those, Back fires
 * `popstate`; to another it loads a page.
 */
import { HISTORY_CHARS } from "@/lib/sandbox/protocol/limits";

export interface HistoryEntry {
  /** The file that is shown. */
  page: string;
  path: string;
  search: string;
  hash: string;
  document: number;
  state: unknown;
}

/** As browsers limit theirs. */
const ENTRIES_MAX = 50;

let entries: HistoryEntry[] = [];
let position = 0;

export const currentEntry = (): HistoryEntry => entries[position]!;
export const entryAt = (delta: number): HistoryEntry | undefined => entries[position + delta];
export const historyLength = (): number => entries.length;

/** Continues the history of the previous page if it leads to `start`: a reload may show another file than the one whose router came here. */
export function startHistory(text: string | null, start: Omit<HistoryEntry, "document" | "state">): void {
  const known = parse(text);
  const last = known?.entries[known.position];
  const leadsHere = last && (["path", "search", "hash"] as const).every((name) => last[name] === start[name]);
  entries = leadsHere ? known.entries : [{ ...start, document: 0, state: null }];
  position = leadsHere ? known.position : 0;
  if (leadsHere) replaceEntry({ ...last, page: start.page });
}

export function pushEntry(entry: HistoryEntry): void {
  entries.splice(position + 1, entries.length, entry);
  entries = entries.slice(-ENTRIES_MAX);
  position = entries.length - 1;
}

export function replaceEntry(entry: HistoryEntry): void {
  entries[position] = entry;
}

export function moveBy(delta: number): void {
  position += delta;
}

/** A number that no entry has. */
export const nextDocument = (): number => Math.max(...entries.map((entry) => entry.document)) + 1;

/** For the next page. States that are no JSON are lost, and so are those of a history that is too long. */
export function historyText(): string {
  const text = JSON.stringify({ position, entries: entries.map(withJsonState) });
  if (text.length <= HISTORY_CHARS) return text;
  const stateless = JSON.stringify({
    position,
    entries: entries.map((entry) => ({ ...entry, state: null })),
  });
  return stateless.length <= HISTORY_CHARS ? stateless : "";
}

function withJsonState(entry: HistoryEntry): HistoryEntry {
  try {
    JSON.stringify(entry.state);
    return entry;
  } catch {
    return { ...entry, state: null };
  }
}

/** It was written by an app's page, and is read by pages of the same app only. */
function parse(text: string | null): { entries: HistoryEntry[]; position: number } | null {
  return text ? (JSON.parse(text) as { entries: HistoryEntry[]; position: number }) : null;
}
