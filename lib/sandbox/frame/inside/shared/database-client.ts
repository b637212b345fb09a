/**
 * IndexedDB in a worker: the library's classes check, keep the schema and dispatch events as in the page; the records are in the
 * page, which answers each request. A transaction is committed after a task in which it has no request left.
 */
import FDBDatabase from "fake-indexeddb/build/esm/FDBDatabase.js";
import FDBFactory from "fake-indexeddb/build/esm/FDBFactory.js";
import FDBIndex from "fake-indexeddb/build/esm/FDBIndex.js";
import FDBObjectStore from "fake-indexeddb/build/esm/FDBObjectStore.js";
import FDBOpenDBRequest from "fake-indexeddb/build/esm/FDBOpenDBRequest.js";
import FDBTransaction, { type Asked } from "fake-indexeddb/build/esm/FDBTransaction.js";
import FDBVersionChangeEvent from "fake-indexeddb/build/esm/FDBVersionChangeEvent.js";
import Database from "fake-indexeddb/build/esm/lib/Database.js";
import FakeEvent from "fake-indexeddb/build/esm/lib/FakeEvent.js";
import Index from "fake-indexeddb/build/esm/lib/Index.js";
import enforceRange from "fake-indexeddb/build/esm/lib/enforceRange.js";
import { queueTask } from "fake-indexeddb/build/esm/lib/scheduling.js";
import { validateRequiredArguments } from "fake-indexeddb/build/esm/lib/validateRequiredArguments.js";
import type {
  DatabaseCall,
  DatabaseEvent,
  Failure,
  Shape,
  SourceName,
} from "@/lib/sandbox/frame/inside/shared/database-calls";
import { collect, patchRecords } from "@/lib/sandbox/frame/inside/shared/database-client-records";
import { revive } from "@/lib/sandbox/frame/inside/shared/database-shape";

type EventOf<T extends DatabaseEvent["type"]> = Extract<DatabaseEvent, { type: T }>;

interface Remote {
  id: number;
  /** "asked": the page has been told to commit. */
  commit: "open" | "asked" | "done";
}

let port: MessagePort;
let lastId = 0;
const nextId = (): number => (lastId += 1);
const post = (call: DatabaseCall): void => port.postMessage(call);

const openings = new Map<number, FDBOpenDBRequest>();
const listings = new Map<number, (list: IDBDatabaseInfo[]) => void>();
const connections = new Map<number, FDBDatabase>();
const connectionIds = new WeakMap<FDBDatabase, number>();
const transactions = new Map<number, FDBTransaction>();
const remotes = new WeakMap<FDBTransaction, Remote>();
/** Requests without an answer. */
const waiting = new Map<number, { transaction: FDBTransaction; hear: (answer: EventOf<"answer">) => void }>();
/** Operations of requests whose answer has arrived. */
const answered = new WeakSet<() => unknown>();

/** @param pagePort to a `DatabaseServer` */
export function connectDatabases(pagePort: MessagePort): void {
  port = pagePort;
  port.onmessage = ({ data }: MessageEvent<DatabaseEvent>) => handle(data);
  // A value that cannot be cloned into a worker, such as a CryptoKey; which answer had it is unknown.
  port.onmessageerror = () => {
    for (const transaction of [...transactions.values()]) transaction._abort("DataError");
  };
  patchFactory();
  patchConnections();
  patchTransactions();
  patchRecords();
}

function handle(event: DatabaseEvent): void {
  if (event.type === "listed") return listings.get(event.id)?.(event.list);
  if (event.type === "answer") {
    const found = waiting.get(event.id);
    waiting.delete(event.id);
    found?.hear(event);
    return found?.transaction._start();
  }
  // After `success`, which is queued: before it the app has no handler.
  if (event.type === "versionchange") return queueTask(() => changeVersion(event));
  if (event.type === "complete" || event.type === "aborted") return end(event);
  const request = openings.get(event.id)!;
  if (event.type === "blocked")
    return void request.dispatchEvent(new FDBVersionChangeEvent("blocked", event));
  if (event.type === "upgrade") return upgrade(request, event);
  // After the events that the end of its upgrade has queued.
  queueTask(() => finish(request, event));
}

function finish(request: FDBOpenDBRequest, event: EventOf<"opened" | "deleted" | "failed">): void {
  openings.delete(event.id);
  request.transaction = null;
  request.readyState = "done";
  if (event.type === "deleted") {
    request.result = undefined;
    request.dispatchEvent(
      new FDBVersionChangeEvent("success", { oldVersion: event.oldVersion, newVersion: null }),
    );
  } else if (event.type === "opened") {
    request.result = connections.get(event.id) ?? connect(event.id, event.shape);
    request.dispatchEvent(new FakeEvent("success"));
  } else {
    connections.delete(event.id);
    request.result = undefined;
    request.error = asException(event.error);
    request.dispatchEvent(new FakeEvent("error", { bubbles: true, cancelable: true }));
  }
}

