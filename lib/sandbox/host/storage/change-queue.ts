/** Changes of an app's storage that were not saved yet: of each key the last one. Adding and clearing cost the same for any number. */
import { randomPersonId } from "@/lib/sandbox/host/storage/app-storage";
import type { FrameStorageChange } from "@/lib/sandbox/protocol/storage";
import { SUPERSEDED_MAX } from "@/lib/storage/rules";
import type { StorageArea, StorageChange, StorageEntry } from "@/lib/storage/contract";

interface SaveName {
  saveId: string;
  /** Earlier saves, all of whose changes are in this one. */
  supersedes: readonly string[];
}

interface AreaChanges {
  /** The area is cleared before the changes below. */
  cleared: boolean;
  values: Map<string, string | null>;
}

export class ChangeQueue {
  readonly #areas = new Map<StorageArea, AreaChanges>();
  /** The other tabs were sent all changes at this time or later, in ms since 1970. */
  #since = Infinity;
  #id: string | undefined;
  #isSent = false;
  #supersedes: readonly string[] = [];

  get #ownId(): string {
    return (this.#id ??= randomPersonId());
  }

  /** Names exactly these changes: others get another name. */
  get name(): SaveName {
    return { saveId: this.#ownId, supersedes: this.#supersedes };
  }

  /** From now on the changes may have arrived. */
  send(): SaveName {
    this.#isSent = true;
    return this.name;
  }

  /** The saves of these changes that may have arrived, latest last. */
  get sent(): readonly string[] {
    return this.#isSent ? latest([...this.#supersedes, this.#ownId]) : this.#supersedes;
  }

  /** These saves, which may have arrived, have no other changes than this queue. */
  supersede(saves: readonly string[]): void {
    this.#supersedes = latest([...saves, ...this.#supersedes]);
  }

  /** The changes become other ones, which get an id of their own. */
  #change(): void {
    this.#supersedes = this.sent;
    this.#id = undefined;
    this.#isSent = false;
  }

  /** With the same name: sent again, it is the same save. */
  copy(): ChangeQueue {
    const copy = ChangeQueue.of(this.list());
    copy.#since = this.#since;
    copy.#id = this.#ownId;
    copy.#isSent = this.#isSent;
    copy.#supersedes = this.#supersedes;
    return copy;
  }

  get since(): number {
    return this.#since;
  }

  /** All changes were just sent again, for a tab that may have opened in this very millisecond. */
  noteShared(): void {
    if (!this.isEmpty) this.#since = Date.now() + 1;
  }

  static of(changes: readonly StorageChange[], supersedes: readonly string[] = []): ChangeQueue {
    const queue = new ChangeQueue();
    for (const change of changes) queue.add(change);
    queue.supersede(supersedes);
    return queue;
  }

  get isEmpty(): boolean {
    return this.#areas.size === 0;
  }

  get size(): number {
    let size = 0;
    for (const { values } of this.#areas.values()) size += values.size;
    return size;
  }

  get chars(): number {
    let chars = 0;
    for (const { values } of this.#areas.values())
      for (const value of values.values()) chars += value?.length ?? 0;
    return chars;
  }

  add({ area, key, value }: StorageChange): void {
    if (this.isEmpty) this.#since = Date.now();
    this.#change();
    if (key === null) {
      this.#areas.set(area, { cleared: true, values: new Map() });
      return;
    }
    const changes = this.#areas.get(area) ?? { cleared: false, values: new Map<string, string | null>() };
    changes.values.set(key, value);
    this.#areas.set(area, changes);
  }

  /** Whether saving this queue would write this key or clear its area. */
  touches(area: StorageArea, key: string | null): boolean {
    const changes = this.#areas.get(area);
    return changes !== undefined && (changes.cleared || key === null || changes.values.has(key));
  }

  /** Forgets what a later change from elsewhere replaces. */
  drop(area: StorageArea, key: string | null): void {
    const changes = this.#areas.get(area);
    if (!changes) return;
    this.#change();
    if (key === null) this.#areas.delete(area);
    else changes.values.delete(key);
    if (!changes.cleared && changes.values.size === 0) this.#areas.delete(area);
  }

  /** In the order in which they are to be applied. */
  list(): StorageChange[] {
    return [...this.#areas].flatMap(([area, { cleared, values }]) => [
      ...(cleared ? [{ area, key: null, value: null }] : []),
      ...[...values].map(([key, value]) => ({ area, key, value })),
    ]);
  }

  /** This queue followed by a later one; one of them itself where the other is empty. */
  then(later: ChangeQueue): ChangeQueue {
    if (later.isEmpty) return this;
    if (this.isEmpty) return later;
    const both = ChangeQueue.of([...this.list(), ...later.list()], [...this.sent, ...later.sent]);
    both.#since = Math.min(this.#since, later.#since);
    return both;
  }
}

/** The first may have arrived long ago, before a connection was lost and each later one failed. */
function latest(ids: readonly string[]): readonly string[] {
  return ids.length > SUPERSEDED_MAX ? [ids[0]!, ...ids.slice(1 - SUPERSEDED_MAX)] : ids;
}

const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

/**
 * A database is saved as a whole, so larger ones are saved less often: one second later for each million characters.
 */
export function saveDelay(delayMs: number, chars: number, failures: number): number {
  if (failures > 0) return RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]!;
  return delayMs && delayMs + 1_000 * Math.floor(chars / 1e6);
}

/** The changes that replace what is stored. Deletions last: a save that breaks off must not leave less than either had. */
export function changesBetween(
  stored: readonly StorageEntry[],
  wanted: readonly StorageEntry[],
): StorageChange[] {
  const idOf = ({ area, key }: StorageEntry): string => `${area}\0${key}`;
  const values = new Map(stored.map((entry) => [idOf(entry), entry.value]));
  const kept = new Set(wanted.map(idOf));
  return [
    ...wanted.filter((entry) => values.get(idOf(entry)) !== entry.value),
    ...stored.filter((entry) => !kept.has(idOf(entry))).map(({ area, key }) => ({ area, key, value: null })),
  ];
}

/** False for sessionStorage, which is never saved. */
export function isLasting(change: FrameStorageChange): change is FrameStorageChange & { area: StorageArea } {
  return change.area !== "session";
}
