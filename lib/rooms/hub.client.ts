import { uuidv7 } from "uuidv7";
import { leadOneTab, tabsAgree } from "@/lib/browser/one-tab";
import { ROOMS_PER_STREAM } from "@/lib/config/limits";
import { SENDER_HEADER } from "@/lib/outbox/rules";
import { keepConnected } from "@/lib/realtime/connection.client";
import type { RoomEvent } from "./contract";

/**
 * `behind` has the serial from which the stream tried to resume: a listener with a higher one is not behind.
 */
export type HubEvent =
  Exclude<RoomEvent, { type: "behind" }> | { type: "behind"; roomId: string; after: number };

/** A room that this tab follows. */
export interface RoomListener {
  readonly roomId: string;
  /** The last serial that it has. */
  last(): number;
  onEvent(event: HubEvent): void;
}

type Wanted = { roomId: string; after: number };
/**
 * Messages between tabs. `isFresh`: the tab has exactly up to this serial; otherwise updates may be in
 * flight.
 */
type TabMessage =
  | { type: "want"; tab: string; rooms: Wanted[]; isFresh: boolean }
  | { type: "who"; isFresh: boolean }
  | { type: "event"; event: HubEvent };

const WHO_EVERY_MS = 15_000;
/** A tab that has not answered for this long is gone. */
const TAB_GONE_MS = 3 * WHO_EVERY_MS;
/** Rooms that are joined together share one new connection. */
const RECONNECT_MS = 20;

/**
 * The connection of the leading tab: one stream for twenty rooms of all tabs, each resumed from the lowest
 * serial of any tab.
 */
