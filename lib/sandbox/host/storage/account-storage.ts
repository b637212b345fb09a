/** Storage of a signed-in user: `GET|PUT|DELETE /api/apps/{id}/storage`. */
import { appStorageSchema, appStorageUsageSchema, STORAGE_CHANGES_MAX } from "@/lib/storage/contract";
import { StorageFull, type AppStorage } from "@/lib/sandbox/host/storage/app-storage";

/** Browsers limit keepalive requests to 64 KiB. */
const KEEPALIVE_MAX_BYTES = 60_000;
const BATCH_DELAY_MS = 600;

export function accountStorage(url: string): AppStorage {
  return {
    batchDelayMs: BATCH_DELAY_MS,
    async load() {
      const response = await fetch(url, { credentials: "include", headers: { accept: "application/json" } });
      if (!response.ok) throw new Error(`The saved data could not be read (${response.status}).`);
      const { entries, personId } = appStorageSchema.parse(await response.json());
      return { entries, personId };
    },
    async apply(changes, { leaving = false } = {}) {
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
        // Not every 200 comes from our server: a captive portal sends its own page.
        appStorageUsageSchema.parse(await response.json());
      }
    },
  };
}
