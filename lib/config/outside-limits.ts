// Files that a package loads from elsewhere and that its maker brings into it.
export const OUTSIDE_FILE_BYTES = 5 * 1024 * 1024;
export const OUTSIDE_FILE_MS = 15_000;
/** Of one package, or of one page that is imported. */
export const OUTSIDE_FILES_MAX = 100;
export const OUTSIDE_TOTAL_BYTES = 20 * 1024 * 1024;
/** Of everybody together; each may hold a file in memory. */
export const OUTSIDE_FILES_AT_ONCE_ALL = 16;
/** Of one person. */
export const OUTSIDE_FILES_AT_ONCE = 4;
/** Of a page that is imported: how long its files are fetched, and how far from the page a file may be named. */
export const IMPORT_MS = 120_000;
export const IMPORT_DEPTH_MAX = 10;
