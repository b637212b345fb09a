// Statistics of an app for its maker. Days are UTC.
const DAY_MS = 24 * 60 * 60_000;

/** Days of the chart, which are compared with as many before. */
export const STATISTICS_DAYS = 30;
export const STATISTICS_WEEKS = 8;
/** A group of fewer is not split into those who came back and those who did not. */
export const COHORT_MIN_PEOPLE = 5;
/** A day of fewer shows no numbers: they would be the diary of somebody whom the maker may know. */
export const DAY_MIN_PEOPLE = 3;
/** Whoever runs it again from this day on after their first, and until that one, counts as kept. */
export const KEPT_FROM_DAYS = 7;
export const KEPT_UNTIL_DAYS = 13;
export const STATISTICS_VERSIONS = 5;
export const APP_DAY_KEPT_MS = 2 * 365 * DAY_MS;

// Problems of running apps
/** Different ones that count of one run. */
export const PROBLEMS_PER_RUN = 5;
/** How long a browser collects before it reports. */
export const PROBLEM_WAIT_MS = 5_000;
/** As the browser sends it, and as it is stored. */
export const PROBLEM_SENT_CHARS = 1_000;
export const PROBLEM_MESSAGE_CHARS = 200;
export const PROBLEM_FILE_CHARS = 150;
/** People who must have reported one before its maker sees it: what one person's run throws may be theirs alone. */
export const PROBLEM_MIN_PEOPLE = 3;
/** Rows per app: problems, counted once for each version that has them. */
export const PROBLEMS_PER_APP = 100;
/** Of those that too few people have reported: they take no room from the others. */
export const RARE_PROBLEMS_PER_APP = 200;
/** Which of them a run has reported: longer than its token is valid. */
export const PROBLEM_RUN_KEPT_MS = 25 * 60 * 60_000;
/** After it was last reported. */
export const PROBLEM_KEPT_MS = 90 * DAY_MS;
