import { uuidv7 } from "uuidv7";
import {
  NOTICES_PER_HOUR,
  ROOM_CHANNEL_PER_SECOND,
  ROOM_MEMBERS_PAGE,
  ROOM_OUTGOING_MAX,
  ROOM_PAYLOAD_MAX_BYTES,
  ROOM_SEND_BURST,
  ROOM_SEND_INTERVAL_MS,
} from "@/lib/config/limits";
import type { RoomMember, RoomSnapshot, RoomUpdate, RoomUpdateContent } from "./contract";
import type { RoomNews, RoomStart } from "./link.client";
import { LocalCardKeeper, type LocalCard, type LocalCardInput } from "./local-card.client";
import { LocalLog } from "./local-log.client";
import { Pace } from "./pace";
import { RoomRefusal } from "./refusal";
import { noticeFor } from "./rules";

/**
 * A room in the memory of one page, for apps that are tried out. Apps meet the same as in a room of the server: order, serials,
 * limits, pace and refusals. Each person has a connection of their own, which can be cut.
 */

export type LocalNotice = { id: string; text: string; href: string; isShown: boolean };

/** What is shown around the apps. */
export type LocalPersonView = {
  address: string;
  name: string;
  isOnline: boolean;
  /** Own updates that the room does not have. */
  waiting: number;
  /** Why the room did not take the last one. */
  refused: string | null;
  /** The last that an app would have notified them of. */
  notice: LocalNotice | null;
};
export type LocalRoomView = {
  people: readonly LocalPersonView[];
  card: LocalCard | null;
  /** Counts the changes of the card. */
  version: number;
};

const HOUR_MS = 3_600_000;
const CHANNEL_WINDOW_MS = 1_000;

export class LocalRoom {
  readonly id = uuidv7();
  readonly people: readonly LocalPerson[];
  readonly log: LocalLog;
  readonly #card = new LocalCardKeeper();
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #view: LocalRoomView;

  /** @param names the first one's the owner */
  constructor(names: readonly string[]) {
    this.people = names.map((name) => new LocalPerson(this, name));
    this.log = new LocalLog(this.people[0]!.address);
    this.#view = this.#look();
  }

  /** @returns the cleanup */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly view = (): LocalRoomView => this.#view;

