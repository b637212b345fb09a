import "server-only";
import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { localBus, type EventBus, type LiveEvent } from "./bus.server";

const CHANNEL = "gum:live";
/** So long a stream waits for the way to the other processes before it begins without. */
const READY_MAX_MS = 2_000;

/**
 * A bus between the processes of an instance. What happens in this process is heard in it at once, and in the others
 * through Redis. Redis keeps nothing: while a connection is lost, events pass by. When it is back, `gap` is told, and
 * streams begin anew from the database.
 * @param subscriber a connection that does nothing else
 */
export function redisBus({ publisher, subscriber }: { publisher: Redis; subscriber: Redis }): EventBus {
  const local = localBus();
  const self = randomUUID();
  let mayHaveMissed = false;
  let tellSubscribed = () => {};
  const subscribed = new Promise<void>((resolve) => (tellSubscribed = resolve));
  subscriber.on("close", () => (mayHaveMissed = true));
  subscriber.on("ready", () => {
    subscriber.subscribe(CHANNEL).then(
      () => {
        tellSubscribed();
        if (mayHaveMissed) local.publish({ type: "gap" });
        mayHaveMissed = false;
      },
      // Lost again: the next `ready` subscribes.
      () => undefined,
    );
  });
  subscriber.on("message", (_channel: string, text: string) => {
    const { from, event } = JSON.parse(text) as { from: string; event: LiveEvent };
    if (from !== self) local.publish(event);
  });
  let isUntold = false;
  const tellOthers = async (event: LiveEvent) => {
    try {
      await publisher.publish(CHANNEL, JSON.stringify({ from: self, event }));
    } catch {
      isUntold = true;
    }
  };
  publisher.on("ready", () => {
    if (isUntold) void tellOthers({ type: "gap" });
    isUntold = false;
  });
  return {
    publish(event) {
      local.publish(event);
      return tellOthers(event);
    },
    subscribe: local.subscribe,
    async ready() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          mayHaveMissed = true;
          resolve();
        }, READY_MAX_MS);
      });
      await Promise.race([subscribed, late]);
      clearTimeout(timer);
    },
  };
}
