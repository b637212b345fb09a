import { uuidv7 } from "uuidv7";
import { api, ApiError } from "@/lib/browser/api";
import { waitToRetry } from "@/lib/browser/wait-to-retry";
import { ROOM_SEND_BURST, ROOM_SEND_INTERVAL_MS } from "@/lib/config/limits";
import { SENDER_HEADER } from "@/lib/outbox/rules";
import { isTemporary } from "@/lib/outbox/sending";
import type { RoomUpdateContent } from "./contract";
import {
  addOutgoing,
  firstOutgoing,
  listOutgoing,
  markOutgoing,
  outgoingOf,
  removeOutgoing,
  type OutgoingUpdate,
} from "./outgoing-storage";
import { RoomRefusal } from "./refusal";
import { setOutgoing, setStalled, useRooms, type Refusal } from "./store";

/** Messages between tabs about the updates of a room. */
type SenderMessage = { roomId: string; waiting: number } & (
  { type: "queued" } | { type: "sent"; clientKey: string; serial: number } | ({ type: "refused" } & Refused)
);
type Refused = { clientKey: string; problem: Refusal };

/** What became of an update; without a serial it was refused. */
export type Settled = { serial: number | null; code: string; message: string };
/** One that an earlier run left. */
export type UnsentUpdate = { key: string; payload: string };
/** Of all that one room's runs are given. */
const UNSENT_MAX_CHARS = 4 * 1024 * 1024;

const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 60_000;
/** The room takes nothing more of this person. */
const FINAL = new Set(["room_closed", "not_in_room", "not_found", "unknown_app"]);

type Waiting = { resolve: (sent: { serial: number }) => void; reject: (reason: RoomRefusal) => void };

/**
 * Sends one account's updates: each room's in order, once, from whichever tab. They are kept in the browser until the server
 * has confirmed them, so they survive a reload and a time without connection.
 */
class RoomSender {
  readonly #userId: string;
  readonly #channel: BroadcastChannel;
  /** By client key: the sends of this tab that are not settled. */
  readonly #waiting = new Map<string, Waiting>();
  /** Rooms that this tab sends, or waits to send, and whether something came meanwhile. */
  readonly #draining = new Map<string, { isDirty: boolean }>();
  readonly #listeners = new Set<{ roomId: string; onSettled: (key: string, settled: Settled) => void }>();
  /** By room: when the last updates were sent. */
  readonly #sentAt = new Map<string, number[]>();

