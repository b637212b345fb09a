import { BROKEN_ENTRIES } from "./entries";
import { BROKEN_NAMES } from "./names";
import { BROKEN_SHAPES } from "./shape";
import type { BrokenArchive } from "./case";

/** Every archive that must be refused, on the server and in the browser alike. */
export const BROKEN_ARCHIVES: BrokenArchive[] = [...BROKEN_SHAPES, ...BROKEN_ENTRIES, ...BROKEN_NAMES];
