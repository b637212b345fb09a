/** Data of a signed-in person: `GET|PUT|DELETE /api/apps/{id}/storage`, so that a save is there on the next device. */
import { appStorageSchema, appStorageUsageSchema, STORAGE_CHANGES_MAX } from "@/lib/storage/contract";
import { StorageFull, type AppStorage, type StorageUsage } from "@/lib/sandbox/host/storage/app-storage";

/** What the browser still sends when its page is going away. */
const KEEPALIVE_MAX_BYTES = 60_000;
const SETTLE_MS = 600;

export function accountStorage(url: string): AppStorage {
  return {
    settleMs: SETTLE_MS,
    async load() {
      const response = await fetch(url, { credentials: "include", headers: { accept: "application/json" } });
      if (!response.ok) throw new Error(`The saved data could not be read (${response.status}).`);
      const { entries, personId } = appStorageSchema.parse(await response.json());
      return { entries, personId };
    },
    async apply(changes, { leaving = false } = {}) {
      let usage: StorageUsage = { usedBytes: 0, quotaBytes: 0 };
      for (let at = 0; at < changes.length; at += STORAGE_CHANGES_MAX) {
        const body = JSON.stringify({ changes: changes.slice(at, at + STORAGE_CHANGES_MAX) });
        const response = await fetch(url, {
          method: "PUT",
          credentials: "include",
          headers: { "content-type": "application/json", accept: "application/json" },
          body,
          keepalive: leaving && body.length < KEEPALIVE_MAX_BYTES,
        });
        if (response.status === 413) throw new StorageFull("The storage of this app is full.");
        if (!response.ok) throw new Error(`The data could not be saved (${response.status}).`);
        usage = appStorageUsageSchema.parse(await response.json());
      }
      return usage;
    },
  };
}
