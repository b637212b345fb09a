/** Where an app's data are kept. Three keepers, one interface: this browser, the account's server, nobody. */
import type { StorageChange, StorageEntry } from "@/lib/contracts/app-storage";

export interface StorageUsage {
  usedBytes: number;
  quotaBytes: number;
}

export interface AppStorage {
  load(): Promise<StorageEntry[]>;
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
  return { load: async () => [], apply: async () => ({ usedBytes: 0, quotaBytes }) };
}
