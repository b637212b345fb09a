import type { ReactNode } from "react";

export interface PaletteCommand {
  id: string;
  group: "pages" | "apps" | "people" | "actions";
  label: string;
  /** Shown after the label, and searched. */
  detail?: string;
  /** More words to search. */
  words?: string;
  icon: ReactNode;
  /** Keys of its shortcut. */
  caps?: readonly string[];
  run: () => void;
}

/**
 * The commands that contain every word of the query, best first: the label starts with the first word, then any word starts
 * with it, then the rest.
 */
export function rankCommands(commands: readonly PaletteCommand[], query: string): PaletteCommand[] {
  const words = query.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...commands];
  const scored = commands.flatMap((command) => {
    const label = command.label.toLocaleLowerCase();
    const text = `${label} ${command.detail ?? ""} ${command.words ?? ""}`.toLocaleLowerCase();
    if (!words.every((word) => text.includes(word))) return [];
    const first = words[0]!;
    const score = label.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2;
    return [{ command, score }];
  });
  return scored.sort((a, b) => a.score - b.score).map(({ command }) => command);
}
