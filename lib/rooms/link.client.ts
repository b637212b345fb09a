import { api, ApiError } from "@/lib/browser/api";
import { reconnectDelay, waitToRetry } from "@/lib/browser/wait-to-retry";
import { SENDER_HEADER } from "@/lib/outbox/rules";
import { ChannelSender } from "./channel-sender.client";
import type { JoinedRoom, RoomMember, RoomSnapshot, RoomUpdate, RoomUpdateContent } from "./contract";
import { followRoom, type HubEvent } from "./hub.client";
import { fetchMembers, fetchOlderSnapshot, fetchUpdates, joinRoom } from "./queries";
import { forgetKeptRoom, keepRoomLater, type KeptRoom } from "./kept-storage";
import { refuseIfShut, RoomRefusal } from "./refusal";
import { roomSender, type Settled, type UnsentUpdate } from "./sender.client";
import { forgetOpenRoom, setOpenRoom, useRooms } from "./store";

/** What a run of an app gets from its room. */
export type RoomNews =
  | { type: "updates"; updates: RoomUpdate[] }
  /** The log begins with this snapshot from now on. */
  | { type: "snapshot"; snapshot: RoomSnapshot }
  /** `messages` are base64. */
  | { type: "channel"; from: string; messages: string[] }
  | { type: "status"; people: number; isClosed: boolean; refused: string | null }
  /** An own update is in the log, or will never be. */
  | ({ type: "settled"; key: string } & Settled);

/** What a run starts with: the log since the newest snapshot. */
export type RoomStart = {
  snapshot: RoomSnapshot | null;
  updates: readonly RoomUpdate[];
  /** The serial of the last update there is. */
  head: number;
  /** How many have joined. */
  people: number;
  isClosed: boolean;
  refused: string | null;
};

const LOG_MAX_CHARS = 4 * 1024 * 1024;

/** By room: its links in this tab. */
const links = new Map<string, number>();

type RoomHistory = { snapshot: RoomSnapshot | null; updates: RoomUpdate[] };

/** One run of an app in a room. */
export class RoomLink {
  readonly id: string;
  readonly me: string;
  /** The person's name as others see it; may be empty. */
  readonly name: string;
  readonly sendIntervalMs: number;
  readonly payloadMaxBytes: number;
  readonly #joined: JoinedRoom;
  readonly #userId: string;
  readonly #appName: string;
  /** By which this browser keeps the room. */
  readonly #key: string;
  readonly #channel: ChannelSender;
  readonly #stream: ReturnType<typeof followRoom>;
  readonly #listeners = new Set<(news: RoomNews) => void>();
  readonly #closing = new AbortController();
  #snapshot: RoomSnapshot | null;
  #updates: RoomUpdate[] = [];
  /** Size of the updates since the log was last shortened. */
  #grownChars = 0;
  #undelivered: RoomUpdate[] = [];
  #head: number;
  #people: number;
  #isClosed: boolean;
  #refused: string | null = null;
  #isRejoining = false;
  /** The server has not yet sent the updates since. */
  #isCopy: boolean;
  readonly #stopHearing: () => void;

