import type { DownloadProgress } from "@/lib/sandbox/host/runner-events";

/** Counts what a start fetches, for those who wait for it: a package that was prefetched may have several. */
export class Arrival {
  readonly #watchers = new Set<(progress: DownloadProgress) => void>();
  #loaded = 0;
  #total = 0;

  readonly expect = (bytes: number): void => {
    this.#total += bytes;
  };

  readonly add = (bytes: number): void => {
    this.#loaded += bytes;
    // What is fetched again after a lost connection counts twice.
    const loaded = Math.min(this.#loaded, this.#total);
    for (const watcher of this.#watchers) watcher({ loaded, total: this.#total });
  };

  /** Calls `onProgress` until `prepared` has settled, at last with null. */
  async watch<T>(prepared: Promise<T>, onProgress?: (progress: DownloadProgress) => void): Promise<T> {
    if (!onProgress) return prepared;
    this.#watchers.add(onProgress);
    try {
      return await prepared;
    } finally {
      this.#watchers.delete(onProgress);
      onProgress(null);
    }
  }
}
