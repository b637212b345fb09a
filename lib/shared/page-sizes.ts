// Section 9 of the specification. In `domain` because the contracts, which may import nothing above it, state them too.
export const PAGE_SIZE = 20;
export const COMMENTS_PAGE_SIZE = 50;
export const PAGE_SIZE_MAX = 100;
