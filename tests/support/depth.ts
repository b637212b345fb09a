/**
 * How much of the large matrices is tried. `npm test` tries a part of each; `npm run test:full` (TEST_FULL=1) runs the files
 * that import this module, in full, and those named `*.full.test.ts`.
 */
export const full = process.env.TEST_FULL === "1";

/** Runs of a property with fast-check: all of them in the full run, a twentieth in `npm test`, at least 50 where there are as many. */
export function runs(count: number): number {
  return full ? count : Math.min(count, Math.max(50, Math.ceil(count / 20)));
}

/** Members of a list, evenly spread: all of them in the full run, about `count` in `npm test`. */
export function some<T>(list: readonly T[], count: number): readonly T[] {
  if (full) return list;
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, index) => index % step === 0);
}
