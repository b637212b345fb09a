import "fake-indexeddb/auto";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { runs } from "@/tests/support/depth";
import { type Browser, browsersForEach, nextMillisecond } from "@/tests/support/storage-browsers";

const people = browsersForEach();

function random(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Messages are delivered between turns of the event loop, however slow these are. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}

/** Opens the app; what the other tabs say of themselves is here by the time that it runs. */
async function open(tab: Browser): Promise<void> {
  await tab.open();
  await turns(10);
}

/** As a runner does whose data others have changed. */
async function renew(tab: Browser): Promise<void> {
  if (!tab.mirror?.isStale || tab.mirror.unsent().length > 0) return;
  tab.close();
  await open(tab);
}

it("no interleaving of the tabs of one browser asks a question or ends with different data", async () => {
  for (let seed = 1; seed <= runs(300); seed++) {
    const next = random(seed);
    const tabs = people("phone", "phone", "phone");
    const { account } = tabs[0]!;
    const held: (() => void)[] = [];
    const release = () => held.splice(0).forEach((arrive) => arrive());
    const releaseAll = async () => {
      for (let i = 0; i < 4; i++) {
        release();
        await turns(5);
      }
    };
    let count = 0;
    for (let step = 0; step < 30; step++) {
      const tab = tabs[next(tabs.length)]!;
      const action = next(11);
      if (!tab.mirror) await open(tab);
      else if (action < 5) tab.write(`k${next(3)}`, String(++count));
      else if (action < 7) void tab.mirror.flush();
      else if (action === 7) void tab.holdRequest().then((arrive) => held.push(arrive));
      else if (action === 8) void tab.mirror.check();
      else if (action === 9) tab.losesAnswer = next(2) === 0;
      else if (next(3) > 0) release();
      else {
        const flushed = tab.mirror.flush();
        await releaseAll();
        await flushed;
        if (tab.mirror.unsent().length === 0) tab.close();
      }
      if (next(2)) await turns(next(6));
      // Tabs are ordered by the clock.
      await nextMillisecond();
      for (const each of tabs) await renew(each);
    }
    for (const tab of tabs) tab.losesAnswer = false;
    for (let round = 0; round < 6; round++) {
      for (const { mirror } of tabs) void mirror?.flush();
      await releaseAll();
      for (const each of tabs) await renew(each);
    }
    for (const tab of tabs) {
      if (!tab.mirror) continue;
      const { conflict, isStale } = tab.mirror;
      const { isTaken } = tab;
      expect({ conflict, isStale, isTaken }, `seed ${seed}`).toEqual({
        conflict: null,
        isStale: false,
        isTaken: false,
      });
      const own = new Map(tab.mirror.entries().map(({ key, value }) => [key, value]));
      expect(own, `seed ${seed}`).toEqual(account.data);
    }
    for (const tab of tabs) tab.close();
  }
});
