/** Limits how often something is done within a sliding window of time. */
export class Pace {
  readonly #max: number;
  readonly #windowMs: number;
  #takenAt: number[] = [];

  constructor(max: number, windowMs: number) {
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** @param now milliseconds @returns 0 if one more is taken, else how long to wait */
  take(now: number): number {
    this.#takenAt = this.#takenAt.filter((at) => now - at < this.#windowMs);
    if (this.#takenAt.length >= this.#max) return this.#takenAt[0]! + this.#windowMs - now;
    this.#takenAt.push(now);
    return 0;
  }
}
