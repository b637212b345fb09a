/** Sizes and times of the conversation between host and frame. */
export const PROTOCOL_VERSION = 1;

/** All that an app keeps: localStorage, lasting cookies, IndexedDB, gum.storage. UTF-8 bytes of keys and values. */
export const STORAGE_QUOTA_BYTES = 3 * 1024 * 1024;
/** What `suspend` may bring back, sessionStorage included. */
export const STATE_MAX_CHARS = 3 * 1024 * 1024;
export const STORAGE_KEY_CHARS = 1_024;
export const STORAGE_BATCH_MAX = 2_000;

export const TEXT_LINE_CHARS = 4_096;
export const URL_CHARS = 8_192;
export const DIALOG_CHARS = 4_096;
export const CLIPBOARD_CHARS = 1024 * 1024;
export const COMPOSE_CHARS = 5_000;
export const SAVE_MAX_BYTES = 100 * 1024 * 1024;
export const IMAGE_MAX_BYTES = 8 * 1024 * 1024;
export const CONSOLE_BATCH_MAX = 100;
export const CONSOLE_LINE_CHARS = 2_048;

/** More messages than this in one second are a flood. What the frame sends by itself is batched and stays far below. */
export const FLOOD_PER_SECOND = 500;
/** This many malformed messages end a run too: the frame's own code never sends one. */
export const MALFORMED_MAX = 20;

export const HELLO_TIMEOUT_MS = 15_000;
export const PING_EVERY_MS = 2_000;
/** Without an answer this long the person is told; without one for the second time span the run ends. */
export const SILENT_NOTICE_MS = 6_000;
export const SILENT_END_MS = 30_000;
/** After a load of the frame something must be heard within this time, or another document stands there. */
export const ALIVE_AFTER_LOAD_MS = 5_000;
/** How long a frame has for its last words (pagehide, last saves, state) before it is removed. */
export const UNLOAD_MS = 400;

export const EGRESS_BODY_CHARS = 1_500_000;
/** Questions of an app that may wait for their answer at the same time. */
export const OPEN_CALLS_MAX = 50;
