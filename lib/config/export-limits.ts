// A copy of all that a person has here
/** It is written to the file store in pieces of this size. */
export const EXPORT_PART_BYTES = 4 * 1024 * 1024;
/** Zip offsets have 32 bits; entries beyond are left out and listed. */
export const EXPORT_MAX_BYTES = 3.5 * 1024 * 1024 * 1024;
/** The number of zip entries has 16 bits; some are reserved for what follows the pictures. */
export const EXPORT_ENTRIES_MAX = 60_000;
export const EXPORT_PAGE_POSTS = 50;
export const EXPORT_PAGE_ROWS = 1_000;
/** As many as its queue has. */
export const EXPORT_ATTEMPTS = 3;
/** A run of the release before, which has no queue, is dead without progress for this long. */
export const EXPORT_ALIVE_MS = 5 * 60_000;
/** Imported posts younger than this count as new ones. */
export const IMPORT_RECENT_MS = 24 * 60 * 60_000;
/** Posts per request of an import. */
export const IMPORT_POSTS = 20;
/** People per request of an import. */
export const IMPORT_PEOPLE = 200;
export const EXPORT_INTERVAL_MS = 24 * 60 * 60_000;
/** After creation or failure. */
export const EXPORT_KEPT_MS = 7 * 24 * 60 * 60_000;
