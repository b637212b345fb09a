/** Sends the cards of one run: the newest, at most once an interval, until the server has it. */
import { CARD_INTERVAL_MS } from "@/lib/config/limits";

/** Thrown by a transport that may succeed later. */
export class TryLater extends Error {
  override name = "TryLater";
  /** @param afterMs what the server asks for */
  constructor(readonly afterMs: number | null) {
    super("The card was not sent.");
  }
}

type Sending<Card> = { card: Card; resolve: () => void; reject: (reason: unknown) => void };

const RETRY_MS = [1_000, 2_000, 5_000, 10_000];

export class CardSender<Card> {
  readonly #send: (card: Card, signal: AbortSignal) => Promise<void>;
  /** Of the request under way. */
  #abort: AbortController | null = null;
  #waiting: Sending<Card> | null = null;
  #isSending = false;
  #isClosed = false;
  #failures = 0;
  #earliest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param send throws TryLater, or an error with which the card is given up */
  constructor(send: (card: Card, signal: AbortSignal) => Promise<void>) {
    this.#send = send;
  }

  /** Resolves once the card is sent, or a later one has taken its place; rejects if it is refused. */
  set(card: Card): Promise<void> {
    return new Promise((resolve, reject) => {
      // An app may call this in each frame of an animation: what waits has no promises piling up.
      this.#waiting?.resolve();
      this.#waiting = { card, resolve, reject };
      this.#plan();
    });
  }

  /** The page is being left: sends what waits at once, and aborts the request under way, which could arrive later. */
  hurry(): void {
    if (this.#waiting) this.#abort?.abort();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#flush();
  }

  /** Sends what waits at once, and tries nothing again. */
  close(): void {
    this.#isClosed = true;
    this.#earliest = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#plan();
  }

  #plan(): void {
    if (!this.#waiting || this.#isSending || this.#timer !== undefined) return;
    const wait = this.#earliest - performance.now();
    if (wait <= 0) return void this.#flush();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#flush();
    }, wait);
  }

  async #flush(): Promise<void> {
    const sending = this.#waiting;
    if (!sending) return;
    this.#waiting = null;
    this.#isSending = true;
    const abort = (this.#abort = new AbortController());
    let wait = CARD_INTERVAL_MS;
    try {
      await this.#send(sending.card, abort.signal);
      this.#failures = 0;
      sending.resolve();
    } catch (error) {
      if (abort.signal.aborted) return sending.resolve();
      if (error instanceof TryLater && !this.#isClosed) {
        wait = Math.max(error.afterMs ?? 0, RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)]!);
        this.#failures += 1;
        if (this.#waiting) sending.resolve();
        else this.#waiting = sending;
      } else {
        sending.reject(error);
      }
    }
    this.#isSending = false;
    this.#earliest = this.#isClosed ? 0 : performance.now() + wait;
    this.#plan();
  }
}