function connect(id: number, { name, version, stores }: Shape): FDBDatabase {
  const connection = new FDBDatabase(
    revive(name, { version, stores: stores.map((store) => ({ ...store, records: [] })) }),
  );
  connections.set(id, connection);
  connectionIds.set(connection, id);
  return connection;
}

function upgrade(request: FDBOpenDBRequest, { id, shape, oldVersion, newVersion }: EventOf<"upgrade">): void {
  const connection = connect(id, shape);
  const transaction = beginTransaction.call(connection, [...connection.objectStoreNames], "versionchange");
  adopt(id, transaction);
  connection._runningVersionchangeTransaction = true;
  transaction._openRequest = request;
  transaction._rollbackLog.push(() => {
    connection._rawDatabase.version = oldVersion;
    connection.version = oldVersion;
  });
  for (const type of ["complete", "abort"] as const)
    transaction._prioritizedListeners.set(type, () => (connection._runningVersionchangeTransaction = false));
  request.result = connection;
  request.readyState = "done";
  request.transaction = transaction;
  try {
    request.dispatchEvent(new FDBVersionChangeEvent("upgradeneeded", { oldVersion, newVersion }));
  } catch {
    transaction._abort("AbortError");
  }
}

function changeVersion({ connection: id, oldVersion, newVersion }: EventOf<"versionchange">): void {
  const connection = connections.get(id);
  try {
    if (connection && !connection._closePending)
      connection.dispatchEvent(new FDBVersionChangeEvent("versionchange", { oldVersion, newVersion }));
  } finally {
    post({ type: "changeSeen", connection: id });
  }
}

/** The page has completed or aborted a transaction. */
function end(event: EventOf<"complete" | "aborted">): void {
  const transaction = transactions.get(event.transaction);
  if (!transaction) return;
  transactions.delete(event.transaction);
  if (event.type === "aborted") return abortHere(transaction, event.error);
  remotes.get(transaction)!.commit = "done";
  transaction._start();
}

const { transaction: beginTransaction } = FDBDatabase.prototype;
const { _abort: abortTransaction } = FDBTransaction.prototype;

function abortHere(transaction: FDBTransaction, error: string | null): void {
  for (const [id, { transaction: asking }] of waiting) if (asking === transaction) waiting.delete(id);
  abortTransaction.call(transaction, error);
}

function adopt(id: number, transaction: FDBTransaction): void {
  transactions.set(id, transaction);
  remotes.set(transaction, { id, commit: "open" });
  queueTask(() => transaction._start());
}

function patchFactory(): void {
  Object.assign(FDBFactory.prototype, {
    open(this: FDBFactory, name: unknown, version?: unknown): FDBOpenDBRequest {
      validateRequiredArguments(arguments.length, 1, "IDBFactory.open");
      const wanted = version === undefined ? undefined : enforceRange(version, "MAX_SAFE_INTEGER");
      if (wanted === 0) throw new TypeError("Database version cannot be 0");
      return openingOf((id) => post({ type: "open", id, name: String(name), version: wanted }));
    },
    deleteDatabase(this: FDBFactory, name: unknown): FDBOpenDBRequest {
      validateRequiredArguments(arguments.length, 1, "IDBFactory.deleteDatabase");
      return openingOf((id) => post({ type: "delete", id, name: String(name) }));
    },
    databases: () =>
      new Promise((resolve) => {
        const id = nextId();
        listings.set(id, (list) => {
          listings.delete(id);
          resolve(list);
        });
        post({ type: "list", id });
      }),
  });
}

function openingOf(ask: (id: number) => void): FDBOpenDBRequest {
  const request = new FDBOpenDBRequest();
  const id = nextId();
  openings.set(id, request);
  ask(id);
  return request;
}

