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

  /** @param probe rejects while there is no space */
  constructor(
    readonly probe: () => Promise<unknown>,
    readonly now = () => performance.now(),
  ) {}

  notice(): void {
    this.#noticed++;
  }

  /** What is known without a try. */
  get isKnown(): boolean {
    return this.#noticed !== this.#over;
  }

  async lasts(): Promise<boolean> {
    if (!this.isKnown) return false;
    if (!this.#probing && this.now() - this.#probedAt < PROBE_EVERY_MS) return true;
    await (this.#probing ??= this.#try());
    return this.isKnown;
  }

  async #try(): Promise<void> {
    // What is noticed meanwhile may be newer than the write.
    const noticed = this.#noticed;
    try {
      await this.probe();
      this.#over = noticed;
    } catch {
      // It lasts.
    } finally {
      this.#probedAt = this.now();
      this.#probing = null;
    }
  }
}
