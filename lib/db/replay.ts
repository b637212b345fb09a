import "server-only";

/** A position in PostgreSQL's write-ahead log. */
export type Position = bigint;

/** After every position. */
export const END: Position = 2n ** 64n - 1n;

/** The lag beyond which a replica serves no reads. */
export const LAG_MAX_MS = 5_000;
/**
 * The lag beyond which a replica is given up: live events no longer wait for it. Twice the limit of reads,
 * because processes measure on their own: while one gives up, none of the others still reads.
 */
export const GIVE_UP_MS = 2 * LAG_MAX_MS;
/** How long a lag is measured exactly. */
const HISTORY_MS = 60_000;

const PAGE_BYTES = 8_192n;
const PAGE_HEADER_BYTES = 24n;

/** Parses PostgreSQL's `16/B374D848`. */
export function parsePosition(text: string): Position {
  const [high = "", low = ""] = text.split("/");
  const position = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  // The primary names the place of the next record, after the header of a new page; a replica names the end of the last one.
  return position % PAGE_BYTES === PAGE_HEADER_BYTES ? position - PAGE_HEADER_BYTES : position;
}

/**
 * How far a replica has replayed the primary's log. Its lag is the age of the newest known position of the
 * primary that it has reached: that needs no clock of another machine, and is right also while nobody writes,
 * while replay is paused and while the replica has lost its primary. It grows while there are no
 * measurements. All times are of one monotonic clock, in ms.
 */
export class Replay {
  /** Positions of the primary, oldest first; the first one has been reached. */
  #samples: { at: number; primary: Position }[] = [];
  #freshAt: number;
  #replayed: Position = 0n;
  /** The primary's position when the replica was connected; null while disconnected. */
  #floor: Position | null = null;

  constructor(now: number) {
    this.#freshAt = now;
  }

  /**
   * Records both positions. `at` is the time before the primary's was read; the replica's was read after it.
   */
  note({ at, primary, replayed }: { at: number; primary: Position; replayed: Position }): void {
    // The replica was rebuilt.
    if (replayed < this.#replayed) this.lose();
    this.#samples.push({ at, primary });
    const reached = this.#samples.findLastIndex((sample) => sample.primary <= replayed);
    if (reached >= 0) this.#freshAt = this.#samples[reached]!.at;
    this.#samples = this.#samples.filter((sample, index) => index >= reached && at - sample.at <= HISTORY_MS);
    this.#replayed = replayed;
    if (this.lagMs(at) > GIVE_UP_MS) this.lose();
    else this.#floor ??= primary;
  }

  /** Until it is measured again, and has replayed everything committed before. */
  lose(): void {
    this.#floor = null;
  }

  /** The replica has everything that was committed longer ago. */
  lagMs(now: number): number {
    return now - this.#freshAt;
  }

  /** Whether reads may soon be answered by the replica. */
  isFollowed(now: number): boolean {
    return this.#floor !== null && this.lagMs(now) <= GIVE_UP_MS;
  }

  has(position: Position): boolean {
    return this.#replayed >= position;
  }

  /** Whether the replica may serve a read that must see everything committed before `position`. */
  mayRead(now: number, position: Position = 0n): boolean {
    return (
      this.#floor !== null && this.lagMs(now) <= LAG_MAX_MS && this.has(this.#floor) && this.has(position)
    );
  }
}
