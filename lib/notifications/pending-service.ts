import "server-only";
import { type Db, inTransaction } from "@/lib/db/client";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { publish } from "./notify-service";

/** A change that is checked, but not stored yet: stored together with others, all of them or none. */
export type Pending = {
  /** The id of the row that it locks. Changes are stored in the order of these, so that two batches cannot deadlock. */
  target: string;
  /** Rows to lock before any change is stored; changes with the same function lock theirs at once. */
  lock?: { with: (ids: string[], tx: Db) => Promise<void>; ids: string[] };
  /** @returns what to publish after the commit */
  store: (tx: Db) => Promise<LiveEvent[]>;
};

/** Stores changes in one transaction. @throws what the first failing change throws; then nothing is stored */
export async function storeTogether(changes: readonly Pending[]): Promise<void> {
  if (changes.length === 0) return;
  const locks = new Map<NonNullable<Pending["lock"]>["with"], Set<string>>();
  for (const { lock } of changes) {
    if (lock) locks.set(lock.with, new Set([...(locks.get(lock.with) ?? []), ...lock.ids]));
  }
  const ordered = changes.toSorted((a, b) => (a.target < b.target ? -1 : Number(a.target > b.target)));
  const events = await inTransaction(async (tx) => {
    for (const [lock, ids] of locks) await lock([...ids], tx);
    const all: LiveEvent[] = [];
    for (const { store } of ordered) all.push(...(await store(tx)));
    return all;
  });
  publish(...events);
}
