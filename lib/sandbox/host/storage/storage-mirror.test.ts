import "fake-indexeddb/auto";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { runs } from "@/tests/support/depth";
import { cpuMilliseconds } from "@/tests/support/cpu-time";
import { Account, Browser, browsersForEach, nextMillisecond } from "@/tests/support/storage-browsers";

const people = browsersForEach();
afterEach(() => void vi.useRealTimers());

describe("one app in two browsers", () => {
  it("a save from older data is refused and kept, and the person chooses", async () => {
    const [phone, desktop] = people("phone", "desktop") as [Browser, Browser];
    const old = await desktop.open();
    await phone.open();
    phone.write("note", "from the phone");
    await phone.mirror!.flush();
    desktop.write("note", "from the desktop");
    await old.flush();
    expect(desktop.account.data.get("note")).toBe("from the phone");
    expect(desktop.events).toContainEqual({ type: "conflict", by: null });
    expect(old.unsent()).toEqual([{ area: "local", key: "note", value: "from the desktop" }]);
    await old.insist();
    expect(desktop.account.data.get("note")).toBe("from the desktop");
    expect(old.conflict).toBeNull();
    expect(old.unsent()).toEqual([]);
  });

  it("an answer that was lost is no conflict with oneself", async () => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.losesAnswer = true;
    phone.write("a", "1");
    await mirror.flush();
    phone.write("b", "2");
    await mirror.flush();
    expect(mirror.conflict).toBeNull();
    expect(Object.fromEntries(phone.account.data)).toEqual({ a: "1", b: "2" });
  });

  it("what was written offline survives the end of the browser", async () => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.online = false;
    phone.write("draft", "offline");
    await mirror.flush();
    expect(mirror.unsent()).toHaveLength(1);
    phone.close();
    phone.online = true;
    const next = await phone.open();
    expect(next.entries()).toContainEqual({ area: "local", key: "draft", value: "offline" });
    expect(phone.account.data.get("draft")).toBe("offline");
  });

  it("what was written offline is asked about where another browser has saved since", async () => {
    const [phone, desktop] = people("phone", "desktop") as [Browser, Browser];
    const mirror = await phone.open();
    phone.online = false;
    phone.write("draft", "offline");
    await mirror.flush();
    phone.close();
    await desktop.open();
    desktop.write("draft", "online");
    await desktop.mirror!.flush();
    phone.online = true;
    const next = await phone.open();
    expect(next.conflict).not.toBeNull();
    expect(next.entries()).toEqual([{ area: "local", key: "draft", value: "offline" }]);
    expect(phone.account.data.get("draft")).toBe("online");
    // Closed without an answer: it asks again.
    phone.close();
    expect((await phone.open()).conflict).not.toBeNull();
    phone.mirror!.discard();
    expect((await phone.open()).conflict).toBeNull();
  });

  const heard = [{ type: "unknown" }, { type: "newer", revision: 1 }] as const;
  it.each(heard)("asks as soon as the server can be reached, before any retry ($type)", async (news) => {
    const [phone, desktop] = people("phone", "desktop") as [Browser, Browser];
    // No retry comes: these stand still.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const mirror = await phone.open();
    phone.online = false;
    phone.write("draft", "offline");
    await mirror.flush();
    await desktop.open();
    desktop.write("draft", "online");
    await desktop.mirror!.flush();
    phone.online = true;
    const asked = new Promise<void>((resolve) => {
      mirror.onEvent = ({ type }) => type === "conflict" && resolve();
    });
    phone.tell(news);
    await asked;
  });
});

