/**
 * An in-memory mirror of an app's storage. It serves restarts at once, enforces the quota, and queues changes: the queue
 * sends the last value of each key and retries while the storage is unreachable.
 *
 * Trust model: changes come from the app. The protocol's parser has checked their shape; this module limits their total size.
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
type StoredAreas = Record<Area, AreaPairs>;

interface LeftInTab {
  session: AreaPairs;
  /** Changes without confirmation that they were saved. */
  unsent: readonly StorageChange[];
}

type MirrorEvent =
  | { type: "usage"; usedBytes: number; quotaBytes: number }
  /** A change was refused because it exceeds the quota. */
  | { type: "full"; usedBytes: number }
  /** Saving started to fail (`true`) or works again. */
  | { type: "unsaved"; failing: boolean };

const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
const AREAS: readonly Area[] = [...LASTING_AREAS, "session"];

export class StorageMirror {
  readonly #storage: AppStorage;
  readonly personId: string;
  readonly #areas: Record<Area, Map<string, string>>;
  #pending = new Map<string, StorageChange>();
  /** Sent but not confirmed. */
  #inFlight: ReadonlyMap<string, StorageChange> = new Map();
  onEvent: (event: MirrorEvent) => void = () => {};
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

  /** @param left reads what the previous page left in the tab for this user */
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

  snapshot(): StoredAreas {
    return Object.fromEntries(AREAS.map((area) => [area, [...this.#areas[area]]])) as StoredAreas;
  }

  accept(changes: readonly FrameStorageChange[]): void {
    for (const change of changes) this.#acceptOne(change);
    this.onEvent({ type: "usage", usedBytes: this.#usedBytes, quotaBytes: STORAGE_QUOTA_BYTES });
  }

  #acceptOne({ area, key, value }: FrameStorageChange): void {
    const items = this.#areas[area];
    const isSession = area === "session";
    const old = key === null ? undefined : items.get(key);
    const bytesBefore = key === null ? bytesOf(items) : old === undefined ? 0 : entryBytes(key, old);
    const bytesAfter = key === null || value === null ? 0 : entryBytes(key, value);
    const total = (isSession ? this.#sessionBytes : this.#usedBytes) + bytesAfter - bytesBefore;
    if (total > STORAGE_QUOTA_BYTES && bytesAfter > bytesBefore) {
      this.onEvent({ type: "full", usedBytes: this.#usedBytes });
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
      for (const [id, queued] of this.#pending) if (queued.area === change.area) this.#pending.delete(id);
    }
    const id = `${change.area}\0${change.key ?? ""}`;
    this.#pending.delete(id);
    this.#pending.set(id, change);
    this.#timer ??= setTimeout(
      () => void this.flush(),
      this.#failures ? this.#retryDelay() : this.#storage.batchDelayMs,
    );
  }

  #retryDelay(): number {
    return RETRY_MS[Math.min(this.#failures, RETRY_MS.length) - 1]!;
  }

  /** Changes without confirmation that they were saved, in order. */
  unsent(): StorageChange[] {
    return [...merge(this.#inFlight, this.#pending).values()];
  }

  /**
   * Sends pending changes; resolves when they are saved or the attempt has failed. A page that is leaving cannot wait for
   * requests in flight, so it sends their changes again.
   */
  flush({ leaving = false } = {}): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (leaving) {
      this.#pending = merge(this.#inFlight, this.#pending);
      return (this.#sending = this.#send(true));
    }
    const previous = this.#sending;
    this.#sending = (async () => {
      await previous;
      await this.#send(leaving);
    })();
    return this.#sending;
  }

  async #send(leaving: boolean): Promise<void> {
    if (!this.#pending.size) return;
    const batch = this.#pending;
    this.#pending = new Map();
    this.#inFlight = batch;
    try {
      await this.#storage.apply([...batch.values()], { leaving });
      if (this.#failures) this.onEvent({ type: "unsaved", failing: false });
      this.#failures = 0;
    } catch (error) {
      if (error instanceof StorageFull) {
        this.onEvent({ type: "full", usedBytes: this.#usedBytes });
        return;
      }
      this.#failures += 1;
      if (this.#failures === 1) this.onEvent({ type: "unsaved", failing: true });
      this.#pending = merge(batch, this.#pending);
      this.#timer ??= setTimeout(() => void this.flush(), this.#retryDelay());
    } finally {
      if (this.#inFlight === batch) this.#inFlight = new Map();
    }
  }
}

/** Merges two lists of changes in order and drops those that later ones replace. */
function merge(
  earlier: ReadonlyMap<string, StorageChange>,
  later: ReadonlyMap<string, StorageChange>,
): Map<string, StorageChange> {
  const cleared = new Set([...later.values()].filter(({ key }) => key === null).map(({ area }) => area));
  const kept = [...earlier].filter(([id, { area }]) => !later.has(id) && !cleared.has(area));
  return new Map([...kept, ...later]);
}

function bytesOf(items: ReadonlyMap<string, string>): number {
  let sum = 0;
  for (const [key, value] of items) sum += entryBytes(key, value);
  return sum;
}
