/** Counts what comes over a port: a flood and a stream of malformed messages both end in `false`. */
import { FLOOD_PER_SECOND, MALFORMED_MAX } from "@/lib/sandbox/protocol/limits";

export class MessageMeter {
  #since = 0;
  #count = 0;
  #malformed = 0;

  /** @returns false where this message is one too many within a second */
  admit(now: number): boolean {
    if (now - this.#since >= 1_000) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= FLOOD_PER_SECOND;
  }

  /** @returns false where the frame has sent nonsense too often */
  admitMalformed(): boolean {
    this.#malformed += 1;
    return this.#malformed <= MALFORMED_MAX;
  }
}
