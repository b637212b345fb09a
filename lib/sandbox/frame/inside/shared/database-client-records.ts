/** A worker's databases have no records of their own: what reads or writes them becomes a request to the page. */
import FDBCursor from "fake-indexeddb/build/esm/FDBCursor.js";
import FDBRecord from "fake-indexeddb/build/esm/FDBRecord.js";
import Index from "fake-indexeddb/build/esm/lib/Index.js";
import ObjectStore from "fake-indexeddb/build/esm/lib/ObjectStore.js";
import {
  READS,
  WRITES,
  type CursorPlace,
  type CursorStep,
  type DatabaseCall,
  type SourceName,
} from "@/lib/sandbox/frame/inside/shared/database-calls";

/** A request that is being assembled. */
interface Outgoing extends Pick<Extract<DatabaseCall, { type: "request" }>, "source" | "method" | "args"> {
  /** Turns the answer into the request's result. */
  take: (value: unknown) => unknown;
}

let collecting: Outgoing | null = null;

/** Runs the library's operation. @returns the request to the page that it comes to; null if it touches no records */
export function collect(operation: () => unknown): Outgoing | null {
  collecting = null;
  operation();
  const outgoing = collecting as Outgoing | null;
  collecting = null;
  return outgoing;
}

const sourceOf = (raw: ObjectStore | Index): SourceName =>
  raw instanceof Index ? [raw.rawObjectStore.name, raw.name] : [raw.name, null];

/** Methods that read or write records assemble a request instead. */
export function patchRecords(): void {
  const asRecords = (value: unknown): unknown =>
    (value as IDBRecordLike[]).map(
      ({ _key, _primaryKey, _value }) => new FDBRecord(_key, _primaryKey, _value),
    );
  const patch = (prototype: object, method: string, count: number): void => {
    Object.defineProperty(prototype, method, {
      value(this: ObjectStore | Index, ...given: unknown[]) {
        const take = method === "getAllRecords" ? asRecords : (value: unknown): unknown => value;
        collecting = { source: sourceOf(this), method, args: given.slice(0, count), take };
      },
    });
  };
  for (const method of READS)
    for (const prototype of [ObjectStore.prototype, Index.prototype]) patch(prototype, method, 3);
  for (const [method, count] of Object.entries(WRITES)) patch(ObjectStore.prototype, method, count);
  FDBCursor.prototype._iterate = iterate;
}

interface IDBRecordLike {
  _key: unknown;
  _primaryKey: unknown;
  _value: unknown;
}

/** One step; several for `advance`. */
function iterate(this: FDBCursor, key: unknown, primaryKey: unknown): FDBCursor {
  if (collecting) {
    (collecting.args[0] as CursorStep).steps += 1;
    return this;
  }
  const { source } = this;
  const isOfIndex = "_rawIndex" in source;
  const step: CursorStep = {
    range: this._range,
    direction: this.direction,
    keyOnly: this._keyOnly,
    position: this._position,
    storePosition: this._objectStorePosition,
    key,
    primaryKey,
    steps: 1,
  };
  const take = (value: unknown): FDBCursor | null => {
    const place = value as CursorPlace;
    this._key = place?.key;
    if (!this._keyOnly) this.value = place?.value;
    if (isOfIndex) this._objectStorePosition = place?.primaryKey;
    if (!place) return null;
    this._position = place.key;
    this._primaryKey = place.primaryKey;
    this._gotValue = true;
    return this;
  };
  const raw = isOfIndex ? source._rawIndex : source._rawObjectStore;
  collecting = { source: sourceOf(raw), method: "iterate", args: [step], take };
  return this;
}
