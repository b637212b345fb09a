import { forgetCopy, keepCopyLater, readCopy, type CopyKey } from "@/lib/browser/offline-copies";
import type { JoinedRoom, RoomUpdate } from "./contract";

/** A room as cached in this browser: the person's membership, and the log since the latest snapshot. */
export type KeptRoom = { joined: JoinedRoom; updates: readonly RoomUpdate[] };

/** Bump it when the format changes; copies in another format are ignored. */
const VERSION = 1;

/** @param key the run key, because a post's room is joined through the post */
const copyKey = (userId: string, key: string): CopyKey => ({ userId, kind: "room", id: key });

/** For a start while offline. @param look called when the copy is saved */
export function keepRoomLater(userId: string, key: string, look: () => KeptRoom): void {
  keepCopyLater(copyKey(userId, key), () => {
    const room = look();
    const chars = room.updates.reduce(
      (sum, { payload }) => sum + payload.length,
      room.joined.snapshot?.state.length ?? 0,
    );
    return { value: { version: VERSION, ...room }, chars };
  });
}

export async function readKeptRoom(userId: string, key: string): Promise<KeptRoom | null> {
  const kept = (await readCopy(copyKey(userId, key))) as (KeptRoom & { version: number }) | null;
  return kept?.version === VERSION ? kept : null;
}

export const forgetKeptRoom = (userId: string, key: string): Promise<void> =>
  forgetCopy(copyKey(userId, key));
