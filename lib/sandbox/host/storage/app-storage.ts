/** Where an app's data are kept. Three keepers, one interface: this browser, the account's server, nobody. */
import type { StorageChange, StorageEntry } from "@/lib/storage/contract";

export interface StorageUsage {
  usedBytes: number;
  quotaBytes: number;
}

export interface StoredData {
  entries: StorageEntry[];
  /** Under which the app knows whoever the data belong to. */
  personId: string;
}

export interface AppStorage {
  /** How long a change waits for others, in ms. A request is worth waiting for; what this browser keeps is not. */
  readonly settleMs: number;
  load(): Promise<StoredData>;
  /**
   * Applies changes in order, all or none.
   * @throws StorageFull where the quota would be passed; other errors are worth another attempt
   */
  apply(changes: StorageChange[], options?: { leaving?: boolean }): Promise<StorageUsage>;
}

export class StorageFull extends Error {
  override name = "StorageFull";
}

/** For runs whose data nobody keeps (the playground's trials). */
export function memoryStorage(quotaBytes: number): AppStorage {
  const load = async (): Promise<StoredData> => ({ entries: [], personId: randomPersonId() });
  return { settleMs: 0, load, apply: async () => ({ usedBytes: 0, quotaBytes }) };
}

/** As the server makes them: 22 characters. */
export function randomPersonId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
