/**
 * A step of a cursor begins at its last record. The library's begins where the range does, or at the first record with the same
 * key, so that a walk over n records looks at n² of them.
 */
import FDBCursor from "fake-indexeddb/build/esm/FDBCursor.js";
import BinarySearchTree, { type KeyRange, type Node } from "fake-indexeddb/build/esm/lib/binarySearchTree.js";
import { cmpKeys } from "fake-indexeddb/build/esm/lib/cmp.js";
import type { StoredRecord } from "fake-indexeddb/build/esm/lib/RecordStore.js";

/** A place among the records: without `value`, all records with the key are at it. In an index, `value` is the primary key. */
interface Place {
  key: unknown;
  value: unknown;
}

/** Of the step that is being made, until it reads the records. */
let start: Place | null = null;

export function seekCursors(): void {
  const { _iterate: iterate } = FDBCursor.prototype;
  FDBCursor.prototype._iterate = function (key, primaryKey) {
    start = startOf(this, key, primaryKey);
    try {
      return iterate.call(this, key, primaryKey);
    } finally {
      start = null;
    }
  };
  const { getRecords } = BinarySearchTree.prototype;
  BinarySearchTree.prototype.getRecords = function (range, descending = false) {
    const from = start;
    start = null;
    return from
      ? untilEnd(recordsFrom(this._root, from, descending), range, descending)
      : getRecords.call(this, range, descending);
  };
}

function startOf(cursor: FDBCursor, key: unknown, primaryKey: unknown): Place | null {
  const { _position: position, _objectStorePosition: value, direction } = cursor;
  if (position === undefined) return null;
  const isBack = direction === "prev" || direction === "prevunique";
  const skips = key !== undefined && cmpKeys(key, position) === (isBack ? -1 : 1);
  if (skips) return { key, value: primaryKey };
  return { key: position, value: direction.endsWith("unique") ? undefined : value };
}

/** The records from a place on, with those at it; the caller leaves out what it has had. */
function* recordsFrom(node: Node | undefined, from: Place, isBack: boolean): Generator<StoredRecord> {
  if (!node) return;
  const order = placeOf(node.record, from);
  if (isBack ? order > 0 : order < 0)
    return yield* recordsFrom(isBack ? node.left : node.right, from, isBack);
  yield* recordsFrom(isBack ? node.right : node.left, from, isBack);
  if (!node.deleted) yield node.record;
  yield* allRecords(isBack ? node.left : node.right, isBack);
}

function* allRecords(node: Node | undefined, isBack: boolean): Generator<StoredRecord> {
  if (!node) return;
  yield* allRecords(isBack ? node.right : node.left, isBack);
  if (!node.deleted) yield node.record;
  yield* allRecords(isBack ? node.left : node.right, isBack);
}

/** -1 before it, 1 after it. */
function placeOf({ key, value }: StoredRecord, place: Place): number {
  const order = cmpKeys(key, place.key);
  return order || place.value === undefined ? order : cmpKeys(value, place.value);
}

function* untilEnd(
  records: Iterable<StoredRecord>,
  { lower, upper }: KeyRange,
  isBack: boolean,
): Generator<StoredRecord> {
  const end = isBack ? lower : upper;
  for (const record of records) {
    if (end !== undefined && cmpKeys(record.key, end) === (isBack ? -1 : 1)) return;
    yield record;
  }
}
