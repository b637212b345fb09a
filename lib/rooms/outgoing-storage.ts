import type { DBSchema } from "idb";
import { databases } from "@/lib/browser/databases";
import { ROOM_OUTGOING_MAX } from "@/lib/config/limits";
import { ROOM_OUTGOING_KEY } from "@/lib/config/storage-keys";
import type { RoomUpdateContent } from "./contract";

/** An update that the server has not confirmed. */
export interface OutgoingUpdate {
  /** Their order. */
  key?: number;
  userId: string;
  roomId: string;
  /** The idempotency key. */
  clientKey: string;
  appName: string;
  content: RoomUpdateContent;
  /** Milliseconds since 1970. */
  at: number;
}

interface OutgoingSchema extends DBSchema {
  updates: { key: number; value: OutgoingUpdate; indexes: { room: [string, string] } };
}

const open = databases<OutgoingSchema>((db) => {
  const updates = db.createObjectStore("updates", { keyPath: "key", autoIncrement: true });
  updates.createIndex("room", ["userId", "roomId"]);
});

/** Rejects where the browser has no IndexedDB. */
const database = async () => open("gum-room-outgoing");

/** Lets tabs that have not loaded this code see that updates are pending. */
export function markOutgoing(on: boolean): void {
  try {
    if (!on) localStorage.removeItem(ROOM_OUTGOING_KEY);
    else if (!localStorage.getItem(ROOM_OUTGOING_KEY)) localStorage.setItem(ROOM_OUTGOING_KEY, "1");
  } catch {
    // localStorage is blocked: what waits is sent by the next visit to the room.
  }
}

/** @returns how many wait in its room then; null if there are too many to add one */
export async function addOutgoing(update: OutgoingUpdate): Promise<number | null> {
  const transaction = (await database()).transaction("updates", "readwrite");
  const waiting = await transaction.store.index("room").count([update.userId, update.roomId]);
  if (waiting < ROOM_OUTGOING_MAX) await transaction.store.add(update);
  await transaction.done;
  return waiting < ROOM_OUTGOING_MAX ? waiting + 1 : null;
}

export async function firstOutgoing(userId: string, roomId: string): Promise<OutgoingUpdate | null> {
  const found = await (await database()).getFromIndex("updates", "room", [userId, roomId]);
  return found ?? null;
}

/** The updates of a room, in order. */
export async function outgoingOf(userId: string, roomId: string): Promise<OutgoingUpdate[]> {
  return (await database()).getAllFromIndex("updates", "room", [userId, roomId]);
}

/** @returns how many wait in its room then */
export async function removeOutgoing({ key, userId, roomId }: OutgoingUpdate): Promise<number> {
  const transaction = (await database()).transaction("updates", "readwrite");
  if (key !== undefined) await transaction.store.delete(key);
  const waiting = await transaction.store.index("room").count([userId, roomId]);
  await transaction.done;
  return waiting;
}

/** By room, how many of a user's updates wait, however old they are. */
export async function listOutgoing(userId: string): Promise<Map<string, number>> {
  const transaction = (await database()).transaction("updates", "readwrite");
  const waiting = new Map<string, number>();
  let isEmpty = true;
  for await (const cursor of transaction.store) {
    const { value } = cursor;
    isEmpty = false;
    if (value.userId === userId) waiting.set(value.roomId, (waiting.get(value.roomId) ?? 0) + 1);
  }
  // Before the end of the transaction: another tab's update comes after it, and so does its mark.
  if (isEmpty) markOutgoing(false);
  await transaction.done;
  return waiting;
}