  constructor(
    { joined, updates, isCopy }: KeptRoom & { isCopy: boolean },
    { userId, appName, key }: { userId: string; appName: string; key: string },
  ) {
    this.#joined = joined;
    this.#key = key;
    this.#isCopy = isCopy;
    this.#updates = [...updates];
    this.id = joined.id;
    this.me = joined.me;
    this.name = joined.name;
    this.sendIntervalMs = joined.sendIntervalMs;
    this.payloadMaxBytes = joined.payloadMaxBytes;
    this.#userId = userId;
    this.#appName = appName;
    this.#snapshot = joined.snapshot;
    this.#head = joined.head;
    this.#people = joined.people;
    this.#isClosed = joined.isClosed;
    this.#channel = new ChannelSender(joined.id, userId);
    links.set(joined.id, (links.get(joined.id) ?? 0) + 1);
    this.#showStatus();
    this.#stream = followRoom(userId, {
      roomId: joined.id,
      last: () => this.#last,
      onEvent: (event) => this.#onEvent(event),
    });
    const sender = roomSender(userId);
    this.#stopHearing = sender.onSettled(joined.id, (key, settled) =>
      this.#emit({ type: "settled", key, ...settled }),
    );
    void sender.resume();
    this.#keep();
  }

  /** Own updates of earlier runs that wait to be sent, in order. */
  unsent(): Promise<UnsentUpdate[]> {
    return roomSender(this.#userId).unsent(this.id);
  }

  /** What a run begins with; later changes reach `subscribe`. */
  start(): RoomStart {
    this.#emitUpdates();
    return {
      snapshot: this.#snapshot,
      updates: this.#updates,
      head: this.#head,
      people: this.#people,
      isClosed: this.#isClosed,
      refused: this.#refused,
    };
  }

  /** @returns the cleanup */
  subscribe(listener: (news: RoomNews) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when the server has accepted it, which may be long after. @throws RoomRefusal */
  async send(content: RoomUpdateContent): Promise<{ serial: number }> {
    if (new TextEncoder().encode(content.payload).length > this.payloadMaxBytes)
      throw new RoomRefusal("too_big", "The payload is too large.");
    refuseIfShut({ refused: this.#refused, isClosed: this.#isClosed });
    return roomSender(this.#userId).send({ roomId: this.id, appName: this.#appName, content });
  }

  /** @throws RoomRefusal */
  async putSnapshot(snapshot: RoomSnapshot): Promise<void> {
    try {
      await api(`/rooms/${this.id}/snapshot`, {
        method: "PUT",
        headers: { [SENDER_HEADER]: this.#userId },
        body: snapshot,
      });
    } catch (error) {
      throw refusalOf(error);
    }
    this.#beginAt(snapshot);
  }

  /**
   * What led to a snapshot: the one before it, if there is one, and the updates from there.
   * @throws RoomRefusal
   */
  async history(upTo: number): Promise<RoomHistory> {
    try {
      const snapshot = await fetchOlderSnapshot(this.id, upTo);
      const updates: RoomUpdate[] = [];
      for (let last = snapshot?.serial ?? 0; last < upTo; last = updates.at(-1)!.serial) {
        const { items, isBehind } = await fetchUpdates(this.id, last);
        if (isBehind || items.length === 0) throw new RoomRefusal("compacted", "The updates are compacted.");
        updates.push(...items);
      }
      return { snapshot, updates: updates.filter(({ serial }) => serial <= upTo) };
    } catch (error) {
      throw error instanceof RoomRefusal ? error : refusalOf(error);
    }
  }

  /** A page of them, from a position on, or those of these addresses. @throws RoomRefusal */
  async members(which: number | readonly string[]): Promise<RoomMember[]> {
    if (typeof which !== "number" && which.length === 0) return [];
    try {
      return (await fetchMembers(this.id, which)).items;
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** @param message base64 */
  sendToChannel(message: string): void {
    if (!this.#isClosed && !this.#refused) this.#channel.send(message);
  }

  close(): void {
    this.#closing.abort();
    this.#stopHearing();
    this.#listeners.clear();
    this.#stream.leave();
    // The room may run in a post and in a window of this tab.
    const others = (links.get(this.id) ?? 1) - 1;
    links.set(this.id, others);
    if (others === 0) forgetOpenRoom(this.id);
  }

  get #last(): number {
    return this.#updates.at(-1)?.serial ?? this.#snapshot?.serial ?? 0;
  }

  #onEvent(event: HubEvent): void {
    switch (event.type) {
      case "update":
        return this.#append(event.update);
      case "channel": {
        const isMine = event.from === this.me;
        const messages = event.messages.filter((message) => !isMine || !this.#channel.takeEcho(message));
        if (messages.length > 0) this.#emit({ type: "channel", from: event.from, messages });
        return;
      }
      case "people":
        return this.#setStatus({ people: event.count });
      case "closed":
        return this.#setStatus({ isClosed: event.isClosed });
      case "refused":
        return this.#setStatus({ refused: event.code });
      case "behind":
        if (this.#last > event.after) this.#stream.announce();
        else void this.#rejoin();
        return;
      case "ready":
        this.#isCopy = false;
        return this.#showStatus();
    }
  }

  /** For a start without a connection. */
  #keep(): void {
    if (!this.#userId || this.#refused !== null) return;
    keepRoomLater(this.#userId, this.#key, () => {
      const [snapshot, head, isClosed, people] = [this.#snapshot, this.#head, this.#isClosed, this.#people];
      return { joined: { ...this.#joined, snapshot, head, isClosed, people }, updates: [...this.#updates] };
    });
  }

  #append(update: RoomUpdate): void {
    const last = this.#last;
    if (update.serial <= last) return;
    if (update.serial > last + 1) return this.#stream.announce();
    this.#updates.push(update);
    this.#head = Math.max(this.#head, update.serial);
    this.#grownChars += update.payload.length;
    if (this.#grownChars > LOG_MAX_CHARS) void this.#shorten();
    this.#keep();
    // Updates that arrive together are passed on together.
    if (this.#undelivered.push(update) === 1) queueMicrotask(() => this.#emitUpdates());
  }

  #emitUpdates(): void {
    const updates = this.#undelivered;
    this.#undelivered = [];
    if (updates.length > 0) this.#emit({ type: "updates", updates });
  }

  /** Starts from the snapshot: the updates that are missing here are compacted. */
  async #rejoin(): Promise<void> {
    if (this.#isRejoining) return;
    this.#isRejoining = true;
    const { signal } = this.#closing;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        const { snapshot, head, isClosed } = await joinRoom(this.id, this.#userId);
        if (signal.aborted) return;
        this.#emitUpdates();
        this.#head = Math.max(this.#head, head);
        if (snapshot) this.#beginAt(snapshot);
        this.#setStatus({ isClosed });
        this.#stream.announce();
        break;
      } catch (error) {
        const { code, isFinal } = refusalOf(error);
        if (isFinal) {
          this.#setStatus({ refused: code });
          break;
        }
        await waitToRetry(reconnectDelay(attempt), signal);
      }
    }
    this.#isRejoining = false;
  }

  /** A run of many hours: members' snapshots make most of its log superfluous. */
  async #shorten(): Promise<void> {
    this.#grownChars = 0;
    const joined = await joinRoom(this.id, this.#userId).catch(() => null);
    const snapshot = joined?.snapshot;
    if (snapshot && snapshot.serial <= this.#last) this.#beginAt(snapshot);
  }

  /** Drops the updates that a snapshot has in it. */
  #beginAt(snapshot: RoomSnapshot): void {
    if (this.#closing.signal.aborted || snapshot.serial <= (this.#snapshot?.serial ?? 0)) return;
    this.#emitUpdates();
    this.#snapshot = snapshot;
    this.#updates = this.#updates.filter(({ serial }) => serial > snapshot.serial);
    this.#keep();
    this.#emit({ type: "snapshot", snapshot });
  }

  #setStatus(status: { people?: number; isClosed?: boolean; refused?: string }): void {
    const { people = this.#people, isClosed = this.#isClosed, refused = this.#refused } = status;
    if (people === this.#people && isClosed === this.#isClosed && refused === this.#refused) return;
    this.#people = people;
    this.#isClosed = isClosed;
    this.#refused = refused;
    // Asking for it again would interrupt the stream of the other rooms.
    if (refused !== null) this.#stream.leave();
    if (refused !== null) void forgetKeptRoom(this.#userId, this.#key);
    else this.#keep();
    this.#showStatus();
    this.#emit({ type: "status", people, isClosed, refused });
  }

  #showStatus(): void {
    const { id, appId, postId, me, isOwner } = this.#joined;
    const isMuted = useRooms.getState().open[id]?.isMuted ?? this.#joined.isMuted;
    const [isClosed, refused, people, isCopy] = [this.#isClosed, this.#refused, this.#people, this.#isCopy];
    setOpenRoom({ id, appId, postId, me, isOwner, isMuted, isClosed, refused, people, isCopy });
  }

  #emit(news: RoomNews): void {
    for (const listener of [...this.#listeners]) listener(news);
  }
}

/** What a call was refused with; `isFinal` if it would be again. */
export function refusalOf(error: unknown): RoomRefusal & { isFinal: boolean } {
  const { code, message, status } =
    error instanceof ApiError ? error : { code: "failed", message: "The room did not answer.", status: 0 };
  const isFinal = status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
  return Object.assign(new RoomRefusal(code, message), { isFinal });
}
