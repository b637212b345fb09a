import type { Clock, LogEntry, LogUpdate, RoomLog } from "@/lib/sandbox/frame/inside/shared-map/room-log";

/** A clock that only the test moves. */
export class TestClock implements Clock {
  #now = 0;
  #timers: { at: number; work: () => void }[] = [];
  readonly #random: () => number;

  constructor(random: () => number = () => 0.5) {
    this.#random = random;
  }

  now = () => this.#now;
  random = () => this.#random();
  setTimeout = (work: () => void, ms: number) => this.#timers.push({ at: this.#now + ms, work });

  /** Runs what is due within so many milliseconds, and the promises that it settles. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers.splice(this.#timers.indexOf(next), 1);
      this.#now = Math.max(this.#now, next.at);
      next.work();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}

/** Lets settled promises run their reactions. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
}

type Refusal = { code: string };

/** A room as the server keeps it: an ordered log, once for a key, with the last two snapshots. */
export class TestRoom {
  readonly log: LogUpdate[] = [];
  readonly snapshots: { serial: number; state: string }[] = [];
  readonly #keys = new Map<string, number>();
  isClosed = false;
  isFull = false;

  get head(): number {
    return this.log.length;
  }

  /** Throws a refusal with a code. */
  append(key: string, from: string | null, payload: string): number {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    if (this.isClosed) throw refusal("room_closed");
    if (this.isFull) throw refusal("room_full");
    this.log.push({ serial: this.head + 1, from, payload });
    this.#keys.set(key, this.head);
    return this.head;
  }

  putSnapshot(serial: number, state: string): void {
    const last = this.snapshots.at(-1);
    if (last && last.serial >= serial) return;
    this.snapshots.push({ serial, state });
    if (this.snapshots.length > 2) this.snapshots.shift();
    this.isFull = false;
  }

  /** What a client that has the log up to a serial gets; `hasAll` if it insists on the updates themselves. */
  after(from: number): LogEntry[] {
    const compacted = this.snapshots.length > 1 ? this.snapshots[0]!.serial : 0;
    const newest = this.snapshots.at(-1);
    if (newest && (from < compacted || (from === 0 && newest)))
      return [{ serial: newest.serial, snapshot: newest.state }, ...this.log.slice(newest.serial)];
    return this.log.slice(from);
  }

  recover(serial: number): LogEntry[] {
    const older = this.snapshots.findLast((snapshot) => snapshot.serial < serial);
    return [
      ...(older ? [{ serial: older.serial, snapshot: older.state }] : []),
      ...this.log.slice(older?.serial ?? 0, serial),
    ];
  }
}

function refusal(code: string): Error & Refusal {
  return Object.assign(new Error(code), { code });
}

let keys = 0;

type Queued = {
  key: string;
  payload: string;
  settled: { resolve: (sent: { serial: number }) => void; reject: (error: Error) => void } | null;
};

/** The browser of one person: keeps what waits to be sent, also across reloads, and delivers the log when the test says so. */
export class TestHost {
  readonly room: TestRoom;
  readonly me: string;
  queue: Queued[] = [];
  isOnline = true;
  #position = 0;
  #listener: ((entry: LogEntry) => void) | null = null;

  constructor(room: TestRoom, me: string) {
    this.room = room;
    this.me = me;
  }

  /** A new run of the app. What an earlier one sent stays in the queue. */
  open(): RoomLog {
    const unsent = this.queue.map((queued) => {
      const sent = new Promise((resolve, reject) => (queued.settled = { resolve, reject }));
      sent.catch(() => undefined);
      return { payload: queued.payload, sent };
    });
    const { room, me } = this;
    this.#listener = null;
    return {
      me,
      get isClosed() {
        return room.isClosed;
      },
      sendInterval: 1_000,
      payloadMax: 128 * 1024,
      head: room.head,
      unsent,
      send: (payload) => {
        return new Promise((resolve, reject) => {
          this.queue.push({ key: `key ${keys++}`, payload, settled: { resolve, reject } });
        });
      },
      listen: (from, listener) => {
        this.#listener = listener;
        this.#position = from;
        return () => (this.#listener = null);
      },
      snapshot: async (serial, state) => room.putSnapshot(serial, state),
      recover: async (serial) => room.recover(serial),
    };
  }

  /** The first of the queue reaches the server; its response may be lost, and then it is sent again. */
  sendOne(isResponseLost = false): void {
    const queued = this.queue[0];
    if (!queued || !this.isOnline) return;
    try {
      const serial = this.room.append(queued.key, this.me, queued.payload);
      if (isResponseLost) return;
      this.queue.shift();
      queued.settled?.resolve({ serial });
    } catch (error) {
      this.queue.shift();
      queued.settled?.reject(error as Error);
    }
  }

  /** Delivers at most so many entries of the log. */
  deliver(count = Infinity): void {
    if (!this.isOnline || !this.#listener) return;
    for (const entry of this.room.after(this.#position).slice(0, count)) {
      this.#position = entry.serial;
      this.#listener(entry);
    }
  }

  /** Delivers again what was delivered before. */
  repeat(count: number): void {
    for (const entry of this.room.log.slice(Math.max(0, this.#position - count), this.#position))
      this.#listener?.(entry);
  }
}

/** Moves time, queues and logs until nothing is on its way. */
export async function quiesce(clock: TestClock, hosts: readonly TestHost[]): Promise<void> {
  for (const host of hosts) host.isOnline = true;
  for (let round = 0; round < 200; round++) {
    await clock.pass(60_000);
    const isIdle = hosts.every((host) => host.queue.length === 0);
    for (const host of hosts) while (host.queue.length) host.sendOne();
    await settle();
    for (const host of hosts) host.deliver();
    await settle();
    if (isIdle && round > 1) return;
  }
  throw new Error("It does not come to rest.");
}
