import "server-only";
import { randomUUID } from "node:crypto";
import { uuidv7 } from "uuidv7";
import type { PostCounts } from "@/lib/posts/contract";
import { listPostCounts } from "@/lib/posts/service";
import type { StreamEvent, Watch, WatchRequest } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { idBefore, timeOfId } from "@/lib/shared/time-id";
import { CARD_INTERVAL_MS } from "@/lib/config/limits";
import type { PostRoom } from "@/lib/rooms/card-contract";
import { inReplica } from "@/lib/db/replica";
import { logger } from "@/lib/infra/logger";
import { eventBus, type LiveEvent } from "./event-bus.server";
import { rowHub } from "./row-hub.server";
import { SessionLease } from "./session-lease.server";
import { NOTHING_WATCHED, streamHub, type LiveStream, type Message } from "./stream-hub.server";
import { eventStream, type StreamWriter } from "./stream.server";
import { publish } from "@/lib/notifications/notify-service";
import { findHiddenPeople } from "@/lib/people/follow-repository";
import { presentBoardCard } from "@/lib/scores/card-presenter";
import { countUnread, listNotificationsSince } from "@/lib/notifications/repository";
import { listPostsSince } from "@/lib/posts/timeline-repository";

/**
 * Trust model. A client controls the id it resumes from and which posts it claims to show. Followers, and which authors
 * are private, are read for each event, and the session checks the database's current blocks and mutes to decide whether its viewer may see it:
 * watching a post grants no access to it. A stream ends with the session that opened it.
 *
 * Event ids carry the time they were sent, so any server can resume a stream from the database.
 */

/** Ids are made before their rows are committed, so rows can appear this long after the time in their id. */
const OVERLAP_MS = 15_000;
/** A client that was away for longer, or missed more events than REPLAY_MAX, reloads instead. */
const RESUME_WITHIN_MS = 60 * 60_000;
const REPLAY_MAX = 500;

type CardEvent = LiveEvent & { type: "card" };
type BoardEvent = LiveEvent & { type: "board" };

type StreamViewer = Actor & { sessionId: string };

/** The live stream of one viewer, resumed after `lastEventId`. */
export function openStream({
  viewer: { id, sessionId },
  lastEventId,
  signal,
}: {
  viewer: StreamViewer;
  lastEventId: string | null;
  signal: AbortSignal;
}): ReadableStream<Uint8Array> {
  return eventStream({ userId: id, signal }, (writer) => {
    // Not the whole row of the viewer: a stream keeps it for minutes.
    const session = new StreamSession({ id, sessionId }, writer);
    // Starts first: the session queues events until the missed ones are read.
    streamHub().add(session);
    rowHub().add(session);
    session.begin(lastEventId).catch((error: unknown) => {
      logger().warn({ err: error }, "could not start a live stream");
      writer.close();
    });
    return () => {
      streamHub().remove(session);
      rowHub().remove(session);
      session.end();
    };
  });
}

/**
 * Sets the posts, lists and rows that a stream watches. The stream may be open in another process, so this
 * does not check that it exists.
 * @returns the current state of the posts in `fresh`; later changes arrive on the stream
 */
export async function watch({
  viewer,
  shown: { fresh, ...shown },
}: {
  viewer: Actor;
  shown: WatchRequest;
}): Promise<PostCounts[]> {
  publish({ type: "watch", userId: viewer.id, ...shown });
  return fresh.length > 0 ? listPostCounts({ viewer, ids: fresh }) : [];
}

/** Shared by all viewers who hide nobody. */
const NOBODY_HIDDEN: ReadonlySet<string> = new Set();

