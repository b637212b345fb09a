// Reviews of apps
export const REVIEW_MAX_CHARS = 1_000;
export const REVIEW_ANSWER_MAX_CHARS = 1_000;
export const REVIEWS_PAGE_SIZE = 10;
