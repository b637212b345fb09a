import "server-only";
import { setTimeout } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { logger } from "@/lib/infra/logger";
import { findUnlistedAmong } from "@/lib/people/privacy-repository";
import { findAudiences } from "./audience-service";
import { eventBus, type LiveEvent } from "./event-bus.server";
import { notificationChanged, type RowEvent, topicsOf } from "./row-events";
import { eventText } from "./stream.server";
import type { LiveStream } from "./stream-hub.server";

/**
 * Publishes row changes to the streams of hosted clients. The product's own streams watch no rows, so they
 * cost nothing here.
 *
 * Trust model. Outside: whoever watches a topic, which grants no access: a changed row is read from its view, as the
 * person, before a client gets it (bin/realtime/changes.mjs). A deleted row cannot be read, so the rules of its view are
 * applied here: by blocks, mutes, private and unlisted accounts, and for whom the row was.
 */

/** Changes of one row within this time are coalesced. */
const FLUSH_MS = 250;
const LOOKUP_ATTEMPTS = 3;
/** Each person whose posts are for followers costs a query. */
const CHANGES_AT_ONCE = 200;
/** Beyond this, events are dropped: subscriptions promise no delivery. */
const PENDING_MAX = 5_000;

type Watching = { stream: LiveStream; serial: number; topics: readonly string[] };

class RowHub {
  readonly #streams = new Map<string, Watching>();
  readonly #byTopic = new Map<string, Set<LiveStream>>();
  #pending = new Map<string, RowEvent>();
  #isFlushing = false;

  constructor() {
    eventBus().subscribe((event) => this.#onEvent(event));
  }

  add(stream: LiveStream): void {
    this.#streams.set(stream.id, { stream, serial: -1, topics: [] });
  }

  remove({ id }: LiveStream): void {
    const watching = this.#streams.get(id);
    if (watching) this.#watch(watching, []);
    this.#streams.delete(id);
  }

  #watch(watching: Watching, topics: readonly string[]): void {
    for (const topic of watching.topics) {
      const streams = this.#byTopic.get(topic);
      streams?.delete(watching.stream);
      if (streams?.size === 0) this.#byTopic.delete(topic);
    }
    watching.topics = topics;
    for (const topic of topics)
      this.#byTopic.set(topic, (this.#byTopic.get(topic) ?? new Set<LiveStream>()).add(watching.stream));
  }

  #onEvent(event: LiveEvent): void {
    if (event.type === "watch") {
      const watching = this.#streams.get(event.stream);
      if (!watching || watching.stream.viewerId !== event.userId || event.serial <= watching.serial) return;
      watching.serial = event.serial;
      this.#watch(watching, event.rows ?? []);
      return;
    }
    if (this.#byTopic.size === 0) return;
    for (const change of rowEventsOf(event)) {
      if (!topicsOf(change).some((topic) => this.#byTopic.has(topic))) continue;
      const key = JSON.stringify([change.view, change.change, change.row]);
      if (this.#pending.size < PENDING_MAX) this.#pending.set(key, change);
    }
    if (this.#pending.size > 0 && !this.#isFlushing) void this.#flush();
  }

  async #flush(): Promise<void> {
    this.#isFlushing = true;
    let failures = 0;
    while (this.#pending.size > 0) {
      await setTimeout(FLUSH_MS, undefined, { ref: false });
      const changes = [...this.#pending.values()].slice(0, CHANGES_AT_ONCE);
      try {
        const authorIds = changes.flatMap((change) => (change.isOpen ? [] : change.authorIds));
        const maySee = await findAudiences(authorIds, this.#watcherIds(), findUnlistedAmong);
        this.#pending = new Map([...this.#pending].slice(changes.length));
        this.#deliver(changes, maySee);
        failures = 0;
      } catch (error) {
        if (++failures < LOOKUP_ATTEMPTS) continue;
        logger().warn({ err: error }, "could not look up who may see changed rows; they are not sent");
        this.#pending.clear();
      }
    }
    this.#isFlushing = false;
  }

  #watcherIds(): string[] {
    const watching = [...this.#streams.values()].filter(({ topics }) => topics.length > 0);
    return [...new Set(watching.map(({ stream }) => stream.viewerId))];
  }

  #deliver(changes: readonly RowEvent[], maySee: Awaited<ReturnType<typeof findAudiences>>): void {
    const touched = new Set<LiveStream>();
    for (const event of changes) {
      const { type, view, change, row, authorIds, ownerId } = event;
      const message = { authorIds: [...authorIds], ...(ownerId && { ownerId }) };
      const text = `id: ${uuidv7()}\n${eventText({ type, view, change, row } as { type: string })}`;
      const streams = new Set(topicsOf(event).flatMap((topic) => this.#watchersOf(event, topic)));
      for (const stream of streams) {
        // Both see a follow; a reply or like is not for the author of the post because it is theirs.
        const isParty = view === "follows" && authorIds.includes(stream.viewerId);
        const isFor = event.onlyTo?.includes(stream.viewerId) ?? !event.notTo?.includes(stream.viewerId);
        if (!isFor || (!isParty && !event.isOpen && !maySee(authorIds, stream))) continue;
        if (stream.offer({ text, ...message })) touched.add(stream);
      }
    }
    const encoder = new TextEncoder();
    for (const stream of touched) stream.flush((text) => encoder.encode(text));
  }

  /** A person's likes are private: others get likes by post only. */
  #watchersOf({ view, row }: RowEvent, topic: string): LiveStream[] {
    const streams = [...(this.#byTopic.get(topic) ?? [])];
    if (view !== "reactions" || topic.startsWith("reactions:post_id:")) return streams;
    return streams.filter(({ viewerId }) => viewerId === row.user_id);
  }
}

/** The row changes that correspond to an event. Replies are posts, and comments on posts. */
function rowEventsOf(event: LiveEvent): RowEvent[] {
  const ofPost = (
    change: RowEvent["change"],
    { id, authorId }: { id: string; authorId: string },
    parentId?: string | null,
    parentAuthorId?: string | null,
  ) => {
    const shared = { type: "row" as const, change, authorIds: [authorId] };
    // A comment is seen where the post above it is.
    const ofBoth = { ...shared, authorIds: [authorId, ...(parentAuthorId ? [parentAuthorId] : [])] };
    const row = { id, author_id: authorId };
    return [
      { ...shared, view: "posts" as const, row: { ...row, ...(parentId && { parent_id: parentId }) } },
      ...(parentId === null
        ? []
        : [
            { ...ofBoth, view: "comments" as const, row: { ...row, ...(parentId && { post_id: parentId }) } },
          ]),
    ];
  };
  switch (event.type) {
    case "row":
      return [event];
    case "post":
      return ofPost("INSERT", event, null);
    case "reply":
      return ofPost("INSERT", event, event.parentId, event.parentAuthorId);
    case "post_edited":
      return ofPost("UPDATE", event, event.parentId);
    case "counts":
      return ofPost("UPDATE", { id: event.postId, authorId: event.authorId }, null);
    case "post_deleted":
      return ofPost("DELETE", event, event.parentId, event.parentAuthorId);
    case "notification":
      return [notificationChanged("INSERT", event.id, event.userId)];
    default:
      return [];
  }
}

// On globalThis: Next may bundle this module twice.
const holder = globalThis as typeof globalThis & { gumRowHub?: RowHub };

export function rowHub(): RowHub {
  return (holder.gumRowHub ??= new RowHub());
}
