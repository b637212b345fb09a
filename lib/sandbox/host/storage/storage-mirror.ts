/**
 * Between a running app and its storage: a mirror from which a restart is served at once, the quota, and a queue that sends
 * what changed, the last value of each key, and tries again while the storage cannot be reached.
 *
 * Trust model: changes come from the app. They have passed the protocol's parser; the size of the whole is this module's.
 */
import type { StorageChange } from "@/lib/storage/contract";
import { StorageFull, type AppStorage } from "@/lib/sandbox/host/storage/app-storage";
import { STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";
import {
  entryBytes,
  LASTING_AREAS,
  type AreaPairs,
  type FrameStorageChange,
} from "@/lib/sandbox/protocol/storage";

type Area = FrameStorageChange["area"];
export type StoredAreas = Record<Area, AreaPairs>;

export interface LeftInTab {
  session: AreaPairs;
  /** Changes that nobody has said to be kept. */
  unsent: readonly StorageChange[];
}

export type MirrorEvent =
  | { type: "usage"; usedBytes: number; quotaBytes: number }
  /** A change was refused: the app would keep more than it may. */
  | { type: "full"; usedBytes: number }
  /** Saving does not work at the moment (`true`), or works again. */
  | { type: "unsaved"; failing: boolean };

const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
const AREAS: readonly Area[] = [...LASTING_AREAS, "session"];

export class StorageMirror {
  readonly #storage: AppStorage;
  readonly personId: string;
  readonly #areas: Record<Area, Map<string, string>>;
  readonly #pending = new Map<string, StorageChange>();
  /** What has been sent and not been answered yet. */
  #underWay: ReadonlyMap<string, StorageChange> = new Map();
  readonly #listeners = new Set<(event: MirrorEvent) => void>();
  #usedBytes: number;
  #sessionBytes: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #failures = 0;

  private constructor(storage: AppStorage, personId: string, areas: Record<Area, Map<string, string>>) {
    this.#storage = storage;
    this.personId = personId;
    this.#areas = areas;
    this.#usedBytes = LASTING_AREAS.reduce((sum, area) => sum + bytesOf(areas[area]), 0);
    this.#sessionBytes = bytesOf(areas.session);
  }

  /** @param left what the page before left in the tab for the person whose data these are */
  static async open(storage: AppStorage, left: (personId: string) => LeftInTab): Promise<StorageMirror> {
    const { entries, personId } = await storage.load();
    const { session, unsent } = left(personId);
    const areas = {
      local: new Map(),
      cookies: new Map(),
      databases: new Map(),
      values: new Map(),
      session: new Map(session),
    };
    for (const { area, key, value } of entries) areas[area].set(key, value);
    const mirror = new StorageMirror(storage, personId, areas);
    mirror.accept(unsent);
    return mirror;
  }

  on(listener: (event: MirrorEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Everything, as a frame gets it. */
  snapshot(): StoredAreas {
    return Object.fromEntries(AREAS.map((area) => [area, [...this.#areas[area]]])) as StoredAreas;
  }

  accept(changes: readonly FrameStorageChange[]): void {
    for (const change of changes) this.#acceptOne(change);
    this.#emit({ type: "usage", usedBytes: this.#usedBytes, quotaBytes: STORAGE_QUOTA_BYTES });
  }

  #acceptOne({ area, key, value }: FrameStorageChange): void {
    const items = this.#areas[area];
    const isSession = area === "session";
    const before = key === null ? bytesOf(items) : oldBytes(items, key);
    const after = key === null || value === null ? 0 : entryBytes(key, value);
    const total = (isSession ? this.#sessionBytes : this.#usedBytes) + after - before;
    if (total > STORAGE_QUOTA_BYTES && after > before) {
      this.#emit({ type: "full", usedBytes: this.#usedBytes });
      return;
    }
    if (key === null) items.clear();
    else if (value === null) items.delete(key);
    else items.set(key, value);
    if (isSession) {
      this.#sessionBytes = total;
      return;
    }
    this.#usedBytes = total;
    this.#queue({ area, key, value });
  }

  #queue(change: StorageChange): void {
    if (change.key === null) {
      for (const [id, waiting] of this.#pending) if (waiting.area === change.area) this.#pending.delete(id);
    }
    const id = `${change.area}\0${change.key ?? ""}`;
    this.#pending.delete(id);
    this.#pending.set(id, change);
    this.#timer ??= setTimeout(
      () => void this.flush(),
      this.#failures ? this.#retryDelay() : this.#storage.settleMs,
    );
  }

  #retryDelay(): number {
    return RETRY_MS[Math.min(this.#failures, RETRY_MS.length) - 1]!;
  }

  /** In order, what is not known to be kept. */
  unsent(): StorageChange[] {
    return [...newest(this.#underWay, this.#pending).values()];
  }

  /**
   * Sends what waits; resolves when it is kept or has failed once more. A page that is leaving does not see the answer to
   * what is under way, so that goes along, and nothing waits.
   */
  flush({ leaving = false } = {}): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (leaving) {
      replace(this.#pending, newest(this.#underWay, this.#pending));
      return (this.#sending = this.#send(true));
    }
    const before = this.#sending;
    this.#sending = (async () => {
      await before;
      await this.#send(leaving);
    })();
    return this.#sending;
  }

  async #send(leaving: boolean): Promise<void> {
    if (!this.#pending.size) return;
    const batch = new Map(this.#pending);
    this.#pending.clear();
    this.#underWay = batch;
    try {
      await this.#storage.apply([...batch.values()], { leaving });
      if (this.#failures) this.#emit({ type: "unsaved", failing: false });
      this.#failures = 0;
    } catch (error) {
      if (error instanceof StorageFull) {
        this.#emit({ type: "full", usedBytes: this.#usedBytes });
        return;
      }
      this.#failures += 1;
      if (this.#failures === 1) this.#emit({ type: "unsaved", failing: true });
      replace(this.#pending, newest(batch, this.#pending));
      this.#timer ??= setTimeout(() => void this.flush(), this.#retryDelay());
    } finally {
      if (this.#underWay === batch) this.#underWay = new Map();
    }
  }

  #emit(event: MirrorEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

/** Both in order, without what the later ones replace. */
function newest(
  earlier: ReadonlyMap<string, StorageChange>,
  later: ReadonlyMap<string, StorageChange>,
): Map<string, StorageChange> {
  const emptied = new Set([...later.values()].filter(({ key }) => key === null).map(({ area }) => area));
  const stays = [...earlier].filter(([id, { area }]) => !later.has(id) && !emptied.has(area));
  return new Map([...stays, ...later]);
}

function replace<K, V>(map: Map<K, V>, by: ReadonlyMap<K, V>): void {
  map.clear();
  for (const [key, value] of by) map.set(key, value);
}

function bytesOf(items: ReadonlyMap<string, string>): number {
  let sum = 0;
  for (const [key, value] of items) sum += entryBytes(key, value);
  return sum;
}

function oldBytes(items: ReadonlyMap<string, string>, key: string): number {
  const value = items.get(key);
  return value === undefined ? 0 : entryBytes(key, value);
}
