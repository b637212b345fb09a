/** Limits the rate of messages from a frame and the number of malformed ones. */
import { FLOOD_PER_SECOND, MALFORMED_MAX } from "@/lib/sandbox/protocol/limits";

export class MessageMeter {
  #windowStart = 0;
  #count = 0;
  #malformed = 0;

  /** @returns false if this message exceeds the limit per second */
  allow(now: number): boolean {
    if (now - this.#windowStart >= 1_000) {
      this.#windowStart = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= FLOOD_PER_SECOND;
  }

  /** @returns false if the frame has sent too many malformed messages */
  allowMalformed(): boolean {
    this.#malformed += 1;
    return this.#malformed <= MALFORMED_MAX;
  }
}
