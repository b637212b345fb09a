import "server-only";
import { logger } from "@/lib/infra/logger";
import { eventBus, type LiveEvent } from "@/lib/realtime/event-bus.server";
import { SessionLease } from "@/lib/realtime/session-lease.server";
import { eventStream, eventText, type StreamWriter } from "@/lib/realtime/stream.server";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { getRoomOrThrow } from "./access-service";
import type { RoomEvent } from "./contract";
import { countMembers, listRoomsOfApp, listRoomsOfPerson } from "./repository";
import { readUpdates, type UpdatesPage } from "./service";

/**
 * Trust model. A client names rooms and where it resumes; the database says which of them it may be in, at the start and
 * again whenever a relation of the viewer changes. A stream ends with its session.
 */

type StreamViewer = Actor & { sessionId: string };
type Resumed = { id: string; after: number };

/** Streams by room id, so that an event only visits the streams of its room. */
const listeners = new Map<string, Set<RoomStream>>();
let isSubscribed = false;

/**
 * A busy room's updates are passed on together: every write to a stream costs the same, however long it is. The more streams a
 * room has, the longer they are gathered.
 */
const GATHER_MS_PER_STREAM = 0.25;
const GATHER_MAX_MS = 250;
const encoder = new TextEncoder();

/** Events of one room in the order in which they came, serialised once for all streams. */
class Batch {
  readonly events: RoomEvent[];
  #bytes: Uint8Array | null = null;

  constructor(events: RoomEvent[]) {
    this.events = events;
  }

  get bytes(): Uint8Array {
    return (this.#bytes ??= encoder.encode(this.events.map(eventText).join("")));
  }
}

/** By room: the updates since the last that were passed on. */
const gathered = new Map<string, RoomEvent[]>();

function passOn(roomId: string, events: RoomEvent[]): void {
  const batch = new Batch(events);
  for (const stream of listeners.get(roomId) ?? []) stream.onBatch(roomId, batch);
}

function gather(event: RoomEvent): void {
  const { roomId } = event;
  const waiting = gathered.get(roomId);
  if (waiting) return void waiting.push(event);
  passOn(roomId, [event]);
  gatherFor(roomId);
}

function gatherFor(roomId: string): void {
  gathered.set(roomId, []);
  const streams = listeners.get(roomId)?.size ?? 0;
  setTimeout(passOnGathered, Math.min(GATHER_MAX_MS, streams * GATHER_MS_PER_STREAM), roomId);
}

function passOnGathered(roomId: string): void {
  const waiting = gathered.get(roomId);
  gathered.delete(roomId);
  if (!waiting || waiting.length === 0) return;
  gatherFor(roomId);
  passOn(roomId, waiting);
}

/** Many join at once: their rooms are counted once a second. */
const PEOPLE_EVERY_MS = 1_000;
const uncounted = new Map<string, NodeJS.Timeout>();

function countLater(roomId: string): void {
  if (uncounted.has(roomId) || !listeners.has(roomId)) return;
  const count = async () => {
    uncounted.delete(roomId);
    passOn(roomId, [{ type: "people", roomId, count: await countMembers(roomId) }]);
  };
  const timer = setTimeout(() => {
    count().catch((error: unknown) => logger().warn({ err: error }, "could not count a room's people"));
  }, PEOPLE_EVERY_MS);
  uncounted.set(roomId, timer);
}

/** Ends the rooms of an app that is unpublished or deleted. */
async function endApp({ appId, except }: { appId: string; except: string | null }): Promise<void> {
  const roomIds = await listRoomsOfApp(appId, [...listeners.keys()]);
  for (const roomId of roomIds)
    for (const stream of [...(listeners.get(roomId) ?? [])]) stream.onAppGone(roomId, except);
}

/** Ends the rooms of a person's posts for those who may not see them any more. */
async function recheckRoomsOf(ownerId: string): Promise<void> {
  const roomIds = await listRoomsOfPerson(ownerId, [...listeners.keys()]);
  for (const roomId of roomIds)
    for (const stream of [...(listeners.get(roomId) ?? [])]) stream.onPrivacy(roomId);
}

function listen(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  eventBus().subscribe((event) => {
    if (event.type === "room" && event.event.type === "update") gather(event.event);
    else if (event.type === "room") passOn(event.roomId, [event.event]);
    else if (event.type === "room_people") countLater(event.roomId);
    else if (event.type === "app_gone")
      endApp(event).catch((error: unknown) => {
        logger().warn({ err: error }, "could not end the rooms of an app");
        // Each stream asks again when it is opened.
        for (const stream of allStreams()) stream.onEvent({ type: "gap" });
      });
    else if (event.type === "privacy")
      recheckRoomsOf(event.userId).catch((error: unknown) => {
        logger().warn({ err: error }, "could not check the rooms of a private person");
        for (const stream of allStreams()) stream.onEvent({ type: "gap" });
      });
    else if (event.type === "room_removed")
      for (const stream of listeners.get(event.roomId) ?? []) stream.onEvent(event);
    else if (event.type === "relations" || event.type === "sessions_ended" || event.type === "gap")
      for (const stream of allStreams()) stream.onEvent(event);
  });
}

const allStreams = () => new Set([...listeners.values()].flatMap((streams) => [...streams]));

/** A stream of the events of several rooms, each resumed after a serial. */
export function openRoomStream({
  viewer: { id, sessionId },
  rooms,
  signal,
}: {
  viewer: StreamViewer;
  rooms: Resumed[];
  signal: AbortSignal;
}): ReadableStream<Uint8Array> {
  listen();
  return eventStream({ userId: id, signal }, (writer) => {
    // Not the whole row of the viewer: a stream keeps it for minutes.
    const stream = new RoomStream({ id, sessionId }, writer, rooms);
    stream.begin().catch((error: unknown) => {
      logger().warn({ err: error }, "could not start a stream of rooms");
      writer.close();
    });
    return () => stream.end();
  });
}

/** A stream's position in a room: the last serial it sent, and whether updates arrived while it read the log. */
type Place = {
  last: number;
  isReading: boolean;
  hasMore: boolean;
  /** The state according to events; null before the first one. */
  isClosed: boolean | null;
  people: number | null;
};

class RoomStream {
  readonly #viewer: StreamViewer;
  readonly #writer: StreamWriter;
  readonly #places: Map<string, Place>;
  readonly #lease: SessionLease;
  /**
   * Page size for reading the logs, one room after the other: a page stays in memory until the client has
   * read it.
   */
  #reading: Promise<void> = Promise.resolve();

