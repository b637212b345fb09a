import { forgetCopy, keepCopyLater, readCopy, type CopyKey } from "@/lib/browser/offline-copies";
import type { JoinedRoom, RoomUpdate } from "./contract";

/** A room as this browser knows it: how the person has joined it, and the log since the newest snapshot. */
export type KeptRoom = { joined: JoinedRoom; updates: readonly RoomUpdate[] };

/** Changes with the form of what is kept; a copy of another form is none. */
const VERSION = 1;

/** @param key of the run: a post's room is joined by the post */
const copyKey = (userId: string, key: string): CopyKey => ({ userId, kind: "room", id: key });

/** For a start without a connection. @param look called when it is kept */
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
