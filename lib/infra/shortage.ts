import "server-only";

const PROBE_EVERY_MS = 5_000;

/**
 * Lasts from an error until a small write succeeds. The write is tried when somebody asks, because a serverless host may freeze the process
 * between requests: one at a time, and not more often than every five seconds.
 */
export class Shortage {
  #noticed = 0;
  /** How many of those are over. */
  #over = 0;
  #probing: Promise<void> | null = null;
  #probedAt = -Infinity;

  constructor(readonly now = () => performance.now()) {}

  notice(): void {
    this.#noticed++;
  }

  /** The state without a new attempt. */
  get isKnown(): boolean {
    return this.#noticed !== this.#over;
  }

  /** @param probe rejects while there is no space */
  async lasts(probe: () => Promise<unknown>): Promise<boolean> {
    if (!this.isKnown) return false;
    if (!this.#probing && this.now() - this.#probedAt < PROBE_EVERY_MS) return true;
    await (this.#probing ??= this.#try(probe));
    return this.isKnown;
  }

  async #try(probe: () => Promise<unknown>): Promise<void> {
    // An error in the meantime may be newer than the write.
    const noticed = this.#noticed;
    try {
      await probe();
      this.#over = noticed;
    } catch {
      // It lasts.
    } finally {
      this.#probedAt = this.now();
      this.#probing = null;
    }
  }
}