export class SharedStream {
  readonly #userId: string;
  readonly #onEvent: (event: HubEvent) => void;
  readonly #tabs = new Map<string, { rooms: Set<string>; seenAt: number }>();
  /** By room: the last serial that was passed on. */
  readonly #positions = new Map<string, number>();
  #connection: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, onEvent: (event: HubEvent) => void) {
    this.#userId = userId;
    this.#onEvent = onEvent;
  }

  want(tab: string, rooms: readonly Wanted[], isFresh: boolean): void {
    this.#tabs.set(tab, { rooms: new Set(rooms.map(({ roomId }) => roomId)), seenAt: Date.now() });
    let hasChanged = false;
    for (const { roomId, after } of rooms) {
      const position = this.#positions.get(roomId);
      if (position !== undefined && (!isFresh || after >= position)) continue;
      // The other tabs receive updates again that they have, and ignore them.
      this.#positions.set(roomId, after);
      hasChanged = true;
    }
    if (this.#dropUnwanted() || hasChanged) this.#reconnect();
  }

  /** Removes tabs that do not answer any more. */
  sweep(): void {
    for (const [tab, { seenAt }] of this.#tabs) if (Date.now() - seenAt > TAB_GONE_MS) this.#tabs.delete(tab);
    if (this.#dropUnwanted()) this.#reconnect();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#connection?.abort();
  }

  #dropUnwanted(): boolean {
    const wanted = new Set([...this.#tabs.values()].flatMap(({ rooms }) => [...rooms]));
    const unwanted = [...this.#positions.keys()].filter((roomId) => !wanted.has(roomId));
    for (const roomId of unwanted) this.#positions.delete(roomId);
    return unwanted.length > 0;
  }

  #reconnect(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#connection?.abort();
      this.#connection = null;
      if (this.#positions.size === 0) return;
      const connection = new AbortController();
      this.#connection = connection;
      const rooms = [...this.#positions.keys()];
      for (let first = 0; first < rooms.length; first += ROOMS_PER_STREAM)
        this.#connect(rooms.slice(first, first + ROOMS_PER_STREAM), connection.signal);
    }, RECONNECT_MS);
  }

  #connect(rooms: readonly string[], signal: AbortSignal): void {
    // What the server has dropped from the stream is not asked for again.
    const wanted = () => rooms.filter((roomId) => this.#positions.has(roomId));
    void keepConnected({
      signal,
      request: () => {
        const query = wanted().map((roomId) => ["room", `${roomId}:${this.#positions.get(roomId)}`]);
        // Somebody else may have signed in since, in another tab.
        return {
          path: `/rooms/stream?${new URLSearchParams(query)}`,
          headers: { [SENDER_HEADER]: this.#userId },
        };
      },
      onEvent: ({ data }) => {
        if (!signal.aborted) this.#pass(JSON.parse(data) as RoomEvent);
      },
    });
  }

  #pass(event: RoomEvent): void {
    const { roomId } = event;
    const position = this.#positions.get(roomId);
    if (position === undefined) return;
    if (event.type === "update") this.#positions.set(roomId, Math.max(position, event.update.serial));
    // The server has dropped the room from the stream. A tab that joins again asks for it again.
    if (event.type === "behind" || event.type === "refused") {
      this.#positions.delete(roomId);
      for (const { rooms } of this.#tabs.values()) rooms.delete(roomId);
      if (this.#positions.size === 0) this.#connection?.abort();
    }
    this.#onEvent(event.type === "behind" ? { ...event, after: position } : event);
  }
}

/** The rooms that this tab follows. All tabs of a browser share one stream; the tab that holds the Web Lock opens it. */
class RoomHub {
  readonly #userId: string;
  readonly #tab = uuidv7();
  readonly #listeners = new Set<RoomListener>();
  readonly #channel: BroadcastChannel;
  readonly #stop = new AbortController();
  #stream: SharedStream | null = null;

  constructor(userId: string) {
    this.#userId = userId;
    const name = `gum-rooms-${userId}`;
    this.#channel = new BroadcastChannel(name);
    this.#channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
      if (tabsAgree()) this.#receive(data);
    });
    addEventListener("pagehide", this.#onPageHide);
    addEventListener("pageshow", this.#onPageShow);
    leadOneTab(name, this.#stop.signal, () => this.#lead());
  }

  add(listener: RoomListener): void {
    this.#listeners.add(listener);
    this.announce();
  }

  /** @returns whether no room is left */
  remove(listener: RoomListener): boolean {
    this.#listeners.delete(listener);
    this.announce();
    return this.#listeners.size === 0;
  }

  /** Sends the leading tab the last serial of this one, which gets everything after that. */
  announce(isFresh = true): void {
    const last = new Map<string, number>();
    for (const listener of this.#listeners) {
      const after = listener.last();
      last.set(listener.roomId, Math.min(after, last.get(listener.roomId) ?? after));
    }
    const rooms = [...last].map(([roomId, after]) => ({ roomId, after }));
    this.#want(rooms, isFresh);
  }

  close(): void {
    this.#stop.abort();
    this.#stream?.close();
    this.#channel.close();
    removeEventListener("pagehide", this.#onPageHide);
    removeEventListener("pageshow", this.#onPageShow);
  }

  readonly #onPageHide = (): void => this.#want([], true);

  readonly #onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) this.announce();
  };

  #want(rooms: Wanted[], isFresh: boolean): void {
    if (this.#stream) this.#stream.want(this.#tab, rooms, isFresh);
    else this.#post({ type: "want", tab: this.#tab, rooms, isFresh });
  }

  #post(message: TabMessage): void {
    if (tabsAgree()) this.#channel.postMessage(message);
  }

  #receive(message: TabMessage): void {
    if (message.type === "event") this.#deliver(message.event);
    else if (message.type === "who") this.announce(message.isFresh);
    else this.#stream?.want(message.tab, message.rooms, message.isFresh);
  }

  #deliver(event: HubEvent): void {
    for (const listener of [...this.#listeners])
      if (listener.roomId === event.roomId) listener.onEvent(event);
  }

  async #lead(): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const stream = new SharedStream(this.#userId, (event) => {
      this.#post({ type: "event", event });
      this.#deliver(event);
    });
    this.#stream = stream;
    this.announce();
    this.#post({ type: "who", isFresh: true });
    const timer = setInterval(() => {
      this.announce(false);
      this.#post({ type: "who", isFresh: false });
      stream.sweep();
    }, WHO_EVERY_MS);
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    clearInterval(timer);
  }
}

const hubs = new Map<string, RoomHub>();

/** @returns `announce`, to be called when updates are missing, and the cleanup */
export function followRoom(
  userId: string,
  listener: RoomListener,
): { announce: () => void; leave: () => void } {
  const hub = hubs.get(userId) ?? new RoomHub(userId);
  hubs.set(userId, hub);
  hub.add(listener);
  let isFollowing = true;
  return {
    announce: () => {
      if (isFollowing) hub.announce();
    },
    leave: () => {
      if (!isFollowing) return;
      isFollowing = false;
      if (!hub.remove(listener)) return;
      hubs.delete(userId);
      hub.close();
    },
  };
}
