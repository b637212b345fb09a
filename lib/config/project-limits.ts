// Projects of the playground.
export const PROJECTS_MAX = 50;
export const PROJECT_FILES_MAX = 500;
export const PROJECT_MAX_BYTES = 10 * 1024 * 1024;
export const PROJECT_NAME_MAX_CHARS = 60;
/** A save as JSON: base64 turns three bytes into four characters. */
export const PROJECT_BODY_MAX_BYTES = 15 * 1024 * 1024;
/** A project with its history, whose oldest versions are dropped first. */
export const PROJECT_HISTORY_BYTES = 3 * PROJECT_MAX_BYTES;
export const PROJECT_VERSIONS_MAX = 100;
/** Saves within this time share one version. */
export const PROJECT_VERSION_MS = 10 * 60_000;
/** How many deleted projects are kept, and how long. */
export const PROJECTS_DELETED_MAX = 10;
export const PROJECT_UNDELETE_MS = 7 * 24 * 60 * 60_000;
