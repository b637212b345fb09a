import "server-only";
import { uuidv7 } from "uuidv7";
import type { StreamEvent } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { idBefore, timeOfId } from "@/lib/shared/time-id";
import { CARD_INTERVAL_MS } from "@/lib/config/limits";
import type { PostRoom } from "@/lib/rooms/card-contract";
import { logger } from "@/lib/infra/logger";
import { eventBus, type LiveEvent } from "./event-bus.server";
import { SessionLease } from "./session-lease.server";
import { eventStream, type StreamWriter } from "./stream.server";
import { findRelations } from "@/lib/people/follow-repository";
import { presentBoardCard } from "@/lib/scores/card-presenter";
import { countUnread, listNotificationsSince } from "@/lib/notifications/repository";
import { listPostsSince } from "@/lib/posts/timeline-repository";

/**
 * Trust model. A client controls only the id it resumes from. For each event, the session decides by the database's
 * current follows, blocks and mutes whether its viewer may see it. A stream ends with the session that opened it.
 *
 * Event ids carry the time they were sent, so any server can resume a stream from the database.
 */

/** Ids are made before their rows are committed, so rows can appear this long after the time in their id. */
const OVERLAP_MS = 15_000;
/** A client that was away for longer, or missed more events than REPLAY_MAX, reloads instead. */
const RESUME_WITHIN_MS = 60 * 60_000;
const REPLAY_MAX = 500;
/** Throttles the counts of one post. */
const COUNTS_INTERVAL_MS = 250;

type CountsEvent = LiveEvent & { type: "counts" };
type CardEvent = LiveEvent & { type: "card" };
type BoardEvent = LiveEvent & { type: "board" };
type Relations = { following: Set<string>; hidden: Set<string> };

type StreamViewer = Actor & { sessionId: string };

/** The live stream of one viewer, resumed after `lastEventId`. */
export function openStream({
  viewer,
  lastEventId,
  signal,
}: {
  viewer: StreamViewer;
  lastEventId: string | null;
  signal: AbortSignal;
}): ReadableStream<Uint8Array> {
  return eventStream({ userId: viewer.id, signal }, (writer) => {
    const session = new StreamSession(viewer, writer);
    // Subscribe first: the session queues events until the missed ones are read.
    const unsubscribe = eventBus().subscribe((event) => session.onEvent(event));
    session.begin(lastEventId).catch((error: unknown) => {
      logger().warn({ err: error }, "could not start a live stream");
      writer.close();
    });
    return () => {
      unsubscribe();
      session.end();
    };
  });
}

/** Delivers to one viewer the events they may see. */
class StreamSession {
  readonly #viewer: StreamViewer;
  readonly #writer: StreamWriter;
  readonly #counts = new Map<string, { latest: CountsEvent; timer: NodeJS.Timeout }>();
  readonly #cards = new Map<string, { latest: CardEvent | null; timer?: NodeJS.Timeout }>();
  /** By app: when its board was last sent, and what changed since. */
  readonly #boards = new Map<string, { latest: BoardEvent | null; at: number; timer?: NodeJS.Timeout }>();
  #relations: Relations | null = null;
  readonly #lease: SessionLease;
  /** Events that arrive before `begin` is done; null afterwards. */
  #queue: LiveEvent[] | null = [];

  constructor(viewer: StreamViewer, writer: StreamWriter) {
    this.#viewer = viewer;
    this.#writer = writer;
    this.#lease = new SessionLease(viewer.sessionId, () => writer.close());
  }

