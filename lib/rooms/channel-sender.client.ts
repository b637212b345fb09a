import { api, ApiError } from "@/lib/browser/api";
import { ROOM_BODY_MAX_BYTES, ROOM_CHANNEL_BATCH, ROOM_CHANNEL_PER_SECOND } from "@/lib/config/limits";
import { SENDER_HEADER } from "@/lib/outbox/rules";

const WINDOW_MS = 1_000;
/** Own messages that may still come back over the stream. */
const ECHOES_MAX = 4 * ROOM_CHANNEL_BATCH;
const BODY_RESERVE = 1_024;

/** Sends messages to those who are in a room now: in batches, as many as the server takes. Nothing is kept or sent again. */
export class ChannelSender {
  readonly #roomId: string;
  readonly #userId: string;
  #queue: string[] = [];
  #echoes: string[] = [];
  /** When the last messages were sent. */
  #sentAt: number[] = [];
  #isSending = false;

  constructor(roomId: string, userId: string) {
    this.#roomId = roomId;
    this.#userId = userId;
  }

  /** @param message base64. Of more than what fits into a second the oldest are dropped. */
  send(message: string): void {
    this.#queue.push(message);
    if (this.#queue.length > ROOM_CHANNEL_PER_SECOND) this.#queue.shift();
    if (!this.#isSending) void this.#sendAll();
  }

  /** Whether this client sent the message itself: the stream brings it back. */
  takeEcho(message: string): boolean {
    const at = this.#echoes.indexOf(message);
    if (at >= 0) this.#echoes.splice(at, 1);
    return at >= 0;
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    // What the app sends in the same moment goes together.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const now = Date.now();
      this.#sentAt = this.#sentAt.filter((at) => now - at < WINDOW_MS);
      const free = ROOM_CHANNEL_PER_SECOND - this.#sentAt.length;
      if (free <= 0) {
        await sleep(this.#sentAt[0]! + WINDOW_MS - now);
        continue;
      }
      const messages = this.#takeBatch(Math.min(free, ROOM_CHANNEL_BATCH));
      this.#sentAt.push(...messages.map(() => now));
      this.#echoes = [...this.#echoes, ...messages].slice(-ECHOES_MAX);
      try {
        await api(`/rooms/${this.#roomId}/channel`, {
          method: "POST",
          headers: { [SENDER_HEADER]: this.#userId },
          body: { messages },
        });
      } catch (error) {
        if (!(error instanceof ApiError)) continue;
        // A rejected message is not retried; one without a response may be.
        if (error.status > 0) for (const message of messages) this.takeEcho(message);
        if (error.retryAfter) await sleep(error.retryAfter * 1_000);
      }
    }
    this.#isSending = false;
  }

  #takeBatch(max: number): string[] {
    let size = 0;
    const fitting = this.#queue.findIndex((message, index) => {
      size += message.length + 3;
      return index > 0 && (index >= max || size > ROOM_BODY_MAX_BYTES - BODY_RESERVE);
    });
    return this.#queue.splice(0, fitting < 0 ? Math.min(max, this.#queue.length) : fitting);
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
