/** The templates. Their files are elsewhere, because only the playground needs them. */
export const TEMPLATES = ["page", "canvas", "game", "notes", "module"] as const;
export type TemplateName = (typeof TEMPLATES)[number];

/** The prefix of the encoded project in the hash of a link. */
export const LINK_PREFIX = "#g=";
