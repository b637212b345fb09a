/** The shelves of the store. A manifest may say anything; what is none of these stands under "other". */
export const APP_CATEGORIES = [
  "games",
  "creativity",
  "music",
  "productivity",
  "tools",
  "education",
  "social",
  "lifestyle",
  "other",
] as const;
export type AppCategory = (typeof APP_CATEGORIES)[number];

const ALIASES: Record<string, AppCategory> = {
  game: "games",
  puzzle: "games",
  art: "creativity",
  drawing: "creativity",
  design: "creativity",
  graphics: "creativity",
  audio: "music",
  notes: "productivity",
  office: "productivity",
  utility: "tools",
  utilities: "tools",
  tool: "tools",
  developer: "tools",
  learning: "education",
  communication: "social",
  health: "lifestyle",
  entertainment: "lifestyle",
};

/** The category a written one means. */
export function toAppCategory(written: string | undefined): AppCategory {
  const word = (written ?? "").trim().toLowerCase();
  const exact = APP_CATEGORIES.find((category) => category === word);
  return exact ?? ALIASES[word] ?? "other";
}
