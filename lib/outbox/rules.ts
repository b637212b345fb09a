import { OUTBOX_MAX } from "@/lib/config/limits";

/** Names the person who made a change; the server refuses to take it as another's. */
export const SENDER_HEADER = "x-gum-sender";

/** What the server said, or that it did not answer. */
export type Problem = { code: string; message: string; status: number };

/** What the outbox keeps beside the change itself. */
export type Kept = {
  /** The idempotency key. */
  clientKey: string;
  /** Milliseconds since 1970. */
  at: number;
  /** `failed`: a post that the server refused; it waits for the person. */
  state: "waiting" | "sending" | "failed";
  /** Whether it was ever sent: it may have arrived without an answer. */
  tried: boolean;
  problem: Problem | null;
};

/** A toggle, which has `id` and `on`, or something that is added. */
export type Entry = Kept & { kind: string; id?: string; on?: boolean; emoji?: string };

const isSame = (a: Entry, b: Entry): boolean => a.kind === b.kind && a.id === b.id && a.emoji === b.emoji;

/**
 * Adds an entry at the end. A toggle replaces an earlier one of the same thing that is not in flight; if that
 * one never left the browser, both cancel out.
 * @returns the same array if the outbox is full
 */
export function withAdded<E extends Entry>(entries: readonly E[], entry: E): readonly E[] {
  const last = entry.on === undefined ? undefined : entries.findLast((other) => isSame(other, entry));
  if (last?.state !== "waiting") return entries.length < OUTBOX_MAX ? [...entries, entry] : entries;
  const others = entries.filter((other) => other !== last);
  const isUndone = !last.tried && last.on !== entry.on;
  return isUndone ? others : [...others, entry];
}

export const isUnsent = ({ state }: Kept): boolean => state !== "failed";

/** What a toggle shows: the last queued value, undefined if none is queued. */
export function queuedValue<E extends Entry>(
  entries: readonly E[],
  kind: E["kind"],
  id: string,
): boolean | undefined {
  return entries.findLast((entry) => entry.kind === kind && entry.id === id)?.on;
}