describe("tabs of one browser", () => {
  it("share every change at once, whichever tab saves", async () => {
    const [one, two] = await openTwoTabs();
    one.write("score", "1");
    await expect.poll(() => two.mirror!.entries()).toEqual([{ area: "local", key: "score", value: "1" }]);
    expect(two.events).toContainEqual({
      type: "shared",
      changes: [{ area: "local", key: "score", value: "1" }],
    });
    two.write("score", "2");
    await expect.poll(() => one.mirror!.entries()).toEqual([{ area: "local", key: "score", value: "2" }]);
    // The older value of the first tab must not follow the newer one.
    await two.mirror!.flush();
    await one.mirror!.flush();
    expect(one.account.data.get("score")).toBe("2");
    expect(one.mirror!.conflict ?? two.mirror!.conflict).toBeNull();
  });

  it("a save of the other tab that the server has before its answer is known is no newer data", async () => {
    const [one, two] = await openTwoTabs();
    one.write("score", "1");
    const arrived = one.holdAnswer();
    void one.mirror!.flush();
    await arrived;
    await expect.poll(() => two.mirror!.entries()).toHaveLength(1);
    await two.mirror!.check();
    expect(two.events).not.toContainEqual({ type: "stale" });
    two.write("score", "2");
    await two.mirror!.flush();
    expect(two.mirror!.conflict).toBeNull();
    expect(two.account.data.get("score")).toBe("2");
  });

  it("what a tab saves while another opens is no newer data for that one", async () => {
    const [one, two] = people("phone", "phone") as [Browser, Browser];
    await one.open();
    const sent = one.holdRequest();
    one.write("score", "1");
    const saving = one.mirror!.flush();
    const arrive = await sent;
    await nextMillisecond();
    await two.open();
    await expect.poll(() => two.mirror!.entries()).toHaveLength(1);
    arrive();
    await saving;
    await expect.poll(() => two.mirror!.revision).toBe(1);
    expect(two.mirror!.isStale).toBe(false);
  });

  it("what a tab changes after another one has opened is known there, also where an earlier change was replaced", async () => {
    const [one, two, three] = people("phone", "phone", "phone") as [Browser, Browser, Browser];
    await one.open();
    await two.open();
    one.write("score", "1");
    await expect.poll(() => two.mirror!.entries()).toHaveLength(1);
    await nextMillisecond();
    two.write("score", "2");
    await expect.poll(() => one.mirror!.unsent()).toEqual([]);
    await nextMillisecond();
    await three.open();
    await expect.poll(() => three.mirror!.entries()).toHaveLength(1);
    one.write("level", "1");
    await one.mirror!.flush();
    await expect.poll(() => three.mirror!.revision).toBe(1);
    expect(three.mirror!.isStale).toBe(false);
  });

  it.each([0, 1])(
    "a save whose answer was lost is known to both tabs once tab %i has asked",
    async (asks) => {
      const tabs = await openTwoTabs();
      const [one, two] = tabs;
      one.write("score", "1");
      one.losesAnswer = true;
      await one.mirror!.flush();
      // No retry succeeds.
      one.online = false;
      await expect.poll(() => two.mirror!.entries()).toHaveLength(1);
      await tabs[asks]!.mirror!.check();
      await expect.poll(() => tabs.map(({ mirror }) => mirror!.revision)).toEqual([1, 1]);
      expect(tabs.map(({ mirror }) => mirror!.isStale)).toEqual([false, false]);
    },
  );

  it("a tab that opens gets what another has not saved yet", async () => {
    const [one, two] = people("phone", "phone") as [Browser, Browser];
    await one.open();
    one.write("score", "1");
    await two.open();
    await expect.poll(() => two.mirror!.entries()).toEqual([{ area: "local", key: "score", value: "1" }]);
  });

  it("a database goes on in the tab that changed it", async () => {
    const [one, two] = await openTwoTabs();
    two.write("opened", "1");
    await expect.poll(() => one.mirror!.entries()).toHaveLength(1);
    one.mirror!.accept([{ area: "databases", key: "notes", value: "{}" }]);
    await expect.poll(() => two.events).toContainEqual({ type: "taken", by: "tab" });
  });

  it("a database goes on in the tab opened last, though another changes it before it hears of that", async () => {
    const [one, two] = people("phone", "phone") as [Browser, Browser];
    await one.open();
    one.mirror!.accept([{ area: "databases", key: "notes", value: "1" }]);
    await one.mirror!.flush();
    await nextMillisecond();
    await two.open();
    one.mirror!.accept([{ area: "databases", key: "notes", value: "2" }]);
    await expect.poll(() => one.isTaken).toBe(true);
    await expect.poll(() => two.events).toContainEqual({ type: "stale" });
    expect(two.isTaken).toBe(false);
  });

  it("of two tabs that open a database at once, one goes on", async () => {
    const [one, two] = people("phone", "phone") as [Browser, Browser];
    one.account.data.set("notes", "1");
    await Promise.all([one.open("databases"), two.open("databases")]);
    await expect.poll(() => one.isTaken || two.isTaken).toBe(true);
    // All messages of both have arrived once this one has.
    one.write("done", "1");
    two.write("done", "2");
    await expect
      .poll(() => [one, two].some(({ events }) => events.some(({ type }) => type === "shared")))
      .toBe(true);
    expect([one.isTaken, two.isTaken].filter(Boolean)).toHaveLength(1);
  });
});

