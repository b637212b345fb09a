/**
 * Databases that are too large for the account: the device keeps them. Each is loaded when it is first opened. A transaction
 * completes once its changes are kept, and is rolled back where they cannot be.
 */
import type FDBTransaction from "fake-indexeddb/build/esm/FDBTransaction.js";
import type Database from "fake-indexeddb/build/esm/lib/Database.js";
import type RecordStore from "fake-indexeddb/build/esm/lib/RecordStore.js";
import type { StoredRecord } from "fake-indexeddb/build/esm/lib/RecordStore.js";
import { DatabasePages, type ChangedPages } from "@/lib/sandbox/frame/inside/shared/database-pages";
import { describeStores, revive, type SavedStore } from "@/lib/sandbox/frame/inside/shared/database-shape";
import { decode, decodeBytes, encode, encodeBytes } from "@/lib/sandbox/frame/inside/shared/structured-text";
import type { DeviceRows, DeviceSetup, PageChange } from "@/lib/sandbox/protocol/device-data";
import { DEVICE_MESSAGE_BYTES, DEVICE_ROWS_MAX } from "@/lib/sandbox/protocol/limits";

/** What the host does; each rejects with an error with a `code`. */
export interface DeviceHost extends DeviceSetup {
  rows(database: string, rows: ArrayBuffer[]): Promise<number>;
  commit(database: string, schema: string, pages: PageChange[]): Promise<void>;
  read(database: string, from: DeviceRows["next"]): Promise<DeviceRows>;
  drop(database: string): Promise<void>;
}

interface DeviceOptions {
  host: DeviceHost;
  quotaError: () => DOMException;
  onFailure: (name: string, error: unknown) => void;
  /** It does not move to the device after all: what was committed before is still to be saved in the account. */
  onStay: (name: string) => void;
}

interface DeviceSchema {
  version: number;
  stores: (SavedStore & { id: number })[];
}

type Transaction = InstanceType<typeof FDBTransaction>;
type Waiting = { transaction: Transaction; resolve: () => void; reject: (error: unknown) => void };

interface OnDevice {
  pages: DatabasePages;
  /** As it was committed. */
  schema: string;
  /** Nothing of it is kept yet: the first commit writes all of it. */
  isMoving: boolean;
  waiting: Waiting[];
  isWriting: boolean;
  /** Until it is loaded, the host knows how large it is. */
  unloadedBytes: number;
  done: Promise<unknown>;
}

/** Messages that wait for an answer. */
const AHEAD = 4;

export class DeviceDatabases {
  readonly #options: DeviceOptions;
  readonly #databases = new Map<Database, OnDevice>();
  readonly #unloaded = new Map<string, Database>();

  constructor(options: DeviceOptions) {
    this.#options = options;
  }