  async begin(lastEventId: string | null): Promise<void> {
    await eventBus().ready();
    if (!(await this.#lease.check())) return;
    const [relations, unread] = await Promise.all([
      findRelations(this.#viewer.id),
      countUnread(this.#viewer.id),
    ]);
    this.#relations = relations;
    const missed = lastEventId ? await this.#readMissed(lastEventId) : null;
    this.#send({ type: "hello", resumed: missed !== null, unread });
    for (const event of missed ?? []) this.#send(event);
    const replayed = new Set(missed?.map(({ id }) => id));
    const queue = this.#queue ?? [];
    this.#queue = null;
    for (const event of queue) if (!("id" in event) || !replayed.has(event.id)) this.onEvent(event);
  }

  end(): void {
    this.#lease.end();
    for (const { timer } of this.#counts.values()) clearTimeout(timer);
    this.#counts.clear();
    for (const { timer } of this.#cards.values()) clearTimeout(timer);
    this.#cards.clear();
    for (const { timer } of this.#boards.values()) clearTimeout(timer);
    this.#boards.clear();
  }

  onEvent(event: LiveEvent): void {
    if (this.#queue) {
      this.#queue.push(event);
      return;
    }
    switch (event.type) {
      case "post":
        if (this.#sees(event.authorId)) this.#send({ ...event, home: this.#isHome(event.authorId) });
        return;
      case "post_edited":
        if (this.#sees(event.authorId)) this.#send({ type: "post_edited", id: event.id });
        return;
      case "post_deleted":
        if (this.#sees(event.authorId)) this.#send({ type: "post_deleted", id: event.id });
        return;
      case "counts":
        if (this.#sees(event.authorId)) this.#throttleCounts(event);
        return;
      case "repost":
        if (this.#sees(event.postAuthorId) && this.#follows(event.authorId))
          this.#send({ type: "repost", id: event.id, postId: event.postId });
        return;
      case "repost_undone":
        if (this.#follows(event.authorId)) this.#send(event);
        return;
      case "card":
        if (this.#seesCard(event)) this.#queueCard(event);
        return;
      case "board":
        if (event.isAppPublic || event.appOwnerId === this.#viewer.id) this.#queueBoard(event);
        return;
      case "app_gone":
        if (event.except !== this.#viewer.id) this.#send({ type: "app_gone", appId: event.appId });
        return;
      case "reply": {
        const { parentAuthorId, ...reply } = event;
        if (this.#sees(parentAuthorId) && this.#sees(event.authorId)) this.#send(reply);
        return;
      }
      case "notification":
        if (event.userId === this.#viewer.id)
          this.#sendWithUnread((unread) => ({
            type: "notification",
            id: event.id,
            kind: event.kind,
            unread,
          }));
        return;
      case "unread":
        if (event.userId === this.#viewer.id) this.#sendWithUnread((unread) => ({ type: "unread", unread }));
        return;
      case "app_storage": {
        const { userId, ...news } = event;
        if (userId === this.#viewer.id) this.#send(news);
        return;
      }
      case "relations":
        if (event.userId === this.#viewer.id) this.#refreshRelations();
        return;
      case "sessions_ended":
        if (event.userId === this.#viewer.id) void this.#lease.check();
        return;
      case "gap":
        this.#writer.close();
        return;
    }
  }

  #send(event: StreamEvent): void {
    this.#writer.send(event, uuidv7());
  }

  #sees(authorId: string): boolean {
    return !this.#relations?.hidden.has(authorId);
  }

  #follows(authorId: string): boolean {
    return this.#sees(authorId) && (this.#relations?.following.has(authorId) ?? false);
  }

  #isHome(authorId: string): boolean {
    return authorId === this.#viewer.id || (this.#relations?.following.has(authorId) ?? false);
  }

  /** Sends the first change at once, and later ones at most once an interval. */
  #throttleCounts(event: CountsEvent): void {
    const { postId, likes, comments, reposts, quotes, countedAt } = event;
    const entry = this.#counts.get(postId);
    if (entry) {
      if (countedAt >= entry.latest.countedAt) entry.latest = event;
      return;
    }
    this.#send({ type: "counts", postId, likes, comments, reposts, quotes });
    const timer = setTimeout(() => {
      const latest = this.#counts.get(postId)?.latest;
      this.#counts.delete(postId);
      if (latest && latest !== event) this.#throttleCounts(latest);
    }, COUNTS_INTERVAL_MS);
    this.#counts.set(postId, { latest: event, timer });
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

  /** Like cards. */
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

  #refreshRelations(): void {
    findRelations(this.#viewer.id).then(
      (relations) => {
        this.#relations = relations;
        this.#send({ type: "relations" });
      },
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
          : { type: "post" as const, id, authorId, home: this.#isHome(authorId) },
      ),
      ...notifications.map(({ id, kind }) => ({ type: "notification" as const, id, kind, unread })),
    ];
  }
}
