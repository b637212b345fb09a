/** The keys under which this browser keeps things (specification, section 9). */
export const AUTH_KEY = "auth-storage";
export const THEME_KEY = "gum-ui-theme";
export const DOCK_KEY = "gum-dock";
/** What the person is writing, and posts that are on their way or failed. */
export const DRAFT_KEY = "gum-draft";
export const OUTBOX_KEY = "gum-outbox";
/** Set while a sign-out could not be told to the server; it is told at the next opportunity. */
export const PENDING_LOGOUT_KEY = "gum-pending-logout";
export const PLAYGROUND_KEY = "gum-playground";
/** Before the id of an app: what it keeps in the tab alone. */
export const APP_TAB_PREFIX = "gum-app-tab:";
/** Apps that the person runs although this browser leaves ways out open. */
export const LEAK_CONSENTS_KEY = "gum-leak-consents";
