// The trial of an app in a browser of the server, before it is published.

/** The whole trial; then the browser is ended. */
export const TRIAL_MS = 30_000;
/** The page that opens the app, without the app. */
export const TRIAL_PAGE_MS = 10_000;
/** From the start of the app until it shows something. */
export const TRIAL_START_MS = 10_000;
/** How long a loaded page may stay blank: many build their content after the load event. */
export const TRIAL_BLANK_MS = 3_000;
/**
 * Delay between the start and the screenshots, to include what the app draws, saves or throws right
 * afterwards.
 */
export const TRIAL_SETTLE_MS = 1_500;
/** How long a request waits for a trial, those before it in the queue included. Proxies often allow 60 s. */
export const TRIAL_WAIT_MS = 45_000;
export const TRIALS_WAITING_MAX = 2;
/** A package that could not be tried is not tried again for so long, unless somebody asks. */
export const UNTRIED_KEPT_MS = 10 * 60_000;
/** A page, a frame and the browser around them take about 600 MB, pages that they share counted several times. */
export const TRIAL_MEMORY_BYTES = 1_500 * 1024 * 1024;
export const TRIAL_HEAP_MB = 256;
export const TRIAL_DRIVER_HEAP_MB = 256;
export const TRIAL_PICTURE_BYTES = 8 * 1024 * 1024;
export const TRIAL_ERRORS_MAX = 10;
export const TRIAL_ERROR_CHARS = 300;
export const TRIAL_HOSTS_MAX = 20;

export const TRIAL_SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;
