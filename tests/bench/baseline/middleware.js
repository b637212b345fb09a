/** Stands here so that the product's own, further up, is not taken: it is asked about no path. */
export function middleware() {}

export const config = { matcher: "/no-such-path" };
