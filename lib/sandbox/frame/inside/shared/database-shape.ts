/** What a database is made of, so that it can be saved and made again. */
import Database from "fake-indexeddb/build/esm/lib/Database.js";
import Index from "fake-indexeddb/build/esm/lib/Index.js";
import ObjectStore from "fake-indexeddb/build/esm/lib/ObjectStore.js";

type KeyPath = string | string[] | null;

/** A store without its records. */
export interface SavedStore {
  name: string;
  keyPath: KeyPath;
  autoIncrement: boolean;
  lastKey: number;
  indexes: { name: string; keyPath: KeyPath; multiEntry: boolean; unique: boolean }[];
}

export interface SavedDatabase {
  version: number;
  stores: (SavedStore & { records: [key: unknown, value: unknown][] })[];
}

export function revive(name: string, saved: SavedDatabase): Database {
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

export function describe(database: Database): SavedDatabase {
  const stores = [...database.rawObjectStores.values()];
  return {
    version: database.version,
    stores: describeStores(database).map((store, at) => ({
      ...store,
      records: [...stores[at]!.records.values()].map(({ key, value }) => [key, value]),
    })),
  };
}

/** In the order in which the database has them. */
export function describeStores({ rawObjectStores }: Database): SavedStore[] {
  return [...rawObjectStores.values()].map((store) => ({
    name: store.name,
    keyPath: store.keyPath,
    autoIncrement: store.autoIncrement,
    lastKey: store.keyGenerator?.num ?? 0,
    indexes: [...store.rawIndexes.values()]
      .filter(({ deleted }) => !deleted)
      .map(({ name, keyPath, multiEntry, unique }) => ({ name, keyPath, multiEntry, unique })),
  }));
}