  /** Databases as they are before they are loaded: without records. */
  restore(): Database[] {
    return this.#options.host.databases.map(({ name, schema, bytes, pages: nextPage }) => {
      const { version, stores } = decode(schema) as DeviceSchema;
      const database = revive(name, { version, stores: stores.map((store) => ({ ...store, records: [] })) });
      const pages = new DatabasePages(nextPage);
      for (const { name: store, id } of stores) pages.setId(database.rawObjectStores.get(store)!.records, id);
      this.#databases.set(database, { ...fresh(pages), schema, isMoving: false, unloadedBytes: bytes });
      this.#unloaded.set(name, database);
      return database;
    });
  }

  has(database: Database): boolean {
    return this.#databases.has(database);
  }

  isMoving(database: Database): boolean {
    return this.#databases.get(database)?.isMoving ?? false;
  }

  get bytes(): number {
    let bytes = 0;
    for (const { pages, unloadedBytes } of this.#databases.values()) bytes += unloadedBytes || pages.bytes;
    return bytes;
  }

  /** Whether what is there fits. */
  fits(): boolean {
    return this.bytes <= this.#options.host.quotaBytes;
  }

  /** A record is there, instead of another one or in addition; or one is gone. */
  track(database: Database, records: RecordStore, changed: RecordChange): void {
    this.#databases.get(database)?.pages.track(records, changed.added, changed.removed);
  }

  /** The database has become too large for the account. @returns false, without moving it, if it is for the device too */
  move(database: Database): boolean {
    const pages = new DatabasePages();
    for (const { records } of database.rawObjectStores.values())
      for (const record of records.values()) pages.track(records, record, undefined);
    this.#databases.set(database, fresh(pages));
    if (this.fits()) return true;
    this.#databases.delete(database);
    return false;
  }

  isUnloaded(name: string): boolean {
    return this.#unloaded.has(name);
  }

  /** Never resolves where the host cannot read it: it ends the run. */
  async load(name: string): Promise<void> {
    const database = this.#unloaded.get(name);
    if (!database) return;
    this.#unloaded.delete(name);
    await this.#load(database).catch((error: unknown) => {
      this.#options.onFailure(name, error);
      return new Promise(() => undefined);
    });
  }

  async #load(database: Database): Promise<void> {
    const { host, onFailure } = this.#options;
    const kept = this.#databases.get(database)!;
    const { stores } = decode(kept.schema) as DeviceSchema;
    const storeOf = new Map(stores.map(({ name, id }) => [id, database.rawObjectStores.get(name)!]));
    const read = (page: number, rows: ArrayBuffer[]): void => {
      try {
        const [id, records] = decodeBytes(joined(rows)) as [number, [unknown, unknown][]];
        const store = storeOf.get(id)!;
        kept.pages.load(store.records, page, () => {
          for (const [key, value] of records) store.storeRecord({ key, value }, false);
        });
      } catch (error) {
        // It stays where it is; the others are read.
        onFailure(database.name, error);
      }
    };
    let open: { page: number; rows: ArrayBuffer[] } | null = null;
    let next: Promise<DeviceRows> | null = host.read(database.name, null);
    while (next) {
      const answer: DeviceRows = await next;
      // Fetched while these are read.
      next = answer.next && host.read(database.name, answer.next);
      next?.catch(() => undefined);
      for (const { page, bytes } of answer.rows) {
        if (open && open.page !== page) {
          read(open.page, open.rows);
          open = null;
        }
        (open ??= { page, rows: [] }).rows.push(bytes);
      }
    }
    if (open) read(open.page, open.rows);
    kept.unloadedBytes = 0;
    // What is read may have counted the keys on.
    for (const { name, lastKey } of stores) {
      const { keyGenerator } = database.rawObjectStores.get(name)!;
      if (keyGenerator) keyGenerator.num = lastKey;
    }
  }

  /** The app has deleted a database; there may be another one of its name already. */
  async dropBut(isThere: (database: Database) => boolean, name: string): Promise<void> {
    for (const [database, { done }] of this.#databases) {
      if (database.name !== name || isThere(database)) continue;
      this.#databases.delete(database);
      this.#unloaded.delete(name);
      await done;
      await this.#options.host.drop(name);
    }
  }

  /** Keeps what a transaction has changed. @throws DOMException */
  async commit(transaction: Transaction): Promise<void> {
    const database = transaction.db._rawDatabase;
    const kept = this.#databases.get(database)!;
    if (kept.isMoving) {
      const done = new Promise<void>((resolve, reject) =>
        kept.waiting.push({ transaction, resolve, reject }),
      );
      void this.#writeAll(database, kept);
      return done;
    }
    const scope = [...transaction._scope].flatMap((name) => database.rawObjectStores.get(name) ?? []);
    const isUpgrade = transaction.mode === "versionchange";
    const stores = isUpgrade ? [...database.rawObjectStores.values()] : scope;
    await this.#write(
      database,
      kept,
      stores.map(({ records }) => records),
    );
  }

  /** A transaction of the database has ended. */
  settle(database: Database): void {
    const kept = this.#databases.get(database);
    if (!kept?.isMoving) return;
    if (kept.waiting.length) void this.#writeAll(database, kept);
    else if (!kept.isWriting && !running(database).length) this.#stay(database);
  }

  /** Resolves once all that has been committed is kept. */
  async flush(): Promise<void> {
    await Promise.all([...this.#databases.values()].map(({ done }) => done));
  }

  /** The first commit: all transactions that are running come together, since each page is written as it is. */
  async #writeAll(database: Database, kept: OnDevice): Promise<void> {
    const isWaiting = (one: Transaction) => kept.waiting.some(({ transaction }) => transaction === one);
    if (kept.isWriting || !running(database).every(isWaiting)) return;
    kept.isWriting = true;
    const together = kept.waiting.splice(0);
    try {
      await this.#write(
        database,
        kept,
        [...database.rawObjectStores.values()].map(({ records }) => records),
      );
      kept.isMoving = false;
    } catch (error) {
      together.push(...kept.waiting.splice(0));
      this.#stay(database);
      for (const { reject } of together) reject(error);
      return;
    } finally {
      kept.isWriting = false;
    }
    for (const { resolve } of together) resolve();
    for (const { transaction, resolve, reject } of kept.waiting.splice(0))
      this.commit(transaction).then(resolve, reject);
  }

  #stay(database: Database): void {
    this.#databases.delete(database);
    this.#options.onStay(database.name);
  }

  /** Takes the changes at once; writes them after what was taken before. */
  async #write(database: Database, kept: OnDevice, stores: RecordStore[]): Promise<void> {
    const all = [...database.rawObjectStores.values()];
    const changed = kept.pages.takeChanged(
      stores,
      all.map(({ records }) => records),
    );
    const before = kept.done;
    const shape = describeStores(database).map((store, at) => ({
      ...store,
      id: kept.pages.idOf(all[at]!.records),
    }));
    const description: DeviceSchema = { version: database.version, stores: shape };
    const done = (async () => {
      await before;
      const schema = await encode(description);
      if (!changed.pages.length && schema === kept.schema) return;
      await this.#send(database.name, schema, changed.pages);
      kept.schema = schema;
    })();
    kept.done = done.catch(() => undefined);
    try {
      await done;
      changed.keep();
    } catch (error) {
      changed.restore();
      throw this.#asException(error);
    }
  }

  async #send(name: string, schema: string, pages: ChangedPages["pages"]): Promise<void> {
    const { host } = this.#options;
    const changes: PageChange[] = [];
    const sent: Promise<number>[] = [];
    let first = 0;
    let batch: ArrayBuffer[] = [];
    let bytes = 0;
    let rowCount = 0;
    const send = async (): Promise<void> => {
      if (!batch.length) return;
      const call = host.rows(name, batch);
      call.catch(() => undefined);
      sent.push(call);
      batch = [];
      bytes = 0;
      if (sent.length > AHEAD) await sent[sent.length - 1 - AHEAD];
    };
    for (const { number, store, records } of pages) {
      const rows = records.length ? await rowsOf(store, records) : [];
      changes.push({ page: number, first: rowCount, count: rows.length });
      for (const row of rows) {
        if (bytes + row.byteLength > DEVICE_MESSAGE_BYTES || batch.length === DEVICE_ROWS_MAX) await send();
        batch.push(row);
        bytes += row.byteLength;
      }
      rowCount += rows.length;
    }
    await send();
    if (sent.length) [first = 0] = await Promise.all(sent);
    await host.commit(
      name,
      schema,
      changes.map((change) => ({ ...change, first: change.first + first })),
    );
  }

  #asException(error: unknown): DOMException {
    if (error instanceof DOMException) return error;
    if ((error as { code?: unknown }).code === "quota") return this.#options.quotaError();
    return new DOMException(error instanceof Error ? error.message : String(error), "UnknownError");
  }
}

