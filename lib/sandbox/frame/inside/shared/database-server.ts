/**
 * Serves the databases to the app's workers: each has its connections and transactions here. A worker's transaction stays open until
 * the worker says that no more requests follow.
 *
 * Trust model: a worker runs the app's own code, as the page does. What it asks for is what the page can do to its databases.
 */
import FDBCursor from "fake-indexeddb/build/esm/FDBCursor.js";
import FDBCursorWithValue from "fake-indexeddb/build/esm/FDBCursorWithValue.js";
import type FDBDatabase from "fake-indexeddb/build/esm/FDBDatabase.js";
import type FDBFactory from "fake-indexeddb/build/esm/FDBFactory.js";
import type FDBIndex from "fake-indexeddb/build/esm/FDBIndex.js";
import FDBKeyRange from "fake-indexeddb/build/esm/FDBKeyRange.js";
import type FDBObjectStore from "fake-indexeddb/build/esm/FDBObjectStore.js";
import type FDBOpenDBRequest from "fake-indexeddb/build/esm/FDBOpenDBRequest.js";
import FDBTransaction from "fake-indexeddb/build/esm/FDBTransaction.js";
import type { Versions } from "fake-indexeddb/build/esm/FDBVersionChangeEvent.js";
import FakeEventTarget from "fake-indexeddb/build/esm/lib/FakeEventTarget.js";
import { queueTask } from "fake-indexeddb/build/esm/lib/scheduling.js";
import {
  READS,
  WRITES,
  type CursorPlace,
  type CursorStep,
  type DatabaseCall,
  type DatabaseEvent,
  type Failure,
  type Shape,
} from "@/lib/sandbox/frame/inside/shared/database-calls";
import { describeStores } from "@/lib/sandbox/frame/inside/shared/database-shape";

type Source = FDBObjectStore | FDBIndex;
type Call<T extends DatabaseCall["type"]> = Extract<DatabaseCall, { type: T }>;

/** Transactions of workers, until no more requests follow. */
const held = new Map<FDBTransaction, { isIdle: boolean }>();
/** `versionchange` events that workers have not seen yet. */
const unseen = new Set<Promise<void>>();

export class DatabaseServer {
  readonly #factory: FDBFactory;
  readonly #port: MessagePort;
  readonly #connections = new Map<number, FDBDatabase>();
  readonly #transactions = new Map<number, FDBTransaction>();
  readonly #onSeen = new Map<number, () => void>();
  /** To open and delete databases. */
  readonly #requests = new Set<FDBOpenDBRequest>();
  #isEnded = false;

