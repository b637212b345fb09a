import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Cluster } from "ioredis";
import { metrics } from "@/lib/infra/metrics";
import { connectRedis, redis, type RedisConnection } from "@/lib/infra/redis";
import type { NotificationKind } from "@/lib/notifications/kinds";
import type { PostRoom } from "@/lib/rooms/card-contract";
import type { RoomEvent } from "@/lib/rooms/contract";
import type { PostTotals } from "@/lib/posts/contract";
import type { BoardNews } from "@/lib/scores/card-contract";
import { mergeGaps, numberMessages } from "./bus-numbers.server";
import type { AppStorageNews, WatchBody } from "./contract";
import type { RowEvent } from "./row-events";

/** Published after the commit. Each stream decides whether its viewer may see an event. */
export type LiveEvent =
  | { type: "post"; id: string; authorId: string }
  /** `parentId`: null for a post that is no reply; undefined if it was not looked up. */
  | { type: "post_edited"; id: string; authorId: string; parentId?: string | null }
  | {
      type: "post_deleted";
      id: string;
      authorId: string;
      parentId: string | null;
      parentAuthorId: string | null;
    }
  /** `countedAt` orders them: they can arrive out of order. See COUNTED_AT. */
  | ({ type: "counts"; postId: string; authorId: string; countedAt: number } & PostTotals)
  /** Somebody reposted a post to their followers; `id` is its sort key there. */
  | { type: "repost"; id: string; postId: string; postAuthorId: string; authorId: string }
  | { type: "repost_undone"; postId: string; authorId: string }
  | { type: "reply"; id: string; authorId: string; parentId: string; parentAuthorId: string }
  | { type: "notification"; userId: string; id: string; kind: NotificationKind }
  | { type: "unread"; userId: string }
  | { type: "relations"; userId: string }
  /** Their account became private, or public again. */
  | { type: "privacy"; userId: string }
  /** Some of the person's sessions ended. */
  | { type: "sessions_ended"; userId: string }
  | ({ type: "app_storage"; userId: string } & AppStorageNews)
  | { type: "project"; userId: string; id: string; revision: number }
  /** A browser updates its watches; its stream may be open in another process. */
  | ({ type: "watch"; userId: string } & WatchBody)
  /** For those in the room; see lib/rooms. */
  | { type: "room"; roomId: string; event: RoomEvent }
  | { type: "room_removed"; roomId: string; userId: string }
  /** Somebody joined or was removed. */
  | { type: "room_people"; roomId: string }
  /** An app was unpublished, which leaves its owner, or deleted. */
  | { type: "app_gone"; appId: string; except: string | null }
  /** The live card of a post changed. `room` is the version for viewers who hide nobody. */
  | {
      type: "card";
      postId: string;
      postAuthorId: string;
      /** The authors of its texts. */
      cardAuthorIds: string[];
      appOwnerId: string;
      isAppPublic: boolean;
      room: PostRoom;
    }
  /** The top of an app's first board changed. */
  | ({ type: "board"; appId: string } & BoardNews)
  | RowEvent
  /** Events may have been lost: streams must restart. */
  | { type: "gap" };

/** `n`: counts the events of a process, in a cluster. Without an event: a beat. */
type Message = { from: string; n?: number | undefined; event?: LiveEvent | undefined };

type Listener = (event: LiveEvent) => void;

type EventBus = {
  /** Never throws. @returns settles when Redis has the event or failed; null without Redis */
  publish(event: LiveEvent): Promise<void> | null;
  /** @returns the unsubscribe function */
  subscribe(listener: Listener): () => void;
  /** Resolves once events of other processes arrive and ours reach them, or after `maxMs`. Never rejects. */
  ready(maxMs?: number): Promise<void>;
};

function localBus(): EventBus & { publish(event: LiveEvent): null } {
  const listeners = new Set<Listener>();
  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch {
          // A faulty stream must not stop the others.
        }
      }
      return null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: () => Promise.resolve(),
  };
}

