import { describe, expect, it } from "vitest";
import { TestClock } from "@/tests/support/room-log";
import { openAloneLog, type SavedValues } from "./alone-log";
import { SharedMap } from "./shared-map";

type Change = { key: string; value: unknown };

/** An app's saved data in one browser; each tab is notified of the others' changes. */
class Saved {
  readonly values = new Map<string, string>();
  readonly #tabs = new Set<(change: Change) => void>();
  isFull = false;

  tab(): SavedValues {
    let own: ((change: Change) => void) | null = null;
    return {
      read: (key) => this.values.get(key),
      keys: (prefix) => [...this.values.keys()].filter((key) => key.startsWith(prefix)).sort(),
      write: (key, value) => {
        if (this.isFull && value !== undefined && !key.endsWith("state")) throw new Error("full");
        if (value === undefined) this.values.delete(key);
        else this.values.set(key, value);
        for (const tell of this.#tabs) tell({ key, value });
      },
      onChange: (listener) => {
        own = listener;
        this.#tabs.add(own);
        return () => void this.#tabs.delete(listener);
      },
    };
  }
}

let seed = 1;
const newClock = () => new TestClock(() => (seed = (seed * 16807) % 2147483647) / 2147483647);

function open(saved: Saved, clock: TestClock, tab = "tab"): SharedMap {
  return new SharedMap(openAloneLog(saved.tab(), tab), clock);
}

describe("the map of an app without a room", () => {
  it("is there at once when the app starts again", async () => {
    const [saved, clock] = [new Saved(), newClock()];
    const map = open(saved, clock);
    map.set("a", [1]);
    map.increment("n");
    map.push("list", "item");
    await clock.pass(1_000);
    expect(map.pending).toBe(0);
    const again = open(saved, clock);
    expect(again.entries()).toEqual(map.entries());
    expect(again.increment("n")).toBe(2);
    await again.ready;
  });

  it("keeps few entries, whatever is done with it", async () => {
    const [saved, clock] = [new Saved(), newClock()];
    const map = open(saved, clock);
    for (let n = 1; n <= 1_000; n++) {
      map.increment("n");
      await clock.pass(500);
    }
    await clock.pass(10_000);
    expect(saved.values.size).toBeLessThan(250);
    expect(open(saved, clock).get("n")).toBe(1_000);
  });

  it("is one map in two tabs", async () => {
    const [saved, clock] = [new Saved(), newClock()];
    const [one, two] = [open(saved, clock, "one"), open(saved, clock, "two")];
    for (let n = 1; n <= 150; n++) {
      one.increment("n");
      two.push("list", n);
      await clock.pass(500);
    }
    await clock.pass(10_000);
    expect(one.get("n")).toBe(150);
    expect(one.entries()).toEqual(two.entries());
    expect(open(saved, clock, "three").entries()).toEqual(one.entries());
    expect(saved.values.size).toBeLessThan(300);
  });

  it("makes space in a full storage; what does not fit then is undone", async () => {
    const [saved, clock] = [new Saved(), newClock()];
    const map = open(saved, clock);
    const refused: string[] = [];
    map.onRefused(({ code }) => refused.push(code));
    map.set("a", 1);
    await clock.pass(1_000);
    saved.isFull = true;
    map.set("a", 2);
    await clock.pass(1_000);
    expect(refused).toEqual(["room_full"]);
    expect(map.get("a")).toBe(1);
    expect(open(saved, clock).get("a")).toBe(1);
  });
});
