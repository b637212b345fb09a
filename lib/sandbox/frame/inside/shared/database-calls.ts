/** Messages between the page, which has the databases, and a worker of the app that uses them. */
import type { SavedStore } from "@/lib/sandbox/frame/inside/shared/database-shape";

export type SourceName = [store: string, index: string | null];

/** From a worker, which picks the ids: a connection and its upgrade transaction have that of the request to open it. */
export type DatabaseCall =
  | { type: "open"; id: number; name: string; version: number | undefined }
  | { type: "delete"; id: number; name: string }
  | { type: "list"; id: number }
  | { type: "close"; connection: number }
  /** Its `versionchange` handlers have run. */
  | { type: "changeSeen"; connection: number }
  | TransactionCall
  | { type: "request"; transaction: number; id: number; source: SourceName; method: string; args: unknown[] }
  /** A schema change: a method call, or a `name` that is set. */
  | { type: "schema"; transaction: number; source: SourceName | null; method: string; args: unknown[] }
  /** No more requests follow. */
  | { type: "commit"; transaction: number }
  | { type: "abort"; transaction: number; error: string | null };

export interface TransactionCall {
  type: "transaction";
  id: number;
  connection: number;
  stores: string[];
  mode: IDBTransactionMode;
  durability: IDBTransactionDurability;
}

export interface Failure {
  name: string;
  message: string;
}

interface Versions {
  oldVersion: number;
  newVersion: number | null;
}

export interface Shape {
  name: string;
  version: number;
  stores: SavedStore[];
}

/** From the page. */
export type DatabaseEvent =
  | ({ type: "blocked"; id: number } & Versions)
  | ({ type: "upgrade"; id: number; shape: Shape } & Versions)
  | { type: "opened"; id: number; shape: Shape }
  | { type: "deleted"; id: number; oldVersion: number }
  | { type: "failed"; id: number; error: Failure }
  | { type: "listed"; id: number; list: IDBDatabaseInfo[] }
  | ({ type: "versionchange"; connection: number } & Versions)
  | { type: "answer"; id: number; value?: unknown; error?: Failure }
  | { type: "complete"; transaction: number }
  | { type: "aborted"; transaction: number; error: string | null };

/** Where a step of a cursor starts; `steps` of them are made. */
export interface CursorStep {
  range: unknown;
  direction: IDBCursorDirection;
  keyOnly: boolean;
  position: unknown;
  storePosition: unknown;
  key: unknown;
  primaryKey: unknown;
  steps: number;
}

/** The record at which a cursor has arrived; null after the last. */
export type CursorPlace = { key: unknown; primaryKey: unknown; value: unknown } | null;

/** Methods of a store or an index; for writes, how many arguments the worker passes: the rollback log comes last. */
export const READS = ["getKey", "getValue", "getAllKeys", "getAllValues", "getAllRecords", "count"] as const;
export const WRITES = { storeRecord: 2, deleteRecord: 1, clear: 0 } as const;
