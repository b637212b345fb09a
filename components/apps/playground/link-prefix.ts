/** Before the packed project in the hash of a link to the playground. */
export const LINK_PREFIX = "#g=";
