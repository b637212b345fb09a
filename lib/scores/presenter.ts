import "server-only";
import { presentUserShort } from "@/lib/people/user-presenter";
import type { ScoreEntry } from "./contract";
import type { ScoreRecord } from "./repository";

/** People see their own name, whether others do or not. */
export function presentScore(
  record: ScoreRecord,
  { rank, code, viewerId }: { rank: number; code: string; viewerId: string },
): ScoreEntry {
  const { id, userId, value, createdAt, isNamed, username, displayName, avatarKey } = record;
  const isMine = userId === viewerId;
  const person = isNamed ? presentUserShort({ id: userId, username, displayName, avatarKey }) : null;
  return { id, rank, value, at: createdAt.toISOString(), isMine, person, code };
}
