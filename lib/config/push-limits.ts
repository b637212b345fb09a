// Web push and the digest by mail
/** The push service keeps a message for a device that is offline for this long. */
export const PUSH_TTL_SECONDS = 24 * 60 * 60;
/** For one message; a push service usually takes less than a second. */
export const PUSH_SEND_MS = 10_000;
/** Messages in flight for one person per process, and how long others of theirs wait then, at least. */
export const PUSH_AT_ONCE_PERSON = 2;
export const PUSH_SLOT_MS = 5_000;
/** Of so many that wait like this a process knows that their limit has counted them. */
export const PUSH_POSTPONED_MAX = 10_000;
/** The longest Retry-After that is respected. */
export const PUSH_RETRY_MAX_MS = 60 * 60_000;
/** A device is removed after this many messages in a row that failed for good. */
export const PUSH_FAILURES_MAX = 10;
/** Of the body; the encrypted message must fit in 4 KB. */
export const PUSH_TEXT_GRAPHEMES = 160;
export const PUSH_TEXT_BYTES = 1_500;
/** A push service's address; they have up to about 700 characters. */
export const PUSH_ENDPOINT_CHARS = 2_000;

/** Digests per batch of the cron job. */
export const DIGEST_BATCH = 20;
/** The most items in one, and how many of the newest notifications are searched for them. */
export const DIGEST_NOTIFICATIONS = 10;
export const DIGEST_NOTIFICATIONS_READ = 200;
export const DIGEST_POSTS = 3;