/** Delivers to one viewer the events they may see. */
class StreamSession implements LiveStream {
  readonly id = randomUUID();
  watch: Watch = NOTHING_WATCHED;
  readonly #viewer: StreamViewer;
  readonly #writer: StreamWriter;
  readonly #cards = new Map<string, { latest: CardEvent | null; timer?: NodeJS.Timeout }>();
  /** By app: when its board was last sent, and the changes since. */
  readonly #boards = new Map<string, { latest: BoardEvent | null; at: number; timer?: NodeJS.Timeout }>();
  #hidden = NOBODY_HIDDEN;
  /** Those among them who are not only muted. */
  #blocked = NOBODY_HIDDEN;
  readonly #lease: SessionLease;
  /** Events that arrive before `begin` is done; null afterwards. */
  #queue: (Message | LiveEvent)[] | null = [];
  /** Sent with the next flush. */
  #texts: string[] = [];

  constructor(viewer: StreamViewer, writer: StreamWriter) {
    this.#viewer = viewer;
    this.#writer = writer;
    this.#lease = new SessionLease(viewer.sessionId, () => writer.close());
  }

  get viewerId(): string {
    return this.#viewer.id;
  }

  async begin(lastEventId: string | null): Promise<void> {
    await eventBus().ready();
    if (!(await this.#lease.check())) return;
    const [unread] = await Promise.all([countUnread(this.#viewer.id), this.#readHidden()]);
    const missed = lastEventId ? await this.#readMissed(lastEventId) : null;
    // They come from the primary; the client fetches them from wherever.
    if (missed?.length) await inReplica();
    this.#send({ type: "hello", stream: this.id, resumed: missed !== null, unread });
    for (const event of missed ?? []) this.#send(event);
    const replayed = new Set(missed?.map(({ id }) => id));
    const queue = this.#queue ?? [];
    this.#queue = null;
    for (const one of queue) {
      if ("type" in one) this.onEvent(one);
      else if (!one.announces || !replayed.has(one.announces)) this.offer(one);
    }
    if (this.#texts.length > 0) this.#writer.sendText(this.#texts.splice(0).join(""));
  }

  end(): void {
    this.#lease.end();
    for (const { timer } of this.#cards.values()) clearTimeout(timer);
    this.#cards.clear();
    for (const { timer } of this.#boards.values()) clearTimeout(timer);
    this.#boards.clear();
  }

  close(): void {
    this.#writer.close();
  }

  offer(message: Message): boolean {
    if (this.#queue) this.#queue.push(message);
    else if (this.#seesMessage(message)) return this.#texts.push(message.text) > 0;
    return false;
  }

  #seesMessage({ authorIds, ownerId }: Message): boolean {
    return authorIds.every((id) => this.#sees(id)) && !(ownerId && this.#blocked.has(ownerId));
  }

  flush(encode: (text: string) => Uint8Array): void {
    if (this.#texts.length > 0) this.#writer.sendText(encode(this.#texts.splice(0).join("")));
  }

  onEvent(event: LiveEvent): void {
    if (this.#queue) {
      this.#queue.push(event);
      return;
    }
    switch (event.type) {
      case "card":
        if (this.#seesCard(event)) this.#queueCard(event);
        return;
      case "board":
        if (event.isAppPublic || event.appOwnerId === this.#viewer.id) this.#queueBoard(event);
        return;
      case "notification": {
        const { type, id, kind } = event;
        return this.#sendWithUnread((unread) => ({ type, id, kind, unread }));
      }
      case "unread":
        return this.#sendWithUnread((unread) => ({ type: "unread", unread }));
      case "app_storage":
      case "project": {
        const { userId: _, ...news } = event;
        return this.#send(news);
      }
      case "relations":
        return this.#refreshRelations();
      case "sessions_ended":
        void this.#lease.check();
        return;
    }
  }

  #send(event: StreamEvent): void {
    this.#writer.send(event, uuidv7());
  }

  #sees(authorId: string): boolean {
    return !this.#hidden.has(authorId);
  }

  /** Like counts; a client that reads slowly gets only the newest, once it can. */
  #queueCard(event: CardEvent): void {
    const entry = this.#cards.get(event.postId);
    if (!entry) {
      this.#cards.set(event.postId, { latest: event });
      this.#flushCard(event.postId);
    } else if (!entry.latest || event.room.version >= entry.latest.room.version) {
      entry.latest = event;
    }
  }

  #flushCard(postId: string): void {
    const entry = this.#cards.get(postId);
    if (!entry?.latest) return void this.#cards.delete(postId);
    if (!this.#writer.isBehind()) {
      if (this.#seesCard(entry.latest))
        this.#send({ type: "card", postId, room: this.#presentRoom(entry.latest) });
      entry.latest = null;
    }
    entry.timer = setTimeout(() => this.#flushCard(postId), CARD_INTERVAL_MS);
  }

  /** For the same reason as cards. */
  #queueBoard(event: BoardEvent): void {
    const entry = this.#boards.get(event.appId);
    if (!entry) {
      this.#boards.set(event.appId, { latest: event, at: event.at });
      this.#flushBoard(event.appId);
    } else if (event.at >= entry.at) {
      entry.latest = event;
      entry.at = event.at;
    }
  }

  #flushBoard(appId: string): void {
    const entry = this.#boards.get(appId);
    if (!entry?.latest) return void this.#boards.delete(appId);
    if (!this.#writer.isBehind()) {
      const board = presentBoardCard(entry.latest.board, (userId) => this.#sees(userId));
      this.#send({ type: "board", appId, board });
      entry.latest = null;
    }
    entry.timer = setTimeout(() => this.#flushBoard(appId), CARD_INTERVAL_MS);
  }

  #seesCard({ postAuthorId, isAppPublic, appOwnerId }: CardEvent): boolean {
    return this.#sees(postAuthorId) && (isAppPublic || appOwnerId === this.#viewer.id);
  }

  /** Without those who are hidden from the viewer, and without their words. */
  #presentRoom({ room, cardAuthorIds }: CardEvent): PostRoom {
    if (!room.card || !cardAuthorIds.every((id) => this.#sees(id))) return { ...room, card: null };
    const people = room.card.people.filter(({ id }) => this.#sees(id));
    const otherPeople = room.card.otherPeople + room.card.people.length - people.length;
    return { ...room, card: { ...room.card, people, otherPeople } };
  }

  #sendWithUnread(make: (unread: number) => StreamEvent): void {
    countUnread(this.#viewer.id).then(
      (unread) => this.#send(make(unread)),
      // The database failed: the client reconnects and resumes.
      () => this.#writer.close(),
    );
  }

  async #readHidden(): Promise<void> {
    const hidden = await findHiddenPeople(this.#viewer.id);
    const idsOf = (people: typeof hidden) =>
      people.length > 0 ? new Set(people.map(({ id }) => id)) : NOBODY_HIDDEN;
    this.#hidden = idsOf(hidden);
    this.#blocked = idsOf(hidden.filter(({ isBlocked }) => isBlocked));
  }

  #refreshRelations(): void {
    this.#readHidden().then(
      () => this.#send({ type: "relations" }),
      () => this.#writer.close(),
    );
  }

  /** The events since `lastEventId`; null if that is too long ago or they are too many. */
  async #readMissed(lastEventId: string): Promise<(StreamEvent & { id: string })[] | null> {
    const last = timeOfId(lastEventId)?.getTime();
    if (last === undefined || last > Date.now() + OVERLAP_MS || Date.now() - last > RESUME_WITHIN_MS)
      return null;
    const from = idBefore(new Date(last - OVERLAP_MS));
    const [posts, notifications] = await Promise.all([
      listPostsSince(this.#viewer.id, from, REPLAY_MAX + 1),
      listNotificationsSince(this.#viewer.id, from, REPLAY_MAX + 1),
    ]);
    if (posts.length > REPLAY_MAX || notifications.length > REPLAY_MAX) return null;
    const unread = notifications.length > 0 ? await countUnread(this.#viewer.id) : 0;
    return [
      ...posts.map(({ id, authorId, repostOf }) =>
        repostOf
          ? { type: "repost" as const, id, postId: repostOf }
          : { type: "post" as const, id, authorId, home: true },
      ),
      ...notifications.map(({ id, kind }) => ({ type: "notification" as const, id, kind, unread })),
    ];
  }
}