  /** @throws RoomRefusal */
  append(author: LocalPerson, content: RoomUpdateContent): { serial: number } {
    const update = this.log.append(author.address, content, new Date());
    for (const person of this.people) {
      person.deliver();
      const text = person === author ? "" : noticeFor(person.address, content.notify ?? {});
      if (text) person.notify(text, content.href ?? "");
    }
    if (this.#card.derive(update)) this.#version += 1;
    this.changed();
    return { serial: update.serial };
  }

  /** @throws RoomRefusal */
  putCard(card: LocalCardInput): void {
    const members = new Set(this.members().map(({ address }) => address));
    const people = card.people.filter((address) => members.has(address));
    if (this.#card.put({ ...card, people }, this.log.head)) this.#version += 1;
    this.changed();
  }

  removeCard(): void {
    if (this.#card.clear()) this.#version += 1;
    this.changed();
  }

  /** Who has joined. */
  members(): RoomMember[] {
    return this.people
      .filter(({ hasJoined }) => hasJoined)
      .map(({ address, name }, index) => ({ address, name, isOwner: index === 0 }));
  }

  changed(): void {
    this.#view = this.#look();
    for (const listener of [...this.#listeners]) listener();
  }

  #look(): LocalRoomView {
    return {
      people: this.people.map((person) => person.view()),
      card: this.#card.card,
      version: this.#version,
    };
  }
}

type Outgoing = {
  content: RoomUpdateContent;
  resolve: (sent: { serial: number }) => void;
  reject: (reason: unknown) => void;
};

/** One of those who use the room. Their updates wait in order, as in a browser, until the room has them. */
export class LocalPerson {
  readonly address = uuidv7().replaceAll("-", "").slice(10);
  readonly name: string;
  hasJoined = false;
  readonly #room: LocalRoom;
  readonly #links = new Set<LocalLink>();
  readonly #outgoing: Outgoing[] = [];
  readonly #pace = new Pace(ROOM_SEND_BURST, ROOM_SEND_BURST * ROOM_SEND_INTERVAL_MS);
  #notices = { room: new Pace(NOTICES_PER_HOUR, HOUR_MS), app: new Pace(NOTICES_PER_HOUR, HOUR_MS) };
  #notice: LocalNotice | null = null;
  #refused: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOnline = true;
  /** The last update that has arrived before the connection was cut. */
  #seen = 0;

  constructor(room: LocalRoom, name: string) {
    this.#room = room;
    this.name = name;
  }

  get isOnline(): boolean {
    return this.#isOnline;
  }

  /** The last update that reaches them. */
  get head(): number {
    return this.#isOnline ? this.#room.log.head : this.#seen;
  }

  join(): LocalLink {
    this.hasJoined = true;
    const link = new LocalLink(this.#room, this, () => this.#links.delete(link));
    this.#links.add(link);
    return link;
  }

  setOnline(isOnline: boolean): void {
    if (isOnline === this.#isOnline) return;
    this.#seen = this.#room.log.head;
    this.#isOnline = isOnline;
    if (isOnline) {
      this.deliver();
      this.#drain();
    }
    this.#room.changed();
  }

  /** Resolves when the room has it, which may be long after. @throws RoomRefusal */
  async send(content: RoomUpdateContent): Promise<{ serial: number }> {
    if (this.#outgoing.length >= ROOM_OUTGOING_MAX)
      throw new RoomRefusal("too_many", "Too many updates wait to be sent.");
    const settled = new Promise<{ serial: number }>((resolve, reject) =>
      this.#outgoing.push({ content, resolve, reject }),
    );
    this.#drain();
    this.#room.changed();
    return settled;
  }

  /** Brings their apps up to date. */
  deliver(): void {
    if (this.#isOnline) for (const link of this.#links) link.catchUp();
  }

  hear(from: LocalLink, messages: readonly string[]): void {
    if (this.#isOnline) for (const link of this.#links) if (link !== from) link.hear(from.me, messages);
  }

  /** @returns false if it is one too many */
  notify(text: string, href: string, by: "room" | "app" = "room"): boolean {
    const isShown = this.#notices[by].take(Date.now()) === 0;
    this.#notice = { id: uuidv7(), text, href, isShown };
    this.#room.changed();
    return isShown;
  }

  dismissNotice(): void {
    this.#notice = null;
    this.#room.changed();
  }

  /** A new run of the app may notify again. */
  forgetNotices(): void {
    this.#notices = { room: new Pace(NOTICES_PER_HOUR, HOUR_MS), app: new Pace(NOTICES_PER_HOUR, HOUR_MS) };
    this.dismissNotice();
  }

  /** @throws RoomRefusal network_failure */
  requireConnection(): void {
    if (!this.#isOnline) throw new RoomRefusal("network_failure", "There is no connection.");
  }

  view(): LocalPersonView {
    const { address, name, isOnline } = this;
    const [waiting, refused] = [this.#outgoing.length, this.#refused];
    return { address, name, isOnline, waiting, refused, notice: this.#notice };
  }

  #drain(): void {
    while (this.#isOnline && this.#timer === undefined && this.#outgoing.length > 0) {
      const wait = this.#pace.take(Date.now());
      if (wait > 0) {
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#drain();
          this.#room.changed();
        }, wait);
        return;
      }
      const { content, resolve, reject } = this.#outgoing.shift()!;
      try {
        resolve(this.#room.append(this, content));
        this.#refused = null;
      } catch (refusal) {
        this.#refused = (refusal as RoomRefusal).code;
        reject(refusal);
      }
    }
  }
}

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
  #unheard: RoomUpdate[] = [];
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

  /** Where the log stands now; news follow. */
  start(): RoomStart {
    this.#tellUpdates();
    const head = Math.max(this.person.head, this.#last);
    return { snapshot: this.#snapshot, updates: this.#updates, head, isClosed: false, refused: null };
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
    return this.person.send(content);
  }

  /** @throws RoomRefusal */
  async putSnapshot(snapshot: RoomSnapshot): Promise<void> {
    this.person.requireConnection();
    this.#room.log.putSnapshot(this.me, snapshot);
    this.#beginAt(snapshot);
  }

  /**
   * What led to a snapshot: the one before it, if there is one, and the updates from there.
   * @throws RoomRefusal
   */
  async history(upTo: number): Promise<{ snapshot: RoomSnapshot | null; updates: RoomUpdate[] }> {
    this.person.requireConnection();
    const { log } = this.#room;
    const snapshot = log.snapshot(upTo);
    const after = snapshot?.serial ?? 0;
    if (after < log.compacted) throw new RoomRefusal("compacted", "The updates are compacted.");
    return { snapshot, updates: log.updates(after, upTo) };
  }

  /** @throws RoomRefusal */
  async members(from = 0): Promise<RoomMember[]> {
    this.person.requireConnection();
    return this.#room.members().slice(from, from + ROOM_MEMBERS_PAGE);
  }

  /** @param message base64. Of more than what fits into a second the oldest are dropped. */
  sendToChannel(message: string): void {
    this.#spoken.push(message);
    if (this.#spoken.length > ROOM_CHANNEL_PER_SECOND) this.#spoken.shift();
    // What the app sends in the same moment goes together.
    this.#timer ??= setTimeout(() => this.#speak());
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
    this.#onClose();
  }

  /** Takes what the room has and this run does not. */
  catchUp(): void {
    const { log } = this.#room;
    const newest = log.snapshot();
    if (newest && this.#last < log.compacted) this.#beginAt(newest);
    const updates = log.updates(this.#last);
    if (updates.length === 0) return;
    this.#updates.push(...updates);
    // Updates that arrive together are passed on together.
    if (this.#unheard.length === 0) queueMicrotask(() => this.#tellUpdates());
    this.#unheard.push(...updates);
  }

  hear(from: string, messages: readonly string[]): void {
    this.#tell({ type: "channel", from, messages: [...messages] });
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
      for (const person of this.#room.people) person.hear(this, messages);
    if (wait > 0) this.#timer = setTimeout(() => this.#speak(), wait);
  }

  #tellUpdates(): void {
    const updates = this.#unheard;
    this.#unheard = [];
    if (updates.length > 0) this.#tell({ type: "updates", updates });
  }

  /** Drops the updates that a snapshot has in it. */
  #beginAt(snapshot: RoomSnapshot): void {
    if (this.#isClosed || snapshot.serial <= (this.#snapshot?.serial ?? 0)) return;
    this.#tellUpdates();
    this.#snapshot = snapshot;
    this.#updates = this.#updates.filter(({ serial }) => serial > snapshot.serial);
    this.#tell({ type: "snapshot", snapshot });
  }

  #tell(news: RoomNews): void {
    for (const listener of [...this.#listeners]) listener(news);
  }
}
