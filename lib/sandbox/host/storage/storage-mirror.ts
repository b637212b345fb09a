/**
 * An in-memory mirror of an app's storage. It serves restarts at once, enforces the quota, shares changes with the other tabs,
 * and queues them for saving: the queue sends the last value of each key and retries while the storage is unreachable. When
 * another browser has saved meanwhile, it keeps its own changes and stops saving until the person has chosen.
 *
 * Trust model: changes come from the app. The protocol's parser has checked their shape; this module limits their total size,
 * and each change costs the same however many there are.
 */
import type { StorageChange, StorageEntry } from "@/lib/storage/contract";
import {
  randomPersonId,
  StorageConflict,
  StorageFull,
  type StorageNews,
} from "@/lib/sandbox/host/storage/app-storage";
import { changesBetween, ChangeQueue, isLasting, saveDelay } from "@/lib/sandbox/host/storage/change-queue";
import type { MirrorOptions } from "@/lib/sandbox/host/storage/mirror-options";
import { endOf, MirrorEvents, type MirrorEvent, type Taker } from "@/lib/sandbox/host/storage/mirror-events";
import { KnownKeys } from "@/lib/sandbox/host/storage/known-keys";
import { MissedSaves } from "@/lib/sandbox/host/storage/missed-saves";
import { isOfDatabases, StoredAreas } from "@/lib/sandbox/host/storage/stored-areas";
import { UnsentKeeper } from "@/lib/sandbox/host/storage/unsent-keeper";
import { savesOf, type LeftChanges, type UnsentRecord } from "@/lib/sandbox/host/storage/unsent-store";
import { STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";
import type { AreaPairs, FrameStorageChange } from "@/lib/sandbox/protocol/storage";

/** A save without an answer for this long is kept in the browser. */
const SLOW_SAVE_MS = 2_000;

export class StorageMirror {
  readonly #options: MirrorOptions;
  readonly #areas = new StoredAreas();
  readonly #closed = new AbortController();
  readonly #tabs: MirrorOptions["tabs"];
  readonly #keeper: UnsentKeeper | null;
  readonly #known = new KnownKeys();
  readonly #missed = new MissedSaves();
  readonly #events = new MirrorEvents();
  #revision: number;
  #pending = new ChangeQueue();
  /** Sent but not confirmed. */
  #inFlight = new ChangeQueue();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #failures = 0;
  /** Another tab goes on with the app's databases, which a running copy cannot take up. */
  #lostDatabases = false;
  #isTaken = false;
  #conflict: { by: Taker } | null = null;

  constructor(options: MirrorOptions) {
    const { stored, session, storage, tabs, keptFor } = options;
    this.#options = options;
    this.#tabs = tabs;
    this.#revision = stored.revision;
    this.#areas.replaceLasting(stored.entries);
    this.#known.sent(stored.entries);
    for (const [key, value] of session) this.#areas.set("session", key, value);
    const unsaved = (appId: string) => ({
      appId,
      personId: stored.personId,
      dataId: this.dataId,
      base: this.#revision,
      changes: this.unsent(),
      ...this.unsentSave,
      entries: this.entries(),
    });
    this.#keeper = keptFor === null ? null : new UnsentKeeper(() => unsaved(keptFor), this.#closed.signal);
    const stopWatching = storage.watch?.((news) => void this.#onNews(news));
    this.#closed.signal.addEventListener("abort", () => {
      tabs?.close();
      stopWatching?.();
      clearTimeout(this.#timer);
    });
    // Before the first revert, as tabs of the previous release name it.
    tabs?.attach(this.dataId === null ? stored.personId : `${stored.personId} ${this.dataId}`, {
      keys: (area) => this.#areas.keys(area),
      revision: () => this.#revision,
      onChanges: (changes, isLast) => this.#acceptShared(changes, isLast),
      onSaved: ({ base, revision, isHeard }) => {
        if (revision <= this.#revision) return;
        // With the other tab's base and changes, this tab has the same data.
        if (isHeard && base <= this.#revision) this.#revision = revision;
        // Changes that it has not heard of may be newer than what it has not saved yet.
        else this.#setStale(revision, !isHeard);
      },
      onOpened: (isLater) => {
        // Of an app with databases, only the tab opened last goes on.
        if (isLater && this.#areas.hasDatabases) this.#setTaken("tab");
        const unsent = this.unsent();
        for (const queue of [this.#inFlight, this.#pending]) queue.noteShared();
        return { unsent, saving: this.#inFlight.sent.at(-1), isLast: this.#isTaken };
      },
    });
  }

  get personId(): string {
    return this.#options.stored.personId;
  }
  get dataId(): string | null {
    return this.#options.stored.dataId ?? null;
  }
  get saved(): string | null {
    return this.#options.saved;
  }

  /** Setting a listener marks the data as in use: a running copy cannot merge database changes. */
  set onEvent(listener: (event: MirrorEvent) => void) {
    this.#events.listen(listener);
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }
  get revision(): number {
    return this.#revision;
  }
  get isStale(): boolean {
    return this.#missed.any;
  }
  /** Who saved the conflicting state, if there is a conflict to resolve. */
  get conflict(): { by: Taker } | null {
    return this.#conflict;
  }

  snapshot(): Record<FrameStorageChange["area"], AreaPairs> {
    return this.#areas.pairs();
  }

  /** Everything but sessionStorage. */
  entries(): StorageEntry[] {
    return this.#areas.entries();
  }

  /** @param isShared false keeps the changes from the other tabs, which may have newer ones */
  accept(changes: readonly FrameStorageChange[], isShared = true): void {
    const isLate = ({ area }: FrameStorageChange) => area === "databases" && this.#lostDatabases;
    const effects = changes.map((change) => (isLate(change) ? "same" : this.#areas.apply(change)));
    const accepted = changes.filter((_, at) => effects[at] === "changed").filter(isLasting);
    const usedBytes = this.#areas.lastingBytes;
    if (effects.includes("full")) this.#events.emit({ type: "full", usedBytes });
    if (accepted.length) {
      for (const change of accepted) this.#queue(change);
      if (isShared) this.#tabs?.send(accepted, this.#isTaken);
      this.#schedule();
    }
    this.#events.emit({ type: "usage", usedBytes, quotaBytes: STORAGE_QUOTA_BYTES });
  }

  #queue(change: StorageChange): void {
    const { area, key, value } = change;
    const isKnown = key === null || this.#known.has(area, key) || this.#inFlight.touches(area, key);
    if (value === null && !isKnown) this.#pending.drop(area, key);
    else this.#pending.add(change);
  }

  /** The tab that made the changes saves them. What this tab has not sent yet is older and must not follow. */
  #acceptShared(changes: StorageChange[], isLast: boolean): void {
    this.#known.sent(changes);
    for (const change of changes) {
      const { area, key, value } = change;
      if (key === null) this.#areas.clear(area);
      else if (value === null) this.#areas.delete(area, key);
      else this.#areas.set(area, key, value);
      this.#pending.drop(area, key);
      // A clear that waits here, or what is in flight, may arrive after the other tab's save.
      if (this.#inFlight.touches(area, key) || this.#pending.touches(area, key)) this.#pending.add(change);
    }
    if (!this.#pending.isEmpty) this.#schedule();
    this.#events.emit({ type: "shared", changes });
    const hasDatabases = changes.some(isOfDatabases);
    if (!hasDatabases || !this.#events.hasListener) return;
    // A running database cannot take up changes. After another tab's last ones, this tab reads all again.
    this.#lostDatabases = true;
    if (isLast) this.#events.emit({ type: "stale" });
    else this.#setTaken("tab");
  }

  async #onNews(news: StorageNews): Promise<void> {
    if (news.type === "taken") return this.#setTaken(news.by);
    // The server can be reached again: a retry that waits would only delay the question about a conflict.
    if (this.#failures) await this.flush();
    if (news.type === "unknown") return this.check();
    // It may be this tab's own save, on its way.
    await this.#sending;
    if (news.revision <= this.#revision) return;
    const known = this.#tabs?.knownSave(news.lastSave);
    if (!known) return this.#setStale(news.revision);
    const revision = (this.#revision = news.revision);
    // The tab that sent it may never get the answer, but later saves are based on it.
    this.#tabs?.sendSaved({ ...known, revision });
  }

  /** The page was frozen: it has missed what the other tabs have changed meanwhile. */
  async thaw(): Promise<void> {
    if (this.unsent().length) this.#missed.mayBeNewer = true;
    await this.check();
  }

  /** Asks what has happened, where news may have been lost. */
  async check(): Promise<void> {
    const news = await this.#options.storage.check?.(this.#revision).catch(() => null);
    if (news && !this.#closed.signal.aborted) await this.#onNews(news);
  }

  #setTaken(by: Taker): void {
    this.#isTaken = true;
    this.#events.emit({ type: "taken", by });
  }

  #setStale(revision: number, mayBeNewer = false): void {
    if (this.#conflict) return;
    this.#missed.add(revision, mayBeNewer);
    this.#readAgain();
  }

  #readAgain(): void {
    // Unsaved changes come first: their save finds out whether there is anything to choose.
    if (this.#missed.any && this.unsent().length === 0) this.#events.emit({ type: "stale" });
  }

  #schedule(): void {
    if (this.#keeper?.isKeeping) this.#keeper.later(this.#areas.lastingBytes);
    if (!this.#conflict) this.#flushLater();
  }

  #flushLater(): void {
    const delay = saveDelay(this.#options.storage.batchDelayMs, this.#pending.chars, this.#failures);
    this.#timer ??= setTimeout(() => void this.flush(), delay);
  }

  /** Changes without confirmation that they were saved, in order. */
  unsent(): StorageChange[] {
    return this.#inFlight.then(this.#pending).list();
  }

  /** The save that has all of these, if one does, and those before it. */
  get unsentSave(): ChangeQueue["name"] {
    return this.#inFlight.then(this.#pending).name;
  }

  /**
   * Saves pending changes; resolves when they are saved or the attempt has failed. A page that is leaving cannot wait for
   * requests in flight, so it sends their changes again. `release` lets another browser open the app without waiting.
   */
  flush({ leaving = false, release = false } = {}): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#conflict) return Promise.resolve();
    if (leaving) {
      this.#retry(this.#inFlight, this.#inFlight.copy());
      // The browser may drop the request.
      if (!this.#pending.isEmpty) void this.keep();
      return (this.#sending = this.#send({ leaving, release }));
    }
    const previous = this.#sending;
    return (this.#sending = (async () => {
      await previous;
      await this.#send({ leaving, release });
    })());
  }

  async #send({ leaving, release }: { leaving: boolean; release: boolean }): Promise<void> {
    // Other storage has nobody who waits for a release.
    const releases = release && this.#options.storage.watch !== undefined;
    if (this.#conflict || (this.#pending.isEmpty && !releases)) return;
    const batch = this.#pending;
    this.#pending = new ChangeQueue();
    this.#inFlight = batch;
    const base = this.#revision;
    const slow = setTimeout(() => void this.keep(), SLOW_SAVE_MS);
    try {
      const strict = this.#missed.mayBeNewer;
      const options = { base, leaving, release: releases, strict, ...batch.send() };
      if (!batch.isEmpty) this.#tabs?.sendSaving({ base, saveId: options.saveId, since: batch.since });
      const revision = await this.#options.storage.apply(batch.list(), options);
      if (strict) this.#missed.haveAll(revision);
      this.#confirm(batch, base, revision);
    } catch (error) {
      if (error instanceof StorageFull)
        return this.#events.emit({ type: "full", usedBytes: this.#areas.lastingBytes });
      // A page that was leaving has sent these changes again, with later ones.
      if (this.#inFlight !== batch) return;
      if (error instanceof StorageConflict && error.hasArrived) {
        this.#settle(batch);
        return void this.check();
      }
      this.#retry(batch);
      this.#fail(error, base);
    } finally {
      clearTimeout(slow);
      if (this.#inFlight === batch) this.#inFlight = new ChangeQueue();
    }
  }

  /** Puts changes that may have arrived before the later ones. Deleting their keys needs a save. */
  #retry(sent: ChangeQueue, again = sent): void {
    this.#known.sent(sent.list());
    this.#pending = again.then(this.#pending);
    if (this.#inFlight === sent) this.#inFlight = new ChangeQueue();
  }

  #confirm(batch: ChangeQueue, base: number, revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
    if (!batch.isEmpty) this.#tabs?.sendSaved({ base, revision, since: batch.since });
    this.#settle(batch);
    this.#options.storage.keep?.(this);
  }

  #settle(batch: ChangeQueue): void {
    this.#known.saved(batch.list());
    this.#known.sent(this.#pending.list());
    if (this.#inFlight === batch) this.#inFlight = new ChangeQueue();
    if (this.#failures) this.#events.emit({ type: "unsaved", failing: false });
    this.#failures = 0;
    if (this.#keeper?.isKeeping && this.unsent().length === 0) this.#keeper.forget();
    this.#readAgain();
  }

  #fail(error: unknown, base: number): void {
    if (error instanceof StorageConflict) {
      // Nobody has saved: another browser only has the app, and takes a last save.
      if (error.revision === base && !this.#isTaken) {
        void this.keep();
        return this.#setTaken(error.device);
      }
      return this.#stop(error.device);
    }
    this.#failures += 1;
    if (this.#failures === 1) this.#events.emit({ type: "unsaved", failing: true });
    void this.keep();
    // The run is about to end; what is pending is kept for its owner, or for when they go back.
    const end = endOf(error);
    if (end) return this.#events.emit(end);
    this.#flushLater();
  }

  #stop(by: Taker): void {
    this.#conflict = { by };
    void this.keep();
    this.#events.emit({ type: "conflict", by });
  }

  /** Keeps what is unsaved in the browser. Resolves to whether that worked. */
  async keep(): Promise<boolean> {
    return this.#closed.signal.aborted ? false : ((await this.#keeper?.now()) ?? false);
  }

  /** Takes up what an earlier run left and what could not be saved yet. The other tabs may have newer values. */
  resume(left: LeftChanges): void {
    this.#revision = Math.min(this.#revision, left.base);
    this.#missed.add(this.#revision, true);
    this.#known.sent(left.changes);
    this.accept(left.changes, false);
    this.#pending.supersede(savesOf(left));
  }

  /** Takes up what an earlier run left, which another browser's data contradicts. */
  contest(left: LeftChanges & Pick<UnsentRecord, "entries">, by: Taker): void {
    // Until the person has chosen, the changes stay what they were: based on older data.
    this.#revision = left.base;
    this.#areas.replaceLasting(left.entries);
    this.#pending = ChangeQueue.of(left.changes, savesOf(left));
    this.#stop(by);
  }

  /** The person chose this device's data: it replaces what is stored. @throws if it cannot be saved */
  async insist(): Promise<void> {
    const { storage } = this.#options;
    const { revision, entries } = await storage.load();
    const mine = this.entries();
    const changes = changesBetween(entries, mine);
    const options = { base: revision, saveId: randomPersonId(), supersedes: this.#pending.sent };
    const saved = changes.length ? await storage.apply(changes, options) : revision;
    this.#known.sent(mine);
    this.#pending = ChangeQueue.of(changesBetween(mine, this.entries()));
    this.#conflict = null;
    this.#isTaken = false;
    this.#revision = saved;
    if (!this.#pending.isEmpty) this.#schedule();
    if (changes.length) {
      this.#tabs?.send(changes);
      this.#tabs?.sendSaved({ base: revision, revision: saved, since: Date.now() });
    }
    this.#keeper?.forget();
  }

  /** The person chose the other device's data; this mirror must not be used any more. */
  discard(): void {
    this.#pending = new ChangeQueue();
    this.#conflict = null;
    this.#keeper?.forget();
    this.close();
  }

  /** Ends the connections to other tabs and browsers. Flush first. */
  close(): void {
    this.#closed.abort();
  }
}