function patchConnections(): void {
  const { close, createObjectStore, deleteObjectStore } = FDBDatabase.prototype;
  const schemaOf = (connection: FDBDatabase, method: string, args: unknown[]): void =>
    changeSchema(transactions.get(connectionIds.get(connection)!)!, null, method, args);
  Object.assign(FDBDatabase.prototype, {
    transaction(this: FDBDatabase, ...given: Parameters<typeof beginTransaction>): FDBTransaction {
      const transaction = beginTransaction.apply(this, given);
      const { mode, durability, _scope } = transaction;
      const id = nextId();
      const connection = connectionIds.get(this)!;
      adopt(id, transaction);
      post({ type: "transaction", id, connection, stores: [..._scope], mode, durability });
      return transaction;
    },
    close(this: FDBDatabase): void {
      close.call(this);
      const id = connectionIds.get(this)!;
      if (connections.delete(id)) post({ type: "close", connection: id });
    },
    createObjectStore(this: FDBDatabase, ...given: Parameters<typeof createObjectStore>): FDBObjectStore {
      const store = createObjectStore.apply(this, given);
      const { name, keyPath, autoIncrement } = store;
      schemaOf(this, "createObjectStore", [name, { keyPath, autoIncrement }]);
      return store;
    },
    deleteObjectStore(this: FDBDatabase, ...given: Parameters<typeof deleteObjectStore>): void {
      deleteObjectStore.apply(this, given);
      schemaOf(this, "deleteObjectStore", [String(given[0])]);
    },
  });
  const { createIndex, deleteIndex } = FDBObjectStore.prototype;
  Object.assign(FDBObjectStore.prototype, {
    createIndex(this: FDBObjectStore, ...given: Parameters<typeof createIndex>): FDBIndex {
      const index = createIndex.apply(this, given);
      const { name, keyPath, multiEntry, unique } = index;
      changeSchema(this.transaction, [this.name, null], "createIndex", [
        name,
        keyPath,
        { multiEntry, unique },
      ]);
      return index;
    },
    deleteIndex(this: FDBObjectStore, ...given: Parameters<typeof deleteIndex>): void {
      deleteIndex.apply(this, given);
      changeSchema(this.transaction, [this.name, null], "deleteIndex", [String(given[0])]);
    },
  });
  // The page builds the index.
  Index.prototype.initialize = function initialize(this: Index) {
    this.initialized = true;
  };
  patchName(FDBObjectStore.prototype, (store: FDBObjectStore) => [store.transaction, [store.name, null]]);
  patchName(FDBIndex.prototype, ({ objectStore, name }: FDBIndex) => [
    objectStore.transaction,
    [objectStore.name, name],
  ]);
}

function patchName<T extends { name: string }>(
  prototype: T,
  placeOf: (renamed: T) => [FDBTransaction, SourceName],
): void {
  const native = Object.getOwnPropertyDescriptor(prototype, "name")!;
  const { set } = native;
  Object.defineProperty(prototype, "name", {
    ...native,
    set(this: T, name: unknown) {
      const [transaction, source] = placeOf(this);
      set!.call(this, name);
      changeSchema(transaction, source, "name", [this.name]);
    },
  });
}

function changeSchema(
  transaction: FDBTransaction,
  source: SourceName | null,
  method: string,
  args: unknown[],
): void {
  post({ type: "schema", transaction: remotes.get(transaction)!.id, source, method, args });
}

function patchTransactions(): void {
  // The page decides when one starts.
  Database.prototype.processTransactions = () => undefined;
  const { _start: start, _execRequestAsync: execute, commit } = FDBTransaction.prototype;
  Object.assign(FDBTransaction.prototype, {
    /** Completes its next request if the answer has arrived. Without requests it is committed; the page says when it is complete. */
    _start(this: FDBTransaction): void {
      const next = this._requests.find(({ request }) => request.readyState !== "done");
      const remote = remotes.get(this)!;
      if (next ? answered.has(next.operation) : remote.commit === "done") start.call(this);
      const isPending = this._requests.some(({ request }) => request.readyState !== "done");
      if (next && !isPending && this._state === "committing") askToCommit(this);
      else if (!next && this._state !== "finished") askToCommit(this);
    },
    _execRequestAsync(this: FDBTransaction, asked: Asked): unknown {
      let answer: EventOf<"answer"> | null = null;
      let take = (value: unknown): unknown => value;
      const operation = (): unknown => {
        if (answer?.error) throw asException(answer.error);
        return take(answer?.value);
      };
      const request = execute.call(this, { ...asked, operation });
      const outgoing = collect(asked.operation);
      if (!outgoing) {
        // A schema change, which is already made.
        answered.add(operation);
        return request;
      }
      ({ take } = outgoing);
      const id = nextId();
      const hear = (heard: EventOf<"answer">): void => {
        answer = heard;
        answered.add(operation);
      };
      waiting.set(id, { transaction: this, hear });
      const { source, method, args } = outgoing;
      post({ type: "request", transaction: remotes.get(this)!.id, id, source, method, args });
      return request;
    },
    commit(this: FDBTransaction): void {
      commit.call(this);
      if (!this._requests.some(({ request }) => request.readyState !== "done")) askToCommit(this);
    },
    _abort(this: FDBTransaction, error: string | null): void {
      if (this._state === "finished") return;
      const { id } = remotes.get(this)!;
      transactions.delete(id);
      post({ type: "abort", transaction: id, error });
      abortHere(this, error);
    },
  });
}

function askToCommit(transaction: FDBTransaction): void {
  const remote = remotes.get(transaction)!;
  if (remote.commit !== "open") return;
  remote.commit = "asked";
  transaction._state = "committing";
  post({ type: "commit", transaction: remote.id });
}

const asException = ({ name, message }: Failure): DOMException => new DOMException(message, name);