  constructor(userId: string) {
    this.#userId = userId;
    this.#channel = new BroadcastChannel(`gum-room-outgoing-${userId}`);
    this.#channel.addEventListener("message", ({ data }: MessageEvent<SenderMessage>) => {
      this.#apply(data);
      // If the tab that queued it is closed before, this one sends it.
      if (data.type === "queued") this.#drain(data.roomId);
    });
  }

  /** Sends what an earlier visit left. */
  async resume(): Promise<void> {
    for (const [roomId, count] of await listOutgoing(this.#userId).catch(() => new Map<string, number>())) {
      setOutgoing(roomId, count);
      this.#drain(roomId);
    }
  }

  /** What waits for a room, in order. Its outcome goes to `onSettled` after this. */
  async unsent(roomId: string): Promise<UnsentUpdate[]> {
    const settled = new Set<string>();
    const stop = this.onSettled(roomId, (key) => settled.add(key));
    const waiting = await outgoingOf(this.#userId, roomId).catch(() => []);
    stop();
    let chars = 0;
    return waiting
      .map(({ clientKey, content }) => ({ key: clientKey, payload: content.payload }))
      .filter(({ key, payload }) => (chars += payload.length) <= UNSENT_MAX_CHARS && !settled.has(key));
  }

  /** @returns the cleanup */
  onSettled(roomId: string, onSettled: (key: string, settled: Settled) => void): () => void {
    const listener = { roomId, onSettled };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when the server has accepted the update. @throws RoomRefusal */
  async send(update: {
    roomId: string;
    appName: string;
    content: RoomUpdateContent;
  }): Promise<{ serial: number }> {
    const { roomId } = update;
    const clientKey = uuidv7();
    const settled = new Promise<{ serial: number }>((resolve, reject) =>
      this.#waiting.set(clientKey, { resolve, reject }),
    );
    const entry = { ...update, userId: this.#userId, clientKey, at: Date.now() };
    const waiting = await addOutgoing(entry).catch(() => undefined);
    if (waiting === null || waiting === undefined) {
      this.#waiting.delete(clientKey);
      throw waiting === null
        ? new RoomRefusal("too_many", "Too many updates wait to be sent.")
        : new RoomRefusal("storage_failed", "The browser could not keep the update.");
    }
    markOutgoing(true);
    this.#emit({ type: "queued", roomId, waiting });
    this.#drain(roomId);
    return settled;
  }

  #drain(roomId: string): void {
    const draining = this.#draining.get(roomId);
    if (draining) {
      draining.isDirty = true;
      return;
    }
    const mine = { isDirty: false };
    this.#draining.set(roomId, mine);
    const sendAll = () => this.#sendAll(roomId);
    const sent =
      "locks" in navigator
        ? navigator.locks.request(`gum-room-outgoing:${this.#userId}:${roomId}`, sendAll)
        : sendAll();
    void sent
      .catch(() => undefined)
      .then(() => {
        this.#draining.delete(roomId);
        if (mine.isDirty) this.#drain(roomId);
      });
  }

  /** Holds the room's lock while it waits, too: the order is that of the queue. */
  async #sendAll(roomId: string): Promise<void> {
    let retryMs = RETRY_MIN_MS;
    for (;;) {
      const entry = await firstOutgoing(this.#userId, roomId);
      if (!entry) break;
      await this.#pace(roomId);
      try {
        const { clientKey, content } = entry;
        const { serial } = await api<{ serial: number }>(`/rooms/${roomId}/updates`, {
          method: "POST",
          headers: { [SENDER_HEADER]: this.#userId },
          body: { ...content, clientKey },
        });
        setStalled(roomId, false);
        retryMs = RETRY_MIN_MS;
        this.#emit({ type: "sent", roomId, clientKey, serial, waiting: await removeOutgoing(entry) });
      } catch (error) {
        const problem = problemOf(error);
        if (isTemporary(problem)) {
          setStalled(roomId, problem.status !== 429);
          await waitToRetry(Math.max(leastWaitMs(problem.status, retryMs), problem.retryAfterMs));
          if (problem.status !== 429) retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
          continue;
        }
        await this.#refuse(entry, problem);
      }
    }
    setStalled(roomId, false);
    const waiting = await listOutgoing(this.#userId);
    // What a tab has said of its queue may arrive late.
    setOutgoing(roomId, waiting.get(roomId) ?? 0);
  }

  async #refuse(entry: OutgoingUpdate, problem: Refusal): Promise<void> {
    const { roomId, appName } = entry;
    let count = 0;
    for (let next: OutgoingUpdate | null = entry; next;) {
      const { clientKey } = next;
      count += 1;
      const waiting = await removeOutgoing(next);
      this.#emit({ type: "refused", roomId, clientKey, problem, waiting });
      next = FINAL.has(problem.code) ? await firstOutgoing(this.#userId, roomId) : null;
    }
    const { code, message } = problem;
    useRooms.setState({ dropped: { code, message, appName, count } });
  }

  #emit(message: SenderMessage): void {
    this.#channel.postMessage(message);
    this.#apply(message);
  }

  #apply(message: SenderMessage): void {
    setOutgoing(message.roomId, message.waiting);
    if (message.type === "queued") return;
    const waiting = this.#waiting.get(message.clientKey);
    this.#waiting.delete(message.clientKey);
    if (message.type === "sent") waiting?.resolve({ serial: message.serial });
    else waiting?.reject(new RoomRefusal(message.problem.code, message.problem.message));
    const settled: Settled =
      message.type === "sent"
        ? { serial: message.serial, code: "", message: "" }
        : { serial: null, code: message.problem.code, message: message.problem.message };
    for (const { roomId, onSettled } of [...this.#listeners])
      if (roomId === message.roomId) onSettled(message.clientKey, settled);
  }

  /** As many as the server takes: a burst, then one an interval. */
  async #pace(roomId: string): Promise<void> {
    const windowMs = ROOM_SEND_BURST * ROOM_SEND_INTERVAL_MS;
    const recent = (this.#sentAt.get(roomId) ?? []).filter((at) => Date.now() - at < windowMs);
    const first = recent[0];
    if (first !== undefined && recent.length >= ROOM_SEND_BURST) {
      await new Promise((resolve) => setTimeout(resolve, first + windowMs - Date.now()));
      recent.shift();
    }
    this.#sentAt.set(roomId, [...recent, Date.now()]);
  }
}

/** `status` 0: there was no answer. */
function problemOf(error: unknown): Refusal & { status: number; retryAfterMs: number } {
  if (!(error instanceof ApiError)) return { code: "internal", message: "", status: 503, retryAfterMs: 0 };
  const { code, message, status, retryAfter = 0 } = error;
  // The server's own faults pass.
  return { code, message, status: status >= 500 ? 503 : status, retryAfterMs: retryAfter * 1_000 };
}

function leastWaitMs(status: number, retryMs: number): number {
  if (status === 429) return RETRY_MIN_MS;
  // Nobody, or somebody else, is signed in: an early retry would fail too.
  return status === 401 ? RETRY_MAX_MS : retryMs;
}

const senders = new Map<string, RoomSender>();

export function roomSender(userId: string): RoomSender {
  const sender = senders.get(userId) ?? new RoomSender(userId);
  senders.set(userId, sender);
  return sender;
}
