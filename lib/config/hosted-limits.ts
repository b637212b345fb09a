// Further limits of the hosted interface (docs/api.md)

/** Rows that one request may insert, all of them or none. */
export const HOSTED_INSERTS_MAX = 100;
