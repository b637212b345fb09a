/** How long the data of an app's earlier version is kept. */
export const KEPT_APP_DATA_MS = 30 * 24 * 60 * 60 * 1_000;
/** Of several updates within this time, the data before the first is kept: a later one may fix the first. */
export const KEPT_APP_DATA_FIRST_MS = 24 * 60 * 60 * 1_000;