  constructor(factory: FDBFactory, port: MessagePort) {
    patchOnce();
    this.#factory = factory;
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<DatabaseCall>) => this.#handle(data);
  }

  /** The worker has ended. */
  end(): void {
    this.#isEnded = true;
    this.#port.close();
    for (const transaction of [...this.#transactions.values()])
      if (held.has(transaction)) abort(transaction, "AbortError");
    for (const connection of this.#connections.values()) connection.close();
    for (const request of this.#requests) request._isGivenUp = true;
    for (const onSeen of [...this.#onSeen.values()]) onSeen();
  }

  #handle(call: DatabaseCall): void {
    if (call.type === "open") this.#open(call);
    else if (call.type === "delete") this.#delete(call);
    else if (call.type === "list") void this.#list(call);
    else if (call.type === "close") this.#close(call.connection);
    else if (call.type === "changeSeen") this.#onSeen.get(call.connection)?.();
    else if (call.type === "transaction") this.#begin(call);
    else {
      // The page may have aborted it meanwhile.
      const transaction = this.#transactions.get(call.transaction);
      if (!transaction) return;
      if (transaction._state === "inactive") transaction._state = "active";
      if (call.type === "request") this.#request(transaction, call);
      else if (call.type === "schema") this.#changeSchema(transaction, call);
      else if (call.type === "commit") release(transaction);
      else {
        this.#transactions.delete(call.transaction);
        abort(transaction, call.error);
      }
    }
  }

  #close(id: number): void {
    this.#connections.get(id)?.close();
    this.#connections.delete(id);
  }

  #post(event: DatabaseEvent): void {
    if (!this.#isEnded) this.#port.postMessage(event);
  }

  #open({ id, name, version }: Call<"open">): void {
    const request = this.#follow(this.#factory.open(name, version));
    request.addEventListener("blocked", (event) => this.#post({ type: "blocked", id, ...versionsOf(event) }));
    request.addEventListener("upgradeneeded", (event) => {
      const transaction = request.transaction!;
      if (this.#isEnded) return abort(transaction, "AbortError");
      this.#connect(id, request.result);
      this.#hold(id, transaction);
      this.#post({ type: "upgrade", id, shape: shapeOf(request.result), ...versionsOf(event) });
    });
    request.addEventListener("success", () => {
      if (this.#isEnded) return request.result.close();
      this.#connect(id, request.result);
      this.#post({ type: "opened", id, shape: shapeOf(request.result) });
    });
    request.addEventListener("error", () =>
      this.#post({ type: "failed", id, error: asFailure(request.error) }),
    );
  }

  #follow(request: FDBOpenDBRequest): FDBOpenDBRequest {
    this.#requests.add(request);
    for (const end of ["success", "error"])
      request.addEventListener(end, () => this.#requests.delete(request));
    return request;
  }

  #connect(id: number, connection: FDBDatabase): void {
    if (this.#connections.has(id)) return;
    this.#connections.set(id, connection);
    connection.addEventListener("versionchange", (event) => {
      if (this.#isEnded) return;
      const seen = new Promise<void>((resolve) => this.#onSeen.set(id, resolve));
      unseen.add(seen);
      void seen.then(() => unseen.delete(seen));
      this.#post({ type: "versionchange", connection: id, ...versionsOf(event) });
    });
  }

  #delete({ id, name }: Call<"delete">): void {
    const request = this.#follow(this.#factory.deleteDatabase(name));
    request.addEventListener("blocked", (event) => this.#post({ type: "blocked", id, ...versionsOf(event) }));
    request.addEventListener("success", (event) =>
      this.#post({ type: "deleted", id, oldVersion: event.oldVersion }),
    );
    request.addEventListener("error", () =>
      this.#post({ type: "failed", id, error: asFailure(request.error) }),
    );
  }

  async #list({ id }: Call<"list">): Promise<void> {
    this.#post({ type: "listed", id, list: await this.#factory.databases() });
  }

  #begin({ id, connection, stores, mode, durability }: Call<"transaction">): void {
    try {
      this.#hold(id, this.#connections.get(connection)!.transaction(stores, mode, { durability }));
    } catch (error) {
      this.#post({ type: "aborted", transaction: id, error: asFailure(error).name });
    }
  }

  #hold(id: number, transaction: FDBTransaction): void {
    held.set(transaction, { isIdle: false });
    this.#transactions.set(id, transaction);
    transaction.addEventListener("complete", () => {
      this.#transactions.delete(id);
      this.#post({ type: "complete", transaction: id });
    });
    transaction.addEventListener("abort", () => {
      held.delete(transaction);
      if (!this.#transactions.delete(id)) return;
      this.#post({ type: "aborted", transaction: id, error: transaction.error?.name ?? null });
    });
  }

  #request(
    transaction: FDBTransaction,
    { id, source: [storeName, index], method, args }: Call<"request">,
  ): void {
    try {
      const store = transaction.objectStore(storeName);
      const source = index === null ? store : store.index(index);
      const operation = operationOf(transaction, source, method, args);
      const request = transaction._execRequestAsync({ operation, source });
      request.addEventListener("success", () => this.#post({ type: "answer", id, value: request.result }));
      request.addEventListener("error", (event) => {
        // It belongs to the worker, whose handlers decide what follows.
        event.preventDefault();
        event.stopPropagation();
        // An abort is sent once, for all of its requests.
        if (transaction._state !== "finished")
          this.#post({ type: "answer", id, error: asFailure(request.error) });
      });
      proceed(transaction);
    } catch (error) {
      this.#post({ type: "answer", id, error: asFailure(error) });
    }
  }

  #changeSchema(transaction: FDBTransaction, { source, method, args }: Call<"schema">): void {
    try {
      const { db } = transaction;
      if (!source) {
        if (method === "createObjectStore") db.createObjectStore(...(args as [string, object]));
        else if (method === "deleteObjectStore") db.deleteObjectStore(args[0] as string);
        return;
      }
      const store = transaction.objectStore(source[0]);
      if (method === "createIndex") store.createIndex(...(args as [string, string, object]));
      else if (method === "deleteIndex") store.deleteIndex(args[0] as string);
      else if (method === "name")
        (source[1] === null ? store : store.index(source[1])).name = args[0] as string;
      proceed(transaction);
    } catch (error) {
      // The worker has checked it.
      abort(transaction, asFailure(error).name);
    }
  }
}

function operationOf(
  transaction: FDBTransaction,
  source: Source,
  method: string,
  args: unknown[],
): () => unknown {
  if (method === "iterate") return () => step(source, args[0] as CursorStep);
  const raw = ("_rawIndex" in source ? source._rawIndex : source._rawObjectStore) as unknown as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  if ((READS as readonly string[]).includes(method))
    return () => raw[method]!(asRange(args[0]), ...args.slice(1));
  if (!Object.hasOwn(WRITES, method)) throw new TypeError(`There is no method ${method}.`);
  const count = WRITES[method as keyof typeof WRITES];
  const given = method === "deleteRecord" ? [asRange(args[0])] : args.slice(0, count);
  return () => raw[method]!(...given, transaction._rollbackLog);
}

function step(source: Source, from: CursorStep): CursorPlace {
  const range = asRange(from.range);
  const cursor = from.keyOnly
    ? new FDBCursor(source, range, from.direction, undefined, true)
    : new FDBCursorWithValue(source, range, from.direction);
  cursor._position = from.position;
  cursor._objectStorePosition = from.storePosition;
  for (let steps = 0; steps < from.steps; steps += 1)
    if (!cursor._iterate(from.key, from.primaryKey)) return null;
  return { key: cursor.key, primaryKey: cursor.primaryKey, value: cursor.value };
}

/** Structured clone drops the class of a range. */
function asRange(given: unknown): unknown {
  if (typeof given !== "object" || given === null || !("lowerOpen" in given)) return given;
  const { lower, upper, lowerOpen, upperOpen } = given as IDBKeyRange;
  return new FDBKeyRange(lower, upper, lowerOpen, upperOpen);
}

const versionsOf = ({ oldVersion, newVersion }: Versions) => ({ oldVersion, newVersion });

const shapeOf = ({ name, version, _rawDatabase }: FDBDatabase): Shape => ({
  name,
  version,
  stores: describeStores(_rawDatabase),
});

function asFailure(error: unknown): Failure {
  const { name, message } = error as Error;
  return { name, message };
}

function abort(transaction: FDBTransaction, error: string | null): void {
  held.delete(transaction);
  if (transaction._state !== "finished") transaction._abort(error);
}

/** Goes on with the requests that have arrived since it became idle. */
function proceed(transaction: FDBTransaction): void {
  const state = held.get(transaction);
  if (!state?.isIdle) return;
  state.isIdle = false;
  transaction._start();
}

function release(transaction: FDBTransaction): void {
  const isIdle = held.get(transaction)?.isIdle;
  held.delete(transaction);
  if (isIdle) transaction._start();
}

let isPatched = false;

function patchOnce(): void {
  if (isPatched) return;
  isPatched = true;
  const { _start: start } = FDBTransaction.prototype;
  FDBTransaction.prototype._start = function _start(this: FDBTransaction) {
    const state = held.get(this);
    if (!state || this._requests.some(({ request }) => request.readyState !== "done"))
      return start.call(this);
    this._started = true;
    state.isIdle = true;
  };
  // A worker closes its connection a while after `versionchange` was sent to it; until then it is not known to be blocked.
  const { dispatchEvent: dispatch } = FakeEventTarget.prototype;
  FakeEventTarget.prototype.dispatchEvent = function dispatchEvent(this: FakeEventTarget, event) {
    if (event.type !== "blocked" || unseen.size === 0) return dispatch.call(this, event);
    const whenSeen = (): void => {
      // Unless it was unblocked.
      if ((this as { readyState?: string }).readyState === "pending") this.dispatchEvent(event);
    };
    void Promise.all(unseen).then(() => queueTask(whenSeen));
    return true;
  };
}
