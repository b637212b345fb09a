/**
 * Counts what databases will take when they are serialised, record by record. A database that becomes too large for the account
 * moves to the device. A write for which there is no room there either fails before its transaction completes: the request gets
 * a QuotaExceededError and the transaction is rolled back, as in a browser.
 */
import type Database from "fake-indexeddb/build/esm/lib/Database.js";
import ObjectStore from "fake-indexeddb/build/esm/lib/ObjectStore.js";
import RecordStore, { type StoredRecord } from "fake-indexeddb/build/esm/lib/RecordStore.js";
import type { DeviceDatabases } from "@/lib/sandbox/frame/inside/shared/device-databases";
import { encodedBytes } from "@/lib/sandbox/frame/inside/shared/structured-text";

/** What a store takes beside its records: the keys of its description, of its indexes, and its numbers. */
const STORE_BYTES = 512;

export interface DatabaseLimit {
  databases: () => Iterable<Database>;
  /** For all databases in the account together, in bytes. */
  room: () => number;
  quotaError: () => DOMException;
  /** Null where the device keeps nothing. */
  device: DeviceDatabases | null;
}

/** @returns the bytes that the databases take in the account now, or a little more */
export function limitDatabases({ databases, room, quotaError, device }: DatabaseLimit): () => number {
  const recordBytes = new WeakMap<StoredRecord, number>();
  /** Only those of object stores; an index has one too, which is not serialised. */
  const storeBytes = new WeakMap<RecordStore, number>();
  const databaseOf = new WeakMap<RecordStore, Database>();
  let isRestoring = false;

  const used = (): number => {
    let bytes = 0;
    for (const database of databases()) {
      if (device?.has(database)) continue;
      for (const { records, deleted } of database.rawObjectStores.values())
        if (!deleted) bytes += STORE_BYTES + (storeBytes.get(records) ?? 0);
    }
    return bytes;
  };
  const sizeOf = (record: StoredRecord): number => {
    let bytes = recordBytes.get(record);
    if (bytes === undefined) recordBytes.set(record, (bytes = encodedBytes([record.key, record.value])));
    return bytes;
  };
  const grow = (records: RecordStore, bytes: number): void =>
    void storeBytes.set(records, storeBytes.get(records)! + bytes);
  const fits = (database: Database): boolean => {
    if (device?.has(database)) return device.fits();
    return used() <= room() || (device?.move(database) ?? false);
  };

  const { storeRecord } = ObjectStore.prototype;
  ObjectStore.prototype.storeRecord = function (record, noOverwrite, rollbackLog) {
    if (!storeBytes.has(this.records)) storeBytes.set(this.records, 0);
    databaseOf.set(this.records, this.rawDatabase);
    // Without a log it puts back what was there before.
    isRestoring = rollbackLog === undefined;
    return storeRecord.call(this, record, noOverwrite, rollbackLog);
  };

  /** A record is there, instead of another one or in addition; or one is gone. */
  const change = (
    records: RecordStore,
    added: StoredRecord | undefined,
    removed: StoredRecord | undefined,
  ): void => {
    grow(records, (added ? sizeOf(added) : 0) - (removed ? sizeOf(removed) : 0));
    device?.track(databaseOf.get(records)!, records, { added, removed });
  };

  const { put, delete: remove, clear } = RecordStore.prototype;
  RecordStore.prototype.put = function (record, noOverwrite) {
    const before = put.call(this, record, noOverwrite);
    if (!storeBytes.has(this)) return before;
    change(this, record, before);
    const isSmaller = before !== undefined && sizeOf(record) <= sizeOf(before);
    if (isRestoring || isSmaller || fits(databaseOf.get(this)!)) return before;
    remove.call(this, record.key);
    if (before) put.call(this, before);
    change(this, before, record);
    throw quotaError();
  };
  const forget = (records: RecordStore, gone: StoredRecord[]): StoredRecord[] => {
    if (storeBytes.has(records)) for (const record of gone) change(records, undefined, record);
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
