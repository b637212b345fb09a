/** Internal modules of fake-indexeddb that have no published types; bin/build-frame.mjs resolves these paths. */
declare module "fake-indexeddb/build/esm/lib/Database.js" {
  import type FDBTransaction from "fake-indexeddb/build/esm/FDBTransaction.js";
  import type ObjectStore from "fake-indexeddb/build/esm/lib/ObjectStore.js";
  export default class Database {
    constructor(name: string, version: number);
    readonly name: string;
    version: number;
    rawObjectStores: Map<string, ObjectStore>;
    readonly transactions: readonly FDBTransaction[];
    /** Starts the next one that may. */
    processTransactions(): void;
  }
}
declare module "fake-indexeddb/build/esm/lib/binarySearchTree.js" {
  import type { StoredRecord } from "fake-indexeddb/build/esm/lib/RecordStore.js";
  export interface Node {
    readonly record: StoredRecord;
    readonly left: Node | undefined;
    readonly right: Node | undefined;
    readonly deleted: boolean;
  }
  export interface KeyRange {
    readonly lower: unknown;
    readonly upper: unknown;
  }
  /** Of an index, ordered by key and value; of a store, by key alone. */
  export default class BinarySearchTree {
    readonly _root: Node | undefined;
    getRecords(range: KeyRange, descending?: boolean): Generator<StoredRecord>;
  }
}
declare module "fake-indexeddb/build/esm/lib/cmp.js" {
  /** @returns -1, 0 or 1 */
  export function cmpKeys(first: unknown, second: unknown): number;
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
  import type FDBTransaction from "fake-indexeddb/build/esm/FDBTransaction.js";
  import type ObjectStore from "fake-indexeddb/build/esm/lib/ObjectStore.js";
  export default class Index {
    constructor(
      store: ObjectStore,
      name: string,
      keyPath: string | string[] | null,
      multiEntry: boolean,
      unique: boolean,
    );
    readonly rawObjectStore: ObjectStore;
    readonly name: string;
    readonly keyPath: string | string[] | null;
    readonly multiEntry: boolean;
    readonly unique: boolean;
    readonly deleted: boolean;
    initialized: boolean;
    /** Queues a request that fills it from its store. */
    initialize(transaction: FDBTransaction): void;
  }
}
declare module "fake-indexeddb/build/esm/lib/FakeEvent.js" {
  export default class FakeEvent {
    constructor(type: string, options?: { bubbles?: boolean; cancelable?: boolean });
    readonly type: string;
    preventDefault(): void;
    stopPropagation(): void;
  }
}
declare module "fake-indexeddb/build/esm/lib/FakeEventTarget.js" {
  import type FakeEvent from "fake-indexeddb/build/esm/lib/FakeEvent.js";
  import type FDBVersionChangeEvent from "fake-indexeddb/build/esm/FDBVersionChangeEvent.js";
  export default class FakeEventTarget {
    addEventListener(type: string, listener: (event: FDBVersionChangeEvent) => void): void;
    dispatchEvent(event: FakeEvent): boolean;
  }
}
declare module "fake-indexeddb/build/esm/lib/enforceRange.js" {
  /** @throws TypeError */
  export default function enforceRange(value: unknown, type: "MAX_SAFE_INTEGER" | "unsigned long"): number;
}
declare module "fake-indexeddb/build/esm/lib/scheduling.js" {
  export function queueTask(work: () => void): void;
}
declare module "fake-indexeddb/build/esm/lib/validateRequiredArguments.js" {
  /** @throws TypeError */
  export function validateRequiredArguments(given: number, required: number, method: string): void;
}
declare module "fake-indexeddb/build/esm/FDBFactory.js" {
  import type FDBOpenDBRequest from "fake-indexeddb/build/esm/FDBOpenDBRequest.js";
  import type Database from "fake-indexeddb/build/esm/lib/Database.js";
  export default class FDBFactory {
    _databases: Map<string, Database>;
    /** What the next request for a database waits for. */
    _connectionQueues: Map<string, Promise<unknown>>;
    open(name: string, version?: number): FDBOpenDBRequest;
    deleteDatabase(name: string): FDBOpenDBRequest;
    databases(): Promise<IDBDatabaseInfo[]>;
  }
}
declare module "fake-indexeddb/build/esm/FDBDatabase.js" {
  import type FDBObjectStore from "fake-indexeddb/build/esm/FDBObjectStore.js";
  import type FDBTransaction from "fake-indexeddb/build/esm/FDBTransaction.js";
  import type Database from "fake-indexeddb/build/esm/lib/Database.js";
  import type FakeEventTarget from "fake-indexeddb/build/esm/lib/FakeEventTarget.js";
  export default class FDBDatabase extends FakeEventTarget {
    constructor(raw: Database);
    readonly name: string;
    version: number;
    readonly objectStoreNames: Iterable<string>;
    readonly _rawDatabase: Database;
    readonly _closePending: boolean;
    _runningVersionchangeTransaction: boolean;
    transaction(
      stores: string | string[],
      mode?: IDBTransactionMode,
      options?: IDBTransactionOptions,
    ): FDBTransaction;
    close(): void;
    createObjectStore(name: string, options?: object): FDBObjectStore;
    deleteObjectStore(name: string): void;
  }
}
declare module "fake-indexeddb/build/esm/FDBObjectStore.js" {
  import type FDBIndex from "fake-indexeddb/build/esm/FDBIndex.js";
  import type FDBTransaction from "fake-indexeddb/build/esm/FDBTransaction.js";
  import type ObjectStore from "fake-indexeddb/build/esm/lib/ObjectStore.js";
  export default class FDBObjectStore {
    name: string;
    readonly keyPath: string | string[] | null;
    readonly autoIncrement: boolean;
    readonly transaction: FDBTransaction;
    readonly _rawObjectStore: ObjectStore;
    index(name: string): FDBIndex;
    createIndex(name: string, keyPath: string | string[] | null, options?: object): FDBIndex;
    deleteIndex(name: string): void;
  }
}
declare module "fake-indexeddb/build/esm/FDBIndex.js" {
  import type FDBObjectStore from "fake-indexeddb/build/esm/FDBObjectStore.js";
  import type Index from "fake-indexeddb/build/esm/lib/Index.js";
  export default class FDBIndex {
    name: string;
    readonly keyPath: string | string[] | null;
    readonly multiEntry: boolean;
    readonly unique: boolean;
    readonly objectStore: FDBObjectStore;
    readonly _rawIndex: Index;
  }
}
declare module "fake-indexeddb/build/esm/FDBCursor.js" {
  import type FDBIndex from "fake-indexeddb/build/esm/FDBIndex.js";
  import type FDBObjectStore from "fake-indexeddb/build/esm/FDBObjectStore.js";
  export default class FDBCursor {
    constructor(
      source: FDBObjectStore | FDBIndex,
      range: unknown,
      direction: IDBCursorDirection,
      request?: object,
      keyOnly?: boolean,
    );
    readonly source: FDBObjectStore | FDBIndex;
    readonly direction: IDBCursorDirection;
    readonly key: unknown;
    readonly primaryKey: unknown;
    /** Only of cursors with values. */
    value?: unknown;
    readonly _range: unknown;
    readonly _keyOnly: boolean;
    _gotValue: boolean;
    _key: unknown;
    _primaryKey: unknown;
    /** The key of the last record. */
    _position: unknown;
    /** In an index, its primary key. */
    _objectStorePosition: unknown;
    /** Goes on, to a key at least. @returns null after the last record */
    _iterate(key?: unknown, primaryKey?: unknown): FDBCursor | null;
  }
}
declare module "fake-indexeddb/build/esm/FDBCursorWithValue.js" {
  import FDBCursor from "fake-indexeddb/build/esm/FDBCursor.js";
  export default class FDBCursorWithValue extends FDBCursor {}
}
declare module "fake-indexeddb/build/esm/FDBKeyRange.js" {
  export default class FDBKeyRange {
    constructor(lower: unknown, upper: unknown, lowerOpen: boolean, upperOpen: boolean);
  }
}
declare module "fake-indexeddb/build/esm/FDBRecord.js" {
  export default class FDBRecord {
    constructor(key: unknown, primaryKey: unknown, value: unknown);
    readonly _key: unknown;
    readonly _primaryKey: unknown;
    readonly _value: unknown;
  }
}
declare module "fake-indexeddb/build/esm/FDBOpenDBRequest.js" {
  import type FDBDatabase from "fake-indexeddb/build/esm/FDBDatabase.js";
  import type FDBTransaction from "fake-indexeddb/build/esm/FDBTransaction.js";
  import FakeEventTarget from "fake-indexeddb/build/esm/lib/FakeEventTarget.js";
  export default class FDBOpenDBRequest extends FakeEventTarget {
    readyState: "pending" | "done";
    get result(): FDBDatabase;
    set result(value: FDBDatabase | undefined);
    error: DOMException | null;
    transaction: FDBTransaction | null;
    /** Waits no longer for other connections; see bin/database-library.mjs. */
    _isGivenUp?: boolean;
  }
}
declare module "fake-indexeddb/build/esm/FDBVersionChangeEvent.js" {
  import FakeEvent from "fake-indexeddb/build/esm/lib/FakeEvent.js";
  export interface Versions {
    readonly oldVersion: number;
    readonly newVersion: number | null;
  }
  export default class FDBVersionChangeEvent extends FakeEvent implements Versions {
    constructor(type: string, versions: Versions);
    readonly oldVersion: number;
    readonly newVersion: number | null;
  }
}
declare module "fake-indexeddb/build/esm/FDBTransaction.js" {
  import type FDBDatabase from "fake-indexeddb/build/esm/FDBDatabase.js";
  import type FDBOpenDBRequest from "fake-indexeddb/build/esm/FDBOpenDBRequest.js";
  import type FDBObjectStore from "fake-indexeddb/build/esm/FDBObjectStore.js";
  import FakeEventTarget from "fake-indexeddb/build/esm/lib/FakeEventTarget.js";
  /** A request that is made. */
  export interface Asked {
    source: object | null;
    operation: () => unknown;
  }
  interface Request extends FakeEventTarget {
    readonly readyState: "pending" | "done";
    readonly result: unknown;
    readonly error: DOMException | null;
  }
  export default class FDBTransaction extends FakeEventTarget {
    readonly mode: IDBTransactionMode;
    readonly durability: IDBTransactionDurability;
    readonly db: FDBDatabase;
    readonly error: DOMException | null;
    readonly _scope: ReadonlySet<string>;
    _started: boolean;
    readonly _requests: readonly { request: Request; operation: () => unknown }[];
    _state: "active" | "inactive" | "committing" | "finished";
    readonly _rollbackLog: (() => void)[];
    /** Called before the listeners of its events. */
    readonly _prioritizedListeners: Map<string, () => void>;
    _openRequest: FDBOpenDBRequest | null;
    objectStore(name: string): FDBObjectStore;
    commit(): void;
    /** Performs its next request, or completes it. */
    _start(): void;
    _execRequestAsync(asked: Asked): Request;
    _abort(errorName: string | null): void;
  }
}
declare module "fake-indexeddb/build/esm/FDB*.js" {
  const implementation: new () => object;
  export default implementation;
}
