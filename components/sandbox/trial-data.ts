/** What an app that is tried out has saved. It outlives the runs of the app, so that a change of its code keeps it, not the page. */
import type { AppRunner } from "@/lib/sandbox/host/runner";
import { keptState, restartState } from "@/lib/sandbox/host/saved-state";
import { randomPersonId, type AppStorage } from "@/lib/sandbox/host/storage/app-storage";
import { dataBytes, QUOTA_BYTES } from "@/lib/sandbox/host/storage/data-size";
import type { StorageChange, StorageEntry } from "@/lib/storage/contract";

export { entryBytes } from "@/lib/sandbox/host/storage/data-size";
export { viewDatabase, recordTree, type DatabaseView } from "@/lib/sandbox/host/storage/database-view";

export interface TrialSnapshot {
  entries: readonly StorageEntry[];
  session: readonly [key: string, value: string][];
  /** Without sessionStorage, which has room of its own. */
  usedBytes: number;
  quotaBytes: number;
}

/** An app may save many times in a second, and each time all of it is measured and drawn. */
const NOTIFY_MS = 250;

const idOf = (area: string, key: string): string => `${area}\0${key}`;

export class TrialData {
  readonly #personId = randomPersonId();
  readonly #listeners = new Set<() => void>();
  #entries = new Map<string, StorageEntry>();
  /** What the last run left: its state, its sessionStorage and its page. */
  #left: Promise<string | null> = Promise.resolve(null);
  #runner: AppRunner | null = null;
  #snapshot: TrialSnapshot | null = null;
  #notifiedAt = -Infinity;
  #waiting: ReturnType<typeof setTimeout> | null = null;

  /** For the runs of the app. */
  readonly storage: AppStorage = {
    batchDelayMs: 0,
    load: async () => ({ entries: [...this.#entries.values()], personId: this.#personId, revision: 0 }),
    apply: async (changes) => {
      this.#keep(changes);
      this.changed();
      return 0;
    },
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The same object until the listeners are called. */
  readonly snapshot = (): TrialSnapshot => {
    if (this.#snapshot) return this.#snapshot;
    const live = this.#runner?.data.isOpen ? this.#runner.data : null;
    const entries = live?.entries() ?? [...this.#entries.values()];
    return (this.#snapshot = {
      entries,
      session: live?.session() ?? [],
      usedBytes: dataBytes(entries),
      quotaBytes: QUOTA_BYTES,
    });
  };

  /** What the next run goes on from, once the run before has saved. */
  async takeLeft({ isFresh, keeps }: { isFresh: boolean; keeps: boolean }): Promise<string | null> {
    const left = await this.#left;
    if (!keeps) {
      this.#entries = new Map();
      return null;
    }
    return isFresh ? restartState(left) : left;
  }

  attach(runner: AppRunner): void {
    this.#runner = runner;
    this.changed();
  }

  /** A run ends. @param ended resolves to its state, once it has saved */
  leave(runner: AppRunner, ended: Promise<string | null>): void {
    const before = this.#left;
    this.#left = Promise.all([before, ended]).then(([earlier, latest]) => keptState(earlier, latest));
    void this.#left.then(() => {
      if (this.#runner === runner) this.#runner = null;
      this.changed();
    });
  }

  /** Calls the listeners, at most once in NOTIFY_MS. */
  changed(): void {
    if (this.#waiting !== null) return;
    const wait = this.#notifiedAt + NOTIFY_MS - performance.now();
    if (wait <= 0) this.latest();
    else this.#waiting = setTimeout(() => this.latest(), wait);
  }

  /** Calls the listeners at once. @returns what is saved now */
  latest(): TrialSnapshot {
    if (this.#waiting !== null) clearTimeout(this.#waiting);
    this.#waiting = null;
    this.#notifiedAt = performance.now();
    this.#snapshot = null;
    for (const listener of this.#listeners) listener();
    return this.snapshot();
  }

  /** Changes what the app has saved; the running app takes it up as from another tab. @returns false if there is no room */
  edit(changes: StorageChange[]): boolean {
    const isStored = this.#runner?.data.isOpen ? this.#runner.data.edit(changes) : this.#keep(changes);
    // Whoever edits goes on from what is shown.
    this.latest();
    return isStored;
  }

  /** Starts the app again with other data. */
  replace({ entries, session }: Pick<TrialSnapshot, "entries" | "session">): void {
    this.#entries = new Map(entries.map((entry) => [idOf(entry.area, entry.key), entry]));
    this.#left = Promise.resolve(null);
    this.#runner?.data.replaceAtStart(entries, session);
    void this.#runner?.restart();
    this.latest();
  }

  #keep(changes: StorageChange[]): true {
    for (const change of changes) this.#apply(change);
    return true;
  }

  #apply({ area, key, value }: StorageChange): void {
    if (key === null) {
      for (const [id, entry] of this.#entries) if (entry.area === area) this.#entries.delete(id);
    } else if (value === null) this.#entries.delete(idOf(area, key));
    else this.#entries.set(idOf(area, key), { area, key, value });
  }
}
