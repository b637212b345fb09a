import "server-only";

/**
 * Notices lost messages of a Redis Cluster. Its servers pass messages on to each other without a word about those that they lose, and
 * the client library changes the server that it is subscribed to without one, too. So the events of a process are numbered, and
 * its beats repeat the number of the last one: a lost beat is no lost event. A process that does not receive its own beats
 * subscribes anew.
 */
const BEAT_MS = 5_000;
/** How many of its own may be missing: one is under way. */
const MISSING_MAX = 2;
/** Each restart of a process makes one. */
const SENDERS_MAX = 1_000;
/** With two beats it is less than a resumed stream reads again (OVERLAP_MS): what a stream sends meanwhile hides nothing. */
const GAP_MS = 1_000;

/** A failover loses messages of several senders, and each loss is noticed by itself: the streams restart once. */
export function mergeGaps(publish: () => void, waitMs = GAP_MS): () => void {
  let timer: NodeJS.Timeout | null = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      publish();
    }, waitMs).unref();
  };
}

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
    /** @returns the number of a message to send. An event that could not be sent keeps its number: it may have arrived. */
    number: (isBeat: boolean) => (isBeat ? sent : ++sent),
    /** @returns whether it has not been received yet, and whether others' events before it have not */
    receive({ from, n, isBeat }: { from: string; n: number | undefined; isBeat: boolean }): {
      isNew: boolean;
      hasMissed: boolean;
    } {
      if (from === self) unseen = 0;
      if (n === undefined) return { isNew: true, hasMissed: false };
      const before = last.get(from);
      if (before !== undefined && n < before) return { isNew: false, hasMissed: false };
      last.delete(from);
      last.set(from, n);
      if (last.size > SENDERS_MAX) last.delete(last.keys().next().value!);
      const preceding = isBeat ? n : n - 1;
      return {
        isNew: before === undefined || n > before,
        hasMissed: from !== self && before !== undefined && preceding > before,
      };
    },
  };
}