export interface RecordChange {
  added: StoredRecord | undefined;
  removed: StoredRecord | undefined;
}

const fresh = (pages: DatabasePages): OnDevice => ({
  pages,
  schema: "",
  isMoving: true,
  waiting: [],
  isWriting: false,
  unloadedBytes: 0,
  done: Promise.resolve(),
});

/** Transactions that may have written. */
export function running({ transactions }: Database): Transaction[] {
  return transactions.filter(
    ({ mode, _started, _state }) => mode !== "readonly" && _started && _state !== "finished",
  );
}

async function rowsOf(store: number, records: StoredRecord[]): Promise<ArrayBuffer[]> {
  const { buffer, byteLength } = await encodeBytes([store, records.map(({ key, value }) => [key, value])]);
  if (byteLength <= DEVICE_MESSAGE_BYTES) return [buffer];
  const rows: ArrayBuffer[] = [];
  for (let at = 0; at < byteLength; at += DEVICE_MESSAGE_BYTES)
    rows.push(buffer.slice(at, at + DEVICE_MESSAGE_BYTES));
  return rows;
}

function joined(rows: ArrayBuffer[]): Uint8Array<ArrayBuffer> {
  if (rows.length === 1) return new Uint8Array(rows[0]!);
  const bytes = new Uint8Array(rows.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const row of rows) {
    bytes.set(new Uint8Array(row), at);
    at += row.byteLength;
  }
  return bytes;
}
