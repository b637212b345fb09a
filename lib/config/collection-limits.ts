// Collections of apps
export const COLLECTION_TITLE_MAX_CHARS = 60;
export const COLLECTION_TEXT_MAX_CHARS = 300;
export const COLLECTION_NOTE_MAX_CHARS = 140;
export const COLLECTIONS_MAX = 50;
export const COLLECTION_APPS_MAX = 100;
/** How many collections the store shows, and an app's page. */
export const COLLECTIONS_IN_STORE = 6;
export const COLLECTIONS_OF_APP = 3;
