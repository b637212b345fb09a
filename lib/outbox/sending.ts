import { OUTBOX_DAYS } from "@/lib/config/limits";
import { isUnsent, type Entry, type Kept } from "./rules";

/** Drops expired entries. */
export function withoutOld<E extends Entry>(entries: readonly E[], now: number): E[] {
  return entries.filter(({ at }) => now - at < OUTBOX_DAYS * 86_400_000);
}

/** An entry as the browser stores it. */
export type Stored<E> = E & { held?: Pick<Kept, "state" | "problem"> };

/**
 * A tab with the code from before threads would send the first post of one, and drop the others. It ignores
 * failed entries.
 */
export function toStored<E extends Entry & { thread?: unknown }>(entry: E): Stored<E> {
  const { state, problem, thread } = entry;
  if (!thread) return entry;
  return { ...entry, state: "failed", problem: null, held: { state, problem } } as Stored<E>;
}

export function fromStored<E extends Entry>({ held, ...entry }: Stored<E>): E {
  return { ...entry, ...held } as E;
}

/**
 * Marks the first entry that can be sent. For the only sender: what another one left as `sending` is sent again. Entries of
 * an unknown kind stay for a tab of the newer release.
 */
export function withNextSending<E extends Entry>(
  entries: readonly E[],
  isKnown: (entry: E) => boolean = () => true,
): readonly E[] {
  const next = entries.find((entry) => isUnsent(entry) && isKnown(entry));
  if (!next) return entries;
  return entries.map((entry) => (entry === next ? { ...entry, state: "sending", tried: true } : entry));
}

/** True if the same request may succeed later: no answer, the sign-in has ended, a limit, a server that restarts. */
export function isTemporary({ status }: { status: number }): boolean {
  return status === 0 || [401, 408, 425, 429, 502, 503, 504].includes(status);
}
