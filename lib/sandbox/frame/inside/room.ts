/** The room of this run: its log, in order, for `gum.room` and `window.webxdc`. */
import {
  askHost,
  callHost,
  HostRefusal,
  onHostMessage,
  sendToHost,
} from "@/lib/sandbox/frame/inside/channel";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import { fromBase64, toBase64 } from "@/lib/sandbox/frame/inside/shared/base64";
import {
  ROOM_ADDRESS_CHARS,
  ROOM_CHANNEL_CHARS,
  ROOM_HREF_CHARS,
  ROOM_MEMBERS_MAX,
  ROOM_NOTIFY_MAX,
  ROOM_SNAPSHOT_CHARS,
  type FrameRoomSnapshot,
  type FrameRoomUpdate,
  type RoomHistory,
  type RoomSetup,
} from "@/lib/sandbox/protocol/room";

/** What an update says beside its payload. */
export interface UpdateWords {
  info?: unknown;
  summary?: unknown;
  document?: unknown;
  href?: unknown;
  notify?: unknown;
}

export type Delivery =
  { serial: number; snapshot: unknown } | (Omit<FrameRoomUpdate, "payload"> & { payload: unknown });
type RoomChange =
  { type: "people" } | { type: "closed" } | { type: "reopened" } | { type: "refused"; code: string };
type Settled = { serial: number | null; code: string; message: string };
/** `sent` settles as that of `send` would have. */
interface Unsent {
  payload: unknown;
  sent: Promise<{ serial: number }>;
}
type Bytes = (bytes: Uint8Array, from: string) => void;

interface Follower {
  /** The last serial delivered to it. */
  at: number;
  deliver: (delivery: Delivery) => void;
}

export class FrameRoom {
  readonly id: string;
  readonly me: string;
  readonly name: string;
  readonly sendInterval: number;
  readonly payloadMax: number;
  #snapshot: RoomSetup["snapshot"];
  #updates: FrameRoomUpdate[];
  #head: number;
  #people: number;
  #isClosed: boolean;
  #refused: string | null;
  readonly #unsent = new Map<string, Unsent & { settle: (settled: Settled) => void }>();
  readonly #followers = new Set<Follower>();
  readonly #channels = new Set<Set<Bytes>>();
  readonly #changeListeners = new Set<(change: RoomChange) => void>();

