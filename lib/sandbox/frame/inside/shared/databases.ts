/**
 * The add-on that provides IndexedDB: fake-indexeddb in memory, filled with the saved data before the page starts. Each changed
 * database is serialised as one text after its transactions; one that is too large for that is kept on the device, by record.
 * Sent only to packages that use IndexedDB.
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
import type Database from "fake-indexeddb/build/esm/lib/Database.js";
import { queueTask } from "fake-indexeddb/build/esm/lib/scheduling.js";
import { connectDatabases } from "@/lib/sandbox/frame/inside/shared/database-client";
import { seekCursors } from "@/lib/sandbox/frame/inside/shared/database-cursors";
import { limitDatabases } from "@/lib/sandbox/frame/inside/shared/database-limit";
import { DatabaseServer } from "@/lib/sandbox/frame/inside/shared/database-server";
import { describe, revive, type SavedDatabase } from "@/lib/sandbox/frame/inside/shared/database-shape";
import {
  DeviceDatabases,
  running,
  type DeviceHost,
} from "@/lib/sandbox/frame/inside/shared/device-databases";
import { openFileSystem, type FileSystem } from "@/lib/sandbox/frame/inside/shared/file-handles";
import { connectFiles, serveFiles } from "@/lib/sandbox/frame/inside/shared/file-port";
import { FILES_DATABASE, FileStore } from "@/lib/sandbox/frame/inside/shared/file-store";
import { decode, encode } from "@/lib/sandbox/frame/inside/shared/structured-text";

export interface Databases {
  globals: Record<string, unknown>;
  files: FileSystem;
  /** A worker uses them over the ports. @returns what to call when it has ended */
  serve(ports: DatabasePorts): () => void;
  /** The page ends. Resolves once everything that was committed is on the device or has been passed to `onChange`. */
  flush(): Promise<void>;
  /** What those in the account will take when they are serialised, or a little more. */
  bytes(): number;
  /** What those on the device take. */
  deviceBytes(): number;
}

export interface DatabasePorts {
  databases: MessagePort;
  files: MessagePort;
}

export interface DatabasesAddOn {
  open(options: {
    saved: [name: string, text: string][];
    /** `text` is the serialised database, or null if it was deleted. */
    onChange: (name: string, text: string | null) => void;
    onFailure: (name: string, error: unknown) => void;
    /** Bytes that all databases may take together in the account. */
    room: () => number;
    /** Null where the device keeps nothing. */
    device: DeviceHost | null;
    quotaError: () => DOMException;
  }): Databases;
  /** In a worker: what the page serves at the other end of the ports. */
  connect(ports: DatabasePorts): Pick<Databases, "globals" | "files">;
}

const SETTLE_MS = 60;
/** How many times a save is put off while transactions are running: it would hold what they may roll back. */
const WAITS = 20;
/** Of a text that has binary data as base64. */
const BINARY_SHARE = 3 / 4;
/** How long transactions may take to complete when the page ends. */
const END_MS = 100;

