import "server-only";
import { logger } from "@/lib/infra/logger";
import { eventBus, type LiveEvent } from "@/lib/realtime/event-bus.server";
import { SessionLease } from "@/lib/realtime/session-lease.server";
import { eventStream, eventText, type StreamWriter } from "@/lib/realtime/stream.server";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { RoomEvent } from "./contract";
import { getRoomOrThrow, readUpdates } from "./service";

/**
 * Trust model. A client names rooms and where it resumes; the database says which of them it may be in, at the start and
 * again whenever a relation of the viewer changes. A stream ends with its session.
 */

type StreamViewer = Actor & { sessionId: string };
type Resumed = { id: string; after: number };

/** Rooms by id with the streams that listen: an event of a room costs nothing to the others. */
const listeners = new Map<string, Set<RoomStream>>();
const texts = new WeakMap<RoomEvent, string>();
let isSubscribed = false;

function listen(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  eventBus().subscribe((event) => {
    if (event.type === "room" || event.type === "room_removed")
      for (const stream of listeners.get(event.roomId) ?? []) stream.onEvent(event);
    else if (event.type === "relations" || event.type === "sessions_ended" || event.type === "gap")
      for (const stream of new Set([...listeners.values()].flatMap((streams) => [...streams])))
        stream.onEvent(event);
  });
}

/** An event goes to a thousand people as the same text. */
function textOf(event: RoomEvent): string {
  let text = texts.get(event);
  if (text === undefined) texts.set(event, (text = eventText(event)));
  return text;
}

/** What happens in some rooms, each resumed after a serial. */
export function openRoomStream({
  viewer,
  rooms,
  signal,
}: {
  viewer: StreamViewer;
  rooms: Resumed[];
  signal: AbortSignal;
}): ReadableStream<Uint8Array> {
  listen();
  return eventStream(signal, (writer) => {
    const stream = new RoomStream(viewer, writer, rooms);
    stream.begin().catch((error: unknown) => {
      logger().warn({ err: error }, "could not start a stream of rooms");
      writer.close();
    });
    return () => stream.end();
  });
}

/** What a stream knows of a room: the last update it sent, and what came while it was catching up. */
type Place = { last: number; isReading: boolean; hasMore: boolean };

class RoomStream {
  readonly #viewer: StreamViewer;
  readonly #writer: StreamWriter;
  readonly #places: Map<string, Place>;
  readonly #lease: SessionLease;

  constructor(viewer: StreamViewer, writer: StreamWriter, rooms: Resumed[]) {
    this.#viewer = viewer;
    this.#writer = writer;
    this.#lease = new SessionLease(viewer.sessionId, () => writer.close());
    this.#places = new Map(
      rooms.map(({ id, after }) => [id, { last: after, isReading: false, hasMore: false }]),
    );
  }

  async begin(): Promise<void> {
    await eventBus().ready();
    if (!(await this.#lease.check())) return;
    // Listening comes first: what is accepted while the log is read must not be missed.
    for (const id of this.#places.keys()) {
      if (!listeners.has(id)) listeners.set(id, new Set());
      listeners.get(id)!.add(this);
    }
    await Promise.all([...this.#places.keys()].map((id) => this.#catchUp(id, true)));
  }

  end(): void {
    this.#lease.end();
    for (const id of [...this.#places.keys()]) this.#leave(id);
  }

  onEvent(event: LiveEvent): void {
    switch (event.type) {
      case "room":
        return this.#onRoomEvent(event.event);
      case "room_removed":
        if (event.userId === this.#viewer.id) this.#refuse(event.roomId, "not_in_room");
        return;
      case "relations":
        if (event.userId === this.#viewer.id) for (const id of this.#places.keys()) void this.#recheck(id);
        return;
      case "sessions_ended":
        if (event.userId === this.#viewer.id) void this.#lease.check();
        return;
      case "gap":
        return this.#writer.close();
    }
  }

  #onRoomEvent(event: RoomEvent): void {
    const place = this.#places.get(event.roomId);
    if (!place) return;
    const isBehind = this.#writer.isBehind();
    if (event.type !== "update") {
      // What is only for those who are there now does not wait for the slow.
      if (event.type !== "channel" || !isBehind) this.#writer.sendText(textOf(event));
      return;
    }
    const { serial } = event.update;
    if (serial <= place.last) return;
    // Events of two processes can overtake one another, and a slow client reads at its own pace: the log has it all.
    if (place.isReading || isBehind || serial > place.last + 1) {
      place.hasMore = true;
      if (!place.isReading) this.#catchUp(event.roomId, false).catch(() => this.#writer.close());
      return;
    }
    place.last = serial;
    this.#writer.sendText(textOf(event));
  }

  /** Sends the log from where the stream is up to its end. */
  async #catchUp(roomId: string, isStart: boolean): Promise<void> {
    const place = this.#places.get(roomId);
    if (!place) return;
    place.isReading = true;
    try {
      for (;;) {
        place.hasMore = false;
        const page = await readUpdates({ viewer: this.#viewer, roomId, after: place.last });
        if (page.isBehind) {
          this.#send({ type: "behind", roomId });
          return this.#leave(roomId);
        }
        for (const update of page.items) {
          if (this.#writer.isBehind()) await this.#writer.drained();
          if (!this.#places.has(roomId)) return;
          place.last = update.serial;
          this.#send({ type: "update", roomId, update });
        }
        if (page.items.length === 0 || (place.last >= page.head && !place.hasMore)) break;
      }
      if (isStart) this.#send({ type: "ready", roomId, head: place.last });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      this.#refuse(roomId, error.code);
    } finally {
      place.isReading = false;
    }
  }

  #send(event: RoomEvent): void {
    this.#writer.sendText(eventText(event));
  }

  async #recheck(roomId: string): Promise<void> {
    try {
      await getRoomOrThrow({ viewer: this.#viewer, roomId }, "read");
    } catch (error) {
      if (error instanceof AppError && error.status < 500) this.#refuse(roomId, error.code);
      else this.#writer.close();
    }
  }

  #refuse(roomId: string, code: string): void {
    if (!this.#places.has(roomId)) return;
    this.#send({ type: "refused", roomId, code });
    this.#leave(roomId);
  }

  #leave(roomId: string): void {
    this.#places.delete(roomId);
    const streams = listeners.get(roomId);
    streams?.delete(this);
    if (streams?.size === 0) listeners.delete(roomId);
  }
}
