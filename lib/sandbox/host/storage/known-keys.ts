import type { StorageArea, StorageChange } from "@/lib/storage/contract";

/** Keys that the storage may have: deleting any other needs no save. */
export class KnownKeys {
  readonly #keys = new Set<string>();

  has(area: StorageArea, key: string): boolean {
    return this.#keys.has(`${area}\0${key}`);
  }

  /** These may have arrived. */
  sent(changes: readonly StorageChange[]): void {
    for (const { area, key, value } of changes)
      if (key !== null && value !== null) this.#keys.add(`${area}\0${key}`);
  }

  saved(changes: readonly StorageChange[]): void {
    this.sent(changes);
    for (const { area, key, value } of changes)
      if (key !== null && value === null) this.#keys.delete(`${area}\0${key}`);
  }
}
