/** Storage of guests and local apps in IndexedDB, one record per entry. */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { StorageEntry } from "@/lib/storage/contract";
import { entryBytes } from "@/lib/sandbox/protocol/storage";
import { STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";
import { randomPersonId, StorageFull, type AppStorage } from "@/lib/sandbox/host/storage/app-storage";

interface Schema extends DBSchema {
  entries: {
    key: [owner: string, area: string, key: string];
    value: { owner: string; area: StorageEntry["area"]; key: string; value: string };
    indexes: { owner: string };
  };
}

const NAME = "gum-app-data";
let opened: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      const store = db.createObjectStore("entries", { keyPath: ["owner", "area", "key"] });
      store.createIndex("owner", "owner");
    },
    terminated() {
      opened = null;
    },
  });
  return opened;
}

/** @param owner the app, and the user if several share this browser, e.g. `guest/{appId}` */
export function browserStorage(owner: string): AppStorage {
  return {
    batchDelayMs: 0,
    async load() {
      const records = await (await database()).getAllFromIndex("entries", "owner", owner);
      const entries = records.map(({ area, key, value }) => ({ area, key, value }));
      return { entries, personId: personIdOf(owner), revision: 0 };
    },
    async apply(changes) {
      const transaction = (await database()).transaction("entries", "readwrite");
      const { store } = transaction;
      for (const { area, key, value } of changes) {
        if (key === null) {
          const keys = await store.getAllKeys(IDBKeyRange.bound([owner, area], [owner, area, []]));
          await Promise.all(keys.map((found) => store.delete(found)));
        } else if (value === null) await store.delete([owner, area, key]);
        else await store.put({ owner, area, key, value });
      }
      const records = await store.index("owner").getAll(owner);
      const usedBytes = records.reduce((sum, { key, value }) => sum + entryBytes(key, value), 0);
      if (usedBytes > STORAGE_QUOTA_BYTES) {
        transaction.done.catch(() => {});
        transaction.abort();
        throw new StorageFull("The storage of this app is full.");
      }
      await transaction.done;
      return 0;
    },
  };
}

const PERSON_PREFIX = "gum-app-person:";

/** Created on the first run. */
function personIdOf(owner: string): string {
  try {
    const known = localStorage.getItem(PERSON_PREFIX + owner);
    if (known && /^[\w-]{22}$/.test(known)) return known;
    const created = randomPersonId();
    localStorage.setItem(PERSON_PREFIX + owner, created);
    return created;
  } catch {
    // localStorage is full or blocked: use an id for this run only.
    return randomPersonId();
  }
}
