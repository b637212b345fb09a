import type { TrialSnapshot } from "@/components/sandbox/trial-data";

export type SavedArea = "local" | "values" | "cookies" | "session" | "databases";
export type SavedRow = {
  area: SavedArea;
  key: string;
  /** As it is shown: of a cookie its value only. */
  text: string;
  /** As it is stored. */
  value: string;
  /** When a cookie ends; null at the end of the session. */
  expires?: number | null;
};

export const AREAS: readonly SavedArea[] = ["local", "values", "session", "cookies", "databases"];

/** By what the frame writes before the names of session cookies, and what is not the app's own. */
const SESSION_COOKIE = "\0cookie:";
const isHidden = (key: string): boolean => key.startsWith("\0");

/** What an app has saved, by area, ordered by key. */
export function savedRows({
  entries,
  session,
}: Pick<TrialSnapshot, "entries" | "session">): Map<SavedArea, SavedRow[]> {
  const rows = new Map<SavedArea, SavedRow[]>(AREAS.map((area) => [area, []]));
  for (const { area, key, value } of entries) {
    if (area === "cookies") rows.get("cookies")!.push({ area, key, value, ...cookieOf(value) });
    else if (!isHidden(key)) rows.get(area)!.push({ area, key, value, text: value });
  }
  for (const [key, value] of session) {
    if (key.startsWith(SESSION_COOKIE)) {
      const name = key.slice(SESSION_COOKIE.length);
      rows.get("cookies")!.push({ area: "session", key: name, value, text: value, expires: null });
    } else if (!isHidden(key)) rows.get("session")!.push({ area: "session", key, value, text: value });
  }
  for (const list of rows.values()) list.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return rows;
}

function cookieOf(stored: string): { text: string; expires: number | null } {
  try {
    const { value, expires } = JSON.parse(stored) as { value?: unknown; expires?: unknown };
    return { text: String(value), expires: typeof expires === "number" ? expires : null };
  } catch {
    return { text: stored, expires: null };
  }
}

/** What the person may change: the running app takes these up. */
export const isEditable = ({ area }: SavedRow): boolean => area === "local" || area === "values";

/** gum.storage keeps JSON only. */
export function isStorable(area: SavedArea, text: string): boolean {
  if (area !== "values") return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const PRETTY_MAX_CHARS = 50_000;

/** JSON with line breaks; other texts as they are. */
export function prettyValue(text: string): string {
  if (text.length > PRETTY_MAX_CHARS || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
