import { LIMITS } from "./limits.mjs";

/** What one person may send into rooms per second, over all their sockets. */
export class Budget {
  #since = 0;
  #bytes = 0;
  #messages = new Map();
  #requests = 0;

  /** Whether it is as good as a new one. */
  isUnspent(now = Date.now()) {
    return now - this.#since >= 1_000;
  }

  #renew(now) {
    if (!this.isUnspent(now)) return;
    this.#since = now;
    this.#bytes = 0;
    this.#requests = 0;
    this.#messages.clear();
  }

  /** @returns {boolean} whether a request may send messages */
  spendRequest(now = Date.now()) {
    this.#renew(now);
    return ++this.#requests <= LIMITS.requestsPerSecond;
  }

  /** @returns {boolean} whether the message may be sent */
  spend(roomId, bytes, now = Date.now()) {
    this.#renew(now);
    const messages = (this.#messages.get(roomId) ?? 0) + 1;
    if (messages > LIMITS.roomMessagesPerSecond || this.#bytes + bytes > LIMITS.roomBytesPerSecond)
      return false;
    this.#messages.set(roomId, messages);
    this.#bytes += bytes;
    return true;
  }
}
