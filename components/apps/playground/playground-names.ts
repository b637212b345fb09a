/** What one can begin with in the playground. Apart from their texts, which only the playground needs. */
export const TEMPLATES = ["page", "canvas", "game", "notes", "module"] as const;
export type TemplateName = (typeof TEMPLATES)[number];

/** Before the packed project in the hash of a link to the playground. */
export const LINK_PREFIX = "#g=";