  constructor(viewer: StreamViewer, writer: StreamWriter, rooms: Resumed[]) {
    this.#viewer = viewer;
    this.#writer = writer;
    this.#lease = new SessionLease(viewer.sessionId, () => writer.close());
    this.#places = new Map(
      rooms.map(({ id, after }) => [
        id,
        { last: after, isReading: false, hasMore: false, isClosed: null, people: null },
      ]),
    );
  }

  async begin(): Promise<void> {
    await eventBus().ready();
    if (!(await this.#lease.check())) return;
    // Subscribe first: updates accepted while the log is read must not be missed.
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

  onAppGone(roomId: string, except: string | null): void {
    if (this.#viewer.id !== except) this.#refuse(roomId, "unknown_app");
  }

  onPrivacy(roomId: string): void {
    if (this.#places.has(roomId)) void this.#recheck(roomId);
  }

  onBatch(roomId: string, batch: Batch): void {
    const place = this.#places.get(roomId);
    const [first] = batch.events;
    if (!place || !first) return;
    if (first.type === "refused") return this.#refuse(roomId, first.code);
    const isBehind = this.#writer.isBehind();
    if (first.type !== "update") {
      if (first.type === "closed") place.isClosed = first.isClosed;
      if (first.type === "people") place.people = first.count;
      // Channel messages are ephemeral: slow clients miss them.
      if (first.type !== "channel" || !isBehind) this.#writer.sendText(batch.bytes);
      return;
    }
    const serials = batch.events.flatMap((event) => (event.type === "update" ? [event.update.serial] : []));
    const last = Math.max(...serials);
    if (last <= place.last) return;
    // Events of two processes can arrive out of order, and a slow client must not be buffered for: read the log instead.
    const isNext = serials.every((serial, index) => serial === place.last + 1 + index);
    if (place.isReading || isBehind || !isNext) {
      place.hasMore = true;
      if (!place.isReading) this.#catchUp(roomId, false).catch(() => this.#writer.close());
      return;
    }
    place.last = last;
    this.#writer.sendText(batch.bytes);
  }

  /** Sends the rest of the log. */
  #catchUp(roomId: string, isStart: boolean): Promise<void> {
    const place = this.#places.get(roomId);
    if (!place) return Promise.resolve();
    place.isReading = true;
    const read = this.#reading.then(() => this.#readLog(roomId, place, isStart));
    this.#reading = read.catch(() => undefined);
    return read;
  }

  async #readLog(roomId: string, place: Place, isStart: boolean): Promise<void> {
    if (!this.#places.has(roomId)) return;
    let people: number | null = null;
    try {
      let page: UpdatesPage;
      // Events that arrive during an await are only recorded, so there is no await after the last check.
      do {
        place.hasMore = false;
        page = await readUpdates({ viewer: this.#viewer, roomId, after: place.last });
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
        if (isStart) people ??= await countMembers(roomId);
      } while (place.hasMore || (page.items.length > 0 && place.last < page.head));
      if (people === null) return;
      // An event that arrived meanwhile is newer than the rows that were read.
      this.#send({ type: "closed", roomId, isClosed: place.isClosed ?? page.isClosed });
      this.#send({ type: "people", roomId, count: place.people ?? people });
      this.#send({ type: "ready", roomId, head: place.last });
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
