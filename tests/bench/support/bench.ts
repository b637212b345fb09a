import type { Report } from "./report";

/** What a benchmark gets. Whatever it opens, it hands to `closing`: that runs when the area is done, in reverse order. */
export type BenchContext = {
  report: Report;
  /** var/bench: kept from run to run. */
  dir: string;
  closing: (close: () => Promise<unknown> | void) => void;
};

/**
 * An area of the benchmarks, the default export of `tests/bench/<area>.bench.ts`. It prints each figure by
 * `report.figure`, with the limit it has to keep where it has one.
 */
export type Bench = { title: string; run: (context: BenchContext) => Promise<void> };
