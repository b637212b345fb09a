/**
 * `gum.shared`: a map that all members of a room have in common. There are up to two documents: the confirmed
 * state of the log, which is the same for everybody, and, from the first own change on, that state plus the
 * pending own changes. If the room refuses one of those, the second document is dropped.
 */
import * as Y from "yjs";
import { bytesOf, newSession, readSnapshot, readUpdate, writeSnapshot } from "./check-update";
import { copyOf, toItems, toJson, toKey, type Json } from "./json";
import { SNAPSHOT_BYTES, SNAPSHOT_MAX_BYTES, SNAPSHOT_UPDATES } from "./limits";
import { MapDocument, type ListItem } from "./map-document";
import {
  SharedMapError,
  type Clock,
  type LogEntry,
  type LogSnapshot,
  type LogUpdate,
  type RoomLog,
} from "./room-log";
import { refusalOf, Sender } from "./sender";

/** Whose change it was. `isOwn`: this run of the app made it; another one of the same person has the same address. */
export interface ChangeInfo {
  isOwn: boolean;
  from: string | null;
}
export type ChangeListener = (key: string, value: Json | undefined, info: ChangeInfo) => void;
export type Refused = { code: string; message: string; changes: number };

/** Upper bound of a random delay before a snapshot is submitted, since another member may submit it. */
const SNAPSHOT_DELAY_MS = 2_000;

export class SharedMap {
  readonly ready: Promise<void>;
  readonly #room: RoomLog;
  readonly #clock: Clock;
  /** The confirmed state. */
  #log = new MapDocument(new Y.Doc());
  /** What the app sees. */
  #view = this.#log;
  #session = 0;
  /** Pending messages of earlier runs. */
  #left = 0;
  #sender!: Sender;
  #last = 0;
  /** Total payload of the log. */
  #bytes = 0;
  #ignored = 0;
  /** Updates since the snapshot that this run began with, or the last one that it submitted. */
  #sinceSnapshot = 0;
  #isSnapshotDue = false;
  /** Entries that wait until a broken snapshot is replaced. */
  #waiting: LogEntry[] | null = null;
  #isBroken = false;
  #batchDepth = 0;
  /** Keys whose listeners are still to be called; never within a Yjs transaction. */
  #changed = new Set<string>();
  readonly #listeners = new Map<string, Set<ChangeListener>>();
  readonly #pendingListeners = new Set<(pending: number) => void>();
  readonly #refusedListeners = new Set<(refused: Refused) => void>();
  #settleReady!: { resolve: () => void; reject: (reason: Error) => void };

