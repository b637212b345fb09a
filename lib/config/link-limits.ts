/** Link cards: longer URLs get none; a page is refetched after a day, and deleted a month after its last post. */
export const LINK_URL_MAX_CHARS = 2_000;
export const LINK_TITLE_MAX_CHARS = 200;
export const LINK_DESCRIPTION_MAX_CHARS = 300;
export const LINK_BYTES = { page: 1024 * 1024, image: 5 * 1024 * 1024 } as const;
export const LINK_TIMEOUT_MS = 8_000;
/** Concurrent fetches per process. */
export const LINK_FETCHES = 4;
/** Concurrent previews per person and process. */
export const LINK_PREVIEWS = 2;
export const LINK_FRESH_MS = 24 * 60 * 60_000;
export const LINK_KEPT_MS = 30 * 24 * 60 * 60_000;
