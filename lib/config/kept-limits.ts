/** How long the data of an app's earlier version is kept. */
export const KEPT_APP_DATA_MS = 30 * 24 * 60 * 60 * 1_000;
