/** Internal modules of fake-indexeddb that have no published types; bin/build-frame.mjs resolves these paths. */
declare module "fake-indexeddb/build/esm/lib/Database.js" {
  import type FDBTransaction from "fake-indexeddb/build/esm/FDBTransaction.js";
  import type ObjectStore from "fake-indexeddb/build/esm/lib/ObjectStore.js";
  export default class Database {
    constructor(name: string, version: number);
    readonly name: string;
    readonly version: number;
    rawObjectStores: Map<string, ObjectStore>;
    readonly transactions: readonly FDBTransaction[];
  }
}
declare module "fake-indexeddb/build/esm/lib/RecordStore.js" {
  export interface StoredRecord {
    key: unknown;
    value: unknown;
  }
  export default class RecordStore {
    constructor(keysAreUnique: boolean);
    /** Returns the record that it replaces. */
    put(record: StoredRecord, noOverwrite?: boolean): StoredRecord | undefined;
    delete(key: unknown): StoredRecord[];
    clear(): StoredRecord[];
    values(): Iterable<StoredRecord>;
  }
}
declare module "fake-indexeddb/build/esm/lib/ObjectStore.js" {
  import type Database from "fake-indexeddb/build/esm/lib/Database.js";
  import type Index from "fake-indexeddb/build/esm/lib/Index.js";
  import type RecordStore from "fake-indexeddb/build/esm/lib/RecordStore.js";
  import type { StoredRecord } from "fake-indexeddb/build/esm/lib/RecordStore.js";
  export default class ObjectStore {
    constructor(database: Database, name: string, keyPath: string | string[] | null, autoIncrement: boolean);
    readonly rawDatabase: Database;
    readonly name: string;
    readonly keyPath: string | string[] | null;
    readonly autoIncrement: boolean;
    readonly deleted: boolean;
    keyGenerator: { num: number } | null;
    rawIndexes: Map<string, Index>;
    records: RecordStore;
    /** Returns the record's key. */
    storeRecord(record: StoredRecord, noOverwrite: boolean, rollbackLog?: (() => void)[]): unknown;
  }
}
declare module "fake-indexeddb/build/esm/lib/Index.js" {
  import type ObjectStore from "fake-indexeddb/build/esm/lib/ObjectStore.js";
  export default class Index {
    constructor(
      store: ObjectStore,
      name: string,
      keyPath: string | string[] | null,
      multiEntry: boolean,
      unique: boolean,
    );
    readonly name: string;
    readonly keyPath: string | string[] | null;
    readonly multiEntry: boolean;
    readonly unique: boolean;
    readonly deleted: boolean;
    initialized: boolean;
  }
}
declare module "fake-indexeddb/build/esm/FDBFactory.js" {
  import type Database from "fake-indexeddb/build/esm/lib/Database.js";
  export default class FDBFactory {
    _databases: Map<string, Database>;
    /** What the next request for a database waits for. */
    _connectionQueues: Map<string, Promise<unknown>>;
    open(name: string, version?: number): EventTarget;
    deleteDatabase(name: string): EventTarget;
  }
}
declare module "fake-indexeddb/build/esm/FDBTransaction.js" {
  import type Database from "fake-indexeddb/build/esm/lib/Database.js";
  export default class FDBTransaction extends EventTarget {
    readonly mode: string;
    readonly db: { name: string; _rawDatabase: Database };
    readonly _scope: ReadonlySet<string>;
    _started: boolean;
    readonly _requests: readonly { request: { readyState: string } }[];
    _state: "active" | "inactive" | "committing" | "finished";
    /** Performs its next request, or completes it. */
    _start(): void;
    _abort(errorName: string): void;
  }
}
declare module "fake-indexeddb/build/esm/FDB*.js" {
  const implementation: new () => object;
  export default implementation;
}
