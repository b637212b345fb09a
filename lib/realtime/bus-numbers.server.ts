import "server-only";

/**
 * Notices lost messages of a Redis Cluster. Its servers pass messages on to each other without a word about those that they lose, and
 * the client library changes the server that it is subscribed to without one, too. So the messages of a process are counted, and
 * a beat follows the last one. A process that does not receive its own beats subscribes anew.
 */
const BEAT_MS = 5_000;
/** How many of its own may be missing: one is under way. */
const MISSING_MAX = 2;
/** Each restart of a process makes one. */
const SENDERS_MAX = 1_000;

export function numberMessages({
  self,
  send,
  reconnect,
  beatMs = BEAT_MS,
}: {
  self: string;
  send: () => Promise<unknown>;
  reconnect: () => unknown;
  beatMs?: number;
}) {
  /** By sender, least recent first. */
  const last = new Map<string, number>();
  let sent = 0;
  let unseen = 0;
  const beat = async () => {
    try {
      await send();
    } catch {
      // Nobody receives what is not sent.
      return;
    }
    unseen += 1;
    if (unseen <= MISSING_MAX) return;
    unseen = 0;
    reconnect();
  };
  setInterval(() => void beat(), beatMs).unref();
  return {
    next: () => ++sent,
    /** @returns whether it has not been received yet, and whether others before it have not */
    receive(from: string, n: number | undefined): { isNew: boolean; hasMissed: boolean } {
      if (from === self) unseen = 0;
      if (n === undefined) return { isNew: true, hasMissed: false };
      const before = last.get(from);
      if (before !== undefined && n <= before) return { isNew: false, hasMissed: false };
      last.delete(from);
      last.set(from, n);
      if (last.size > SENDERS_MAX) last.delete(last.keys().next().value!);
      return { isNew: true, hasMissed: before !== undefined && n > before + 1 };
    },
  };
}
