import "server-only";
import { findSessionEnd } from "@/lib/auth/session-service";

/** Streams close after this time; reconnecting checks the session again. */
const STREAM_MAX_MS = 15 * 60_000;
/** Jitter, so that streams opened together do not end together. */
const spread = (ms: number): number => ms * (0.5 + Math.random() / 2);

/** Closes a stream when the session that opened it ends. */
export class SessionLease {
  readonly #sessionId: string;
  readonly #close: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(sessionId: string, close: () => void) {
    this.#sessionId = sessionId;
    this.#close = close;
  }

  /** To be called at the start, and when sessions of the person ended. @returns whether the session lives */
  async check(): Promise<boolean> {
    // Without an answer the stream closes, too: the client reconnects and is asked again.
    const ends = await findSessionEnd(this.#sessionId).catch(() => null);
    const left = ends ? ends.getTime() - Date.now() : 0;
    if (left <= 0) this.#close();
    else this.#timer ??= setTimeout(this.#close, Math.min(spread(STREAM_MAX_MS), left));
    return left > 0;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
