/** The interface of an app's storage: the account, this browser, or memory. */
import type { StorageChange, StorageEntry } from "@/lib/storage/contract";

interface StoredData {
  entries: StorageEntry[];
  /** The id by which the app knows the owner of the data. */
  personId: string;
}

export interface AppStorage {
  /** How long changes are batched, in ms. */
  readonly batchDelayMs: number;
  load(): Promise<StoredData>;
  /**
   * Applies changes in order, all or none.
   * @throws StorageFull if the changes exceed the quota; other errors are retried
   */
  apply(changes: StorageChange[], options?: { leaving?: boolean }): Promise<void>;
}

export class StorageFull extends Error {
  override name = "StorageFull";
}

/** For runs whose data is not saved, such as those of the playground. */
export function memoryStorage(): AppStorage {
  return {
    batchDelayMs: 0,
    load: async () => ({ entries: [], personId: randomPersonId() }),
    apply: async () => {},
  };
}

/** An id in the same format as the server's: 22 characters of base64url. */
export function randomPersonId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
