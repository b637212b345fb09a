import "server-only";
import { BOARD_CARD_ENTRIES } from "@/lib/config/limits";
import type { BoardCard, BoardCardRecord } from "./card-contract";

/**
 * A board as shown in a post; null if it has no scores.
 * @param sees whether the viewer may see this person; others are left out
 */
export function presentBoardCard(
  board: BoardCardRecord | null | undefined,
  sees: (userId: string) => boolean = () => true,
): BoardCard | null {
  const shown = board?.entries?.filter(({ userId }) => sees(userId)) ?? [];
  if (!board || shown.length === 0) return null;
  const { title, unit, verified } = board;
  const entries = shown.slice(0, BOARD_CARD_ENTRIES).map(({ name, value }) => ({ name, value }));
  return { title, unit, verified, entries };
}
