/**
 * Validates the key of a cursor in each order of the store. Clients can send any text as a cursor, and PostgreSQL would
 * raise an error for a key that it cannot cast.
 */
export const APP_CURSOR_KEYS: Record<"newest" | "popular" | "trending" | "name", (key: string) => boolean> = {
  newest: isTimestamp,
  popular: (key) => /^-?\d{1,9}$/.test(key),
  trending: (key) => /^-?\d{1,15}(\.\d{1,20})?(e[+-]?\d{1,2})?$/.test(key),
  name: () => true,
};

/** True for a time as PostgreSQL writes it: `2026-11-21 10:00:00.123+00`. */
function isTimestamp(key: string): boolean {
  const date = TIMESTAMP.exec(key)?.[1];
  if (!date) return false;
  // The 30th of February rolls over or is invalid.
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

const TIMESTAMP =
  /^([1-9]\d{3}-\d\d-\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::?[0-5]\d)?$/;
