import { BROKEN_ENTRIES } from "./entries";
import { BROKEN_NAMES } from "./names";
import { BROKEN_SHAPES } from "./shape";
import type { BrokenArchive } from "./case";

/** With which they are made: at the real limits some would take hundreds of megabytes. */
export const SMALL_LIMITS = {
  packedBytes: 10 * 2 ** 20,
  unpackedBytes: 50 * 2 ** 20,
  entries: 500,
  entryBytes: 10 * 2 ** 20,
};

/** Every archive that must be refused, on the server and in the browser alike. */
export const BROKEN_ARCHIVES: BrokenArchive[] = [...BROKEN_SHAPES, ...BROKEN_ENTRIES, ...BROKEN_NAMES];
