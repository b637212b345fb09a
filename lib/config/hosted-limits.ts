// Further limits of the hosted interface (docs/api.md)

/** Rows that one request may insert, all of them or none. */
export const HOSTED_INSERTS_MAX = 100;
/** Of them, people to follow: each locks the row of somebody else until all are stored. */
export const HOSTED_FOLLOWS_MAX = 20;
/** Of the JSON object that a client may keep with a private file. */
export const HOSTED_METADATA_BYTES = 4 * 1024;