const addOn: DatabasesAddOn = {
  open({ saved, onChange, onFailure, room, device: host, quotaError }) {
    const factory = new FDBFactory();
    seekCursors();
    const onStay = (name: string): void => markChanged(name);
    const device = host && new DeviceDatabases({ host, quotaError, onFailure, onStay });
    const bytes = limitDatabases({ databases: () => factory._databases.values(), room, quotaError, device });
    for (const [name, text] of saved) {
      try {
        factory._databases.set(name, revive(name, decode(text) as SavedDatabase));
      } catch (error) {
        onFailure(name, error);
      }
    }
    // What the account has under the same name is another device's.
    for (const database of device?.restore() ?? []) factory._databases.set(database.name, database);

    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let writing: Promise<void> = Promise.resolve();
    const setTimer = setTimeout.bind(globalThis);
    const clearTimer = clearTimeout.bind(globalThis);

    const waits = new Map<string, number>();
    const waitsFor = (database: Database): boolean => {
      const count = running(database).length ? (waits.get(database.name) ?? 0) + 1 : 0;
      waits.set(database.name, count);
      return count > 0 && count <= WAITS;
    };

    const write = async (isLast: boolean): Promise<void> => {
      const names = [...changed];
      changed.clear();
      for (const name of names) {
        const database = factory._databases.get(name);
        if (database && device?.isMoving(database)) continue;
        if (database && !isLast && waitsFor(database)) {
          markChanged(name);
          continue;
        }
        // Without a version its first upgrade was aborted: it does not exist.
        const isInAccount = database && database.version > 0 && !device?.has(database);
        try {
          onChange(name, isInAccount ? await encode(describe(database)) : null);
        } catch (error) {
          onFailure(name, error);
        }
      }
    };
    const flush = (isLast: boolean): Promise<void> => {
      clearTimer(timer);
      timer = undefined;
      writing = writing.then(() => write(isLast));
      return writing;
    };
    /** What does not complete in time is rolled back, as when a tab is closed. */
    const endTransactions = async (): Promise<void> => {
      const left = (): FDBTransaction[] => [...factory._databases.values()].flatMap(unfinished);
      // Not by timers, which are late in a hidden tab.
      for (const end = Date.now() + END_MS; left().length && Date.now() < end;)
        await new Promise<void>((resolve) => queueTask(resolve));
      for (const transaction of left()) {
        // The device may have its changes already.
        if (committing.has(transaction)) continue;
        transaction._abort("AbortError");
        changed.add(transaction.db.name);
      }
    };
    const flushAll = async (): Promise<void> => {
      await endTransactions();
      await device?.flush();
      await flush(true);
    };
    const markChanged = (name: string): void => {
      changed.add(name);
      timer ??= setTimer(() => void flush(false), SETTLE_MS);
    };

    const start = FDBTransaction.prototype._start;
    const watched = new WeakSet<object>();
    const committing = new WeakSet<object>();
    FDBTransaction.prototype._start = function _start(this: InstanceType<typeof FDBTransaction>) {
      if (this.mode === "readonly") return start.call(this);
      const database = this.db._rawDatabase;
      if (!watched.has(this)) {
        watched.add(this);
        for (const end of ["complete", "abort"])
          this.addEventListener(end, () => {
            markChanged(this.db.name);
            device?.settle(database);
          });
      }
      const isDone = this._requests.every(({ request }) => request.readyState === "done");
      if (!isDone || this._state === "finished" || committing.has(this) || !device?.has(database))
        return start.call(this);
      committing.add(this);
      this._started = true;
      this._state = "committing";
      device.commit(this).then(
        () => start.call(this),
        (error: DOMException) => {
          this._state = "active";
          this._abort(error.name);
        },
      );
    };
    const { open } = FDBFactory.prototype;
    FDBFactory.prototype.open = function (...given: Parameters<typeof open>) {
      const name = String(given[0]);
      if (device?.isUnloaded(name)) {
        const before = factory._connectionQueues.get(name) ?? Promise.resolve();
        factory._connectionQueues.set(
          name,
          before.then(() => device.load(name)),
        );
      }
      return open.apply(this, given);
    };
    const remove = factory.deleteDatabase;
    factory.deleteDatabase = function deleteDatabase(name: string) {
      const request = remove.call(factory, name);
      request.addEventListener("success", () => {
        const isThere = (one: Database): boolean => factory._databases.get(name) === one;
        device?.dropBut(isThere, String(name)).catch((error: unknown) => onFailure(String(name), error));
        markChanged(String(name));
      });
      return request;
    };
    const { databases } = FDBFactory.prototype;
    FDBFactory.prototype.databases = async function () {
      return (await databases.call(this)).filter(({ name }) => name !== FILES_DATABASE);
    };
    const deviceBytes = (): number => device?.bytes ?? 0;
    const files = new FileStore(factory, () =>
      Math.max(0, (room() - bytes()) * BINARY_SHARE, (host?.quotaBytes ?? 0) - deviceBytes()),
    );

    return {
      flush: flushAll,
      bytes,
      deviceBytes,
      globals: globalsOf(factory),
      files: openFileSystem(files),
      serve(ports) {
        const server = new DatabaseServer(factory, ports.databases);
        const endFiles = serveFiles(files, ports.files, setTimer);
        return () => {
          server.end();
          endFiles();
        };
      },
    };
  },
  connect({ databases, files }) {
    connectDatabases(databases);
    return { globals: globalsOf(new FDBFactory()), files: openFileSystem(connectFiles(files)) };
  },
};

const unfinished = ({ transactions }: Database): FDBTransaction[] =>
  transactions.filter(({ mode, _state }) => mode !== "readonly" && _state !== "finished");

const globalsOf = (factory: FDBFactory): Record<string, unknown> => ({
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
});

(globalThis as { __gumPart?: DatabasesAddOn }).__gumPart = addOn;
