import "server-only";
import { uuidv7 } from "uuidv7";
import type { StreamEvent } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { idBefore, timeOfId } from "@/lib/shared/time-id";
import { logger } from "@/lib/infra/logger";
import type { LiveEvent } from "./bus.server";
import { eventBus } from "./event-bus.server";
import { eventStream, type StreamWriter } from "./stream.server";
import { findRelations } from "@/lib/people/follow-repository";
import { countUnread, listNotificationsSince } from "@/lib/notifications/repository";
import { listPostsSince } from "@/lib/posts/timeline-repository";

/**
 * Trust model. Outside: whoever opens the stream. They choose the resume id and nothing else. What reaches them is
 * decided here, for each event, from whom they follow, block and mute as the database has it now.
 *
 * Ids of events carry the time at which they were sent, so a stream resumes from the database alone: also after the
 * server was restarted, also on another server.
 */

/** An id is made before its row is committed: what began this long before the last event may have come after it. */
const OVERLAP_MS = 15_000;
/** Longer than this away, or more than this missed, and the reader begins anew. */
const RESUME_WITHIN_MS = 60 * 60_000;
const REPLAY_MAX = 500;
/** Counts of one post are told at most this often. */
const COUNTS_EVERY_MS = 250;
/** Sessions end and rights change: a stream is opened anew now and then, and asked who it is. */
const STREAM_MAX_MS = 15 * 60_000;

type Relations = { following: Set<string>; hidden: Set<string> };

/** The live stream of one viewer, from where `lastEventId` left off. */
export function openStream({
  viewer,
  lastEventId,
  signal,
}: {
  viewer: Actor;
  lastEventId: string | null;
  signal: AbortSignal;
}): ReadableStream<Uint8Array> {
  return eventStream(signal, (writer) => {
    const session = new StreamSession(viewer, writer);
    // Heard from the first moment on: what happens while the past is read waits its turn.
    const unsubscribe = eventBus().subscribe((event) => session.onEvent(event));
    const limit = setTimeout(() => writer.close(), STREAM_MAX_MS);
    session.begin(lastEventId).catch((error: unknown) => {
      logger().warn({ err: error }, "a live stream could not begin");
      writer.close();
    });
    return () => {
      clearTimeout(limit);
      unsubscribe();
      session.end();
    };
  });
}

/** Decides what one viewer hears. */
class StreamSession {
  readonly #viewer: Actor;
  readonly #writer: StreamWriter;
  readonly #countsDue = new Map<string, { event: LiveEvent & { type: "counts" }; timer: NodeJS.Timeout }>();
  #relations: Relations | null = null;
  #waiting: LiveEvent[] | null = [];

  constructor(viewer: Actor, writer: StreamWriter) {
    this.#viewer = viewer;
    this.#writer = writer;
  }

  async begin(lastEventId: string | null): Promise<void> {
    await eventBus().ready();
    const [relations, unread] = await Promise.all([
      findRelations(this.#viewer.id),
      countUnread(this.#viewer.id),
    ]);
    this.#relations = relations;
    const missed = lastEventId ? await this.#readMissed(lastEventId) : null;
    this.#send({ type: "hello", resumed: missed !== null, unread });
    const told = new Set<string>();
    for (const event of missed ?? []) {
      told.add(event.id);
      this.#send(event);
    }
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const event of waiting) if (!("id" in event) || !told.has(event.id)) this.onEvent(event);
  }

  end(): void {
    for (const { timer } of this.#countsDue.values()) clearTimeout(timer);
    this.#countsDue.clear();
  }

  onEvent(event: LiveEvent): void {
    if (this.#waiting) {
      this.#waiting.push(event);
      return;
    }
    switch (event.type) {
      case "post":
        if (this.#sees(event.authorId)) this.#send({ ...event, home: this.#isHome(event.authorId) });
        return;
      case "post_deleted":
        if (this.#sees(event.authorId)) this.#send({ type: "post_deleted", id: event.id });
        return;
      case "counts":
        if (this.#sees(event.authorId)) this.#tellCounts(event);
        return;
      case "comment":
        if (!this.#sees(event.postAuthorId) || !this.#sees(event.authorId)) return;
        this.#send({
          type: "comment",
          postId: event.postId,
          commentId: event.commentId,
          authorId: event.authorId,
        });
        return;
      case "comment_deleted":
        if (!this.#sees(event.postAuthorId)) return;
        this.#send({ type: "comment_deleted", postId: event.postId, commentId: event.commentId });
        return;
      case "notification":
        if (event.userId === this.#viewer.id)
          this.#withUnread((unread) => ({ type: "notification", id: event.id, kind: event.kind, unread }));
        return;
      case "unread":
        if (event.userId === this.#viewer.id) this.#withUnread((unread) => ({ type: "unread", unread }));
        return;
      case "relations":
        if (event.userId === this.#viewer.id) this.#refreshRelations();
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

  #isHome(authorId: string): boolean {
    return authorId === this.#viewer.id || (this.#relations?.following.has(authorId) ?? false);
  }

  /** The first change is told at once, what follows closely as one. */
  #tellCounts(event: LiveEvent & { type: "counts" }): void {
    const due = this.#countsDue.get(event.postId);
    if (due) {
      // Of many at once the last one told need not be the last one counted.
      if (event.countedAt >= due.event.countedAt) due.event = event;
      return;
    }
    const say = ({ postId, likes, comments }: LiveEvent & { type: "counts" }) =>
      this.#send({ type: "counts", postId, likes, comments });
    say(event);
    const entry = {
      event,
      timer: setTimeout(() => {
        this.#countsDue.delete(event.postId);
        if (entry.event !== event) this.#tellCounts(entry.event);
      }, COUNTS_EVERY_MS),
    };
    this.#countsDue.set(event.postId, entry);
  }

  #withUnread(make: (unread: number) => StreamEvent): void {
    countUnread(this.#viewer.id).then(
      (unread) => this.#send(make(unread)),
      // The database is away: the reader comes back and is told then.
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

  /** What happened since an event, oldest first; null where that is too long ago, or too much. */
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
      ...posts.map(({ id, authorId }) => ({
        type: "post" as const,
        id,
        authorId,
        home: this.#isHome(authorId),
      })),
      ...notifications.map(({ id, kind }) => ({ type: "notification" as const, id, kind, unread })),
    ];
  }
}
