/** People of seed.sql whose home feeds are measured. */
export const READERS = [
  { number: 1, follows: "10 followees" },
  { number: 2, follows: "200 followees" },
  { number: 3, follows: "1,999 followees" },
  { number: 4, follows: "50 quiet ones" },
] as const;

const SEED_MS = 1704067200000;

/** Ids as seed.sql makes them. */
function seededId(kind: number, ms: number, number: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  const text = `${hex(ms, 12)}7${hex(kind, 3)}8${hex(number, 15)}`;
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export const personId = (number: number): string => seededId(1, SEED_MS + number * 60_000, number);
export const sessionId = (number: number): string => seededId(6, SEED_MS, number);
