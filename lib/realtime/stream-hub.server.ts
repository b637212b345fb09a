import "server-only";
import { setImmediate, setTimeout } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { findFollowersAmong } from "@/lib/people/follow-repository";
import { findListsWith, type OwnedList } from "@/lib/people/list-repository";
import { logger } from "@/lib/infra/logger";
import { type Audiences, findAudiences } from "./audience-service";
import type { StreamEvent, Watch } from "./contract";
import { eventBus, type LiveEvent } from "./event-bus.server";
import { eventText } from "./stream.server";

/**
 * The open live streams of this process, indexed by what events are about: a person, a post on screen, an app, the
 * followers of an author, a list on screen. An event costs only as much as the streams that it matches.
 */

/** Frequent events such as counts are batched: at most four writes a second per stream. */
const FLUSH_MS = 250;
/** Writing may take this share of the time; under load, flushes become less frequent and larger. */
const FLUSH_SHARE = 6;
const LOOKUP_RETRY_MS = 1_000;
const LOOKUP_ATTEMPTS = 3;

/** An encoded event, the same bytes for every stream. */
export type Message = {
  text: string;
  /** Not sent to viewers who hide one of these people. */
  authorIds: string[];
  /** Not sent to viewers who block this person, or are blocked: a mute does not hide their app. */
  ownerId?: string;
  /** The id of the post or repost that it announces; a resumed stream may already have sent it. */
  announces?: string;
};

export interface LiveStream {
  readonly id: string;
  readonly viewerId: string;
  watch: Watch;
  /** @returns whether `flush` has anything to send */
  offer(message: Message): boolean;
  flush(encode: (text: string) => Uint8Array): void;
  /** Events for one person, and those that differ by viewer. */
  onEvent(event: LiveEvent): void;
  close(): void;
}

class Index {
  readonly #streams = new Map<string, Set<LiveStream>>();

  has(key: string): boolean {
    return this.#streams.has(key);
  }

  get(key: string): Iterable<LiveStream> {
    return this.#streams.get(key) ?? [];
  }

  add(key: string, stream: LiveStream): void {
    const streams = this.#streams.get(key);
    if (streams) streams.add(stream);
    else this.#streams.set(key, new Set([stream]));
  }

  delete(key: string, stream: LiveStream): void {
    const streams = this.#streams.get(key);
    streams?.delete(stream);
    if (streams?.size === 0) this.#streams.delete(key);
  }

  keys(): string[] {
    return [...this.#streams.keys()];
  }

  get size(): number {
    return this.#streams.size;
  }
}

type CountsEvent = LiveEvent & { type: "counts" };
/** Whether a viewer may see the posts of all the authors of an event. */
type MaySee = (stream: LiveStream) => boolean;
type Recipients = { followerIds: string[]; lists: OwnedList[]; maySee: MaySee };
/** Finds those of `authorIds` who are private, and with `followersOf` that person's followers and the lists with them. */
type Lookup = {
  authorIds: string[];
  followersOf?: string;
  deliver: (recipients: Recipients) => void;
};

export const NOTHING_WATCHED: Watch = { serial: -1, posts: [], apps: [], everyone: false, lists: [] };

class StreamHub {
  readonly #byPerson = new Index();
  readonly #byPost = new Index();
  readonly #byApp = new Index();
  /** Anyone can name any list here: ownership has not been checked. */
  readonly #byList = new Index();
  /** Streams that show the global feed. */
  readonly #everyone = new Set<LiveStream>();
  readonly #lookups: Lookup[] = [];
  #isLookingUp = false;
  /** The newest counts of each post since the last flush. */
  readonly #counts = new Map<string, CountsEvent>();
  #waiting = new Set<LiveStream>();
  #isFlushing = false;
  #countFailures = 0;

  constructor() {
    eventBus().subscribe((event) => this.#onEvent(event));
  }

  add(stream: LiveStream): void {
    this.#byPerson.add(stream.viewerId, stream);
  }

  remove(stream: LiveStream): void {
    this.#watch(stream, NOTHING_WATCHED);
    this.#byPerson.delete(stream.viewerId, stream);
    this.#waiting.delete(stream);
  }

  #watch(stream: LiveStream, watch: Watch): void {
    for (const id of stream.watch.posts) this.#byPost.delete(id, stream);
    for (const id of stream.watch.apps) this.#byApp.delete(id, stream);
    for (const id of stream.watch.lists) this.#byList.delete(id, stream);
    for (const id of watch.posts) this.#byPost.add(id, stream);
    for (const id of watch.apps) this.#byApp.add(id, stream);
    for (const id of watch.lists) this.#byList.add(id, stream);
    if (watch.everyone) this.#everyone.add(stream);
    else this.#everyone.delete(stream);
    const { serial, posts, apps, everyone, lists } = watch;
    stream.watch = { serial, posts, apps, everyone, lists };
  }

  *#all(): Generator<LiveStream> {
    for (const id of this.#byPerson.keys()) yield* this.#byPerson.get(id);
  }