async function openTwoTabs(): Promise<[Browser, Browser]> {
  const [one, two] = people("phone", "phone") as [Browser, Browser];
  for (const tab of [one, two]) {
    await tab.open();
    await nextMillisecond();
  }
  return [one, two];
}

function random(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("what is stored is read again where it is newer", () => {
  it("a tab that missed another browser's save takes nothing for its own knowledge", async () => {
    const account = new Account();
    const [one, two, desktop] = ["phone", "phone", "desktop"].map(
      (name) => new Browser(account, name, crypto.randomUUID()),
    ) as [Browser, Browser, Browser];
    onTestFinished(() => [one, two, desktop].forEach((browser) => browser.close()));
    // The second tab is frozen: it hears nothing (here, by a channel of its own).
    const frozen = await two.open();
    await desktop.open();
    desktop.write("note", "from the desktop");
    await desktop.mirror!.flush();
    await one.open();
    one.write("other", "from the first tab");
    await one.mirror!.flush();
    two.write("note", "from the frozen tab");
    await frozen.flush();
    expect(frozen.conflict).not.toBeNull();
    expect(account.data.get("note")).toBe("from the desktop");
  });

  it("a tab that opens during another's save reads again", async () => {
    const [one, two] = people("phone", "phone") as [Browser, Browser];
    await one.open();
    // Before the second tab can hear of it, and saved after it has read.
    one.write("note", "newer");
    two.duringLoad = () => one.mirror!.flush();
    const mirror = await two.open();
    await expect.poll(() => mirror.isStale).toBe(true);
    expect(mirror.revision).toBe(0);
  });

  it("a clear that waits in one tab does not delete what another tab saves meanwhile", async () => {
    const [one, two] = await openTwoTabs();
    one.write("old", "1");
    await one.mirror!.flush();
    await expect.poll(() => two.mirror!.entries()).toHaveLength(1);
    one.mirror!.accept([{ area: "local", key: null, value: null }]);
    // Before the clear has arrived, and later than it.
    const cleared = Date.now();
    while (Date.now() === cleared);
    two.write("new", "2");
    await expect.poll(() => one.mirror!.entries()).toHaveLength(1);
    await two.mirror!.flush();
    await one.mirror!.flush();
    expect(Object.fromEntries(one.account.data)).toEqual({ new: "2" });
  });
});

it("a replacement deletes last", async () => {
  const [phone, desktop] = people("phone", "desktop") as [Browser, Browser];
  const old = await desktop.open();
  await phone.open();
  phone.write("theirs", "1");
  await phone.mirror!.flush();
  desktop.write("mine", "1");
  await old.flush();
  await old.insist();
  expect(desktop.account.log.at(-1)!.changes).toEqual([
    { area: "local", key: "mine", value: "1" },
    { area: "local", key: "theirs", value: null },
  ]);
  expect(Object.fromEntries(desktop.account.data)).toEqual({ mine: "1" });
});

it("no interleaving of three browsers loses an acknowledged write without a question", async () => {
  let conflicts = 0;
  let kept = 0;
  for (let seed = 1; seed <= runs(1_000); seed++) {
    const next = random(seed);
    const all = people("phone", "tablet", "desktop");
    const { account } = all[0]!;
    /** By browser: what it wrote and the server has not acknowledged. */
    const open = new Map(all.map((browser) => [browser, new Map<string, string>()]));
    let count = 0;
    for (let step = 0; step < 25; step++) {
      const browser = all[next(all.length)]!;
      const unacknowledged = open.get(browser)!;
      const action = next(10);
      if (!browser.mirror) {
        if (!browser.online) browser.online = true;
        const mirror = await browser.open();
        if (mirror.conflict) {
          conflicts++;
          if (next(2)) await mirror.insist();
          else {
            mirror.discard();
            await browser.open();
          }
        }
        unacknowledged.clear();
      } else if (action < 5) {
        const [key, value] = [`k${next(3)}`, `${browser.writer} ${++count}`];
        browser.write(key, value);
        unacknowledged.set(key, value);
      } else if (action < 8) {
        browser.losesAnswer = next(6) === 0;
        await browser.mirror.flush();
        browser.losesAnswer = false;
        if (browser.isTaken && !browser.mirror.conflict) {
          // As the runner does: a last save, and the end of this copy.
          await browser.mirror.flush({ release: true });
          if (browser.mirror.unsent().length === 0) browser.close();
        }
      } else if (action === 8) {
        browser.online = !browser.online;
      } else {
        // The browser is killed. Only what could not be saved was kept.
        await browser.mirror.flush();
        if (browser.mirror.unsent().length) kept++;
        browser.close();
      }
      const { mirror } = browser;
      // What is neither acknowledged nor pending is lost.
      if (mirror && !mirror.conflict) {
        const pending = new Set(mirror.unsent().map(({ key }) => key));
        for (const key of unacknowledged.keys()) if (!pending.has(key)) unacknowledged.delete(key);
        for (const [key, value] of unacknowledged)
          expect(mirror.unsent(), `seed ${seed}`).toContainEqual({ area: "local", key, value });
      }
    }
    // Nobody has saved over something that their browser had not read, other than by the person's choice.
    for (const save of account.log) {
      const unread = account.log.filter(
        ({ revision, by }) => revision > save.base && revision < save.revision && by !== save.by,
      );
      expect(unread, `seed ${seed}`).toEqual([]);
    }
    for (const browser of all) browser.close();
  }
  expect(conflicts).toBeGreaterThan(runs(1_000) / 10);
  expect(kept).toBeGreaterThan(runs(1_000) / 10);
});

it("an app cannot make one change cost as much as all others", async () => {
  const [phone] = people("phone") as [Browser];
  const mirror = await phone.open();
  const many = Array.from({ length: 2_000 }, (_, at) => ({
    area: "local" as const,
    key: `k${at}`,
    value: "v",
  }));
  const clears = Array.from({ length: 2_000 }, () => ({ area: "local" as const, key: null, value: null }));
  const rounds = Array.from({ length: 50 }, () => [many, clears]).flat();
  const work = () => rounds.forEach((changes) => mirror.accept(changes));
  // 100,000 writes and a clear after each 2,000: a walk over all keys for each would be 200 million steps.
  expect(cpuMilliseconds(work)).toBeLessThan(5_000);
  expect(mirror.unsent()).toEqual([{ area: "local", key: null, value: null }]);
  // Ever new keys that are deleted again leave nothing behind.
  for (let at = 0; at < 50_000; at++) {
    mirror.accept([{ area: "local", key: `new ${at}`, value: "v" }]);
    mirror.accept([{ area: "local", key: `new ${at}`, value: null }]);
  }
  expect(mirror.unsent()).toHaveLength(1);
});
