/** The values of an app's storage areas, with their sizes. */
import type { StorageChange, StorageEntry } from "@/lib/storage/contract";
import { DEVICES_KEY } from "@/lib/storage/device-contract";
import {
  entryBytes,
  LASTING_AREAS,
  type AreaPairs,
  type FrameStorageArea,
  type FrameStorageChange,
} from "@/lib/sandbox/protocol/storage";
import { STORAGE_ENTRIES_MAX, STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";

/** Whether a change is of databases, which a running copy cannot take up. */
export const isOfDatabases = ({ area, key }: StorageChange): boolean =>
  area === "databases" ? key !== null : area === "values" && key === DEVICES_KEY;

const AREAS: readonly FrameStorageArea[] = [...LASTING_AREAS, "session"];

export class StoredAreas {
  readonly #values: Record<FrameStorageArea, Map<string, string>> = {
    local: new Map(),
    cookies: new Map(),
    databases: new Map(),
    values: new Map(),
    session: new Map(),
  };
  readonly #bytes: Record<FrameStorageArea, number> = {
    local: 0,
    cookies: 0,
    databases: 0,
    values: 0,
    session: 0,
  };

  /** Everything but sessionStorage, which has a quota of its own. */
  get lastingBytes(): number {
    return LASTING_AREAS.reduce((sum, area) => sum + this.#bytes[area], 0);
  }

  has(area: FrameStorageArea): boolean {
    return this.#values[area].size > 0;
  }

  /** Here, or too large for the account. */
  get hasDatabases(): boolean {
    return this.has("databases") || this.get("values", DEVICES_KEY) !== undefined;
  }

  keys(area: FrameStorageArea): string[] {
    return [...this.#values[area].keys()];
  }

  get(area: FrameStorageArea, key: string): string | undefined {
    return this.#values[area].get(key);
  }

  /** @returns false, without setting it, if there is no room for the value; a smaller one than before always fits */
  trySet(area: FrameStorageArea, key: string, value: string): boolean {
    const old = this.get(area, key);
    const growth = entryBytes(key, value) - (old === undefined ? 0 : entryBytes(key, old));
    const sharing = area === "session" ? [area] : LASTING_AREAS;
    const sum = (of: (name: FrameStorageArea) => number) =>
      sharing.reduce((total, name) => total + of(name), 0);
    if (growth > 0 && sum((name) => this.#bytes[name]) + growth > STORAGE_QUOTA_BYTES) return false;
    if (old === undefined && sum((name) => this.#values[name].size) >= STORAGE_ENTRIES_MAX) return false;
    this.#values[area].delete(key);
    this.#values[area].set(key, value);
    this.#bytes[area] += growth;
    return true;
  }

  /** What an app's own change does. */
  apply({ area, key, value }: FrameStorageChange): "changed" | "same" | "full" {
    if (key === null) {
      if (!this.has(area)) return "same";
      this.clear(area);
    } else {
      if ((this.get(area, key) ?? null) === value) return "same";
      if (value === null) this.delete(area, key);
      else if (!this.trySet(area, key, value)) return "full";
    }
    return "changed";
  }

  /** A change that was accepted elsewhere. */
  set(area: FrameStorageArea, key: string, value: string): void {
    this.delete(area, key);
    this.#values[area].set(key, value);
    this.#bytes[area] += entryBytes(key, value);
  }

  delete(area: FrameStorageArea, key: string): void {
    const old = this.get(area, key);
    if (old === undefined) return;
    this.#values[area].delete(key);
    this.#bytes[area] -= entryBytes(key, old);
  }

  clear(area: FrameStorageArea): void {
    this.#values[area] = new Map();
    this.#bytes[area] = 0;
  }

  replaceLasting(entries: readonly StorageEntry[]): void {
    for (const area of LASTING_AREAS) this.clear(area);
    for (const { area, key, value } of entries) this.set(area, key, value);
  }

  pairs(): Record<FrameStorageArea, AreaPairs> {
    return Object.fromEntries(AREAS.map((area) => [area, [...this.#values[area]]])) as Record<
      FrameStorageArea,
      AreaPairs
    >;
  }

  entries(): StorageEntry[] {
    return LASTING_AREAS.flatMap((area) =>
      [...this.#values[area]].map(([key, value]) => ({ area, key, value })),
    );
  }
}