  constructor(setup: RoomSetup) {
    this.id = setup.id;
    this.me = setup.me;
    this.name = setup.name;
    this.sendInterval = setup.sendIntervalMs;
    this.payloadMax = setup.payloadMaxBytes;
    this.#snapshot = setup.snapshot;
    this.#updates = [...setup.updates];
    this.#head = setup.head;
    this.#people = setup.people;
    this.#isClosed = setup.isClosed;
    this.#refused = setup.refused;
    for (const { key, payload } of setup.unsent) this.#unsent.set(key, unsentOf(payload));
    onHostMessage("roomSettled", ({ key, ...settled }) => {
      this.#unsent.get(key)?.settle(settled);
      this.#unsent.delete(key);
    });
    onHostMessage("roomUpdates", ({ updates }) => {
      const last = this.#last;
      this.#updates.push(...updates.filter(({ serial }) => serial > last));
      for (const follower of [...this.#followers]) this.#catchUp(follower);
    });
    onHostMessage("roomReset", ({ snapshot }) => {
      this.#beginAt(snapshot);
      for (const follower of [...this.#followers]) this.#catchUp(follower);
    });
    onHostMessage("roomHeard", ({ from, messages }) => {
      for (const message of messages) this.#receive(message, from);
    });
    onHostMessage("roomStatus", (status) => this.#setStatus(status));
  }

  /** The serial of the last update there is. */
  get head(): number {
    return Math.max(this.#head, this.#last);
  }

  /** The last update delivered to a listener of the app. */
  get lastDelivered(): number {
    return Math.min(this.head, Math.max(0, ...[...this.#followers].map(({ at }) => at)));
  }

  get people(): number {
    return this.#people;
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#refused !== null;
  }

  get isRefused(): boolean {
    return this.#refused !== null;
  }

  async send(payload: unknown, words: UpdateWords = {}): Promise<{ serial: number }> {
    const { info, summary, document, href, notify } = words ?? {};
    const texts = notifyTexts(notify);
    if (String(href ?? "").length > ROOM_HREF_CHARS)
      throw new HostRefusal("invalid", `href has ${ROOM_HREF_CHARS} characters at most.`);
    return (await askHost((id) => ({
      type: "roomSend",
      id,
      payload: this.#jsonOf(payload, this.payloadMax),
      info: textOf(info),
      summary: textOf(summary),
      document: textOf(document),
      href: textOf(href),
      notify: texts,
    }))) as { serial: number };
  }

  async putSnapshot(serial: number, state: unknown): Promise<void> {
    if (!Number.isInteger(serial) || serial < 1 || serial > this.#last)
      throw new HostRefusal("invalid", "A snapshot is of a serial that was delivered.");
    const text = this.#jsonOf(state, ROOM_SNAPSHOT_CHARS);
    // The host says when the log begins there.
    await askHost((id) => ({ type: "roomSnapshot", id, serial, state: text }));
  }

  /** What led to the snapshot of this serial: an older one, if there is one, and the updates since. */
  async history(upTo: number): Promise<Delivery[]> {
    const { snapshot, updates } = (await askHost((id) => ({ type: "roomHistory", id, upTo }))) as RoomHistory;
    return [
      ...(snapshot ? [{ serial: snapshot.serial, snapshot: parsed(snapshot.state) }] : []),
      ...updates.map(({ payload, ...update }) => ({ ...update, payload: parsed(payload) })),
    ];
  }

  /** What earlier runs of the person sent without a connection and the log does not have yet, in order. */
  unsent(): Unsent[] {
    return [...this.#unsent.values()].map(({ payload, sent }) => ({ payload, sent }));
  }

  /** A page of them, in the order in which they joined, or those of these addresses. */
  async members(which: unknown): Promise<unknown> {
    const addresses = Array.isArray(which) ? which.map(String) : null;
    if (addresses && addresses.length > ROOM_MEMBERS_MAX)
      throw new HostRefusal("invalid", `${ROOM_MEMBERS_MAX} addresses at most.`);
    const from = addresses ? 0 : Math.max(0, Math.trunc(Number(which) || 0));
    return callHost("roomMembers", { from, addresses });
  }

  /** Calls `deliver` with everything after the serial `from`, in order. It begins after the caller's own code has run. */
  follow(from: number, deliver: (delivery: Delivery) => void): () => void {
    const follower = { at: from, deliver };
    this.#followers.add(follower);
    realm.queueTask(() => this.#catchUp(follower));
    return () => void this.#followers.delete(follower);
  }

  onChange(listener: (change: RoomChange) => void): () => void {
    this.#changeListeners.add(listener);
    return () => void this.#changeListeners.delete(listener);
  }

  openChannel() {
    const listeners = new Set<Bytes>();
    this.#channels.add(listeners);
    sendToHost({ type: "roomListen", on: true });
    return {
      send: (bytes: Uint8Array): void => {
        if (!this.#channels.has(listeners)) throw new Error("The channel was left.");
        if (!(bytes instanceof Uint8Array)) throw new TypeError("A Uint8Array is expected.");
        const message = toBase64(bytes);
        if (message.length > ROOM_CHANNEL_CHARS) throw new RangeError("The message is larger than 128 KB.");
        sendToHost({ type: "roomChannel", message });
      },
      listen: (listener: Bytes) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      leave: (): void => {
        if (this.#channels.delete(listeners) && this.#channels.size === 0)
          sendToHost({ type: "roomListen", on: false });
      },
    };
  }

  get #last(): number {
    return this.#updates.at(-1)?.serial ?? this.#snapshot?.serial ?? 0;
  }

  /** Followers that are behind get the snapshot next. */
  #beginAt(snapshot: FrameRoomSnapshot): void {
    this.#snapshot = snapshot;
    this.#updates = this.#updates.filter(({ serial }) => serial > snapshot.serial);
  }

  #catchUp(follower: Follower): void {
    const snapshot = this.#snapshot;
    if (snapshot && follower.at < snapshot.serial)
      this.#emit(follower, { serial: snapshot.serial, snapshot: parsed(snapshot.state) });
    // Serials have no gaps.
    const first = this.#updates[0]?.serial ?? 0;
    for (let index = Math.max(0, follower.at + 1 - first); index < this.#updates.length; index += 1) {
      if (!this.#followers.has(follower)) return;
      const { payload, ...update } = this.#updates[index]!;
      this.#emit(follower, { ...update, payload: parsed(payload) });
    }
  }

  #emit(follower: Follower, delivery: Delivery): void {
    if (!this.#followers.has(follower) || delivery.serial <= follower.at) return;
    follower.at = delivery.serial;
    guarded(() => follower.deliver(delivery));
  }

  #receive(message: string, from: string): void {
    for (const listeners of this.#channels)
      for (const listener of listeners) guarded(() => listener(fromBase64(message), from));
  }

  #setStatus({ people, isClosed, refused }: Pick<RoomSetup, "people" | "isClosed" | "refused">): void {
    const before = this.#isClosed;
    const peopleBefore = this.#people;
    this.#people = people;
    const isRefusedNow = refused !== null && this.#refused === null;
    this.#isClosed = isClosed;
    this.#refused = refused;
    const changes: RoomChange[] = [];
    if (people !== peopleBefore) changes.push({ type: "people" });
    if (isClosed !== before) changes.push({ type: isClosed ? "closed" : "reopened" });
    if (isRefusedNow) changes.push({ type: "refused", code: refused });
    for (const change of changes)
      for (const listener of [...this.#changeListeners]) guarded(() => listener({ ...change }));
  }

  /** @throws HostRefusal */
  #jsonOf(value: unknown, maxBytes: number): string {
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) throw new HostRefusal("invalid", "A room takes JSON values only.");
    if (text.length > maxBytes || new realm.TextEncoder().encode(text).length > maxBytes)
      throw new HostRefusal("too_big", `The payload is larger than ${maxBytes / 1024} KB.`);
    return text;
  }
}

/** @throws HostRefusal */
function notifyTexts(notify: unknown): [address: string, text: string][] | null {
  if (typeof notify !== "object" || notify === null) return null;
  const texts = Object.entries(notify).map(([address, text]): [string, string] => [address, String(text)]);
  if (texts.length > ROOM_NOTIFY_MAX || texts.some(([address]) => address.length > ROOM_ADDRESS_CHARS))
    throw new HostRefusal("invalid", `notify names ${ROOM_NOTIFY_MAX} addresses at most.`);
  return texts;
}

/** `gum.room` */
export function gumRoom(room: FrameRoom) {
  return Object.freeze({
    id: room.id,
    me: room.me,
    sendInterval: room.sendInterval,
    payloadMax: room.payloadMax,
    get isClosed() {
      return room.isClosed;
    },
    get people() {
      return room.people;
    },
    members: (which?: unknown) => room.members(which),
    send: (payload: unknown, words?: UpdateWords) => room.send(payload, words),
    unsent: () => room.unsent(),
    listen: (from: unknown, listener: (delivery: Delivery) => void) =>
      room.follow(Number(from) || 0, listener),
    snapshot: (serial: number, state: unknown) => room.putSnapshot(serial, state),
    onChange: (listener: (change: RoomChange) => void) => room.onChange(listener),
    channel: () => Object.freeze(room.openChannel()),
  });
}

function unsentOf(json: string): Unsent & { settle: (settled: Settled) => void } {
  let settle!: (settled: Settled) => void;
  const sent = new Promise<{ serial: number }>((resolve, reject) => {
    settle = ({ serial, code, message }) =>
      serial === null ? reject(new HostRefusal(code, message)) : resolve({ serial });
  });
  // Not every app waits for it.
  sent.catch(() => undefined);
  return { payload: parsed(json), sent, settle };
}

/** What an app of somebody else wrote may be no JSON at all. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}

const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : String(value);

/** An app's mistake in one call must not keep it from the rest. */
function guarded(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}
