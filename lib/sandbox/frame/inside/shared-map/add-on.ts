/**
 * The add-on that provides `gum.shared`, with Yjs. Sent only to packages that mention it. Types and documentation are in
 * public/docs/gum.d.ts.
 */
import { openAloneLog, type SavedValues } from "./alone-log";
import type { Clock, RoomLog } from "./room-log";
import { SharedMap } from "./shared-map";

export interface SharedMapAddOn {
  /** @param values where the map is saved if there is no room */
  open(options: { room: RoomLog | null; values: SavedValues; clock: Clock }): {
    /** For the app. */
    shared: object;
    /** The page may be gone in a moment. */
    flush(): void;
  };
}

const addOn: SharedMapAddOn = {
  open({ room, values, clock }) {
    const tab = Math.floor(clock.random() * 2 ** 48).toString(36);
    const map = new SharedMap(room ?? openAloneLog(values, tab), clock);
    const shared: SharedApi = {
      ready: map.ready,
      get pending() {
        return map.pending;
      },
      get ignored() {
        return map.ignored;
      },
      get: (key) => map.get(key),
      has: (key) => map.has(key),
      keys: () => map.keys(),
      entries: () => map.entries(),
      set: (key, value) => map.set(key, value),
      delete: (key) => map.delete(key),
      increment: (key, by) => map.increment(key, by),
      items: (key) => map.items(key),
      push: (key, ...items) => map.push(key, ...items),
      insert: (key, index, ...items) => map.insert(key, index, ...items),
      remove: (key, which) => map.remove(key, which),
      batch: (work) => map.batch(work),
      on: (key, listener) => map.on(key, listener),
      onPending: (listener) => map.onPending(listener),
      onRefused: (listener) => map.onRefused(listener),
    };
    return { shared: Object.freeze(shared), flush: () => map.flush() };
  },
};

/** The methods take no `this`, so that an app may pass them on. */
type SharedApi = Omit<SharedMap, "flush" | "handIn">;

(globalThis as { __gumPart?: SharedMapAddOn }).__gumPart = addOn;