  *#ofPeople(ids: Iterable<string>): Generator<LiveStream> {
    for (const id of ids) yield* this.#byPerson.get(id);
  }

  *#ofLists(lists: OwnedList[]): Generator<LiveStream> {
    for (const list of lists) yield* this.#ofList(list);
  }

  *#ofList({ id, ownerId }: OwnedList): Generator<LiveStream> {
    for (const stream of this.#byList.get(id)) if (stream.viewerId === ownerId) yield stream;
  }

  #onEvent(event: LiveEvent): void {
    switch (event.type) {
      case "post": {
        const { id, authorId } = event;
        const about = { authorIds: [authorId], announces: id };
        const post = { type: "post" as const, id, authorId };
        const deliver = ({ followerIds, lists, maySee }: Recipients) => {
          this.#emitLists(lists, { id, authorId }, about, maySee);
          const home = new Set(this.#ofPeople([authorId, ...followerIds]));
          this.#emitNow(home, { ...post, home: true }, about);
          const others = [...this.#everyone].filter((stream) => !home.has(stream) && maySee(stream));
          this.#emit(others, { ...post, home: false }, about);
        };
        return this.#lookUp({ authorIds: [authorId], followersOf: authorId, deliver });
      }
      case "repost": {
        const { id, postId, authorId, postAuthorId } = event;
        const about = { authorIds: [authorId, postAuthorId], announces: id };
        const deliver = ({ followerIds, lists, maySee }: Recipients) => {
          this.#emitLists(lists, { id, authorId, repostOf: postId }, about, maySee);
          const streams = [...this.#ofPeople(followerIds)].filter(maySee);
          this.#emitNow(streams, { type: "repost", id, postId }, about);
        };
        return this.#lookUp({ authorIds: about.authorIds, followersOf: authorId, deliver });
      }
      case "repost_undone":
        return this.#lookUp({
          authorIds: [event.authorId],
          followersOf: event.authorId,
          deliver: ({ followerIds, lists, maySee }) => {
            const streams = new Set([...this.#ofPeople(followerIds), ...this.#ofLists(lists)]);
            this.#emit([...streams].filter(maySee), event, { authorIds: [event.authorId] });
          },
        });
      case "post_deleted": {
        const { id, authorId } = event;
        return this.#lookUp({
          authorIds: [authorId],
          followersOf: authorId,
          deliver: ({ followerIds, lists }) => {
            // Also to streams that were notified of it and have not loaded it yet, and to those that may not see it any more.
            const people = [...this.#ofPeople([authorId, ...followerIds]), ...this.#ofLists(lists)];
            const streams = new Set([...people, ...this.#everyone, ...this.#byPost.get(id)]);
            this.#emit(streams, { type: "post_deleted", id }, { authorIds: [authorId] });
          },
        });
      }
      case "post_edited": {
        const { id, authorId } = event;
        return this.#emitToViewersOf(id, { type: "post_edited", id }, { authorIds: [authorId] });
      }
      case "reply": {
        const { parentAuthorId, ...reply } = event;
        const about = { authorIds: [parentAuthorId, reply.authorId], announces: reply.id };
        return this.#emitToViewersOf(reply.parentId, reply, about);
      }
      case "counts": {
        const known = this.#counts.get(event.postId);
        if (!known || event.countedAt >= known.countedAt) this.#counts.set(event.postId, event);
        return this.#flushSoon();
      }
      case "app_gone": {
        const except = new Set(event.except ? this.#byPerson.get(event.except) : []);
        const streams = [...this.#all()].filter((stream) => !except.has(stream));
        return this.#emit(streams, { type: "app_gone", appId: event.appId }, { authorIds: [] });
      }
      case "card":
        if (!this.#byPost.has(event.postId)) return;
        return this.#lookUp({
          authorIds: [event.postAuthorId],
          deliver: ({ maySee }) => {
            for (const stream of this.#byPost.get(event.postId)) if (maySee(stream)) stream.onEvent(event);
          },
        });
      case "board":
        for (const stream of this.#byApp.get(event.appId)) stream.onEvent(event);
        return;
      case "watch":
        for (const stream of this.#byPerson.get(event.userId))
          if (stream.id === event.stream && event.serial > stream.watch.serial) this.#watch(stream, event);
        return;
      case "notification":
      case "unread":
      case "app_storage":
      case "project":
      case "relations":
      case "sessions_ended":
        for (const stream of this.#byPerson.get(event.userId)) stream.onEvent(event);
        return;
      case "gap":
        for (const stream of [...this.#all()]) stream.close();
        return;
    }
  }

  /** Sent with the next flush. */
  #emit(streams: Iterable<LiveStream>, event: StreamEvent, about: Omit<Message, "text">): void {
    const message = messageOf(event, about);
    for (const stream of streams) if (stream.offer(message)) this.#waiting.add(stream);
    if (this.#waiting.size > 0) this.#flushSoon();
  }

  /** For events that are rare on each stream. */
  #emitNow(streams: Iterable<LiveStream>, event: StreamEvent, about: Omit<Message, "text">): void {
    const message = messageOf(event, about);
    const encode = memoEncoder();
    for (const stream of streams) if (stream.offer(message)) stream.flush(encode);
  }

  #emitLists(
    lists: OwnedList[],
    post: { id: string; authorId: string; repostOf?: string },
    about: Omit<Message, "text">,
    maySee: MaySee,
  ): void {
    for (const list of lists) {
      const streams = [...this.#ofList(list)].filter(maySee);
      this.#emitNow(streams, { type: "list_post", listId: list.id, ...post }, about);
    }
  }

  /** For an event about a post on screen. */
  #emitToViewersOf(postId: string, event: StreamEvent, about: Omit<Message, "text">): void {
    if (!this.#byPost.has(postId)) return;
    this.#lookUp({
      authorIds: about.authorIds,
      deliver: ({ maySee }) => this.#emit([...this.#byPost.get(postId)].filter(maySee), event, about),
    });
  }

  #flushSoon(): void {
    if (!this.#isFlushing) void this.#flush();
  }

  /** The first change is sent at once; further ones wait for the next flush. */
  async #flush(): Promise<void> {
    this.#isFlushing = true;
    while (this.#counts.size > 0 || this.#waiting.size > 0) {
      const began = performance.now();
      try {
        await this.#emitCounts();
      } catch (error) {
        this.#restart(error);
      }
      const streams = this.#waiting;
      this.#waiting = new Set();
      const encode = memoEncoder();
      for (const stream of streams) stream.flush(encode);
      // Writes to the sockets in a later turn of the event loop.
      await setImmediate();
      const pause = FLUSH_SHARE * (performance.now() - began);
      await setTimeout(Math.max(FLUSH_MS, pause), undefined, { ref: false });
    }
    this.#isFlushing = false;
  }

  async #emitCounts(): Promise<void> {
    const changed = [...this.#counts.values()].filter(({ postId }) => this.#byPost.has(postId));
    this.#counts.clear();
    if (changed.length === 0) return;
    const audiences = await this.#findAudiences(changed.map(({ authorId }) => authorId)).catch(
      (error: unknown) => {
        if (++this.#countFailures === LOOKUP_ATTEMPTS) throw error;
        return null;
      },
    );
    if (!audiences) {
      // Again with the next flush, unless there are newer ones by then.
      for (const counts of changed)
        if (!this.#counts.has(counts.postId)) this.#counts.set(counts.postId, counts);
      return;
    }
    this.#countFailures = 0;
    for (const { countedAt: _, authorId, ...event } of changed) {
      const streams = [...this.#byPost.get(event.postId)].filter((stream) => audiences([authorId], stream));
      this.#emit(streams, event, { authorIds: [authorId] });
    }
  }

  #findAudiences(authorIds: string[]): Promise<Audiences> {
    return findAudiences(authorIds, this.#byPerson.keys());
  }

  #restart(error: unknown): void {
    this.#countFailures = 0;
    logger().warn({ err: error }, "could not look up the recipients of an event; the streams restart");
    this.#lookups.length = 0;
    for (const stream of [...this.#all()]) stream.close();
  }

  #lookUp(lookup: Lookup): void {
    if (this.#byPerson.size === 0) return;
    this.#lookups.push(lookup);
    if (!this.#isLookingUp) void this.#lookUpFollowers();
  }

  /** One at a time, in the order of the events. */
  async #lookUpFollowers(): Promise<void> {
    this.#isLookingUp = true;
    let failures = 0;
    for (let next = this.#lookups[0]; next; next = this.#lookups[0]) {
      try {
        const { authorIds, followersOf } = next;
        const [followerIds, lists, audiences] = await Promise.all([
          followersOf ? findFollowersAmong(followersOf, this.#byPerson.keys()) : [],
          followersOf && this.#byList.size > 0 ? findListsWith(followersOf, this.#byList.keys()) : [],
          this.#findAudiences(authorIds),
        ]);
        next.deliver({ followerIds, lists, maySee: (stream) => audiences(authorIds, stream) });
        // A restart has emptied the queue.
        if (this.#lookups[0] === next) this.#lookups.shift();
        failures = 0;
      } catch (error) {
        if (++failures < LOOKUP_ATTEMPTS) {
          await setTimeout(LOOKUP_RETRY_MS, undefined, { ref: false });
          continue;
        }
        this.#restart(error);
      }
    }
    this.#isLookingUp = false;
  }
}

function messageOf(event: StreamEvent, about: Omit<Message, "text">): Message {
  return { ...about, text: `id: ${uuidv7()}\n${eventText(event)}` };
}

/** Many streams get the same text, so it is encoded once. */
function memoEncoder(): (text: string) => Uint8Array {
  const encoder = new TextEncoder();
  const known = new Map<string, Uint8Array>();
  return (text) => {
    const bytes = known.get(text) ?? encoder.encode(text);
    known.set(text, bytes);
    return bytes;
  };
}

// On globalThis: Next may bundle this module twice.
const holder = globalThis as typeof globalThis & { gumStreamHub?: StreamHub };

export function streamHub(): StreamHub {
  return (holder.gumStreamHub ??= new StreamHub());
}
