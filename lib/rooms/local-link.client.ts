import {
  ROOM_CHANNEL_PER_SECOND,
  ROOM_MEMBERS_PAGE,
  ROOM_PAYLOAD_MAX_BYTES,
  ROOM_SEND_INTERVAL_MS,
} from "@/lib/config/limits";
import type { RoomMember, RoomSnapshot, RoomUpdate, RoomUpdateContent } from "./contract";
import type { RoomNews, RoomStart } from "./link.client";
import type { LocalPerson } from "./local-person.client";
import type { LocalRoom } from "./local-room.client";
import { Pace } from "./pace";
import { refuseIfShut, RoomRefusal } from "./refusal";

const CHANNEL_WINDOW_MS = 1_000;

/** A run's connection to the room. */
export class LocalLink {
  readonly id: string;
  readonly me: string;
  readonly name: string;
  readonly sendIntervalMs = ROOM_SEND_INTERVAL_MS;
  readonly payloadMaxBytes = ROOM_PAYLOAD_MAX_BYTES;
  readonly person: LocalPerson;
  readonly #room: LocalRoom;
  readonly #onClose: () => void;
  readonly #listeners = new Set<(news: RoomNews) => void>();
  readonly #channelPace = new Pace(ROOM_CHANNEL_PER_SECOND, CHANNEL_WINDOW_MS);
  #snapshot: RoomSnapshot | null;
  #updates: RoomUpdate[];
  #undelivered: RoomUpdate[] = [];
  #spoken: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(room: LocalRoom, person: LocalPerson, onClose: () => void) {
    this.#room = room;
    this.person = person;
    this.#onClose = onClose;
    this.id = room.id;
    this.me = person.address;
    this.name = person.name;
    const { log } = room;
    this.#snapshot = log.snapshot(Math.max(person.head, log.compacted) + 1);
    this.#updates = log.updates(this.#snapshot?.serial ?? 0, person.head);
  }

  /** The current position in the log; events follow. */
  start(): RoomStart {
    this.#emitUpdates();
    const head = Math.max(this.person.head, this.#last);
    return { snapshot: this.#snapshot, updates: this.#updates, head, ...this.person.status };
  }

  /** @returns the cleanup */
  subscribe(listener: (news: RoomNews) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @throws RoomRefusal */
  async send(content: RoomUpdateContent): Promise<{ serial: number }> {
    if (new TextEncoder().encode(content.payload).length > this.payloadMaxBytes)
      throw new RoomRefusal("too_big", "The payload is too large.");
    refuseIfShut(this.person.status);
    return this.person.send(content);
  }

  /** @throws RoomRefusal */
  async putSnapshot(snapshot: RoomSnapshot): Promise<void> {
    this.person.require("write");
    this.#room.log.putSnapshot(this.me, snapshot);
    this.#beginAt(snapshot);
  }

  /** The log between snapshots: the previous snapshot, if there is one, and the updates since. @throws RoomRefusal */
  async history(upTo: number): Promise<{ snapshot: RoomSnapshot | null; updates: RoomUpdate[] }> {
    this.person.require("read");
    const { log } = this.#room;
    const snapshot = log.snapshot(upTo);
    const after = snapshot?.serial ?? 0;
    if (after < log.compacted) throw new RoomRefusal("compacted", "The updates are compacted.");
    return { snapshot, updates: log.updates(after, upTo) };
  }

  /** A page of updates from a position, or those with these addresses. @throws RoomRefusal */
  async members(which: number | readonly string[] = 0): Promise<RoomMember[]> {
    this.person.require("read");
    const all = this.#room.members();
    if (typeof which === "number") return all.slice(which, which + ROOM_MEMBERS_PAGE);
    return all.filter(({ address }) => which.includes(address));
  }

  /** @param message base64. Beyond one second's worth, the oldest are dropped. */
  sendToChannel(message: string): void {
    const { refused, isClosed } = this.person.status;
    if (refused || isClosed) return;
    this.#spoken.push(message);
    if (this.#spoken.length > ROOM_CHANNEL_PER_SECOND) this.#spoken.shift();
    // Batches what the app sends in the same tick.
    this.#timer ??= setTimeout(() => this.#speak());
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
    this.#onClose();
  }

  /** Applies what the room has and this run does not. */
  catchUp(): void {
    const { log } = this.#room;
    const newest = log.snapshot();
    if (newest && this.#last < log.compacted) this.#beginAt(newest);
    const updates = log.updates(this.#last);
    if (updates.length === 0) return;
    this.#updates.push(...updates);
    // Passes on updates that arrive together in one batch.
    if (this.#undelivered.length === 0) queueMicrotask(() => this.#emitUpdates());
    this.#undelivered.push(...updates);
  }

  emitStatus(): void {
    this.#emit({ type: "status", ...this.person.status });
  }

  receive(from: string, messages: readonly string[]): void {
    this.#emit({ type: "channel", from, messages: [...messages] });
  }

  get #last(): number {
    return this.#updates.at(-1)?.serial ?? this.#snapshot?.serial ?? 0;
  }

  #speak(): void {
    this.#timer = undefined;
    let wait = 0;
    const messages: string[] = [];
    while (this.#spoken.length > 0 && wait === 0) {
      wait = this.#channelPace.take(Date.now());
      if (wait === 0) messages.push(this.#spoken.shift()!);
    }
    if (this.person.isOnline && messages.length > 0)
      for (const person of this.#room.people) person.receive(this, messages);
    if (wait > 0) this.#timer = setTimeout(() => this.#speak(), wait);
  }

  #emitUpdates(): void {
    const updates = this.#undelivered;
    this.#undelivered = [];
    if (updates.length > 0) this.#emit({ type: "updates", updates });
  }

  /** Drops the updates that a snapshot already includes. */
  #beginAt(snapshot: RoomSnapshot): void {
    if (this.#isClosed || snapshot.serial <= (this.#snapshot?.serial ?? 0)) return;
    this.#emitUpdates();
    this.#snapshot = snapshot;
    this.#updates = this.#updates.filter(({ serial }) => serial > snapshot.serial);
    this.#emit({ type: "snapshot", snapshot });
  }

  #emit(news: RoomNews): void {
    for (const listener of [...this.#listeners]) listener(news);
  }
}
