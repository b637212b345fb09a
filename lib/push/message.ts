/** What a push message says to the service worker (public/push-worker.js). */
export type PushMessage = {
  title: string;
  body: string;
  /** A path of this site. */
  href: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
  /** BCP 47, of title and body. */
  lang: string;
  icon: string;
};

/** After the response of the push service: what to do with the message. */
export type PushOutcome =
  | { result: "sent" }
  /** The browser is not subscribed any more. */
  | { result: "gone" }
  /** The push service rejects the message: another attempt is pointless. */
  | { result: "rejected" }
  | { result: "failed"; retryAfterMs: number | null };

/** @param retryAfter the header: seconds or a date */
export function outcomeOf(status: number, retryAfter: string | null, now = Date.now()): PushOutcome {
  if (status >= 200 && status < 300) return { result: "sent" };
  if (status === 404 || status === 410) return { result: "gone" };
  if (status !== 429 && status < 500) return { result: "rejected" };
  const seconds = Number(retryAfter ?? Number.NaN);
  const at = Number.isNaN(seconds) ? Date.parse(retryAfter ?? "") - now : seconds * 1_000;
  return { result: "failed", retryAfterMs: at >= 0 ? at : null };
}
