import { ApiError } from "@/lib/browser/api";
import type { JoinedRoom } from "./contract";
import { forgetKeptRoom, readKeptRoom, type KeptRoom } from "./kept-storage";
import { refusalOf, RoomLink } from "./link.client";

/** Error statuses of proxies: the server is unreachable. */
const NOBODY_THERE = [0, 502, 503, 504];

/** Joins a room; offline, from the copy in this browser. @throws ApiError */
export async function openRoomLink({
  key,
  join,
  ...by
}: {
  /** The copy in this browser. */
  key: string;
  join: () => Promise<JoinedRoom>;
  userId: string;
  appName: string;
}): Promise<RoomLink> {
  const { userId } = by;
  const room = await join().then(
    (joined): KeptRoom & { isCopy: boolean } => ({ joined, updates: [], isCopy: false }),
    async (error: unknown) => {
      const kept = userId && isUnreachable(error) ? await readKeptRoom(userId, key) : null;
      if (kept) return { ...kept, isCopy: true };
      // Deletes the copy once the person has lost access.
      if (userId && refusalOf(error).isFinal) await forgetKeptRoom(userId, key);
      throw error;
    },
  );
  return new RoomLink(room, { ...by, key });
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && NOBODY_THERE.includes(error.status);
