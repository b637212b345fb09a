import type { DBSchema } from "idb";
import { databases } from "@/lib/browser/databases";
import { fromStored, toStored, withoutOld, type Stored } from "./sending";
import type { OutboxEntry } from "./store";

interface OutboxSchema extends DBSchema {
  /** One record per user, so that a change reads and writes all of it in one transaction. */
  entries: { key: string; value: { userId: string; entries: readonly Stored<OutboxEntry>[] } };
}

/** Where the browser has no IndexedDB: kept until the tab is closed. */
const memory = new Map<string, readonly OutboxEntry[]>();

const open = databases<OutboxSchema>((db) => {
  db.createObjectStore("entries", { keyPath: "userId" });
});

/** Changes a user's entries in one transaction across all tabs. @returns the stored entries */
export async function changeEntries(
  userId: string,
  change: (entries: readonly OutboxEntry[]) => readonly OutboxEntry[],
): Promise<readonly OutboxEntry[]> {
  const changed = (stored: readonly OutboxEntry[] | undefined) =>
    change(withoutOld(stored ?? [], Date.now()));
  try {
    const transaction = (await open("gum-outbox")).transaction("entries", "readwrite");
    const entries = changed((await transaction.store.get(userId))?.entries.map(fromStored));
    if (entries.length > 0) await transaction.store.put({ userId, entries: entries.map(toStored) });
    else await transaction.store.delete(userId);
    await transaction.done;
    return entries;
  } catch {
    const entries = changed(memory.get(userId));
    memory.set(userId, entries);
    return entries;
  }
}
