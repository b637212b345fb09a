/**
 * Databases of apps that are too large for the account, in IndexedDB. Rows are written as they come and count only once a commit
 * names them, in one transaction with its changes: after a crash a commit is there as a whole or not at all.
 *
 * Trust model: the browser outlives a sign-out. A database is read only for its own account, and all are deleted on sign-out
 * or when another account signs in. Sizes are counted here: what an app says about them does not matter.
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";

export interface Stored {
  id?: number;
  userId: string;
  appId: string;
  name: string;
  /** Only the app reads it. */
  schema: string;
  bytes: number;
  /** The number of the next page, and of the next row: rows from there on belong to no commit. */
  pages: number;
  rows: number;
  /** The run that has it open. Another one cannot write any more. */
  holder: string;
}

interface Page {
  first: number;
  count: number;
  bytes: number;
}

type RowKey = [database: number, row: number];
interface Schema extends DBSchema {
  databases: {
    key: number;
    value: Stored;
    indexes: { name: [userId: string, appId: string, name: string] };
  };
  pages: { key: [database: number, page: number]; value: Page };
  rows: { key: RowKey; value: ArrayBuffer };
}
export type Writing = IDBPTransaction<Schema, ["databases", "pages", "rows"], "readwrite">;
export const STORES: ["databases", "pages", "rows"] = ["databases", "pages", "rows"];

/** `quota`: no room, here or in the browser; `lost`: another tab has the app; `failed`. */
class DeviceDataError extends Error {
  override name = "DeviceDataError";
  constructor(
    readonly code: "quota" | "lost" | "failed",
    message: string,
  ) {
    super(message);
  }
}

let opening: Promise<IDBPDatabase<Schema>> | null = null;

export function database(): Promise<IDBPDatabase<Schema>> {
  const forget = () => void (opening = null);
  opening ??= openDB<Schema>("gum-device-data", 1, {
    upgrade: (db) => {
      db.createObjectStore("databases", { keyPath: "id", autoIncrement: true }).createIndex(
        "name",
        ["userId", "appId", "name"],
        { unique: true },
      );
      db.createObjectStore("pages");
      db.createObjectStore("rows");
    },
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

export const from = (id: number, first: number): IDBKeyRange =>
  IDBKeyRange.bound([id, first], [id, Infinity]);

export async function remove(tx: Writing, id: number): Promise<void> {
  await Promise.all([
    tx.objectStore("databases").delete(id),
    tx.objectStore("pages").delete(from(id, 0)),
    tx.objectStore("rows").delete(from(id, 0)),
  ]);
}

export function abort(tx: Writing): void {
  tx.done.catch(() => undefined);
  try {
    tx.abort();
  } catch {
    // It has ended already.
  }
}

export function asDeviceError(error: unknown): DeviceDataError {
  if (error instanceof DeviceDataError) return error;
  if (error instanceof DOMException && error.name === "QuotaExceededError") return full();
  return failed(error instanceof Error ? error.message : String(error));
}

export const full = () => new DeviceDataError("quota", "There is no more room on this device.");
export const lost = () => new DeviceDataError("lost", "The app has been opened elsewhere.");
export const failed = (message: string) => new DeviceDataError("failed", message);
export const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

export function rangeOf({ userId, appId }: { userId: string; appId?: string }): IDBKeyRange {
  const prefix = appId === undefined ? [userId] : [userId, appId];
  return IDBKeyRange.bound(prefix, [...prefix, []]);
}
