/** The categories of the store. A manifest may contain any text; unknown ones count as "other". */
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

/** The category that a manifest's text stands for. */
export function toAppCategory(text: string | undefined): AppCategory {
  const word = (text ?? "").trim().toLowerCase();
  const exact = APP_CATEGORIES.find((category) => category === word);
  return exact ?? ALIASES[word] ?? "other";
}
