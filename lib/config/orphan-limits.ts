/** Files that no row names; see lib/jobs/orphaned-files.ts. */

/** A file is left alone for so long: a row may be about to name it. */
export const ORPHAN_AGE_MS = 24 * 60 * 60_000;
/** How often all files are looked at, where a run gets through all. */
export const ORPHAN_PASS_MS = 23 * 60 * 60_000;
/** Names in one answer of the store. */
export const ORPHAN_PAGE = 1_000;
/** In one run. */
export const ORPHANS_LOOKED_AT_MAX = 20_000;
export const ORPHANS_REMOVED_MAX = 200;
/** More than crashes leave: if it is also most of the files, the database is not theirs. */
export const ORPHANS_SUSPICIOUS = 100;
