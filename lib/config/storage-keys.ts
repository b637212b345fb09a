/** Keys of localStorage and sessionStorage (specification, section 9). */
export const AUTH_KEY = "auth-storage";
export const THEME_KEY = "gum-ui-theme";
export const DOCK_KEY = "gum-dock";
/** The post being written. */
export const DRAFT_KEY = "gum-draft";
/** Whether content warnings and sensitive pictures are revealed. */
export const REVEAL_KEY = "gum-reveal";
/** Posts that earlier releases left unsent. */
export const OUTBOX_KEY = "gum-outbox";
/** Set while a sign-out has not reached the server. */
export const PENDING_LOGOUT_KEY = "gum-pending-logout";
/** In sessionStorage: the invitation code from the link. */
export const INVITATION_KEY = "gum-invitation";
export const PLAYGROUND_KEY = "gum-playground";
/** Prefix of an app's id: its sessionStorage. */
export const APP_TAB_PREFIX = "gum-app-tab:";
/** The apps that a tab has open. */
export const OPEN_APPS_KEY = "gum-open-apps";
/** This browser's id as a writer of apps' data. */
export const STORAGE_WRITER_KEY = "gum-storage-writer";
/** Apps that the person runs although this browser cannot block all their network access. */
export const LEAK_CONSENTS_KEY = "gum-leak-consents";
/** Of which apps the person has read that their data are on a device only. */
export const DEVICE_NOTICES_KEY = "gum-device-notices";
/** The browser version that blocks what an app's policy does not, as last tried. */
export const ALLOWLIST_ENFORCED_KEY = "gum-connection-allowlist";
/** Large packages, by hash, whose apps need every file at once. */
export const WHOLE_PACKAGES_KEY = "gum-whole-packages";
/** Apps that get the shell's shortcuts. */
export const SHORTCUT_CONSENTS_KEY = "gum-shortcut-consents";
/** When apps have notified their person in the last hour. */
export const NOTICE_TIMES_KEY = "gum-notice-times";
/** Set while updates of rooms wait to be sent. */
export const ROOM_OUTGOING_KEY = "gum-room-outgoing";