  constructor(room: RoomLog, clock: Clock) {
    this.#room = room;
    this.#clock = clock;
    this.ready = new Promise((resolve, reject) => (this.#settleReady = { resolve, reject }));
    // Not every app waits for it.
    this.ready.catch(() => undefined);
    this.#startSession();
    this.#follow(this.#log);
    this.#takeUp(room.unsent ?? []);
    room.listen(0, (entry) => this.#receive(entry));
    if (room.head === undefined || this.#last >= room.head) clock.setTimeout(() => this.#onReady(), 0);
  }

  /** Changes that are not in the log yet. */
  get pending(): number {
    return this.#sender.pending + this.#left;
  }

  /** Updates of the room that were no valid change of the map. */
  get ignored(): number {
    return this.#ignored;
  }

  get(key: string): Json | undefined {
    return copyOf(this.#view.read(String(key)));
  }

  has(key: string): boolean {
    return this.#view.read(String(key)) !== undefined;
  }

  keys(): string[] {
    return this.#view.keys();
  }

  entries(): [key: string, value: Json][] {
    return this.#view.keys().map((key) => [key, copyOf(this.#view.read(key)!)]);
  }

  items(key: string): ListItem[] {
    return this.#view.items(String(key)).map(({ id, value }) => ({ id, value: copyOf(value) }));
  }

  set(key: string, value: unknown): void {
    const [name, copy] = [toKey(key), toJson(value)];
    this.#change((view) => view.set(name, copy));
  }

  delete(key: string): boolean {
    const name = toKey(key);
    return this.#view.read(name) !== undefined && this.#change((view) => view.delete(name));
  }

  increment(key: string, by = 1): number {
    const name = toKey(key);
    this.#change((view) => view.increment(name, by));
    return this.#view.read(name) as number;
  }

  push(key: string, ...items: unknown[]): string[] {
    const [name, copies] = [toKey(key), toItems(items)];
    return this.#change((view) => view.insert(name, copies));
  }

  insert(key: string, index: number, ...items: unknown[]): string[] {
    const [name, copies] = [toKey(key), toItems(items)];
    if (!Number.isInteger(index)) throw new SharedMapError("invalid", "An index is a whole number.");
    return this.#change((view) => view.insert(name, copies, index));
  }

  remove(key: string, which: string | number): boolean {
    const name = toKey(key);
    return this.#change((view) => view.remove(name, which));
  }

  /** Listeners are called once, at its end. */
  batch<T>(work: () => T): T {
    this.#batchDepth += 1;
    try {
      return work();
    } finally {
      this.#batchDepth -= 1;
      if (this.#batchDepth === 0) this.#emit({ isOwn: true, from: this.#room.me });
    }
  }

  on(key: string, listener: ChangeListener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  onPending(listener: (pending: number) => void): () => void {
    this.#pendingListeners.add(listener);
    return () => void this.#pendingListeners.delete(listener);
  }

  onRefused(listener: (refused: Refused) => void): () => void {
    this.#refusedListeners.add(listener);
    return () => void this.#refusedListeners.delete(listener);
  }

  /** Flushes pending changes to the room, because the page may be about to unload. */
  flush(): void {
    this.#sender.flush();
  }

  #startSession(): void {
    this.#session = newSession(this.#room.me, this.#clock.random());
    this.#sender = new Sender(this.#room, this.#clock, {
      onAccepted: () => this.#emitPending(),
      onRefused: (error) => this.#dropOwn(error),
      makeSpace: () => this.handIn().catch(() => undefined),
    });
  }

  /**
   * Applies unsent changes of earlier runs at once; Yjs keeps them pending until their dependencies arrive.
   */
  #takeUp(left: NonNullable<RoomLog["unsent"]>): void {
    for (const { payload, sent } of left) {
      const update = bytesOf(payload);
      if (!update) continue;
      if (this.#view === this.#log) this.#fork();
      Y.applyUpdate(this.#view.doc, update);
      this.#sender.expect(payload);
      this.#left += 1;
      const settle = (): void => {
        this.#left -= 1;
        this.#emitPending();
      };
      sent.then(settle, (error: unknown) => {
        settle();
        this.#dropOwn(refusalOf(error));
      });
    }
    if (this.#left > 0) this.#clock.setTimeout(() => this.#emitPending(), 0);
  }

  #follow(document: MapDocument): void {
    document.onChange((keys) => {
      if (document === this.#view) for (const key of keys) this.#changed.add(key);
    });
  }

  #change<T>(work: (view: MapDocument) => T): T {
    if (this.#isBroken) throw new SharedMapError("broken_snapshot", "The state of the room cannot be read.");
    if (this.#room.isClosed)
      throw new SharedMapError("room_closed", "The room is closed: nobody can change it.");
    if (this.#view === this.#log) this.#fork();
    return this.batch(() => {
      const { doc } = this.#view;
      const add = (update: Uint8Array): void => this.#sender.add(update);
      doc.on("update", add);
      try {
        return Y.transact(doc, () => work(this.#view));
      } finally {
        doc.off("update", add);
        this.#emitPending();
      }
    });
  }

  /** From now on the log and what the app sees are two documents. */
  #fork(): void {
    this.#view = MapDocument.copyOf(this.#log);
    this.#view.doc.clientID = this.#session;
    this.#follow(this.#view);
  }

  #receive(entry: LogEntry): void {
    if (this.#waiting) return void this.#waiting.push(entry);
    if (entry.serial <= this.#last) return;
    if ("snapshot" in entry) this.#takeSnapshot(entry);
    else this.#takeUpdate(entry);
    if (this.#room.head !== undefined && this.#last >= this.#room.head) this.#onReady();
  }

  #takeUpdate({ serial, from, payload }: LogUpdate): void {
    this.#last = serial;
    this.#sinceSnapshot += 1;
    const bytesBefore = this.#bytes;
    this.#bytes += typeof payload === "string" ? payload.length : 0;
    const read = readUpdate(payload, from, this.#log.doc);
    const wasSent = this.#sender.takeBack(payload);
    if (!read) this.#ignored += 1;
    // Everybody ignores it, and with it all changes that depend on it.
    if (wasSent && (!read || read.isKnown))
      return this.#dropOwn({ code: "ignored", message: "The change is not valid for the others." });
    if (!read) return;
    this.#apply(read.update);
    this.#emit({ isOwn: false, from });
    const isRound = serial % SNAPSHOT_UPDATES === 0;
    const isLarge = Math.floor(this.#bytes / SNAPSHOT_BYTES) > Math.floor(bytesBefore / SNAPSHOT_BYTES);
    // All clients agree on which update makes a snapshot due, and so on whose task it is.
    if (wasSent && (isRound || isLarge)) this.#scheduleSnapshot();
  }

  /** An update that a document has already changes nothing. */
  #apply(update: Uint8Array): void {
    Y.applyUpdate(this.#log.doc, update);
    if (this.#view !== this.#log) Y.applyUpdate(this.#view.doc, update);
  }

  #takeSnapshot(entry: LogSnapshot): void {
    const read = readSnapshot(entry.snapshot);
    if (!read) return this.#recover(entry);
    this.#last = entry.serial;
    this.#bytes = read.bytes;
    this.#sinceSnapshot = 0;
    this.#apply(Y.encodeStateAsUpdate(read.doc));
    this.#emit({ isOwn: false, from: null });
  }

  /** A member submitted an invalid snapshot: the updates before it are still stored. */
  #recover({ serial }: LogSnapshot): void {
    this.#ignored += 1;
    const isAgain = this.#isBroken;
    this.#isBroken = true;
    if (isAgain || !this.#room.recover) return this.#failReady();
    this.#waiting = [];
    this.#room.recover(serial).then(
      (entries) => {
        const waiting = this.#waiting ?? [];
        this.#waiting = null;
        const isReadable = entries.every((entry) => !("snapshot" in entry) || readSnapshot(entry.snapshot));
        if (!isReadable) return this.#failReady();
        this.#isBroken = false;
        for (const entry of [...entries, ...waiting]) this.#receive(entry);
        // Newcomers should not have to do the same.
        this.#scheduleSnapshot();
      },
      () => this.#failReady(),
    );
  }

  #onReady(): void {
    if (this.#waiting || this.#isBroken) return;
    this.#settleReady.resolve();
    // The members who were due to submit it have left.
    if (this.#sinceSnapshot >= 2 * SNAPSHOT_UPDATES) this.#scheduleSnapshot();
  }

  #failReady(): void {
    this.#waiting = null;
    this.#settleReady.reject(new SharedMapError("broken_snapshot", "The state of the room cannot be read."));
  }

  #scheduleSnapshot(): void {
    if (this.#isSnapshotDue) return;
    this.#isSnapshotDue = true;
    this.#clock.setTimeout(() => {
      this.#isSnapshotDue = false;
      this.handIn().catch(() => undefined);
    }, this.#clock.random() * SNAPSHOT_DELAY_MS);
  }

  /** Submits a snapshot, from which newcomers start. */
  async handIn(): Promise<void> {
    if (this.#room.isClosed || this.#isBroken || this.#last === 0) return;
    const state = writeSnapshot(this.#log.doc, this.#bytes);
    if (state.length > SNAPSHOT_MAX_BYTES) return;
    this.#sinceSnapshot = 0;
    await this.#room.snapshot(this.#last, state);
  }

  /** Undoes all own changes that the log does not have: they build on one that was refused. */
  #dropOwn({ code, message }: { code: string; message: string }): void {
    const changes = this.pending;
    this.#sender.stop();
    this.#startSession();
    const before = this.#view;
    this.#view = this.#log;
    const keys = new Set([...before.keys(), ...this.#log.keys()]);
    const differs = (key: string): boolean =>
      JSON.stringify(before.read(key)) !== JSON.stringify(this.#log.read(key));
    this.#changed = new Set([...keys].filter(differs));
    this.#emit({ isOwn: false, from: null });
    this.#emitPending();
    for (const listener of [...this.#refusedListeners]) guarded(() => listener({ code, message, changes }));
  }

  #emit(info: ChangeInfo): void {
    const keys = this.#changed;
    this.#changed = new Set();
    for (const key of keys) {
      for (const listener of [...(this.#listeners.get(key) ?? []), ...(this.#listeners.get("*") ?? [])])
        guarded(() => listener(key, this.get(key), { ...info }));
    }
  }

  #emitPending(): void {
    const { pending } = this;
    for (const listener of [...this.#pendingListeners]) guarded(() => listener(pending));
  }
}

/** A listener that fails is the app's problem, which shows as its own uncaught error; it must not stop the map. */
function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
