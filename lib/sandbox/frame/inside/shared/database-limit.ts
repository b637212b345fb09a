/**
 * Counts what databases will take when they are serialised, record by record, so that a write for which there is no room fails before
 * its transaction completes: the request gets a QuotaExceededError and the transaction is rolled back, as in a browser.
 */
import type Database from "fake-indexeddb/build/esm/lib/Database.js";
import ObjectStore from "fake-indexeddb/build/esm/lib/ObjectStore.js";
import RecordStore, { type StoredRecord } from "fake-indexeddb/build/esm/lib/RecordStore.js";
import { encodedBytes } from "@/lib/sandbox/frame/inside/shared/structured-text";

/** What a store takes beside its records: the keys of its description, of its indexes, and its numbers. */
const STORE_BYTES = 512;

export interface DatabaseLimit {
  databases: () => Iterable<Database>;
  /** For all databases together, in bytes. */
  room: () => number;
  quotaError: () => DOMException;
}

/** @returns the bytes that the databases take now, or a little more */
export function limitDatabases({ databases, room, quotaError }: DatabaseLimit): () => number {
  const recordBytes = new WeakMap<StoredRecord, number>();
  /** Only those of object stores; an index has one too, which is not serialised. */
  const storeBytes = new WeakMap<RecordStore, number>();
  let isRestoring = false;

  const used = (): number => {
    let bytes = 0;
    for (const { rawObjectStores } of databases())
      for (const { records, deleted } of rawObjectStores.values())
        if (!deleted) bytes += STORE_BYTES + (storeBytes.get(records) ?? 0);
    return bytes;
  };
  const sizeOf = (record: StoredRecord): number => {
    let bytes = recordBytes.get(record);
    if (bytes === undefined) recordBytes.set(record, (bytes = encodedBytes([record.key, record.value])));
    return bytes;
  };
  const grow = (records: RecordStore, bytes: number): void =>
    void storeBytes.set(records, storeBytes.get(records)! + bytes);

  const { storeRecord } = ObjectStore.prototype;
  ObjectStore.prototype.storeRecord = function (record, noOverwrite, rollbackLog) {
    if (!storeBytes.has(this.records)) storeBytes.set(this.records, 0);
    // Without a log it puts back what was there before.
    isRestoring = rollbackLog === undefined;
    return storeRecord.call(this, record, noOverwrite, rollbackLog);
  };

  const { put, delete: remove, clear } = RecordStore.prototype;
  RecordStore.prototype.put = function (record, noOverwrite) {
    const before = put.call(this, record, noOverwrite);
    if (!storeBytes.has(this)) return before;
    const growth = sizeOf(record) - (before ? sizeOf(before) : 0);
    grow(this, growth);
    if (isRestoring || growth <= 0 || used() <= room()) return before;
    remove.call(this, record.key);
    if (before) put.call(this, before);
    grow(this, -growth);
    throw quotaError();
  };
  const forget = (records: RecordStore, gone: StoredRecord[]): StoredRecord[] => {
    if (storeBytes.has(records)) for (const record of gone) grow(records, -sizeOf(record));
    return gone;
  };
  RecordStore.prototype.delete = function (key) {
    return forget(this, remove.call(this, key));
  };
  RecordStore.prototype.clear = function () {
    return forget(this, clear.call(this));
  };
  return used;
}
