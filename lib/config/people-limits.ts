/** Requests to follow one person that may wait: all are accepted at once when the account becomes public. */
export const FOLLOW_REQUESTS_MAX = 5_000;
/** Beyond, their number is shown as this many or more. */
export const REQUESTS_SHOWN_MAX = 100;
