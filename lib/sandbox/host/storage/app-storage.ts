/** The interface of an app's storage: the account, this browser, or memory. */
import type { StorageChange, StorageEntry } from "@/lib/storage/contract";
import type { Device } from "@/lib/storage/rules";

export interface StoredData {
  entries: StorageEntry[];
  /** The id by which the app knows the owner of the data. */
  personId: string;
  /** Changes with each revert; null before the first. */
  dataId?: string | null;
  /** Counts the saves; 0 where nobody else saves. */
  revision: number;
  /** The ids of the last saves. */
  saves?: readonly string[];
}

export interface SaveOptions {
  /** The revision that the changes are based on. */
  base: number;
  /** The page is ending. */
  leaving?: boolean;
  /** The app closes here. */
  release?: boolean;
  /** Refused if anybody has saved since `base`, this browser too. */
  strict?: boolean;
  /** Names the save among those that `load` lists. */
  saveId?: string;
  /** Earlier saves, all of whose changes are in this one. */
  supersedes?: readonly string[] | undefined;
}

export type StorageNews =
  /** Another browser took the app over; null is unknown. */
  | { type: "taken"; by: Device | null }
  /** There is newer data, and this browser has the app: it must be read again. */
  | { type: "newer"; revision: number; lastSave?: string | undefined }
  /** There is a connection again; news may have been lost. */
  | { type: "unknown" };

export interface AppStorage {
  /** How long changes are batched, in ms. */
  readonly batchDelayMs: number;
  /**
   * Reads the data. If the app is open in another browser, that copy saves and stops first.
   * @throws AccountChanged if it is not the account of an earlier `load`, DataReplaced if it is other data
   */
  load(): Promise<StoredData>;
  /**
   * Applies changes in order, all or none. Returns the new revision.
   * @throws StorageFull if the changes exceed the quota, AccountChanged if they belong to another account than the one
   *   signed in, DataReplaced if they belong to other data than what is in use, StorageConflict if another browser has saved since `base` or has the app; other errors are retried
   */
  apply(changes: StorageChange[], options: SaveOptions): Promise<number>;
  /** Calls back with what other browsers do. Returns the cleanup. */
  watch?(onNews: (news: StorageNews) => void): () => void;
  /** What has happened since `revision`; null if nothing. */
  check?(revision: number): Promise<Exclude<StorageNews, { type: "unknown" }> | null>;
  /** Some data was saved: once the rest is, the data in use can become the offline copy. */
  keep?(used: UsedData): void;
}

/** The data of a running app. */
export interface UsedData {
  readonly revision: number;
  readonly isStale: boolean;
  readonly conflict: object | null;
  entries(): StorageEntry[];
  unsent(): readonly StorageChange[];
}

/** The server did not respond, so the stored state is unknown. */
export class Unreachable extends Error {
  override name = "Unreachable";
}

export class StorageFull extends Error {
  override name = "StorageFull";
}

export class AccountChanged extends Error {
  override name = "AccountChanged";
}

/** The person went to another version of the app, which has other data. */
export class DataReplaced extends Error {
  override name = "DataReplaced";
}

export class StorageConflict extends Error {
  override name = "StorageConflict";
  constructor(
    readonly device: Device | null,
    /** Of the stored data. If it is the save's base, another browser only has the app. */
    readonly revision: number,
    /** The changes had arrived before the other browser saved. */
    readonly hasArrived = false,
  ) {
    super("Another device has saved since.");
  }
}

/** For runs whose data is not saved, such as those of the playground. */
export function memoryStorage(): AppStorage {
  return {
    batchDelayMs: 0,
    load: async () => ({ entries: [], personId: randomPersonId(), revision: 0 }),
    apply: async () => 0,
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
