/** Limits the rate of messages from a frame and the number of malformed ones. */
import { FLOOD_PER_SECOND, MALFORMED_MAX, WORK_MS, WORK_WINDOW_MS } from "@/lib/sandbox/protocol/limits";

export class MessageMeter {
  #windowStart = 0;
  #count = 0;
  #malformed = 0;
  #workStart = 0;
  #workMs = 0;

  /** @returns false if this message exceeds the limit per second */
  allow(now: number): boolean {
    if (now - this.#windowStart >= 1_000) {
      this.#windowStart = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= FLOOD_PER_SECOND;
  }

  /** @returns false if the messages of the last moments have held the page for too long */
  allowWork(now: number, ms: number): boolean {
    if (now - this.#workStart >= WORK_WINDOW_MS) {
      this.#workStart = now;
      this.#workMs = 0;
    }
    this.#workMs += ms;
    return this.#workMs <= WORK_MS;
  }

  /** @returns false if the frame has sent too many malformed messages */
  allowMalformed(): boolean {
    this.#malformed += 1;
    return this.#malformed <= MALFORMED_MAX;
  }
}
