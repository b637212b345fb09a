/** Limits of the protocol between host and frame. */
export const PROTOCOL_VERSION = 1;

/** For localStorage, persistent cookies, IndexedDB and gum.storage together. UTF-8 bytes of keys and values. */
export const STORAGE_QUOTA_BYTES = 10 * 1024 * 1024;
/** Size of a suspended state, including sessionStorage. */
export const STATE_MAX_CHARS = 3 * 1024 * 1024;
/** Size of the state that a running app is asked for now and then. */
export const LIVE_STATE_MAX_CHARS = 256 * 1024;
export const STORAGE_KEY_CHARS = 1_024;
export const STORAGE_BATCH_MAX = 2_000;
/** Keys of one app, and of its sessionStorage: what each costs the page does not depend on its size. */
export const STORAGE_ENTRIES_MAX = 10_000;
/** Keys and values of one message. */
export const STORAGE_MESSAGE_CHARS = STORAGE_QUOTA_BYTES + STORAGE_KEY_CHARS;
/** A batch of several changes is not larger than this. */
export const STORAGE_BATCH_CHARS = 256 * 1024;

/** A row of a database on the device, and all rows of one message. */
export const DEVICE_MESSAGE_BYTES = 1024 * 1024;
export const DEVICE_ROWS_MAX = 64;
/** Names, key paths and indexes of a database's stores. */
export const DEVICE_SCHEMA_CHARS = 512 * 1024;
/** Pages that one transaction may write: those of the largest database, and of one that has gaps. */
export const DEVICE_PAGES_MAX = 20_000;

export const TEXT_LINE_CHARS = 4_096;
export const URL_CHARS = 8_192;
/** The session history of an app, as JSON. */
export const HISTORY_CHARS = 64 * 1024;
export const DIALOG_CHARS = 4_096;
export const CLIPBOARD_CHARS = 1024 * 1024;
export const COMPOSE_CHARS = 5_000;
export const NOTICE_CHARS = 2_000;
export const SCORE_VALUE_MAX = 1e15;
export const SCORE_BOARD_CHARS = 32;
/** The inputs of a run that the server runs again. */
export const SCORE_LOG_CHARS = 64 * 1024;
/** A timer in a recorded run that fires too early by more than this was not awaited. */
export const EARLY_TIMER_MS = 100;
export const HREF_CHARS = 1_000;
/** Of the state that an app shares, as JSON in UTF-8. */
export const MOMENT_STATE_MAX_BYTES = 256 * 1024;
export const FILE_NAME_CHARS = 1_024;
/** Remote files that an app may wait for at the same time. Its frame asks for fewer. */
export const OPEN_FILES_MAX = 16;
export const FILES_ASKED_MAX = 4;
export const CARD_TEXT_CHARS = 2_000;
export const CARD_LINES_MAX = 6;
export const CARD_BARS_MAX = 8;
export const CARD_PEOPLE_MAX = 8;
export const CARD_VALUE_MAX = 1e12;
export const CARD_PICTURE_MAX_BYTES = 64 * 1024;
export const SAVE_MAX_BYTES = 100 * 1024 * 1024;
export const IMAGE_MAX_BYTES = 8 * 1024 * 1024;
export const CONSOLE_BATCH_MAX = 100;
export const CONSOLE_LINE_CHARS = 2_048;

/** More messages per second than this end the run. The frame's own messages are batched and stay far below. */
export const FLOOD_PER_SECOND = 500;
/** Messages that hold the page for longer than this within a window end the run: a few large ones, or many of any size. */
export const WORK_MS = 400;
export const WORK_WINDOW_MS = 2_000;
/** More malformed messages than this end the run. The frame's own code never sends one. */
export const MALFORMED_MAX = 20;

export const HELLO_TIMEOUT_MS = 15_000;
export const PING_EVERY_MS = 2_000;
/** After this long without a pong the user sees a notice. */
export const SILENT_NOTICE_MS = 10_000;
/** A message whose reading outlasts this many pings ends the run. */
export const GATE_SILENT_PINGS = 2;
/** After this long without frames a browser has ended their process, also one that hangs. */
export const PROCESS_END_MS = 1_500;
/** A frame that sends nothing this long after a load event has navigated to another document. */
export const ALIVE_AFTER_LOAD_MS = 5_000;
/** Time for a frame to run pagehide, save and return its state before it is removed. */
export const UNLOAD_MS = 1_500;

export const EGRESS_BODY_CHARS = 1_500_000;
/** Calls of an app that may be pending at the same time. */
export const OPEN_CALLS_MAX = 50;
