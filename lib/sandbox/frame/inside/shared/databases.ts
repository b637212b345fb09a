/**
 * The add-on that provides IndexedDB: fake-indexeddb in memory, filled with the saved data before the page starts. Each changed
 * database is serialised as one text after its transactions. Sent only to packages that use IndexedDB.
 */
// Must be first: the library's modules import each other in cycles that resolve only from this entry.
import FDBFactory from "fake-indexeddb/build/esm/FDBFactory.js";
import FDBCursor from "fake-indexeddb/build/esm/FDBCursor.js";
import FDBCursorWithValue from "fake-indexeddb/build/esm/FDBCursorWithValue.js";
import FDBDatabase from "fake-indexeddb/build/esm/FDBDatabase.js";
import FDBIndex from "fake-indexeddb/build/esm/FDBIndex.js";
import FDBKeyRange from "fake-indexeddb/build/esm/FDBKeyRange.js";
import FDBObjectStore from "fake-indexeddb/build/esm/FDBObjectStore.js";
import FDBOpenDBRequest from "fake-indexeddb/build/esm/FDBOpenDBRequest.js";
import FDBRequest from "fake-indexeddb/build/esm/FDBRequest.js";
import FDBTransaction from "fake-indexeddb/build/esm/FDBTransaction.js";
import FDBVersionChangeEvent from "fake-indexeddb/build/esm/FDBVersionChangeEvent.js";
import Database from "fake-indexeddb/build/esm/lib/Database.js";
import Index from "fake-indexeddb/build/esm/lib/Index.js";
import ObjectStore from "fake-indexeddb/build/esm/lib/ObjectStore.js";
import { limitDatabases } from "@/lib/sandbox/frame/inside/shared/database-limit";
import { decode, encode } from "@/lib/sandbox/frame/inside/shared/structured-text";

type KeyPath = string | string[] | null;

interface SavedStore {
  name: string;
  keyPath: KeyPath;
  autoIncrement: boolean;
  lastKey: number;
  indexes: { name: string; keyPath: KeyPath; multiEntry: boolean; unique: boolean }[];
  records: [key: unknown, value: unknown][];
}

interface SavedDatabase {
  version: number;
  stores: SavedStore[];
}

export interface Databases {
  globals: Record<string, unknown>;
  /** Resolves once `onChange` has received everything that was committed. */
  flush(): Promise<void>;
  /** What they will take when they are serialised, or a little more. */
  bytes(): number;
}

export interface DatabasesAddOn {
  open(options: {
    saved: [name: string, text: string][];
    /** `text` is the serialised database, or null if it was deleted. */
    onChange: (name: string, text: string | null) => void;
    onFailure: (name: string, error: unknown) => void;
    /** Bytes that all databases may take together. */
    room: () => number;
    quotaError: () => DOMException;
  }): Databases;
}

const SETTLE_MS = 60;

const addOn: DatabasesAddOn = {
  open({ saved, onChange, onFailure, room, quotaError }) {
    const factory = new FDBFactory();
    const bytes = limitDatabases({ databases: () => factory._databases.values(), room, quotaError });
    for (const [name, text] of saved) {
      try {
        factory._databases.set(name, revive(name, decode(text) as SavedDatabase));
      } catch (error) {
        onFailure(name, error);
      }
    }

    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let writing: Promise<void> = Promise.resolve();
    const setTimer = setTimeout.bind(globalThis);
    const clearTimer = clearTimeout.bind(globalThis);

    const write = async (): Promise<void> => {
      const names = [...changed];
      changed.clear();
      for (const name of names) {
        const database = factory._databases.get(name);
        try {
          onChange(name, database ? await encode(describe(database)) : null);
        } catch (error) {
          onFailure(name, error);
        }
      }
    };
    const flush = (): Promise<void> => {
      clearTimer(timer);
      timer = undefined;
      writing = writing.then(write);
      return writing;
    };
    const markChanged = (name: string): void => {
      changed.add(name);
      timer ??= setTimer(flush, SETTLE_MS);
    };

    const start = FDBTransaction.prototype._start;
    const watched = new WeakSet<object>();
    FDBTransaction.prototype._start = function _start(this: InstanceType<typeof FDBTransaction>) {
      if (this.mode !== "readonly" && !watched.has(this)) {
        watched.add(this);
        this.addEventListener("complete", () => markChanged(this.db.name));
      }
      start.call(this);
    };
    const remove = factory.deleteDatabase;
    factory.deleteDatabase = function deleteDatabase(name: string) {
      const request = remove.call(factory, name);
      request.addEventListener("success", () => markChanged(String(name)));
      return request;
    };

    return {
      flush,
      bytes,
      globals: {
        indexedDB: factory,
        IDBFactory: FDBFactory,
        IDBCursor: FDBCursor,
        IDBCursorWithValue: FDBCursorWithValue,
        IDBDatabase: FDBDatabase,
        IDBIndex: FDBIndex,
        IDBKeyRange: FDBKeyRange,
        IDBObjectStore: FDBObjectStore,
        IDBOpenDBRequest: FDBOpenDBRequest,
        IDBRequest: FDBRequest,
        IDBTransaction: FDBTransaction,
        IDBVersionChangeEvent: FDBVersionChangeEvent,
      },
    };
  },
};

function revive(name: string, saved: SavedDatabase): Database {
  const database = new Database(name, saved.version);
  for (const { name: storeName, keyPath, autoIncrement, lastKey, indexes, records } of saved.stores) {
    const store = new ObjectStore(database, storeName, keyPath, autoIncrement);
    for (const index of indexes) {
      const raw = new Index(store, index.name, index.keyPath, index.multiEntry, index.unique);
      raw.initialized = true;
      store.rawIndexes.set(index.name, raw);
    }
    for (const [key, value] of records) store.storeRecord({ key, value }, false);
    if (store.keyGenerator) store.keyGenerator.num = lastKey;
    database.rawObjectStores.set(storeName, store);
  }
  return database;
}

function describe(database: Database): SavedDatabase {
  const alive = <T extends { deleted: boolean }>(items: Iterable<T>): T[] =>
    [...items].filter((item) => !item.deleted);
  return {
    version: database.version,
    stores: alive(database.rawObjectStores.values()).map((store) => ({
      name: store.name,
      keyPath: store.keyPath,
      autoIncrement: store.autoIncrement,
      lastKey: store.keyGenerator?.num ?? 0,
      indexes: alive(store.rawIndexes.values()).map(({ name, keyPath, multiEntry, unique }) => ({
        name,
        keyPath,
        multiEntry,
        unique,
      })),
      records: [...store.records.values()].map(({ key, value }): [unknown, unknown] => [key, value]),
    })),
  };
}

(globalThis as { __gumPart?: DatabasesAddOn }).__gumPart = addOn;
