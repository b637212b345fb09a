/** The templates. Their files are elsewhere, because only the playground needs them. */
const PLAIN_TEMPLATES = ["page", "canvas", "game", "notes", "module", "typed"] as const;
/** Apps that people use together. */
const ROOM_TEMPLATES = ["poll", "list", "chat", "pointers"] as const;
export const TEMPLATES = [...PLAIN_TEMPLATES, ...ROOM_TEMPLATES] as const;
export type PlainTemplateName = (typeof PLAIN_TEMPLATES)[number];
export type RoomTemplateName = (typeof ROOM_TEMPLATES)[number];
export type TemplateName = (typeof TEMPLATES)[number];

/** Opens like a template, from the page about it; its files are a package of `/docs`. */
export const CONFORMANCE = "conformance";

/** The prefix of the encoded project in the hash of a link. */
export const LINK_PREFIX = "#g=";

const FORMATTED = /\.(?:tsx?|mts|m?js|cjs|jsx|json|webmanifest|css|html?|md)$/i;

/** Whether `formatText` knows the language of a file. Its code comes with the first use. */
export const isFormatted = (path: string): boolean => FORMATTED.test(path);
