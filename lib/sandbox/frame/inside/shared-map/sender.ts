import * as Y from "yjs";
import { updateBytesMax, writeUpdate } from "./check-update";
import { IN_FLIGHT_MAX, MESSAGE_CHANGES_MAX } from "./limits";
import { SharedMapError, type Clock, type RoomLog } from "./room-log";

const HURRY_MS = 1_000;

interface Message {
  payload: string;
  /** How many changes it has. */
  changes: number;
}

interface SenderEvents {
  onAccepted: () => void;
  /** Nothing of what was added will get into the log any more. */
  onRefused: (error: { code: string; message: string }) => void;
  /** Called once if the room is full, before the refused message is sent again. */
  makeSpace: () => Promise<void>;
}

/**
 * Sends one session's changes: those of an interval together, in order. Without a connection the room queues
 * the changes, so the interval grows with the number of unanswered ones. All are flushed when the page is
 * hidden.
 */
export class Sender {
  readonly #room: RoomLog;
  readonly #clock: Clock;
  readonly #events: SenderEvents;
  #collected: Uint8Array[] = [];
  #inFlight: Message[] = [];
  /** Payloads that have not come back from the log. */
  readonly #away = new Set<string>();
  #sentAt = -Infinity;
  #isScheduled = false;
  #isStopped = false;
  #isHurried = false;

  constructor(room: RoomLog, clock: Clock, events: SenderEvents) {
    this.#room = room;
    this.#clock = clock;
    this.#events = events;
  }

  /** Changes that the log does not have yet. */
  get pending(): number {
    return this.#inFlight.reduce((sum, { changes }) => sum + changes, this.#collected.length);
  }

  /** @param update of one change */
  add(update: Uint8Array): void {
    this.#collected.push(update);
    if (this.#isHurried) this.#sendNext();
    else this.#schedule();
  }

  /** An earlier run has sent it, and the log will have it. */
  expect(payload: string): void {
    this.#away.add(payload);
  }

  /** Whether the payload is one that was sent and comes back for the first time. */
  takeBack(payload: string): boolean {
    return this.#away.delete(payload);
  }

  /** Hands everything over now, and what comes within the next second at once. */
  flush(): void {
    if (!this.#isHurried) this.#clock.setTimeout(() => (this.#isHurried = false), HURRY_MS);
    this.#isHurried = true;
    while (this.#collected.length && !this.#isStopped) this.#sendNext();
  }

  stop(): void {
    this.#isStopped = true;
    this.#collected = [];
    this.#inFlight = [];
  }

  #schedule(): void {
    const unanswered = this.#inFlight.length;
    if (this.#isScheduled || this.#isStopped || !this.#collected.length || unanswered >= IN_FLIGHT_MAX)
      return;
    this.#isScheduled = true;
    const dueAt = this.#sentAt + this.#room.sendInterval * (1 + unanswered);
    this.#clock.setTimeout(
      () => {
        this.#isScheduled = false;
        if (!this.#isStopped && this.#collected.length) this.#sendNext();
        this.#schedule();
      },
      Math.max(0, dueAt - this.#clock.now()),
    );
  }

  #sendNext(): void {
    const updates = this.#takeFitting();
    const payload = writeUpdate(Y.mergeUpdates(updates));
    if (payload.length > this.#room.payloadMax)
      return this.#refuse(
        new SharedMapError("too_big", "The change does not fit into an update of the room."),
      );
    const message = { payload, changes: updates.length };
    this.#inFlight.push(message);
    this.#away.add(payload);
    this.#sentAt = this.#clock.now();
    void this.#send(message);
  }

  /** As many changes as fit into a message, but at least one. */
  #takeFitting(): Uint8Array[] {
    const max = updateBytesMax(this.#room.payloadMax);
    let bytes = 0;
    const tooMany = this.#collected.findIndex((update) => (bytes += update.length) > max);
    const fitting = tooMany < 0 ? this.#collected.length : Math.max(1, tooMany);
    return this.#collected.splice(0, Math.min(fitting, MESSAGE_CHANGES_MAX));
  }

  async #send(message: Message, isAgain = false): Promise<void> {
    try {
      await this.#room.send(message.payload);
    } catch (error) {
      if (this.#isStopped) return;
      // Only the last message can be sent again: those behind it continue it.
      if (codeOf(error) !== "room_full" || isAgain || this.#inFlight.length > 1) return this.#refuse(error);
      await this.#events.makeSpace();
      return this.#isStopped ? undefined : this.#send(message, true);
    }
    if (this.#isStopped) return;
    this.#inFlight.splice(this.#inFlight.indexOf(message), 1);
    this.#events.onAccepted();
    this.#schedule();
  }

  #refuse(error: unknown): void {
    this.#events.onRefused(refusalOf(error));
  }
}

export function refusalOf(error: unknown): { code: string; message: string } {
  const message = error instanceof Error ? error.message : "The room did not take the change.";
  return { code: codeOf(error), message };
}

function codeOf(error: unknown): string {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "refused";
}