const CHANNEL = "gum:live";
/** How long a stream waits for Redis before it starts without it. */
const READY_MAX_MS = 250;

/** In a cluster each server publishes; that of one slot keeps the order. */
const PUBLISH = `return redis.call("PUBLISH", KEYS[1], ARGV[1])`;

/**
 * Delivers events in this process directly and to the others through Redis. Redis pub/sub does not keep events: after a
 * lost connection, `gap` makes the streams restart from the database.
 * @param subscriber a connection used for nothing else
 */
function redisBus({
  publisher,
  subscriber,
}: {
  publisher: RedisConnection;
  subscriber: RedisConnection;
}): EventBus {
  const local = localBus();
  const self = randomUUID();
  const restartStreams = mergeGaps(() => local.publish({ type: "gap" }));
  let mayHaveMissed = false;
  let onSubscribed = () => {};
  const subscribed = new Promise<void>((resolve) => (onSubscribed = resolve));
  subscriber.on("close", () => (mayHaveMissed = true));
  subscriber.on("ready", () => {
    subscriber.subscribe(CHANNEL).then(
      () => {
        onSubscribed();
        if (mayHaveMissed) restartStreams();
        mayHaveMissed = false;
      },
      // The connection was lost again: the next `ready` subscribes.
      () => undefined,
    );
  });
  subscriber.on("message", (_channel: string, text: string) => {
    const { from, n, event } = JSON.parse(text) as Message;
    const { isNew, hasMissed } = numbers?.receive({ from, n, isBeat: !event }) ?? {
      isNew: true,
      hasMissed: false,
    };
    if (hasMissed) restartStreams();
    if (from === self || !event || !isNew) return;
    metrics().events.inc({ type: event.type, from: "elsewhere" });
    if (event.type === "gap") restartStreams();
    else local.publish(event);
  });
  let hasFailed = false;
  const isCluster = publisher instanceof Cluster;
  const send = (event?: LiveEvent): Promise<unknown> => {
    const text = JSON.stringify({ from: self, n: numbers?.number(!event), event } satisfies Message);
    return isCluster ? publisher.eval(PUBLISH, 1, CHANNEL, text) : publisher.publish(CHANNEL, text);
  };
  const numbers = isCluster
    ? numberMessages({
        self,
        send,
        reconnect: () => subscriber.status === "ready" && subscriber.disconnect(true),
      })
    : null;
  const publishToOthers = async (event: LiveEvent) => {
    try {
      await send(event);
      if (!hasFailed) return;
      hasFailed = false;
      await send({ type: "gap" });
    } catch {
      metrics().busFailures.inc();
      hasFailed = true;
    }
  };
  // A master that was replaced accepts events for a moment, and passes them to nobody.
  publisher.on("close", () => (hasFailed = true));
  const connected = new Promise<void>((resolve) => {
    publisher.on("ready", () => {
      resolve();
      if (hasFailed) void publishToOthers({ type: "gap" });
    });
    if (publisher.status === "ready") resolve();
  });
  return {
    publish(event) {
      local.publish(event);
      return publishToOthers(event);
    },
    subscribe: local.subscribe,
    async ready(maxMs = READY_MAX_MS) {
      const timeout = setTimeout(maxMs, "timeout", { ref: false });
      const both = Promise.all([subscribed, connected]);
      if ((await Promise.race([both, timeout])) === "timeout") mayHaveMissed = true;
    },
  };
}

// On globalThis: the development server reloads this module, and Next may bundle it twice.
const holder = globalThis as typeof globalThis & { gumBus?: EventBus };

/** The event bus: within this process, or through Redis if there is one. */
export function eventBus(): EventBus {
  return (holder.gumBus ??= openBus());
}

function openBus(): EventBus {
  const publisher = redis();
  const bus = publisher ? redisBus({ publisher, subscriber: connectRedis("events") }) : localBus();
  return {
    ...bus,
    publish(event) {
      metrics().events.inc({ type: event.type, from: "here" });
      return bus.publish(event);
    },
  };
}
